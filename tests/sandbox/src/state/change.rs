//! What happens on the other side of the API: pushes, locks, people who comment.
//! As plain data, so that tests, faults and scripts of any language can ask for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::State;
use super::comment::{CommentId, HideReason};
use super::identity::{Actor, Identity};
use super::refusal::{Missing, Refusal};
use super::repository::{
    Conversation, Progress, PullRequest, Repository, RepositoryName, Sha, Subject,
};

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A repository appears.
    AddRepository {
        /// Its name.
        repository: RepositoryName,
        /// The repository that it is a fork of.
        #[serde(default)]
        fork_of: Option<RepositoryName>,
    },
    /// A repository is archived or brought back.
    SetArchived {
        /// Which.
        repository: RepositoryName,
        /// Whether it is archived from now on.
        archived: bool,
    },
    /// An issue is opened.
    OpenIssue {
        /// The number that it gets.
        on: Subject,
        /// Who opens it.
        by: String,
    },
    /// A pull request is opened.
    OpenPullRequest {
        /// The number that it gets.
        on: Subject,
        /// Who opens it.
        by: String,
        /// The branch that holds the commits.
        branch: String,
        /// The commits, oldest first.
        commits: Vec<Sha>,
        /// The fork that holds the branch; absent for the repository itself.
        #[serde(default)]
        fork: Option<RepositoryName>,
    },
    /// A commit is added to a pull request.
    Push {
        /// Which pull request.
        on: Subject,
        /// The new head.
        sha: Sha,
    },
    /// The commits of a pull request are replaced.
    ForcePush {
        /// Which pull request.
        on: Subject,
        /// The commits, oldest first.
        commits: Vec<Sha>,
    },
    /// The fork that a pull request comes from is deleted (fact 41).
    DeleteFork {
        /// Which pull request.
        on: Subject,
    },
    /// A conversation is locked or unlocked.
    SetLocked {
        /// Which.
        on: Subject,
        /// Whether it is locked from now on.
        locked: bool,
    },
    /// A conversation is closed, merged or opened again.
    SetProgress {
        /// Which.
        on: Subject,
        /// What it is from now on.
        progress: Progress,
    },
    /// An account is deleted; what it wrote stays (fact 4).
    DeleteAccount {
        /// Its login.
        login: String,
    },
    /// A maintainer does something to a comment.
    Person {
        /// The maintainer's login.
        by: String,
        /// In which conversation.
        on: Subject,
        /// What is done.
        does: Deed,
    },
}

/// What a person does to a comment. One that is not named is the newest of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// A new comment.
    Comment {
        /// Its text.
        body: String,
    },
    /// A new text.
    Edit {
        /// Which comment.
        #[serde(default)]
        comment: Option<CommentId>,
        /// Its text from now on.
        body: String,
    },
    /// The comment is deleted.
    Delete {
        /// Which comment.
        #[serde(default)]
        comment: Option<CommentId>,
    },
    /// The comment is hidden.
    Hide {
        /// Which comment.
        #[serde(default)]
        comment: Option<CommentId>,
        /// Why.
        reason: HideReason,
    },
    /// The hidden comment is shown again.
    Show {
        /// Which comment.
        #[serde(default)]
        comment: Option<CommentId>,
    },
}

impl State {
    /// Lets it happen. Answers the comment that it concerns, if it concerns one.
    pub fn change(&mut self, change: Change) -> Result<Option<CommentId>, Refusal> {
        match change {
            Change::Person { by, on, does } => return self.person(&by, &on, does).map(Some),
            Change::AddRepository {
                repository,
                fork_of,
            } => self.add_repository(repository, fork_of),
            Change::SetArchived {
                repository,
                archived,
            } => self.world_mut().repository_mut(&repository)?.archived = archived,
            Change::OpenIssue { on, by } => self.open(&on, &by, None)?,
            Change::OpenPullRequest {
                on,
                by,
                branch,
                commits,
                fork,
            } => {
                let pull_request = PullRequest::opened(&on, &branch, commits, fork);
                self.open(&on, &by, Some(pull_request))?;
            }
            Change::Push { on, sha } => self.world_mut().pull_request_mut(&on)?.push(sha),
            Change::ForcePush { on, commits } => {
                self.world_mut().pull_request_mut(&on)?.pushes.push(commits);
            }
            Change::DeleteFork { on } => {
                self.world_mut().pull_request_mut(&on)?.head_repository = None;
            }
            Change::DeleteAccount { login } => {
                self.world_mut().deleted_accounts.insert(login.into());
            }
            Change::SetLocked { on, locked } => {
                self.world_mut().conversation_mut(&on)?.locked = locked;
            }
            Change::SetProgress { on, progress } => {
                self.world_mut().conversation_mut(&on)?.progress = progress;
            }
        }
        Ok(None)
    }

    fn add_repository(&mut self, name: RepositoryName, fork_of: Option<RepositoryName>) {
        let repositories = &mut self.world_mut().repositories;
        let repository = Repository {
            id: 1_001 + repositories.len() as u64,
            name: name.clone(),
            archived: false,
            fork_of,
            conversations: BTreeMap::new(),
        };
        repositories.insert(name, Arc::new(repository));
    }

    fn open(
        &mut self,
        on: &Subject,
        by: &str,
        pull_request: Option<PullRequest>,
    ) -> Result<(), Refusal> {
        let conversation = Conversation {
            number: on.number,
            title: format!("Change number {}", on.number).into(),
            body: "".into(),
            author: Actor::person(by),
            created_ms: self.now_ms(),
            progress: Progress::Open,
            locked: false,
            pull_request,
            comments: BTreeMap::new(),
        };
        self.world_mut()
            .repository_mut(&on.repository)?
            .conversations
            .insert(on.number, Arc::new(conversation));
        Ok(())
    }

    fn person(&mut self, by: &str, on: &Subject, does: Deed) -> Result<CommentId, Refusal> {
        let who = Identity::person(by);
        let newest = self
            .world()
            .comments(on)?
            .next_back()
            .map(|comment| comment.id);
        let resolve = |named: Option<CommentId>| {
            named
                .or(newest)
                .ok_or(Refusal::NotFound(Missing::Comment(0)))
        };
        match does {
            Deed::Comment { body } => Ok(self.create_comment(&who, on, &body)?.id),
            Deed::Edit { comment, body } => {
                Ok(self.update_comment(&who, resolve(comment)?, &body)?.id)
            }
            Deed::Delete { comment } => {
                let id = resolve(comment)?;
                self.delete_comment(&who, id)?;
                Ok(id)
            }
            Deed::Hide { comment, reason } => {
                Ok(self.minimize(&who, resolve(comment)?, reason)?.id)
            }
            Deed::Show { comment } => Ok(self.unminimize(&who, resolve(comment)?)?.id),
        }
    }
}
