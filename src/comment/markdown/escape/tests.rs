//! Tests of `escape.rs`. The page that readers see is the judge.

use proptest::prelude::*;

use super::super::tests::page::{page, text_of};
use super::*;

/// Below a paragraph, which an underline would make a heading of.
#[track_caller]
fn is_read_as_it_is(text: &str) {
    let html = page(&format!("above\n\n{}\n", escape_markdown(text)));
    let paragraph = html.strip_prefix("<p>above</p>\n<p>");
    let paragraph = paragraph.and_then(|html| html.strip_suffix("</p>\n"));
    let paragraph = paragraph.unwrap_or_else(|| panic!("{text:?} is no paragraph: {html}"));
    assert!(
        !paragraph.contains('<'),
        "{text:?} is more than text: {html}"
    );
    assert_eq!(text_of(paragraph).replace(APART, ""), text, "{html}");
}

#[test]
fn what_looks_like_markdown_is_read_as_it_is() {
    for text in [
        "- a",
        "+ a",
        "* a",
        "1. a",
        "2) x",
        "---",
        "***",
        "===",
        "    code",
        "\tcode",
        "a  ",
        "# h",
        "> q",
        "[a](b)",
        "![a](b)",
        "[^1]",
        "`a`",
        "**a**",
        "~~a~~",
        "<b>a</b>",
        "<!-- a -->",
        "&amp;",
        "\\",
        "| a |",
        ":---",
        "$x$",
        "~~~",
        "```",
    ] {
        is_read_as_it_is(text);
    }
}

#[test]
fn what_github_links_or_draws_is_read_as_it_is() {
    for text in [
        "www.a.example",
        "http://a.example",
        "https://a.example/b",
        "a@b.example",
        "mailto:a@b.example",
        ":tada:",
        "@octocat",
        "(@octo-org/team)",
        "#1",
        "GH-1",
        "octo-org/hello#1",
        ":+1:",
    ] {
        is_read_as_it_is(text);
    }
    assert_eq!(escape_markdown("GH-1").replace(APART, "¦"), "GH-¦1");
}

#[test]
fn ordinary_words_stay_as_they_are() {
    for text in [
        "Unit tests",
        "src/main.rs:12:",
        "a-b = c + 1.5",
        "see 12: it",
        "é 🎉",
    ] {
        assert_eq!(escape_markdown(text).replace(APART, ""), text);
    }
    assert_eq!(
        escape_markdown("src/a.rs:12:5 a.b"),
        "src/a.rs:\u{200b}12:5 a.b"
    );
}

#[test]
fn no_line_makes_a_heading_or_a_table_of_the_one_above() {
    let html = page(&escape_markdown("a\n===\n---\n| b |\n|---|\n:--"));
    assert_eq!(html.matches("<br>").count(), 5, "{html}");
    assert!(
        html.starts_with("<p>") && html.ends_with("</p>\n"),
        "{html}"
    );
}

proptest! {
    #[test]
    fn any_line_is_read_as_it_is(text in "[-+*=_.:0-9a@#/\\\\`~<>&!|$()\\[\\]wGHw ]{0,12}") {
        let shown = text.trim();
        prop_assume!(!shown.is_empty());
        is_read_as_it_is(&text);
    }

    #[test]
    fn any_pieces_are_read_as_they_are(pieces in prop::collection::vec(prop::sample::select(vec![
        "www.", "http://", "a.example", ":tada:", "@octocat", "GH-", "#", "1", ". ", ") ", "- ", "    ", "<b>", "</b>",
        "`", "**", "[", "](", "x)", "&lt;", "\\", "é", "~~", "$", "a", "<!--", "-->", "://", "mailto:",
    ]), 1..8)) {
        let text = pieces.concat();
        prop_assume!(!text.trim().is_empty());
        is_read_as_it_is(&text);
    }
}

#[test]
fn what_begins_nothing_is_not_taken_apart() {
    for (text, escaped) in [
        ("-1", "\\-1"),
        ("@", "@"),
        ("w", "w"),
        (".", "."),
        ("::", "\\::"),
    ] {
        assert_eq!(escape_markdown(text), escaped);
    }
}
