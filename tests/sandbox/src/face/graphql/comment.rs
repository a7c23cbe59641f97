//! Comments and their edit history.

use std::sync::Arc;

use async_graphql::{Enum, Error, ID, Interface, Object};

use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::state::{self, Action, Refusal, Subject};

use super::actor::Actor;
use super::connection::{Bounds, Connection, Key, page};
use super::conversation::{Issue, Thread};
use super::pull_request::PullRequest;
use super::reaction::ReactionGroup;
use super::repository::Repository;
use super::scalar::{BigInt, DateTime, Uri};

/// A comment of an issue or a pull request.
#[derive(Clone)]
pub(super) struct IssueComment {
    pub(super) lens: Lens,
    pub(super) subject: Subject,
    pub(super) comment: Arc<state::Comment>,
}

impl IssueComment {
    fn cannot(&self, action: Action) -> Option<Refusal> {
        self.lens.may(action, &self.subject, &self.comment).err()
    }

    fn thread(&self) -> Option<Thread> {
        Thread::find(&self.lens, &self.subject).ok()
    }
}

#[Object]
impl IssueComment {
    pub(super) async fn id(&self) -> ID {
        NodeId::Comment(self.comment.id.0).print().into()
    }

    /// Too small for today's numbers, then null: use `fullDatabaseId` (fact 6).
    pub(super) async fn database_id(&self) -> Option<i32> {
        i32::try_from(self.comment.id.0).ok()
    }

    pub(super) async fn full_database_id(&self) -> Option<BigInt> {
        Some(BigInt(self.comment.id.0))
    }

    pub(super) async fn url(&self) -> Uri {
        Uri(self.lens.comment_page(&self.subject, &self.comment))
    }

    pub(super) async fn body(&self) -> String {
        self.comment.body.to_string()
    }

    pub(super) async fn author(&self) -> Option<Actor> {
        Actor::find(&self.lens, &self.comment.author)
    }

    pub(super) async fn editor(&self) -> Option<Actor> {
        let editor = self.comment.last_editor.as_ref()?;
        Actor::find(&self.lens, editor)
    }

    /// As REST says it.
    pub(super) async fn author_association(&self) -> CommentAuthorAssociation {
        CommentAuthorAssociation::None
    }

    pub(super) async fn reaction_groups(&self) -> Option<Vec<ReactionGroup>> {
        Some(ReactionGroup::all())
    }

    pub(super) async fn viewer_did_author(&self) -> bool {
        self.lens.viewer().is(&self.comment.author)
    }

    pub(super) async fn viewer_can_update(&self) -> bool {
        self.cannot(Action::Update).is_none()
    }

    pub(super) async fn viewer_can_delete(&self) -> bool {
        self.cannot(Action::Delete).is_none()
    }

    pub(super) async fn viewer_can_minimize(&self) -> bool {
        self.cannot(Action::Minimize).is_none()
    }

    pub(super) async fn viewer_cannot_update_reasons(&self) -> Vec<CommentCannotUpdateReason> {
        let reason = self.cannot(Action::Update).map(|refusal| match refusal {
            Refusal::Locked => CommentCannotUpdateReason::Locked,
            Refusal::Archived => CommentCannotUpdateReason::Archived,
            Refusal::AuthenticationRequired => CommentCannotUpdateReason::LoginRequired,
            _ => CommentCannotUpdateReason::InsufficientAccess,
        });
        reason.into_iter().collect()
    }

    pub(super) async fn is_minimized(&self) -> bool {
        self.comment.hidden.is_some()
    }

    pub(super) async fn minimized_reason(&self) -> Option<String> {
        Some(self.comment.hidden?.as_str().to_owned())
    }

    pub(super) async fn created_at(&self) -> DateTime {
        DateTime(self.comment.created_ms)
    }

    pub(super) async fn updated_at(&self) -> DateTime {
        DateTime(self.comment.updated_ms)
    }

    pub(super) async fn published_at(&self) -> Option<DateTime> {
        Some(DateTime(self.comment.created_ms))
    }

