//! Which pull request and which commit a run is about: what its event says, and where the user said otherwise.
//!
//! Asks nobody. Where a payload does not name the pull request but GitHub can tell it, the answer is a clue.

use crate::comment::Sha;
use crate::converge::Clue;

/// What an event says. It is read leniently: what is missing is unknown, and nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The pull request or issue, or why none can be told.
    pub subject: Result<Subject, NoNumber>,
    /// The commit the run is about.
    pub commit: Commit,
    /// The head before the push that this event tells of.
    pub before: Option<Sha>,
    /// The head is in another repository, or in none that is left, and the job token is read-only for it (fact 71).
    pub fork: bool,
    /// The fork that held the head was deleted.
    pub fork_deleted: bool,
    /// Dependabot started it, or opened the pull request of `pull_request_target`: the job token is read-only unless
    /// raised (fact 72).
    pub dependabot: bool,
    /// `OWNER/NAME` of the repository it happened in.
    pub repository: Option<String>,
}

/// What an event is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The pull request or issue of this number.
    Number(u64),
    /// The pull request that GitHub finds by this.
    Clue(Clue),
    /// Rightly none.
    Nothing(Nothing),
}

/// Why an event is about no pull request although its kind can be. The outcome is `skipped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nothing {
    /// No commit is left to find a pull request by.
    #[error("the push deleted its branch or tag, so there is no pull request to comment on")]
    Deleted,
    /// Equal commits alone could lead to somebody else's pull request.
    #[error(
        "the repository that the triggering run came from is gone, so its pull request cannot be confirmed"
    )]
    ForkDeleted,
}

/// The commit that a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commit {
    /// This one.
    Known(Sha),
    /// The payload does not say: whatever GitHub says is the head, or that there is none.
    FromApi,
    /// A plain issue has no commits.
    NotAPullRequest,
}

/// Where the comment goes, after what the user gave has had its say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The pull request or issue.
    pub number: u64,
    /// The commit the message is about.
    pub commit: Commit,
    /// The head before this commit was pushed: GitHub still shows it for a while.
    pub before: Option<Sha>,
}

/// Why no number follows from the event. Exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumber {
    /// No runner, no event.
    #[error("there is no event to take the pull request from: give `number`")]
    NoEvent,
    /// Such events are not about one pull request.
    #[error("the event {0:?} names no pull request: give `number`")]
    NotNamed(String),
    /// Not what GitHub sends.
    #[error("the payload of the event {0:?} holds no pull request that can be read: give `number`")]
    Malformed(String),
    /// The file with the payload cannot be read.
    #[error("the event's payload {path} cannot be read ({why}): give `number`")]
    Unreadable {
        /// File.
        path: String,
        /// The system's words.
        why: String,
    },
    /// A number means nothing in another repository.
    #[error("the event is about {event}, the comment goes to {asked}: give `number`")]
    OtherRepository {
        /// Repository of the event.
        event: String,
        /// Repository of the comment.
        asked: String,
    },
}

impl Event {
    /// What the event is about in the repository `asked`.
    ///
    /// # Errors
    /// [`NoNumber`] where it says nothing, or speaks of another repository.
    pub fn subject_in(&self, asked: &str) -> Result<&Subject, NoNumber> {
        let subject = self.subject.as_ref().map_err(Clone::clone)?;
        match &self.repository {
            // GitHub's names do not differ by case.
            Some(event) if !event.eq_ignore_ascii_case(asked) => Err(NoNumber::OtherRepository {
                event: event.clone(),
                asked: asked.into(),
            }),
            _ => Ok(subject),
        }
    }

    /// GitHub told which pull request the event's clue leads to, and its head: as if the event had said so.
    pub fn found(&mut self, number: u64, head: Sha) {
        self.subject = Ok(Subject::Number(number));
        self.commit = Commit::Known(head);
    }

    /// The place for number `number` of `repository`. A `commit` that the user gave wins; the event's commit counts
    /// only for the event's own pull request (case 34).
    pub fn target(&self, repository: &str, number: u64, commit: Option<Commit>) -> Target {
        let own = self.subject_in(repository) == Ok(&Subject::Number(number));
        let told = if own {
            self.commit.clone()
        } else {
            Commit::FromApi
        };
        let commit = commit.unwrap_or_else(|| told.clone());
        let before = self.before.clone().filter(|_| own && commit == told);
        Target {
            number,
            commit,
            before,
        }
    }

    /// An event that tells nothing.
    pub(super) fn without_number(why: NoNumber) -> Self {
        Self {
            subject: Err(why),
            commit: Commit::FromApi,
            before: None,
            fork: false,
            fork_deleted: false,
            dependabot: false,
            repository: None,
        }
    }
}

#[cfg(test)]
mod tests;
