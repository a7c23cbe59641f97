//! The five writes to comments that GitHub has.
//! A refused write changes nothing and leaves no trace but the journal's request entry.

use std::sync::Arc;

use super::comment::{Comment, CommentId, HideReason};
use super::identity::{Actor, Identity};
use super::journal::AuditEntry;
use super::permission::Action;
use super::refusal::Refusal;
use super::repository::Subject;
use super::server::State;

impl State {
    /// Adds a comment to a conversation.
    pub fn create_comment(
        &mut self,
        who: &Identity,
        subject: &Subject,
        body: &str,
    ) -> Result<Arc<Comment>, Refusal> {
        let world = self.world();
        world.authorize(who, Action::Create, subject, None)?;
        let limit = world.rules.comments_per_conversation;
        if world.conversation(subject)?.comments.len() >= limit {
            return Err(Refusal::ConversationFull { limit });
        }
        self.check_body(body)?;
        let author = actor_of(who)?;
        let now_ms = self.now_ms();
        let world = self.world_mut();
        let comment = Arc::new(Comment::new(world.next_comment, author, body, now_ms));
        world.next_comment.0 += 1;
        world
            .conversation_mut(subject)?
            .comments
            .insert(comment.id, comment.clone());
        self.audit(who, Action::Create, &comment);
        Ok(comment)
    }

    /// Replaces a comment's whole text. There is no precondition to give (fact 15).
    pub fn update_comment(
        &mut self,
        who: &Identity,
        id: CommentId,
        body: &str,
    ) -> Result<Arc<Comment>, Refusal> {
        let comment = self.authorized(who, Action::Update, id)?;
        self.check_body(body)?;
        let editor = actor_of(who)?;
        let now_ms = self.now_ms();
        let world = self.world_mut();
        let rules = world.rules.clone();
        world.comment_mut(id)?.edit(&editor, body, now_ms, &rules);
        self.audit(who, Action::Update, &comment);
        Ok(self.world().comment(id)?.1.clone())
    }

    /// Deletes a comment.
    pub fn delete_comment(&mut self, who: &Identity, id: CommentId) -> Result<(), Refusal> {
        let comment = self.authorized(who, Action::Delete, id)?;
        let subject = self.world().comment(id)?.0;
        self.world_mut()
            .conversation_mut(&subject)?
            .comments
            .remove(&id);
        self.audit(who, Action::Delete, &comment);
        Ok(())
    }

    /// Hides a comment. Whether this moves `updated_at` is not known; here it does not.
    pub fn minimize(
        &mut self,
        who: &Identity,
        id: CommentId,
        reason: HideReason,
    ) -> Result<Arc<Comment>, Refusal> {
        self.set_hidden(who, id, Some(reason))
    }

    /// Shows a hidden comment again.
    pub fn unminimize(&mut self, who: &Identity, id: CommentId) -> Result<Arc<Comment>, Refusal> {
        self.set_hidden(who, id, None)
    }

    fn set_hidden(
        &mut self,
        who: &Identity,
        id: CommentId,
        hidden: Option<HideReason>,
    ) -> Result<Arc<Comment>, Refusal> {
        let comment = self.authorized(who, Action::Minimize, id)?;
        self.world_mut().comment_mut(id)?.hidden = hidden;
        self.audit(who, Action::Minimize, &comment);
        Ok(self.world().comment(id)?.1.clone())
    }

    fn authorized(
        &self,
        who: &Identity,
        action: Action,
        id: CommentId,
    ) -> Result<Arc<Comment>, Refusal> {
        let (subject, comment) = self.world().comment(id)?;
        self.world()
            .authorize(who, action, &subject, Some(comment))?;
        Ok(comment.clone())
    }

    fn check_body(&self, body: &str) -> Result<(), Refusal> {
        if body.is_empty() {
            return Err(Refusal::BodyEmpty);
        }
        if !self.world().rules.body_limit.allows(body) {
            return Err(Refusal::BodyTooLong);
        }
        Ok(())
    }

    fn audit(&mut self, who: &Identity, action: Action, comment: &Comment) {
        let entry = AuditEntry {
            at_ms: self.now_ms(),
            who: who
                .actor
                .as_ref()
                .map(|actor| actor.login.clone())
                .unwrap_or_default(),
            action,
            comment: comment.id,
            author: comment.author.login.clone(),
        };
        self.journal.audit.push(entry);
    }
}

fn actor_of(who: &Identity) -> Result<Actor, Refusal> {
    who.actor.clone().ok_or(Refusal::AuthenticationRequired)
}
