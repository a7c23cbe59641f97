//! Pull requests and their commits.

use async_graphql::{Enum, Error, ID, Object, SimpleObject};

use crate::state::Progress;

use super::actor::Actor;
use super::comment::IssueComment;
use super::connection::{Bounds, Connection, page};
use super::conversation::Thread;
use super::input::IssueCommentOrder;
use super::repository::Repository;
use super::scalar::{DateTime, GitObjectId, Uri};

/// A pull request.
#[derive(Clone)]
pub(super) struct PullRequest(pub(super) Thread);

#[Object]
impl PullRequest {
    pub(super) async fn id(&self) -> ID {
        self.0.id()
    }

    pub(super) async fn number(&self) -> i32 {
        self.0.number()
    }

    pub(super) async fn title(&self) -> String {
        self.0.conversation.title.to_string()
    }

    pub(super) async fn body(&self) -> String {
        self.0.conversation.body.to_string()
    }

    pub(super) async fn state(&self) -> PullRequestState {
        match self.0.conversation.progress {
            Progress::Open => PullRequestState::Open,
            Progress::Closed => PullRequestState::Closed,
            Progress::Merged => PullRequestState::Merged,
        }
    }

    pub(super) async fn closed(&self) -> bool {
        self.0.conversation.progress != Progress::Open
    }

    pub(super) async fn merged(&self) -> bool {
        self.0.conversation.progress == Progress::Merged
    }

    pub(super) async fn locked(&self) -> bool {
        self.0.conversation.locked
    }

    pub(super) async fn is_draft(&self) -> bool {
        false
    }

    pub(super) async fn url(&self) -> Uri {
        self.0.url()
    }

    pub(super) async fn author(&self) -> Option<Actor> {
        self.0.author()
    }

    pub(super) async fn created_at(&self) -> DateTime {
        DateTime(self.0.conversation.created_ms)
    }

    pub(super) async fn viewer_did_author(&self) -> bool {
        self.0.viewer_did_author()
    }

    pub(super) async fn base_ref_name(&self) -> Result<String, Error> {
        Ok(self.0.pull_request()?.base_branch.to_string())
    }

    pub(super) async fn base_ref_oid(&self) -> Result<GitObjectId, Error> {
        Ok(GitObjectId(self.0.pull_request()?.base_sha.to_string()))
    }

    pub(super) async fn head_ref_name(&self) -> Result<String, Error> {
        Ok(self.0.pull_request()?.head_branch.to_string())
    }

    pub(super) async fn head_ref_oid(&self) -> Result<GitObjectId, Error> {
        Ok(GitObjectId(self.0.pull_request()?.head().to_string()))
    }

    /// Null once the fork was deleted (fact 41).
    pub(super) async fn head_repository(&self) -> Result<Option<Repository>, Error> {
        let name = self.0.pull_request()?.head_repository.as_ref();
        Ok(name.and_then(|name| Repository::find(&self.0.lens, name).ok()))
    }

    pub(super) async fn is_cross_repository(&self) -> Result<bool, Error> {
        let head = self.0.pull_request()?.head_repository.as_ref();
        Ok(head != Some(&self.0.subject.repository))
    }

    pub(super) async fn repository(&self) -> Result<Repository, Error> {
        self.0.repository()
    }

    pub(super) async fn comments(
        &self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
        order_by: Option<IssueCommentOrder>,
    ) -> Result<Connection<IssueComment>, Error> {
        let bounds = Bounds {
            first,
            last,
            after,
            before,
        };
        self.0.comments(order_by, &bounds)
    }

    pub(super) async fn commits(
        &self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<PullRequestCommit>, Error> {
        let bounds = Bounds {
            first,
            last,
            after,
            before,
        };
        let commits = self.0.pull_request()?.commits();
        let items = (0..)
            .zip(commits)
            .map(|(place, sha)| {
                let oid = GitObjectId(sha.to_string());
                (
                    (place, 0),
                    PullRequestCommit {
                        commit: Commit { oid },
                    },
                )
            })
            .collect();
        page("commits", items, commits.len(), &bounds)
    }
}

/// A commit as a part of a pull request.
#[derive(Clone, SimpleObject)]
pub(super) struct PullRequestCommit {
    commit: Commit,
}

/// A commit.
#[derive(Clone, SimpleObject)]
pub(super) struct Commit {
    oid: GitObjectId,
}

/// Whether a pull request goes on.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum PullRequestState {
    Closed,
    Merged,
    Open,
}
