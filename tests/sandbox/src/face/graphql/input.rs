//! What queries and mutations pass in.

use async_graphql::{Enum, ID, InputObject};

use crate::state::{Comment, HideReason};

use super::connection::Key;

/// In which order comments are listed.
#[derive(InputObject)]
pub(super) struct IssueCommentOrder {
    direction: OrderDirection,
    field: IssueCommentOrderField,
}

/// Up or down.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum OrderDirection {
    Asc,
    Desc,
}

/// The only order that there is (fact 9).
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum IssueCommentOrderField {
    UpdatedAt,
}

/// A comment's place under this order; without one, comments are listed as they were created.
pub(super) fn comment_key(order: Option<&IssueCommentOrder>, comment: &Comment) -> Key {
    let id = i64::try_from(comment.id.0).unwrap_or(i64::MAX);
    // In whole seconds, as clients see it: they must cope with ties.
    let updated = i64::try_from(comment.updated_ms / 1_000).unwrap_or(i64::MAX);
    match order {
        None => (id, 0),
        Some(order) => match (order.field, order.direction) {
            (IssueCommentOrderField::UpdatedAt, OrderDirection::Asc) => (updated, id),
            (IssueCommentOrderField::UpdatedAt, OrderDirection::Desc) => (-updated, -id),
        },
    }
}

/// Why a comment is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum ReportedContentClassifiers {
    Abuse,
    Duplicate,
    OffTopic,
    Outdated,
    Resolved,
    Spam,
}

impl From<ReportedContentClassifiers> for HideReason {
    fn from(classifier: ReportedContentClassifiers) -> Self {
        match classifier {
            ReportedContentClassifiers::Abuse => Self::Abuse,
            ReportedContentClassifiers::Duplicate => Self::Duplicate,
            ReportedContentClassifiers::OffTopic => Self::OffTopic,
            ReportedContentClassifiers::Outdated => Self::Outdated,
            ReportedContentClassifiers::Resolved => Self::Resolved,
            ReportedContentClassifiers::Spam => Self::Spam,
        }
    }
}

#[derive(InputObject)]
pub(super) struct AddCommentInput {
    pub(super) body: String,
    pub(super) client_mutation_id: Option<String>,
    pub(super) subject_id: ID,
}

#[derive(InputObject)]
pub(super) struct UpdateIssueCommentInput {
    pub(super) body: String,
    pub(super) client_mutation_id: Option<String>,
    pub(super) id: ID,
}

#[derive(InputObject)]
pub(super) struct DeleteIssueCommentInput {
    pub(super) client_mutation_id: Option<String>,
    pub(super) id: ID,
}

#[derive(InputObject)]
pub(super) struct MinimizeCommentInput {
    pub(super) classifier: ReportedContentClassifiers,
    pub(super) client_mutation_id: Option<String>,
    pub(super) subject_id: ID,
}

#[derive(InputObject)]
pub(super) struct UnminimizeCommentInput {
    pub(super) client_mutation_id: Option<String>,
    pub(super) subject_id: ID,
}
