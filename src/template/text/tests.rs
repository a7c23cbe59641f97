//! Tests of `text.rs`.

use minijinja::Environment;

use super::*;

#[track_caller]
fn icon_of(status: impl Into<Value>) -> &'static str {
    let environment = Environment::empty();
    icon(&environment.empty_state(), &status.into()).unwrap()
}

#[track_caller]
fn truncated(text: impl Into<Value>, length: Option<usize>) -> String {
    let environment = Environment::empty();
    truncate(&environment.empty_state(), &text.into(), length).unwrap()
}

#[test]
fn each_way_to_end_has_an_icon() {
    for (status, expected) in [
        ("passed", "✅"),
        ("Success", "✅"),
        ("FAILED", "❌"),
        ("timed-out", "❌"),
        ("timed out", "❌"),
        ("Timed Out ", "❌"),
        ("skipped", "⏭️"),
        ("cancelled", "🚫"),
        ("in_progress", "⏳"),
        ("flaky", "⚠️"),
        ("what?", "❔"),
    ] {
        assert_eq!(icon_of(status), expected, "{status}");
    }
    assert_eq!(icon_of(true), "✅");
}

#[test]
fn a_long_text_ends_with_an_ellipsis_and_is_no_longer_than_asked() {
    assert_eq!(truncated("日本語", Some(3)), "日本語");
    assert_eq!(truncated("日本語です", Some(3)), "日本…");
    assert_eq!(truncated("a b", Some(2)), "a…");
    assert_eq!(truncated("ab", Some(0)), "");
    assert_eq!(truncated("a".repeat(300), None).chars().count(), 255);
}

#[test]
fn a_number_and_nothing_are_texts_too() {
    assert_eq!(truncated(12345, Some(3)), "12…");
    assert_eq!(truncated((), None), "");
    let environment = Environment::empty();
    let state = environment.empty_state();
    assert_eq!(escape_markdown(&state, &Value::from(5)).unwrap(), "5");
    assert_eq!(escape_markdown(&state, &Value::from(())).unwrap(), "");
}
