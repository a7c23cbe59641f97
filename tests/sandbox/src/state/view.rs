//! What one request sees: the world, perhaps an older one, perhaps with gaps.
//! A view never changes, so that one answer is consistent in itself.

use std::sync::Arc;

use super::comment::{Comment, Edit};
use super::fault::Lag;
use super::repository::Conversation;
use super::server::State;
use super::world::World;

/// The world as one request sees it.
#[derive(Clone, Debug)]
pub struct View {
    world: Arc<World>,
    missing_comments: usize,
    missing_edits: usize,
}

impl View {
    /// The world that is seen.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The comments that lists show, by ascending id. The count is `conversation.comments.len()`.
    pub fn comments(&self, conversation: &Conversation) -> Vec<Arc<Comment>> {
        let shown = conversation
            .comments
            .len()
            .saturating_sub(self.missing_comments);
        conversation
            .comments
            .values()
            .take(shown)
            .cloned()
            .collect()
    }

    /// The edit history as lists show it, newest first; none where there is no list.
    pub fn history(&self, comment: &Comment) -> Option<Vec<Edit>> {
        let edits = comment.history(&self.world.rules)?;
        Some(edits.into_iter().skip(self.missing_edits).collect())
    }
}

impl State {
    /// What a read sees that lags so far behind.
    pub fn view(&self, lag: &Lag) -> View {
        let by_version = self.past.iter().rev().take(lag.versions).next_back();
        let limit_ms = self.now_ms().saturating_sub(lag.ms);
        let by_time = self
            .past
            .iter()
            .find(|former| lag.ms > 0 && former.until_ms > limit_ms);
        let world = by_version
            .or(by_time)
            .map_or_else(|| self.world.clone(), |former| former.world.clone());
        self.with_gaps(world, lag)
    }

    /// What the answer to a write sees: it comes from the primary, so the world itself is current.
    pub fn view_after_write(&self, lag: &Lag) -> View {
        self.with_gaps(self.world.clone(), lag)
    }

    fn with_gaps(&self, mut world: Arc<World>, lag: &Lag) -> View {
        if lag.pushes > 0 {
            let repositories = &mut Arc::make_mut(&mut world).repositories;
            for repository in repositories.values_mut() {
                for conversation in Arc::make_mut(repository).conversations.values_mut() {
                    if let Some(pull_request) = &mut Arc::make_mut(conversation).pull_request {
                        pull_request.forget_pushes(lag.pushes);
                    }
                }
            }
        }
        View {
            world,
            missing_comments: lag.comments,
            missing_edits: lag.edits,
        }
    }
}
