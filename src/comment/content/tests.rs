//! Any text is made safe to stand in a section, and is otherwise left alone.

use proptest::prelude::*;

use super::*;
use crate::comment::marker::tests::marker_soup;

#[test]
fn text_is_taken_as_it_is() {
    for text in [
        "$& $$ `rm -rf` ::set-output name=x::y %0A \\n -->",
        "    indented code",
        "🎉 *é*",
    ] {
        assert_eq!(Content::new(text).as_str(), text);
    }
}

// Case 14.
#[test]
fn line_ends_marks_and_blank_lines_around_make_no_difference() {
    let plain = Content::new("a\nb");
    for text in [
        "\n\u{feff}a\nb",
        "\u{feff}\u{feff}a\nb",
        "a\r\nb\r\n",
        "\u{feff}a\nb",
        "\n \n\na\nb\n\n",
        "a\rb",
    ] {
        assert_eq!(Content::new(text), plain, "{text:?}");
        assert_eq!(input_digest(text), input_digest("a\nb"), "{text:?}");
    }
}

#[test]
fn a_nul_becomes_the_character_that_commonmark_puts_in_its_place() {
    for text in ["a\0b", "a\0b\r\n"] {
        assert_eq!(Content::new(text).as_str(), "a\u{fffd}b");
    }
}

#[test]
fn the_first_line_keeps_its_indentation() {
    assert_eq!(Content::new("\n\n    code").as_str(), "    code");
}

proptest! {
    #[test]
    fn content_is_stable(text in marker_soup()) {
        let content = Content::new(&text);
        prop_assert_eq!(Content::new(content.as_str()), content.clone());
        let lines: Vec<_> = content.as_str().split('\n').collect();
        prop_assert_eq!(Content::between_markers(&lines), content);
    }

    #[test]
    fn content_can_never_forge_a_marker(text in marker_soup()) {
        let content = Content::new(&text);
        for line in content.as_str().lines() {
            prop_assert!(marker::Marker::parse(line).is_none() && !marker::is_state(line), "{}", line);
        }
    }
}
