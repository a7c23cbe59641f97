//! The five mutations of comments (fact 7). Several in one document run one after the other,
//! and a later one runs even where an earlier one failed.

use std::sync::Arc;

use async_graphql::{Context, Error, Object, SimpleObject};

use crate::face::answer::graphql_error;
use crate::face::gate::Caller;
use crate::face::lens::Lens;
use crate::state::{Comment, Missing, Refusal, State};

use super::comment::{IssueComment, Minimizable};
use super::connection::Edge;
use super::input::{
    AddCommentInput, DeleteIssueCommentInput, MinimizeCommentInput, UnminimizeCommentInput,
    UpdateIssueCommentInput, comment_key,
};
use super::node::{Node, comment_of, subject_of};

/// The mutation root.
pub(super) struct Mutation;

#[derive(SimpleObject)]
pub(super) struct AddCommentPayload {
    client_mutation_id: Option<String>,
    comment_edge: Option<Edge<IssueComment>>,
    subject: Option<Node>,
}

#[derive(SimpleObject)]
pub(super) struct UpdateIssueCommentPayload {
    client_mutation_id: Option<String>,
    issue_comment: Option<IssueComment>,
}

#[derive(SimpleObject)]
pub(super) struct DeleteIssueCommentPayload {
    client_mutation_id: Option<String>,
}

#[derive(SimpleObject)]
pub(super) struct MinimizeCommentPayload {
    client_mutation_id: Option<String>,
    minimized_comment: Option<Minimizable>,
}

#[derive(SimpleObject)]
pub(super) struct UnminimizeCommentPayload {
    client_mutation_id: Option<String>,
    unminimized_comment: Option<Minimizable>,
}

// A mutation that fails is null with an error beside it, hence `Option<Result<..>>`.
#[Object]
impl Mutation {
    async fn add_comment(
        &self,
        context: &Context<'_>,
        input: AddCommentInput,
    ) -> Option<Result<AddCommentPayload, Error>> {
        let added = write(context, |caller, state| {
            let subject = subject_of(&caller.current(state), &input.subject_id)?;
            state.create_comment(&caller.identity, &subject, &input.body)
        });
        Some(added.and_then(|(comment, lens)| {
            let key = comment_key(None, &comment);
            let subject = Node::find(&lens, &input.subject_id);
            Ok(AddCommentPayload {
                client_mutation_id: input.client_mutation_id,
                comment_edge: Some(Edge::new(key, shown(&lens, comment)?)),
                subject: Some(subject.map_err(|refusal| graphql_error(&refusal))?),
            })
        }))
    }

    async fn update_issue_comment(
        &self,
        context: &Context<'_>,
        input: UpdateIssueCommentInput,
    ) -> Option<Result<UpdateIssueCommentPayload, Error>> {
        let updated = write(context, |caller, state| {
            state.update_comment(&caller.identity, comment_of(&input.id)?, &input.body)
        });
        Some(updated.and_then(|(comment, lens)| {
            Ok(UpdateIssueCommentPayload {
                client_mutation_id: input.client_mutation_id,
                issue_comment: Some(shown(&lens, comment)?),
            })
        }))
    }

    async fn delete_issue_comment(
        &self,
        context: &Context<'_>,
        input: DeleteIssueCommentInput,
    ) -> Option<Result<DeleteIssueCommentPayload, Error>> {
        let deleted = write(context, |caller, state| {
            state.delete_comment(&caller.identity, comment_of(&input.id)?)
        });
        Some(deleted.map(|_| DeleteIssueCommentPayload {
            client_mutation_id: input.client_mutation_id,
        }))
    }

    async fn minimize_comment(
        &self,
        context: &Context<'_>,
        input: MinimizeCommentInput,
    ) -> Option<Result<MinimizeCommentPayload, Error>> {
        let hidden = write(context, |caller, state| {
            let id = comment_of(&input.subject_id)?;
            state.minimize(&caller.identity, id, input.classifier.into())
        });
        Some(hidden.and_then(|(comment, lens)| {
            Ok(MinimizeCommentPayload {
                client_mutation_id: input.client_mutation_id,
                minimized_comment: Some(Minimizable::IssueComment(shown(&lens, comment)?)),
            })
        }))
    }

    async fn unminimize_comment(
        &self,
        context: &Context<'_>,
        input: UnminimizeCommentInput,
    ) -> Option<Result<UnminimizeCommentPayload, Error>> {
        let shown_again = write(context, |caller, state| {
            state.unminimize(&caller.identity, comment_of(&input.subject_id)?)
        });
        Some(shown_again.and_then(|(comment, lens)| {
            Ok(UnminimizeCommentPayload {
                client_mutation_id: input.client_mutation_id,
                unminimized_comment: Some(Minimizable::IssueComment(shown(&lens, comment)?)),
            })
        }))
    }
}

/// Writes, and answers what was written with what is seen right after it.
fn write<T>(
    context: &Context<'_>,
    act: impl FnOnce(&Caller, &mut State) -> Result<T, Refusal>,
) -> Result<(T, Lens), Error> {
    let caller = context.data::<Caller>()?;
    caller
        .write(|state| act(caller, state))
        .map_err(|refusal| graphql_error(&refusal))
}

fn shown(lens: &Lens, comment: Arc<Comment>) -> Result<IssueComment, Error> {
    let missing = Refusal::NotFound(Missing::Comment(comment.id.0));
    let (subject, _) = lens
        .world()
        .comment(comment.id)
        .map_err(|_| graphql_error(&missing))?;
    Ok(IssueComment {
        lens: lens.clone(),
        subject,
        comment,
    })
}
