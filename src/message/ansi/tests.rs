//! Tests of `ansi.rs`.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(strip(text), expected, "{text:?}");
}

#[test]
fn colours_go_and_the_text_stays() {
    check("\x1b[1;31merror\x1b[0m: \x1b[38;5;12mé\x1b[m", "error: é");
    check("\x1b[38:2::255:0:0mred\x1b[K", "red");
    check("a\tb\r\nc", "a\tb\r\nc");
}

#[test]
fn a_link_becomes_its_text() {
    check(
        "\x1b]8;;https://a.example\x1b\\text\x1b]8;;\x1b\\ b",
        "text b",
    );
    check("\x1b]0;title\x07text", "text");
}

#[test]
fn single_escapes_go() {
    check("\x1b7a\x1b=b\x1b(Bc\x1bM", "abc");
}

#[test]
fn what_was_cut_off_takes_nothing_with_it() {
    check("a\x1b", "a");
    check("a\x1b[31", "a[31");
    check("a\x1b[3\nb", "a[3\nb");
    check("a\x1b]0;title without end\nb", "a]0;title without end\nb");
    check("\x1b]8;;x\x1b[31mred", "]8;;xred");
    check("\x1b\x1b[31mred\x1bé", "redé");
}

#[test]
fn what_lost_its_escape_character_is_text() {
    check("[31mred[0m", "[31mred[0m");
}

proptest! {
    #[test]
    fn no_escape_is_left_and_text_without_one_is_the_same(text in "[\\x1b\\[\\]\\\\a-z0-9; \n\\x07é]{0,40}") {
        let stripped = strip(&text);
        prop_assert!(!stripped.contains(ESCAPE));
        prop_assert_eq!(strip(&stripped), stripped.clone());
        // Lines are never eaten.
        prop_assert_eq!(stripped.matches('\n').count(), text.matches('\n').count());
    }
}
