//! Tests of `layout.rs`.

use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::*;
use crate::comment::Content;
use crate::comment::marker::tests::marker_soup;

fn layout(title: Option<&str>, fold: Option<Fold>) -> Layout {
    Layout {
        title: title.map(str::to_owned),
        fold,
    }
}

#[test]
fn without_anything_the_text_is_as_it_was() {
    assert_eq!(Layout::default().apply("a\n", "name"), "a\n");
}

#[test]
fn a_title_is_a_heading() {
    let titled = layout(Some("Unit tests"), None).apply("text", "name");
    assert_eq!(titled, "### Unit tests\n\ntext");
}

#[test]
fn a_folded_text_is_behind_its_title_or_the_sections_name() {
    assert_eq!(
        layout(Some("a < b & c"), Some(Fold::Open)).apply("text", "name"),
        "<details open>\n<summary>a &lt; b &amp; c</summary>\n\ntext\n\n</details>"
    );
    assert_eq!(
        layout(None, Some(Fold::Closed)).apply("text", "CI/test (ubuntu, 20)"),
        "<details>\n<summary>CI/test (ubuntu, 20)</summary>\n\ntext\n\n</details>"
    );
}

#[test]
fn a_title_is_plain_text_on_one_line() {
    let title = "**a** `b` [c](d) <e> #\n# f_g_h &amp; \\";
    let markdown = layout(Some(title), None).apply("text", "name");
    let mut shown = String::new();
    let mut in_heading = false;
    for event in Parser::new(&markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(text) if in_heading => shown.push_str(&text),
            other => assert!(!in_heading, "{other:?}"),
        }
    }
    assert_eq!(shown, title.replace('\n', " "));
}

#[test]
fn a_text_is_open_by_itself_while_it_is_short_or_something_failed() {
    let lines = |count| "x\n".repeat(count);
    assert_eq!(Fold::automatic(&lines(20), false), Fold::Open);
    assert_eq!(Fold::automatic(&lines(21), false), Fold::Closed);
    assert_eq!(Fold::automatic(&lines(21), true), Fold::Open);
}

proptest! {
    #[test]
    fn what_is_laid_out_is_closed_already(text in marker_soup(), title in "[!-~é][ -~é]{0,20}") {
        let content = Content::new(&text);
        for fold in [None, Some(Fold::Open)] {
            let whole = layout(Some(&title), fold).apply(content.as_str(), "name");
            let closed = Content::new(&whole);
            prop_assert_eq!(closed.as_str(), whole.trim_end());
        }
    }
}
