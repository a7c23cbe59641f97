//! Lets things happen: what is asked for, and what faults bring along with a request.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::{Archive, Change, Deed};
use super::comment::CommentId;
use super::fault::{Effect, Operation, Transport};
use super::identity::{Actor, Identity};
use super::refusal::{Missing, Refusal};
use super::repository::{Conversation, Progress, PullRequest, Repository, RepositoryName, Subject};
use super::run::Artifact;
use super::server::State;

impl State {
    /// A request arrives: counts down the faults that befall it, lets happen what happens
    /// meanwhile, and answers the effects that remain for the caller to act on.
    pub fn arrive(
        &mut self,
        who: &Identity,
        transport: Transport,
        asked: &[Operation],
    ) -> Vec<Effect> {
        let mut remaining = Vec::new();
        for effect in self.faults.befall(who, transport, asked) {
            match effect {
                Effect::Meanwhile(changes) => {
                    for change in changes {
                        // Others may be refused too, say where the comment is gone already.
                        let _refused = self.change(change);
                    }
                }
                other => remaining.push(other),
            }
        }
        remaining
    }

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
            Change::AddRun { repository, run } => {
                let repository = self.world_mut().repository_mut(&repository)?;
                repository.runs.insert(run.id, Arc::new(run));
            }
            Change::Upload {
                repository,
                run,
                name,
                archive,
            } => self.upload(&repository, run, &name, &archive)?,
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
            Change::Retarget { on, base } => {
                self.world_mut().pull_request_mut(&on)?.base_branch = base.into();
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
            runs: BTreeMap::new(),
            artifacts: BTreeMap::new(),
        };
        repositories.insert(name, Arc::new(repository));
    }

    /// An artifact's number grows with the count, and its time is now.
    fn upload(
        &mut self,
        repository: &RepositoryName,
        run: u64,
        name: &str,
        archive: &Archive,
    ) -> Result<(), Refusal> {
        let created_ms = self.now_ms();
        let repository = self.world_mut().repository_mut(repository)?;
        let id = 9_001 + repository.artifacts.len() as u64;
        let artifact = Artifact {
            id,
            name: name.into(),
            run: Some(run),
            created_ms,
            expired: false,
            archive: archive.bytes(),
        };
        repository.artifacts.insert(id, Arc::new(artifact));
        Ok(())
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
