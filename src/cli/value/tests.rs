//! What values are taken, and what is said of those that are not.

use super::*;

#[test]
fn a_number_is_digits_and_nothing_else() {
    assert_eq!(number("number", "12"), Ok(12));
    for text in [
        "12abc",
        "+12",
        "-1",
        "#12",
        "0",
        "1.0",
        "１２",
        "99999999999999999999",
    ] {
        let error = number("number", text).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("number: {text:?} is not a number from 1, in digits")
        );
    }
}

#[test]
fn an_order_has_at_most_six_digits() {
    let order_of = |text| order("order", text).unwrap().to_string();
    assert_eq!(order_of("0"), "000000");
    assert_eq!(order_of("500"), "000500");
    assert_eq!(order_of("999999"), "999999");
    assert!(order("order", "1000000").is_err());
    assert!(order("order", "first").is_err());
}

#[test]
fn a_boolean_is_true_or_false_in_any_case() {
    assert_eq!(boolean("footer", "TRUE"), Ok(true));
    assert_eq!(boolean("footer", "False"), Ok(false));
    for text in ["yes", "1", "on"] {
        assert!(boolean("footer", text).is_err(), "{text}");
    }
}

#[test]
fn a_duration_has_a_unit() {
    for (text, milliseconds) in [
        ("4m", 240_000),
        ("90s", 90_000),
        ("500ms", 500),
        ("2m30s", 150_000),
        ("24h", 86_400_000),
    ] {
        assert_eq!(
            duration("timeout", text),
            Ok(Duration::from_millis(milliseconds)),
            "{text}"
        );
    }
    for text in ["90", "soon", "-1s", "25h", "99999999999999999999h"] {
        assert!(duration("timeout", text).is_err(), "{text}");
    }
}

#[test]
fn a_timeout_of_nothing_is_refused() {
    assert!(timeout("timeout", "0s").is_err());
    assert_eq!(timeout("timeout", "1s"), Ok(Duration::from_secs(1)));
}

#[test]
fn a_commit_is_named_in_full() {
    assert!(sha("head-sha", &"a1".repeat(20)).is_ok());
    for text in ["a1a1a1a", "main", &"0".repeat(40)] {
        assert!(sha("head-sha", text).is_err(), "{text}");
    }
}

#[test]
fn a_name_is_any_text_of_up_to_a_hundred_characters() {
    assert!(name("key", "test (ubuntu, 20) c++( 日本").is_ok());
    assert!(name("key", &"日".repeat(100)).is_ok());
    assert!(name("key", &"日".repeat(101)).is_err());
}

#[test]
fn a_repository_is_an_owner_and_a_name() {
    let repository_of = |text| repository("repository", text);
    assert_eq!(
        repository_of("octo-org/hello.rs").unwrap().to_string(),
        "octo-org/hello.rs"
    );
    for text in [
        "hello",
        "a/b/c",
        "/b",
        "a/",
        "a/..",
        "a/b?x",
        "https://github.com/a/b",
        "a b/c",
    ] {
        assert!(repository_of(text).is_err(), "{text}");
    }
}

#[test]
fn brackets_tell_a_bot_from_a_person() {
    let bot = account("author", "my-app[bot]").unwrap();
    assert_eq!(
        (bot.login.as_str(), bot.kind),
        ("my-app[bot]", AccountKind::Bot)
    );
    assert_eq!(
        account("author", "octocat").unwrap().kind,
        AccountKind::User
    );
    for text in ["[bot]", "@octocat", "octo cat", "a[bot]b"] {
        assert!(account("author", text).is_err(), "{text}");
    }
}
