//! What a failed answer means for the caller. Pure: sends nothing, waits for nothing, and knows no HTTP client.
//!
//! Headers decide before wording, and wording only where GitHub gives nothing better (case 40).

use serde::Deserialize;

use super::answer::{Answer, Headers};
use super::transport::Lost;
use crate::converge::{Call, Failure, Millis};

/// What the failed request was about; the same status means different things to different calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct About {
    /// It may have changed something.
    write: bool,
    /// It named one comment, so "not found" is that comment.
    comment: bool,
}

impl About {
    /// Of a whole call.
    pub(super) fn call(call: &Call) -> Self {
        let comment = matches!(
            call,
            Call::Revisions { .. }
                | Call::Update { .. }
                | Call::Delete { .. }
                | Call::Hide { .. }
                | Call::Show { .. }
        );
        Self {
            write: call.is_write(),
            comment,
        }
    }

    /// Of reading the conversation, as a part of a call.
    pub(super) const READ: Self = Self {
        write: false,
        comment: false,
    };

    /// Of reading one comment, as a part of a call.
    pub(super) const READ_COMMENT: Self = Self {
        write: false,
        comment: true,
    };

    /// Nobody knows whether it was done; of a read that does not matter (fact 32).
    fn unanswered(self, text: String) -> Failure {
        if self.write {
            Failure::Unknown(text)
        } else {
            Failure::Unavailable(text)
        }
    }

    fn missing(self, text: String) -> Failure {
        if self.comment {
            Failure::Gone
        } else {
            Failure::NoSubject(text)
        }
    }
}

/// One entry of GraphQL's `errors`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct GraphqlError {
    /// `FORBIDDEN`, `NOT_FOUND`, …; not every error has one.
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    /// For people.
    #[serde(default)]
    pub(super) message: String,
    /// Where in the answer something is missing.
    #[serde(default)]
    pub(super) path: Option<Vec<serde_json::Value>>,
    /// Set where the document itself was refused.
    #[serde(default)]
    pub(super) extensions: Option<Extensions>,
}

/// More on a GraphQL error.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Extensions {
    /// `undefinedField`, …: the schema does not know what the document asks for.
    pub(super) code: Option<String>,
}

/// The request got no answer, or not the whole of it.
pub(super) fn of_lost(lost: Lost, about: About) -> Failure {
    match lost {
        Lost::NotSent(text) => Failure::Unavailable(text),
        Lost::NoAnswer(text) => about.unanswered(text),
    }
}

/// The status says that it was done, the body is not what it should be: half an answer, or another server's.
pub(super) fn of_broken(answer: &Answer, why: &str, about: About) -> Failure {
    about.unanswered(answer.describe(&format!("an answer that cannot be read: {why}")))
}

/// A status that is not success.
pub(super) fn of_status(answer: &Answer, about: About) -> Failure {
    let words = answer.words();
    let text = answer.describe(&words);
    let limited = says_limited(&answer.headers) || words_say_limited(&words);
    match answer.status {
        401 => Failure::BadCredentials(text),
        403 | 429 if limited => limit(&answer.headers, text),
        429 => limit(&answer.headers, text),
        403 => by_wording(&words, &text).unwrap_or(Failure::Denied(text)),
        404 | 410 => about.missing(text),
        300..=399 => Failure::NoSubject(format!(
            "{text}: the repository was renamed or moved, and redirects are not followed: give its new name"
        )),
        408 | 500.. => about.unanswered(text),
        _ if words_say_limited(&words) => limit(&answer.headers, text),
        _ => by_wording(&words, &text).unwrap_or(Failure::Refused(text)),
    }
}

/// HTTP says success, GraphQL says errors. `error` is the first that matters.
pub(super) fn of_graphql(answer: &Answer, error: &GraphqlError, about: About) -> Failure {
    let words = &error.message;
    let kind = error.kind.as_deref();
    let text = match kind {
        Some(kind) => answer.describe(&format!("{kind}: {words}")),
        None => answer.describe(words),
    };
    let headers = &answer.headers;
    let spent = kind.is_none() && headers.remaining == Some(0);
    match kind {
        Some("RATE_LIMITED" | "RATE_LIMIT") => limit(headers, text),
        _ if headers.retry_after.is_some() || spent || words_say_limited(words) => {
            limit(headers, text)
        }
        Some("NOT_FOUND") => about.missing(text),
        Some("FORBIDDEN" | "INSUFFICIENT_SCOPES") => {
            by_wording(words, &text).unwrap_or(Failure::Denied(text))
        }
        Some("UNPROCESSABLE") => by_wording(words, &text).unwrap_or(Failure::Refused(text)),
        _ => by_wording(words, &text).unwrap_or_else(|| about.unanswered(text)),
    }
}

fn says_limited(headers: &Headers) -> bool {
    headers.retry_after.is_some() || headers.remaining == Some(0)
}

/// Primary and secondary limits, and the one on creating content, which comes as a validation error.
fn words_say_limited(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    ["rate limit", "abuse", "submitted too quickly"]
        .iter()
        .any(|sign| words.contains(sign))
}

/// `retry-after`, else the reset where nothing remains (fact 31). The reset has whole seconds, so one more is waited.
fn limit(headers: &Headers, message: String) -> Failure {
    let until_reset = || match (headers.remaining, headers.reset, headers.date) {
        (Some(0), Some(reset), Some(now)) => Some(reset.saturating_sub(now).saturating_add(1)),
        _ => None,
    };
    let seconds = headers.retry_after.or_else(until_reset);
    let wait = seconds.map(|seconds| Millis::saturating_mul(seconds, 1000));
    Failure::RateLimited { wait, message }
}

/// Refusals that GitHub tells apart only in words (facts 19, 21, 94).
fn by_wording(words: &str, text: &str) -> Option<Failure> {
    let words = words.to_ascii_lowercase();
    let has_word = |word: &str| {
        words
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|other| other == word)
    };
    let text = || text.to_owned();
    if words.contains("is too long") {
        Some(Failure::TooLong(text()))
    } else if words.contains("commenting is disabled on issues with more than") {
        Some(Failure::Full(text()))
    } else if has_word("archived") {
        Some(Failure::Archived(text()))
    } else if has_word("locked") {
        Some(Failure::Locked(text()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
