//! The shapes of GraphQL's answers around the comments, and what they mean in the session's words.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::comment::{Listing, Nodes, RevisedComment, WireComment, comments};
use crate::comment::Sha;
use crate::converge::{Account, AccountKind, Comment, Glance, Head, History, Subject};
use crate::github::failure::GraphqlError;

/// Every answer.
#[derive(Deserialize)]
pub(super) struct Envelope {
    pub(super) data: Option<Box<RawValue>>,
    #[serde(default)]
    pub(super) errors: Vec<GraphqlError>,
}

/// To `Observe`.
#[derive(Deserialize)]
pub(super) struct Observed {
    pub(super) viewer: Option<Viewer>,
    pub(super) repository: Option<Repository<WireSubject>>,
    pub(super) asked: Option<Node<WireComment>>,
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

/// To a delete.
#[derive(Deserialize)]
pub(super) struct Deleted {
    pub(super) result: Option<IgnoredAny>,
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
pub(super) struct Written {
    #[serde(flatten)]
    comment: WireComment,
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
    nodes: Option<Vec<Option<WireComment>>>,
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

impl Written {
    pub(super) fn into_parts(self) -> (Comment, Option<Glance>, Option<History>) {
        let (comment, history) = self.comment.into_parts();
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
            recent: comments(self.nodes),
        }
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
