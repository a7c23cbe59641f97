//! One HTTP answer, reduced to what the rest of the folder may look at. Knows nothing of comments.

use http::HeaderMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::time;
use crate::converge::Seconds;

/// Words of an answer that a message may carry; more would bury the log.
const WORDS: usize = 300;

/// What a server answered, whole.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// What was asked, for messages: `GraphQL Observe`, `PATCH /repos/…`.
    pub(super) request: String,
    /// HTTP status.
    pub(super) status: u16,
    /// The few headers that matter.
    pub(super) headers: Headers,
    /// `location`: where what was asked for is. Followed only where that is meant.
    pub(super) location: Option<String>,
    /// `x-oauth-scopes`: what a classic personal token may do, in GitHub's words.
    pub(super) scopes: Option<String>,
    /// Whole, and bounded by the transport.
    pub(super) body: Vec<u8>,
}

/// The headers that decide something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Headers {
    /// `retry-after`, in seconds.
    pub(super) retry_after: Option<u64>,
    /// `x-ratelimit-remaining`.
    pub(super) remaining: Option<u64>,
    /// `x-ratelimit-reset`.
    pub(super) reset: Option<Seconds>,
    /// `date`: the server's clock.
    pub(super) date: Option<Seconds>,
    /// `link` names a next page.
    pub(super) next_page: bool,
}

impl Headers {
    /// Reads what is there; anything malformed counts as absent.
    pub(super) fn read(map: &HeaderMap) -> Self {
        let text = |name: &str| map.get(name).and_then(|value| value.to_str().ok());
        let number = |name: &str| text(name).and_then(|value| value.trim().parse().ok());
        Self {
            retry_after: number("retry-after"),
            remaining: number("x-ratelimit-remaining"),
            reset: number("x-ratelimit-reset"),
            date: text("date").and_then(time::from_header),
            next_page: text("link").is_some_and(|link| link.contains("rel=\"next\"")),
        }
    }
}

/// The scopes of a classic personal token. Of an App's token and a fine-grained one they are empty or missing, which
/// tells nothing.
pub(super) fn scopes(map: &HeaderMap) -> Option<String> {
    let text = map.get("x-oauth-scopes")?.to_str().ok()?.trim();
    (!text.is_empty()).then(|| one_line(text))
}

impl Answer {
    /// Whether the status says that it was done.
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }

    /// GitHub's own words for what went wrong; empty where the body is not GitHub's JSON (a proxy's page).
    pub(super) fn words(&self) -> String {
        let Ok(refusal) = self.json::<Refusal>() else {
            return String::new();
        };
        let details = refusal.errors.iter().filter_map(|error| match error {
            serde_json::Value::String(text) => Some(text.as_str()),
            other => other.get("message")?.as_str(),
        });
        let all: Vec<&str> = std::iter::once(refusal.message.as_str())
            .chain(details)
            .collect();
        all.join(": ")
    }

    /// One line for people: what was asked, what came back, in GitHub's words.
    pub(super) fn describe(&self, words: &str) -> String {
        let words = one_line(words);
        let separator = if words.is_empty() { "" } else { ": " };
        format!("{}: HTTP {}{separator}{words}", self.request, self.status)
    }
}

/// The shape of a refusal by REST, and by GraphQL's endpoint where the status is not 200.
#[derive(Deserialize)]
struct Refusal {
    message: String,
    #[serde(default)]
    errors: Vec<serde_json::Value>,
}

/// Cut, and without control characters: the words came from outside and go into a log.
fn one_line(words: &str) -> String {
    words
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(WORDS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer {
            request: "GET /x".into(),
            status,
            headers: Headers::default(),
            location: None,
            scopes: None,
            body: body.into(),
        }
    }

    #[test]
    fn a_malformed_header_counts_as_absent() {
        let mut map = HeaderMap::new();
        map.insert("retry-after", "soon".parse().unwrap());
        map.insert("x-ratelimit-remaining", "0".parse().unwrap());
        map.insert("date", "Thu, 01 Jan 1970 00:00:09 GMT".parse().unwrap());
        let link = "<https://h/x?page=1>; rel=\"prev\", <https://h/x?page=3>; rel=\"next\"";
        map.insert("link", link.parse().unwrap());
        let headers = Headers::read(&map);
        let expected = Headers {
            remaining: Some(0),
            date: Some(9),
            next_page: true,
            ..Headers::default()
        };
        assert_eq!(headers, expected);
    }

    #[test]
    fn the_details_of_a_validation_error_are_part_of_its_words() {
        let body = r#"{"message":"Validation Failed","errors":[{"message":"Body is too long"},"odd",{"code":"x"}]}"#;
        assert_eq!(
            answer(422, body).words(),
            "Validation Failed: Body is too long: odd"
        );
    }

    #[test]
    fn a_page_by_somebody_else_has_no_words() {
        let answer = answer(502, "<html>Unicorn!</html>");
        assert_eq!(answer.describe(&answer.words()), "GET /x: HTTP 502");
    }

    #[test]
    fn words_in_a_message_are_one_short_line() {
        let text = answer(403, "").describe(&format!("a\n::error::b{}", "c".repeat(999)));
        assert!(text.starts_with("GET /x: HTTP 403: a ::error::b"), "{text}");
        assert!(text.len() < 340 && !text.contains('\n'), "{text}");
    }
}
