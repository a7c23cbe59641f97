//! Fetches what GitHub has of a run, and asks again where it does not answer. Judges nothing.

use std::ops::ControlFlow;

use super::task::Task;
use crate::converge::{Failure, Patience};
use crate::github::{Artifact, Repository, Run};
use crate::outbox::MAX_ARCHIVE;
use crate::run::access::Access;
use crate::run::drive::Clock;
use crate::run::request;

/// A patient reader.
pub(super) struct Post {
    repository: Repository,
    patience: Patience,
    clock: Clock,
}

impl Post {
    /// Sends nothing.
    pub(super) fn open(task: &Task<'_>, access: &Access<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            repository: access.repository()?,
            patience: Patience::new(request::pace(task.options), task.clock.started()),
            clock: task.clock,
        })
    }

    /// A line for each request, for people.
    pub(super) fn trace(&mut self) -> String {
        self.repository.take_trace().join("\n")
    }

    pub(super) async fn run(&mut self, id: u64) -> Result<Run, Failure> {
        loop {
            match self.repository.run(id).await {
                Ok(run) => return Ok(run),
                Err(failure) => self.wait(failure).await?,
            }
        }
    }

    pub(super) async fn artifacts(&mut self, id: u64) -> Result<Vec<Artifact>, Failure> {
        loop {
            match self.repository.artifacts(id).await {
                Ok(artifacts) => return Ok(artifacts),
                Err(failure) => self.wait(failure).await?,
            }
        }
    }

    /// The archive of an artifact; `None` where it is gone.
    pub(super) async fn download(&mut self, id: u64) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            match self.repository.download(id, MAX_ARCHIVE).await {
                Ok(archive) => return Ok(archive),
                Err(failure) => self.wait(failure).await?,
            }
        }
    }

    async fn wait(&mut self, failure: Failure) -> Result<(), Failure> {
        match self.patience.judge(failure, self.clock.now()) {
            ControlFlow::Break(failure) => Err(failure),
            ControlFlow::Continue(until) => {
                self.clock.sleep_until(until).await;
                Ok(())
            }
        }
    }
}
