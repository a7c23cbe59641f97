//! Any text is made safe to stand in a section, and is otherwise left alone.

use proptest::prelude::*;

use super::super::markdown::tests::page::{is_quoted, swallows_nothing};
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

/// As much as there is room for of 20,000 mentions that are no mentions while they are whole.
#[test]
fn a_part_notifies_nobody_where_the_whole_did_not() {
    const SERVER: &str = "https://github.com";
    let mentions: String = (0..20_000).map(|n| format!("@user{n}\n")).collect();
    for (before, after) in [
        ("`", "`"),
        ("``", "``"),
        ("<b title=\"", "\">"),
        ("[a](<", ">)"),
        ("<!-- ", "-->"),
    ] {
        let whole = format!("{before}{mentions}{after}");
        for (content, is_strangers) in [
            (Content::plain(&whole, SERVER), false),
            (Content::untrusted(&whole, SERVER), true),
        ] {
            let (part, missing) = content.cut(1000, is_strangers, SERVER);
            assert!(missing > 0 || content.as_str().len() < 1000, "{before}");
            let again = Content::plain(part.as_str(), SERVER);
            assert_eq!(again, part, "{before}");
        }
    }
}

#[test]
fn a_part_of_a_text_with_mentions_keeps_them() {
    let text = "@octocat\n".repeat(1000);
    let (part, _) = Content::new(&text).cut(100, false, "https://github.com");
    assert!(part.as_str().starts_with("@octocat\n@octocat"));
}

#[test]
fn a_plain_text_says_what_it_said() {
    let content = Content::plain("@octocat and `@octocat`", "https://github.com");
    assert_eq!(content.as_str(), "@\u{200b}octocat and `@octocat`");
}

#[test]
fn a_line_that_is_blank_to_some_readers_only_is_blank_to_all() {
    for text in [
        "<details>\n<summary>Log</summary>\n\x0c\n```\nlog\n\nmore\n```\n\n</details>",
        "<div>\n\x0c\n```\nlog\n\nmore\n```",
        "<details>\n\x0b\n```\nlog\n\nmore",
        "<div>\n\x0c\n<!--\n\nx\n-->",
        "<e>\n\x0c\n<b",
    ] {
        swallows_nothing(Content::new(text).as_str());
    }
}

#[test]
fn what_filtering_never_ends_with_is_shown_as_code() {
    let restless = |text: &str| format!("{text}a");
    assert_eq!(Content::filtered("a", restless), None);
    assert_eq!(fenced("a"), "```text\na\n```");
    assert_eq!(fenced("a ``` b `"), "````text\na ``` b `\n````");
    assert_eq!(fenced("````"), "`````text\n````\n`````");
}

#[test]
fn a_part_of_a_tag_is_no_tag() {
    let content = Content::untrusted("`<details>` x", "https://github.com");
    let (part, _) = content.cut(9, true, "https://github.com");
    assert!(part.as_str().contains("<\u{200b}de"), "{part:?}");
}

#[test]
fn a_part_of_a_strangers_text_keeps_its_tags_and_stays_in_its_quotation() {
    const SERVER: &str = "https://github.com";
    let log = format!(
        "<details>\n<summary>x</summary>\n\n{}</details>",
        "line\n\n".repeat(300)
    );
    let deep = format!("{}{}", "<div>\n".repeat(400), "line\n".repeat(3000));
    for text in [log, deep] {
        let (part, missing) = Content::untrusted(&text, SERVER).cut(1500, true, SERVER);
        assert!(
            missing > 0 && !part.as_str().contains('\u{200b}'),
            "{part:?}"
        );
        is_quoted(part.as_str());
        let count = part.as_str().chars().count();
        assert!(count <= 1500, "{count}");
    }
    let edited = Content::new("> a\n> b\n\na person's\n\n</div>");
    assert_eq!(unquoted(edited.as_str()), "a\nb\n\na person's");
}
