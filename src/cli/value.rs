//! Text to checked value, one function a kind. Knows no defaults.

use std::fmt;
use std::time::Duration;

use crate::comment::{Name, Order, Sha};
use crate::converge::{Account, AccountKind, Selector};

use super::error::UsageError;

/// A repository's two names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Account that owns it.
    pub owner: String,
    /// Its own name.
    pub name: String,
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

/// More than any job takes; what is added to a clock must not overflow it.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Decimal digits only: `12abc`, `+12` and `#12` are no numbers (case 36).
fn digits(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// The number of a pull request or issue.
pub(super) fn number(input: &'static str, text: &str) -> Result<u64, UsageError> {
    digits(text)
        .filter(|number| *number > 0)
        .ok_or_else(|| UsageError::invalid(input, text, "a number from 1, in digits"))
}

/// How many of something there may be.
pub(super) fn amount(input: &'static str, text: &str) -> Result<usize, UsageError> {
    let number = number(input, text)?;
    usize::try_from(number).map_err(|_| UsageError::invalid(input, text, "a number to count to"))
}

/// Sections to remove.
pub(super) fn selector(input: &'static str, text: &str) -> Result<Selector, UsageError> {
    Selector::parse(text)
        .map_err(|why| UsageError::invalid(input, text, format!("a section: {why}")))
}

/// A place among sections; leading zeros may be left out.
pub(super) fn order(input: &'static str, text: &str) -> Result<Order, UsageError> {
    Order::parse(&format!("{text:0>6}"))
        .ok_or_else(|| UsageError::invalid(input, text, "a number from 0 to 999999, in digits"))
}

/// As YAML writes them.
pub(super) fn boolean(input: &'static str, text: &str) -> Result<bool, UsageError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(UsageError::invalid(input, text, "true or false")),
    }
}

/// A length of time with its unit.
pub(super) fn duration(input: &'static str, text: &str) -> Result<Duration, UsageError> {
    humantime::parse_duration(text)
        .ok()
        .filter(|duration| *duration <= LONGEST)
        .ok_or_else(|| {
            UsageError::invalid(
                input,
                text,
                "a duration up to 24h, as in 500ms, 90s or 2m30s",
            )
        })
}

/// A [`duration`] in which something can happen.
pub(super) fn timeout(input: &'static str, text: &str) -> Result<Duration, UsageError> {
    duration(input, text).and_then(|timeout| {
        let some = !timeout.is_zero();
        some.then_some(timeout)
            .ok_or_else(|| UsageError::invalid(input, text, "a duration longer than nothing"))
    })
}

/// A whole commit id.
pub(super) fn sha(input: &'static str, text: &str) -> Result<Sha, UsageError> {
    Sha::parse(text)
        .ok()
        .filter(|sha| !sha.is_zero())
        .ok_or_else(|| {
            UsageError::invalid(
                input,
                text,
                "a full commit id of 40 or 64 hex digits, nor `none`",
            )
        })
}

/// The name of a comment or section: any text, but not a long one.
pub(super) fn name(input: &'static str, text: &str) -> Result<Name, UsageError> {
    Name::new(text).map_err(|why| UsageError::invalid(input, text, format!("a name: {why}")))
}

/// `OWNER/NAME` in GitHub's alphabet, so that it can stand in a URL as it is.
pub(super) fn repository(input: &'static str, text: &str) -> Result<Repository, UsageError> {
    let word = |word: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        !matches!(word, "" | "." | "..") && word.bytes().all(plain)
    };
    match text.split_once('/') {
        Some((owner, name)) if word(owner) && word(name) => Ok(Repository {
            owner: owner.to_owned(),
            name: name.to_owned(),
        }),
        _ => Err(UsageError::invalid(
            input,
            text,
            "a repository as OWNER/NAME",
        )),
    }
}

/// A login as GitHub shows it. The brackets of a bot's cannot be in a person's, so they tell the kind (case 21).
pub(super) fn account(input: &'static str, text: &str) -> Result<Account, UsageError> {
    let (stem, kind) = match text.strip_suffix("[bot]") {
        Some(stem) => (stem, AccountKind::Bot),
        None => (text, AccountKind::User),
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if stem.is_empty() || !stem.bytes().all(plain) {
        return Err(UsageError::invalid(
            input,
            text,
            "a login, without `@`, with `[bot]` for an App's",
        ));
    }
    Ok(Account {
        login: text.to_owned(),
        kind,
    })
}

#[cfg(test)]
mod tests {
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
}
