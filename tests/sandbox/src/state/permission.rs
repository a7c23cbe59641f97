//! Who may do what to a comment (facts 12 to 14 and 19).
//! Only answers; nothing is changed here.

use serde::Serialize;

use super::comment::Comment;
use super::identity::{Access, Identity};
use super::refusal::Refusal;
use super::repository::Subject;
use super::world::World;

/// What is done to a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Action {
    /// It is created.
    Create,
    /// Its text is replaced.
    Update,
    /// It is deleted.
    Delete,
    /// It is hidden or shown again.
    Minimize,
}

impl World {
    /// Whether `who` may do this in the conversation `subject`, to `comment` where there is one.
    pub fn authorize(
        &self,
        who: &Identity,
        action: Action,
        subject: &Subject,
        comment: Option<&Comment>,
    ) -> Result<(), Refusal> {
        let conversation = self.conversation(subject)?;
        let actor = who.actor.as_ref().ok_or(Refusal::AuthenticationRequired)?;
        let denied = || {
            if who.is_installation() {
                Refusal::NotAccessibleByIntegration
            } else {
                Refusal::NotPermitted {
                    login: actor.login.to_string(),
                }
            }
        };
        let access = match conversation.pull_request {
            Some(_) => who.pull_requests,
            None => who.issues,
        };
        let foreign = comment.is_some_and(|comment| !who.is(&comment.author));
        if access < Access::Write || (foreign && !who.moderates) {
            return Err(denied());
        }
        if self.repository(&subject.repository)?.archived {
            return Err(Refusal::Archived);
        }
        // Apps are refused whatever their permissions; only people with rights pass (case 39).
        let passes_locks = who.moderates && !who.is_installation();
        if conversation.locked && !passes_locks && matches!(action, Action::Create | Action::Update)
        {
            return Err(Refusal::Locked);
        }
        Ok(())
    }
}
