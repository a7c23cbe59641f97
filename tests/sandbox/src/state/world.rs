//! Everything that clients can see, and how to find a thing in it.
//! Does not change anything, and does not ask who is looking.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::comment::{Comment, CommentId};
use super::refusal::{Missing, Refusal};
use super::repository::{Conversation, PullRequest, Repository, RepositoryName, Subject};
use super::rules::Rules;

/// A snapshot is cheap: repositories, conversations and comments are shared between versions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct World {
    /// The repositories by name.
    pub repositories: BTreeMap<RepositoryName, Arc<Repository>>,
    /// The settings of this server.
    pub rules: Rules,
    /// The number that the next comment gets.
    pub next_comment: CommentId,
}

impl Default for World {
    fn default() -> Self {
        Self {
            repositories: BTreeMap::new(),
            rules: Rules::default(),
            // As large as GitHub's are: a client that keeps them in 32 bits must fail here too.
            next_comment: CommentId(3_500_000_001),
        }
    }
}

impl World {
    /// The repository of that name, in any case.
    pub fn repository(&self, name: &RepositoryName) -> Result<&Arc<Repository>, Refusal> {
        self.repositories
            .get(name)
            .or_else(|| {
                self.repositories
                    .values()
                    .find(|known| known.name.matches(name))
            })
            .ok_or_else(|| Refusal::NotFound(Missing::Repository(name.to_string())))
    }

    /// The issue or pull request.
    pub fn conversation(&self, subject: &Subject) -> Result<&Arc<Conversation>, Refusal> {
        self.repository(&subject.repository)?
            .conversations
            .get(&subject.number)
            .ok_or(Refusal::NotFound(Missing::Conversation(subject.number)))
    }

    /// The pull request's own part; an issue is refused.
    pub fn pull_request(&self, subject: &Subject) -> Result<&PullRequest, Refusal> {
        self.conversation(subject)
            .ok()
            .and_then(|conversation| conversation.pull_request.as_ref())
            .ok_or(Refusal::NotFound(Missing::PullRequest(subject.number)))
    }

    /// A comment and where it is.
    pub fn comment(&self, id: CommentId) -> Result<(Subject, &Arc<Comment>), Refusal> {
        self.conversations()
            .find_map(|(subject, conversation)| Some((subject, conversation.comments.get(&id)?)))
            .ok_or(Refusal::NotFound(Missing::Comment(id.0)))
    }

    /// The comments of a conversation, by ascending id.
    pub fn comments(
        &self,
        subject: &Subject,
    ) -> Result<impl DoubleEndedIterator<Item = &Arc<Comment>> + use<'_>, Refusal> {
        Ok(self.conversation(subject)?.comments.values())
    }

    fn conversations(&self) -> impl Iterator<Item = (Subject, &Arc<Conversation>)> {
        self.repositories.values().flat_map(|repository| {
            repository.conversations.values().map(|conversation| {
                let subject = Subject {
                    repository: repository.name.clone(),
                    number: conversation.number,
                };
                (subject, conversation)
            })
        })
    }

    pub(crate) fn repository_mut(
        &mut self,
        name: &RepositoryName,
    ) -> Result<&mut Repository, Refusal> {
        let name = self.repository(name)?.name.clone();
        self.repositories
            .get_mut(&name)
            .map(Arc::make_mut)
            .ok_or_else(|| Refusal::NotFound(Missing::Repository(name.to_string())))
    }

    pub(crate) fn conversation_mut(
        &mut self,
        subject: &Subject,
    ) -> Result<&mut Conversation, Refusal> {
        self.repository_mut(&subject.repository)?
            .conversations
            .get_mut(&subject.number)
            .map(Arc::make_mut)
            .ok_or(Refusal::NotFound(Missing::Conversation(subject.number)))
    }

    pub(crate) fn comment_mut(&mut self, id: CommentId) -> Result<&mut Comment, Refusal> {
        let subject = self.comment(id)?.0;
        self.conversation_mut(&subject)?
            .comments
            .get_mut(&id)
            .map(Arc::make_mut)
            .ok_or(Refusal::NotFound(Missing::Comment(id.0)))
    }

    pub(crate) fn pull_request_mut(
        &mut self,
        subject: &Subject,
    ) -> Result<&mut PullRequest, Refusal> {
        self.conversation_mut(subject)?
            .pull_request
            .as_mut()
            .ok_or(Refusal::NotFound(Missing::PullRequest(subject.number)))
    }
}
