//! Finding a thing by its node id.

use async_graphql::{ID, Interface};

use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::state::{CommentId, Missing, Refusal, Subject};

use super::actor::{Bot, User};
use super::comment::{IssueComment, UserContentEdit};
use super::conversation::{Issue, Thread};
use super::pull_request::PullRequest;
use super::repository::Repository;

/// Anything that has an id.
#[derive(Clone, Interface)]
#[graphql(field(name = "id", ty = "ID"))]
pub(super) enum Node {
    Bot(Bot),
    Issue(Issue),
    IssueComment(IssueComment),
    PullRequest(PullRequest),
    Repository(Repository),
    User(User),
    UserContentEdit(UserContentEdit),
}

impl Node {
    /// What `id` names, as far as this server looks things up by id.
    pub(super) fn find(lens: &Lens, id: &ID) -> Result<Self, Refusal> {
        let missing = || Refusal::NotFound(Missing::Node(id.to_string()));
        match NodeId::parse(id).ok_or_else(missing)? {
            NodeId::Comment(number) => {
                let found = lens.world().comment(CommentId(number));
                let (subject, comment) = found.map_err(|_| missing())?;
                Ok(Self::IssueComment(IssueComment {
                    lens: lens.clone(),
                    subject,
                    comment: comment.clone(),
                }))
            }
            NodeId::PullRequest { .. } | NodeId::Issue { .. } => {
                let subject = subject_of(lens, id)?;
                let thread = Thread::find(lens, &subject).map_err(|_| missing())?;
                Ok(match thread.is_pull_request() {
                    true => Self::PullRequest(PullRequest(thread)),
                    false => Self::Issue(Issue(thread)),
                })
            }
            NodeId::Repository(number) => {
                let mut repositories = lens.world().repositories.values();
                let found = repositories.find(|repository| repository.id == number);
                let repository = found.ok_or_else(missing)?;
                Ok(Self::Repository(Repository::new(lens, repository)))
            }
            NodeId::Edit(_) | NodeId::User(_) | NodeId::Bot(_) => Err(missing()),
        }
    }
}

/// The conversation that `id` names.
pub(super) fn subject_of(lens: &Lens, id: &ID) -> Result<Subject, Refusal> {
    let missing = || Refusal::NotFound(Missing::Node(id.to_string()));
    let (repository, number) = match NodeId::parse(id) {
        Some(NodeId::PullRequest { repository, number } | NodeId::Issue { repository, number }) => {
            (repository, number)
        }
        _ => return Err(missing()),
    };
    let mut repositories = lens.world().repositories.values();
    let found = repositories.find(|known| known.id == repository);
    lens.subject(&found.ok_or_else(missing)?.name, number)
        .map_err(|_| missing())
}

/// The comment that `id` names.
pub(super) fn comment_of(id: &ID) -> Result<CommentId, Refusal> {
    match NodeId::parse(id) {
        Some(NodeId::Comment(number)) => Ok(CommentId(number)),
        _ => Err(Refusal::NotFound(Missing::Node(id.to_string()))),
    }
}
