//! Issues, and what they have in common with pull requests.

use std::sync::Arc;

use async_graphql::{Enum, Error, ID, Object};

use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::state::{self, Conversation, Progress, Refusal, Subject};

use super::actor::Actor;
use super::comment::IssueComment;
use super::connection::{Bounds, Connection, page};
use super::input::{IssueCommentOrder, comment_key};
use super::repository::Repository;
use super::scalar::{DateTime, Uri};

/// What an issue and a pull request have in common.
#[derive(Clone)]
pub(super) struct Thread {
    pub(super) lens: Lens,
    pub(super) subject: Subject,
    pub(super) conversation: Arc<Conversation>,
}

impl Thread {
    pub(super) fn find(lens: &Lens, subject: &Subject) -> Result<Self, Refusal> {
        Ok(Self {
            lens: lens.clone(),
            subject: lens.subject(&subject.repository, subject.number)?,
            conversation: lens.world().conversation(subject)?.clone(),
        })
    }

    pub(super) fn is_pull_request(&self) -> bool {
        self.conversation.pull_request.is_some()
    }

    pub(super) fn id(&self) -> ID {
        let repository = self.lens.world().repository(&self.subject.repository);
        let repository = repository.map_or(0, |repository| repository.id);
        NodeId::of_conversation(repository, &self.conversation)
            .print()
            .into()
    }

    pub(super) fn number(&self) -> i32 {
        i32::try_from(self.conversation.number).unwrap_or(i32::MAX)
    }

    pub(super) fn url(&self) -> Uri {
        Uri(self.lens.page(&self.subject))
    }

    pub(super) fn viewer_did_author(&self) -> bool {
        self.lens.viewer().is(&self.conversation.author)
    }

    pub(super) fn author(&self) -> Option<Actor> {
        Actor::find(&self.lens, &self.conversation.author)
    }

    pub(super) fn repository(&self) -> Result<Repository, Error> {
        Repository::find(&self.lens, &self.subject.repository)
    }

    pub(super) fn comments(
        &self,
        order: Option<IssueCommentOrder>,
        bounds: &Bounds,
    ) -> Result<Connection<IssueComment>, Error> {
        let comments = self.lens.view().comments(&self.conversation);
        let mut items: Vec<_> = comments
            .into_iter()
            .map(|comment| {
                let key = comment_key(order.as_ref(), &comment);
                let (lens, subject) = (self.lens.clone(), self.subject.clone());
                (
                    key,
                    IssueComment {
                        lens,
                        subject,
                        comment,
                    },
                )
            })
            .collect();
        items.sort_by_key(|(key, _)| *key);
        page("comments", items, self.conversation.comments.len(), bounds)
    }

    pub(super) fn pull_request(&self) -> Result<&state::PullRequest, Error> {
        let part = self.conversation.pull_request.as_ref();
        part.ok_or_else(|| Error::new("not a pull request"))
    }
}

/// An issue.
#[derive(Clone)]
pub(super) struct Issue(pub(super) Thread);

#[Object]
impl Issue {
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

    pub(super) async fn state(&self) -> IssueState {
        match self.0.conversation.progress {
            Progress::Open => IssueState::Open,
            Progress::Closed | Progress::Merged => IssueState::Closed,
        }
    }

    pub(super) async fn closed(&self) -> bool {
        self.0.conversation.progress != Progress::Open
    }

    pub(super) async fn locked(&self) -> bool {
        self.0.conversation.locked
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
}

/// Whether an issue goes on.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum IssueState {
    Closed,
    Open,
}
