//! What this server allows and records where GitHub's servers differ, or where nobody knows.
//! Holds settings only; the code that obeys them is elsewhere.

use serde::{Deserialize, Serialize};

/// How long a body may be (fact 20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyLimit {
    /// At most so many Unicode scalar values, as the error text says: 65,536.
    Scalars(usize),
    /// At most so many bytes of UTF-8, as was measured on github.com: 262,144.
    Bytes(usize),
}

impl BodyLimit {
    pub(crate) fn allows(self, body: &str) -> bool {
        match self {
            Self::Scalars(limit) => body.chars().count() <= limit,
            Self::Bytes(limit) => body.len() <= limit,
        }
    }
}

/// What the edit history of a comment shows (fact 93).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// Every revision with its text.
    On,
    /// Always an empty list.
    Empty,
    /// No list at all: the connection is null.
    Absent,
    /// Every revision but the newest has lost its text.
    TextsDeleted,
    /// An edit that follows another within this time replaces its entry.
    Collapsing {
        /// Milliseconds.
        within_ms: u64,
    },
}

/// The settings of a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The longest body of a comment.
    pub body_limit: BodyLimit,
    /// How many comments a conversation takes (fact 94).
    pub comments_per_conversation: usize,
    /// What the edit history shows.
    pub history: History,
    /// Whether an edit into the same text makes an entry and a new `updated_at`.
    pub same_text_is_an_edit: bool,
    /// Whether this server offers GraphQL (case 41).
    pub graphql: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            body_limit: BodyLimit::Scalars(65_536),
            comments_per_conversation: 2_500,
            history: History::On,
            same_text_is_an_edit: false,
            graphql: true,
        }
    }
}
