//! Tests of `text.rs`.

use super::*;

#[test]
fn each_way_to_end_has_an_icon() {
    for (status, expected) in [
        ("passed", "✅"),
        ("Success", "✅"),
        ("FAILED", "❌"),
        ("timed-out", "❌"),
        ("skipped", "⏭️"),
        ("cancelled", "🚫"),
        ("in_progress", "⏳"),
        ("flaky", "⚠️"),
        ("what?", "❔"),
    ] {
        assert_eq!(icon(&Value::from(status)).unwrap(), expected, "{status}");
    }
    assert_eq!(icon(&Value::from(true)).unwrap(), "✅");
}

#[test]
fn a_long_text_ends_with_an_ellipsis_and_is_no_longer_than_asked() {
    assert_eq!(truncate("日本語", Some(3)), "日本語");
    assert_eq!(truncate("日本語です", Some(3)), "日本…");
    assert_eq!(truncate("a b", Some(2)), "a…");
    assert_eq!(truncate("ab", Some(0)), "");
    assert_eq!(truncate(&"a".repeat(300), None).chars().count(), 255);
}
