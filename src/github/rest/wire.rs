//! The shapes of REST's answers, and what they mean in the session's words.

use serde::Deserialize;

use crate::comment::Sha;
use crate::converge::{Account, AccountKind, Comment, CommentRef, Head, Seconds, Subject};
use crate::github::time;

/// A comment of an issue or pull request (fact 3).
#[derive(Deserialize)]
pub(super) struct WireComment {
    id: u64,
    node_id: String,
    html_url: String,
    user: Option<User>,
    #[serde(deserialize_with = "time::deserialize")]
    updated_at: Seconds,
    body: Option<String>,
    minimized: Option<Minimized>,
}

/// The account of a comment, or of the token.
#[derive(Deserialize)]
pub(super) struct User {
    login: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Minimized {
    reason: Option<String>,
}

/// A pull request, or an issue: what both have, and what only the former has.
#[derive(Deserialize)]
pub(super) struct WireSubject {
    node_id: String,
    state: String,
    #[serde(default)]
    locked: bool,
    pub(super) comments: u32,
    head: Option<Branch>,
    merged_at: Option<String>,
    /// On an issue: it is a pull request after all.
    pull_request: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Branch {
    sha: String,
}

impl User {
    pub(super) fn into_account(self) -> Account {
        let kind = match self.kind.as_str() {
            "Bot" => AccountKind::Bot,
            "User" => AccountKind::User,
            _ => AccountKind::Other,
        };
        Account {
            login: self.login,
            kind,
        }
    }
}

impl WireComment {
    pub(super) fn into_comment(self) -> Comment {
        let reason = |minimized: Minimized| {
            let reason = minimized.reason;
            reason.map_or_else(|| "unknown".to_owned(), |reason| reason.to_lowercase())
        };
        Comment {
            at: CommentRef {
                id: self.id,
                node: self.node_id,
            },
            author: self.user.map(User::into_account),
            viewer_did_author: None,
            updated_at: self.updated_at,
            body: Some(self.body.unwrap_or_default()),
            hidden: self.minimized.map(reason),
            url: self.html_url,
        }
    }
}

impl WireSubject {
    /// Without commits: they would cost another request.
    pub(super) fn into_subject(self) -> Subject {
        let sha = |branch: &Branch| Sha::parse(&branch.sha).ok();
        let head = match (self.head.as_ref().map(sha), self.pull_request) {
            (Some(Some(sha)), _) => Head::Confirmed(sha),
            (None, None) => Head::None,
            _ => Head::Unconfirmed,
        };
        let state = match self.merged_at {
            Some(_) => "merged".to_owned(),
            None => self.state.to_lowercase(),
        };
        Subject {
            node: self.node_id,
            head,
            commits: Vec::new(),
            locked: self.locked,
            state,
        }
    }
}
