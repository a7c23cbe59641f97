//! Text to checked value, one function a kind. Knows no defaults.

use std::fmt;
use std::time::Duration;

use crate::comment::{Name, Order, Sha};
use crate::converge::{Account, AccountKind, Selector, ToolMarker};

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
    match Selector::parse(text) {
        Ok(Selector::Named(name)) if name.as_str().contains('*') => Err(UsageError::invalid(
            input,
            text,
            "a section, prefix/*, or * for all of them; a * stands nowhere else",
        )),
        Ok(selector) => Ok(selector),
        Err(why) => Err(UsageError::invalid(
            input,
            text,
            format!("a section: {why}"),
        )),
    }
}

/// Another tool, or what it marks its comments with.
pub(super) fn tool_marker(input: &'static str, text: &str) -> Result<ToolMarker, UsageError> {
    ToolMarker::parse(text).ok_or_else(|| {
        UsageError::invalid(
            input,
            text,
            "marocchino, marocchino:HEADER, mshick, mshick:ID, thollander:TAG, danger, danger:ID, infracost, \
             infracost:TAG, nor a whole HTML comment of another tool",
        )
    })
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
mod tests;
