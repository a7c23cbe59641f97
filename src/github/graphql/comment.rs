//! A comment as GraphQL shows it, alone and in lists, with its edit history. Strict where a wrong guess would write
//! (ids, times), lenient where GitHub may leave something out.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::converge::{Account, AccountKind, Comment, CommentRef, Cursor, History, Seconds};
use crate::github::time;

/// A connection of which only the nodes were asked, or matter.
#[derive(Deserialize)]
pub(super) struct Nodes<T> {
    pub(super) nodes: Option<Vec<Option<T>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listing {
    pub(super) total_count: u32,
    nodes: Option<Vec<Option<WireComment>>>,
    page_info: PageInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageInfo {
    has_next_page: bool,
    end_cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireComment {
    id: String,
    #[serde(deserialize_with = "big_int")]
    full_database_id: u64,
    author: Option<Actor>,
    viewer_did_author: bool,
    #[serde(deserialize_with = "time::deserialize")]
    updated_at: Seconds,
    url: String,
    body: Option<String>,
    #[serde(default)]
    is_minimized: bool,
    minimized_reason: Option<String>,
    /// Not asked of every comment.
    user_content_edits: Option<Edits>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisedComment {
    user_content_edits: Option<Edits>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edits {
    nodes: Option<Vec<Option<Edit>>>,
    page_info: PageInfo,
}

#[derive(Deserialize)]
struct Edit {
    diff: Option<String>,
}

#[derive(Deserialize)]
struct Actor {
    #[serde(rename = "__typename")]
    kind: String,
    login: String,
}

impl Actor {
    /// Comes without the suffix (fact 4).
    fn into_account(self) -> Account {
        let (kind, suffix) = match self.kind.as_str() {
            "Bot" if self.login.ends_with("[bot]") => (AccountKind::Bot, ""),
            "Bot" => (AccountKind::Bot, "[bot]"),
            "User" => (AccountKind::User, ""),
            _ => (AccountKind::Other, ""),
        };
        Account {
            login: format!("{}{suffix}", self.login),
            kind,
        }
    }
}

impl WireComment {
    pub(super) fn into_parts(mut self) -> (Comment, Option<History>) {
        let edits = self.user_content_edits.take();
        (self.into_comment(), edits.map(Edits::into_history))
    }

    pub(super) fn into_comment(self) -> Comment {
        let hidden = self.is_minimized.then(|| {
            self.minimized_reason
                .map_or_else(|| "unknown".to_owned(), |reason| reason.to_lowercase())
        });
        Comment {
            at: CommentRef {
                id: self.full_database_id,
                node: self.id,
            },
            author: self.author.map(Actor::into_account),
            viewer_did_author: Some(self.viewer_did_author),
            updated_at: self.updated_at,
            body: self.body,
            hidden,
            url: self.url,
        }
    }
}

impl RevisedComment {
    pub(super) fn into_history(self) -> Option<History> {
        self.user_content_edits.map(Edits::into_history)
    }
}

impl Edits {
    /// Newest first, as GitHub lists them; a lost text keeps its place.
    fn into_history(self) -> History {
        let nodes = self.nodes.unwrap_or_default();
        History {
            revisions: nodes.into_iter().map(|edit| edit?.diff).collect(),
            more: self.page_info.next(),
        }
    }
}

impl Nodes<WireComment> {
    pub(super) fn into_comments(self) -> Vec<Comment> {
        comments(self.nodes)
    }
}

impl Listing {
    /// By id: GitHub does not promise an order (fact 9).
    pub(super) fn into_page(self) -> (Vec<Comment>, Option<Cursor>) {
        let mut comments = comments(self.nodes);
        comments.sort_unstable_by_key(|comment| comment.at.id);
        (comments, self.page_info.next())
    }
}

impl PageInfo {
    fn next(self) -> Option<Cursor> {
        let end = self.end_cursor.filter(|_| self.has_next_page);
        end.map(Cursor)
    }
}

/// A node that GitHub could not show is left out; the count then tells that the list is not whole.
pub(super) fn comments(nodes: Option<Vec<Option<WireComment>>>) -> Vec<Comment> {
    let nodes = nodes.unwrap_or_default();
    nodes
        .into_iter()
        .flatten()
        .map(WireComment::into_comment)
        .collect()
}

/// A 64-bit number, in digits or as a number (fact 6).
fn big_int<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_u64();
    let number = number.or_else(|| value.as_str()?.parse().ok());
    number.ok_or_else(|| serde::de::Error::custom("an id that is no number"))
}
