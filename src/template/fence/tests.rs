//! Tests of `fence.rs`.

use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::*;

#[test]
fn a_fence_is_longer_than_any_in_its_text() {
    assert_eq!(fence("a", None).unwrap(), "```\na\n```");
    assert_eq!(
        fence("````\na\n", Some("md")).unwrap(),
        "`````md\n````\na\n`````"
    );
}

#[test]
fn a_diff_is_coloured() {
    assert_eq!(diff("-a\n+b\n").unwrap(), "```diff\n-a\n+b\n```");
}

#[test]
fn a_language_that_would_end_the_fences_line_is_refused() {
    for language in ["a b", "a\nb", "`"] {
        let why = fence("text", Some(language)).unwrap_err().to_string();
        assert!(why.contains("one word"), "{why}");
    }
}

proptest! {
    #[test]
    fn whatever_is_in_a_fence_is_code_and_nothing_behind_it(text in "[`~a \n-]{0,40}") {
        let markdown = format!("{}\n\nbehind", fence(&text, None).unwrap());
        let mut events = Parser::new(&markdown);
        prop_assert_eq!(
            events.next(),
            Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced("".into()))))
        );
        let code: String = events
            .by_ref()
            .map_while(|event| match event {
                Event::Text(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        prop_assert_eq!(code.trim_end_matches('\n'), text.trim_end_matches('\n'));
        prop_assert!(matches!(events.next(), Some(Event::Start(Tag::Paragraph))));
    }
}
