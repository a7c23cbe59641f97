//! Tests of `fence.rs`.

use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use minijinja::Environment;

use super::*;

#[track_caller]
fn fenced(text: &str, language: Option<&str>) -> String {
    of(&Value::from(text), language).unwrap()
}

fn of(text: &Value, language: Option<&str>) -> Result<String, Error> {
    let environment = Environment::empty();
    fence(&environment.empty_state(), text, language)
}

#[test]
fn a_fence_is_longer_than_any_in_its_text() {
    assert_eq!(fenced("a", None), "```\na\n```");
    assert_eq!(fenced("````\na\n", Some("md")), "`````md\n````\na\n`````");
}

#[test]
fn a_diff_is_coloured() {
    let environment = Environment::empty();
    let shown = diff(&environment.empty_state(), &Value::from("-a\n+b\n"));
    assert_eq!(shown.unwrap(), "```diff\n-a\n+b\n```");
}

#[test]
fn a_language_that_would_end_the_fences_line_is_refused() {
    for language in ["a b", "a\nb", "`"] {
        let why = of(&Value::from("text"), Some(language))
            .unwrap_err()
            .to_string();
        assert!(why.contains("one word"), "{why}");
    }
}

#[test]
fn a_number_and_nothing_are_texts_too() {
    assert_eq!(of(&Value::from(5), None).unwrap(), "```\n5\n```");
    assert_eq!(of(&Value::from(()), None).unwrap(), "```\n\n```");
}

proptest! {
    #[test]
    fn whatever_is_in_a_fence_is_code_and_nothing_behind_it(text in "[`~a \n-]{0,40}") {
        let markdown = format!("{}\n\nbehind", fenced(&text, None));
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