    pub(super) async fn last_edited_at(&self) -> Option<DateTime> {
        let edited = self.comment.last_editor.is_some();
        edited.then_some(DateTime(self.comment.updated_ms))
    }

    pub(super) async fn includes_created_edit(&self) -> bool {
        !self.comment.edits.is_empty()
    }

    pub(super) async fn user_content_edits(
        &self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Option<Connection<UserContentEdit>>, Error> {
        let Some(history) = self.lens.view().history(&self.comment) else {
            return Ok(None);
        };
        let count = history.len();
        let newest_first = |edit: state::Edit| -> (Key, UserContentEdit) {
            let key = (-i64::try_from(edit.id).unwrap_or_default(), 0);
            let lens = self.lens.clone();
            (key, UserContentEdit { lens, edit })
        };
        let items = history.into_iter().map(newest_first).collect();
        let bounds = Bounds {
            first,
            last,
            after,
            before,
        };
        page("userContentEdits", items, count, &bounds).map(Some)
    }

    pub(super) async fn pull_request(&self) -> Option<PullRequest> {
        let thread = self.thread()?;
        thread.is_pull_request().then_some(PullRequest(thread))
    }

    /// The conversation; GitHub gives a pull request as an issue here too.
    pub(super) async fn issue(&self) -> Result<Issue, Error> {
        Ok(Issue(self.thread().ok_or("the conversation is gone")?))
    }

    pub(super) async fn repository(&self) -> Result<Repository, Error> {
        Repository::find(&self.lens, &self.subject.repository)
    }
}

/// One revision of a comment (fact 93).
#[derive(Clone)]
pub(super) struct UserContentEdit {
    lens: Lens,
    edit: state::Edit,
}

#[Object]
impl UserContentEdit {
    pub(super) async fn id(&self) -> ID {
        NodeId::Edit(self.edit.id).print().into()
    }

    pub(super) async fn created_at(&self) -> DateTime {
        DateTime(self.edit.at_ms)
    }

    pub(super) async fn edited_at(&self) -> DateTime {
        DateTime(self.edit.at_ms)
    }

    pub(super) async fn updated_at(&self) -> DateTime {
        DateTime(self.edit.at_ms)
    }

    pub(super) async fn deleted_at(&self) -> Option<DateTime> {
        self.edit
            .text
            .is_none()
            .then_some(DateTime(self.edit.at_ms))
    }

    /// The whole text of the revision, whatever its name says.
    pub(super) async fn diff(&self) -> Option<String> {
        self.edit.text.as_ref().map(|text| text.to_string())
    }

    pub(super) async fn editor(&self) -> Option<Actor> {
        Actor::find(&self.lens, &self.edit.editor)
    }
}

/// Why a comment cannot be edited (fact 19).
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum CommentCannotUpdateReason {
    Archived,
    InsufficientAccess,
    LoginRequired,
    Locked,
}

/// What the author is to the repository.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum CommentAuthorAssociation {
    /// Nothing that GitHub knows of.
    None,
}

/// What can be hidden.
#[derive(Clone, Interface)]
#[allow(clippy::duplicated_attributes, reason = "two fields of one type")]
#[graphql(
    field(name = "is_minimized", ty = "bool"),
    field(name = "minimized_reason", ty = "Option<String>"),
    field(name = "viewer_can_minimize", ty = "bool")
)]
pub(super) enum Minimizable {
    IssueComment(IssueComment),
}

/// What has a text and an author: comments, and the top of a conversation.
#[derive(Clone, Interface)]
#[graphql(
    field(name = "id", ty = "ID"),
    field(name = "author", ty = "Option<Actor>"),
    field(name = "body", ty = "String"),
    field(name = "created_at", ty = "DateTime"),
    field(name = "viewer_did_author", ty = "bool")
)]
pub(super) enum Comment {
    IssueComment(IssueComment),
    Issue(Issue),
    PullRequest(PullRequest),
}
