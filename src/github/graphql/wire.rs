//! The shapes of GraphQL's answers, and what they mean in the session's words. Strict where a wrong guess would write
//! (ids, times), lenient where GitHub may leave something out.

use serde::{Deserialize, Deserializer};

use crate::comment::Sha;
use crate::converge::{
    Account, AccountKind, Comment, CommentRef, Cursor, Glance, Head, History, Seconds, Subject,
};
use crate::github::failure::GraphqlError;
use crate::github::time;

/// Every answer.
#[derive(Deserialize)]
pub(super) struct Envelope {
    pub(super) data: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) errors: Vec<GraphqlError>,
}

/// To `Observe`.
#[derive(Deserialize)]
pub(super) struct Observed {
    pub(super) viewer: Option<Viewer>,
    pub(super) repository: Option<Repository<WireSubject>>,
    pub(super) asked: Option<Node<Edited>>,
}

/// To `Page`.
#[derive(Deserialize)]
pub(super) struct Paged {
    pub(super) repository: Option<Repository<PagedSubject>>,
}

/// To `Read`.
#[derive(Deserialize)]
pub(super) struct ReadNodes {
    pub(super) nodes: Vec<Option<Node<WireComment>>>,
}

/// To `Revisions`.
#[derive(Deserialize)]
pub(super) struct Revised {
    pub(super) node: Option<Node<RevisedComment>>,
}

/// To a create, update, hide or show.
#[derive(Deserialize)]
pub(super) struct Changed {
    pub(super) result: Option<Change>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    comment: Option<Written>,
    comment_edge: Option<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    node: Option<Written>,
}

#[derive(Deserialize)]
pub(super) struct Viewer {
    login: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Repository<T> {
    pub(super) issue_or_pull_request: Option<T>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireSubject {
    id: String,
    pub(super) url: String,
    locked: bool,
    pull_request_state: Option<String>,
    issue_state: Option<String>,
    head_ref_oid: Option<String>,
    commits: Option<Nodes<PullRequestCommit>>,
    pub(super) oldest: Listing,
    pub(super) recent: Nodes<WireComment>,
}

#[derive(Deserialize)]
pub(super) struct PagedSubject {
    pub(super) oldest: Listing,
}

/// A connection of which only the nodes were asked, or matter.
#[derive(Deserialize)]
pub(super) struct Nodes<T> {
    nodes: Option<Vec<Option<T>>>,
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
struct PullRequestCommit {
    commit: Commit,
}

#[derive(Deserialize)]
struct Commit {
    oid: String,
}

/// What a node id may lead to; only comments are of use.
#[derive(Deserialize)]
#[serde(tag = "__typename")]
pub(super) enum Node<T> {
    IssueComment(T),
    #[serde(other)]
    Other,
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
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Edited {
    #[serde(flatten)]
    pub(super) comment: WireComment,
    user_content_edits: Option<Edits>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisedComment {
    user_content_edits: Option<Edits>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Written {
    #[serde(flatten)]
    edited: Edited,
    pull_request: Option<Surroundings>,
    issue: Option<Surroundings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Surroundings {
    head_ref_oid: Option<String>,
    recent: RecentCount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecentCount {
    total_count: u32,
    #[serde(flatten)]
    list: Nodes<WireComment>,
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

impl Change {
    /// The comment, whichever way the mutation names it.
    pub(super) fn written(self) -> Option<Written> {
        self.comment.or_else(|| self.comment_edge?.node)
    }
}

impl Viewer {
    /// Comes with the suffix already, and without a kind (fact 1).
    pub(super) fn into_account(self) -> Account {
        let kind = if self.login.ends_with("[bot]") {
            AccountKind::Bot
        } else {
            AccountKind::User
        };
        Account {
            login: self.login,
            kind,
        }
    }
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

impl Edited {
    pub(super) fn into_parts(self) -> (Comment, Option<History>) {
        let history = self.user_content_edits.map(Edits::into_history);
        (self.comment.into_comment(), history)
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

impl Written {
    pub(super) fn into_parts(self) -> (Comment, Option<Glance>, Option<History>) {
        let (comment, history) = self.edited.into_parts();
        let pull_request = self.pull_request.map(|around| {
            let head = head(around.head_ref_oid.as_deref());
            around.recent.into_glance(head)
        });
        let issue = || {
            self.issue
                .map(|around| around.recent.into_glance(Head::None))
        };
        (comment, pull_request.or_else(issue), history)
    }
}

impl RecentCount {
    fn into_glance(self, head: Head) -> Glance {
        Glance {
            head,
            total: self.total_count,
            recent: self.list.into_comments(),
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
        comments.sort_by_key(|comment| comment.at.id);
        (comments, self.page_info.next())
    }
}

impl PageInfo {
    fn next(self) -> Option<Cursor> {
        let end = self.end_cursor.filter(|_| self.has_next_page);
        end.map(Cursor)
    }
}

impl WireSubject {
    /// What the conversation hangs on, its lists left behind.
    pub(super) fn subject(&self) -> Subject {
        let commits = self.commits.iter().flat_map(|commits| &commits.nodes);
        let (head, state) = match (&self.pull_request_state, &self.issue_state) {
            (None, Some(state)) => (Head::None, state.to_lowercase()),
            (Some(state), _) => (head(self.head_ref_oid.as_deref()), state.to_lowercase()),
            (None, None) => (Head::Unconfirmed, String::new()),
        };
        Subject {
            node: self.id.clone(),
            head,
            commits: commits
                .flatten()
                .flatten()
                .filter_map(|node| Sha::parse(&node.commit.oid).ok())
                .collect(),
            locked: self.locked,
            state,
        }
    }
}

fn head(oid: Option<&str>) -> Head {
    match oid.map(Sha::parse) {
        Some(Ok(sha)) => Head::Confirmed(sha),
        _ => Head::Unconfirmed,
    }
}

/// A node that GitHub could not show is left out; the count then tells that the list is not whole.
fn comments(nodes: Option<Vec<Option<WireComment>>>) -> Vec<Comment> {
    let nodes = nodes.unwrap_or_default();
    nodes
        .into_iter()
        .flatten()
        .map(WireComment::into_comment)
        .collect()
}

/// A 64-bit number, in digits or as a number (fact 6).
fn big_int<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum BigInt {
        Number(u64),
        Digits(String),
    }
    match BigInt::deserialize(deserializer)? {
        BigInt::Number(number) => Ok(number),
        BigInt::Digits(digits) => digits.parse().map_err(serde::de::Error::custom),
    }
}
