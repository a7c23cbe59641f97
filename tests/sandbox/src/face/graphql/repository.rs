//! Repositories.

use std::sync::Arc;

use async_graphql::{Error, ID, Object, Union};

use crate::face::answer::graphql_error;
use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::state::{self, Missing, Refusal, RepositoryName, Subject};

use super::conversation::{Issue, Thread};
use super::pull_request::PullRequest;
use super::scalar::Uri;

/// A repository.
#[derive(Clone)]
pub(super) struct Repository {
    lens: Lens,
    repository: Arc<state::Repository>,
}

impl Repository {
    pub(super) fn find(lens: &Lens, name: &RepositoryName) -> Result<Self, Error> {
        let found = lens.world().repository(name);
        let repository = found.map_err(|refusal| graphql_error(&refusal))?;
        Ok(Self::new(lens, repository))
    }

    pub(super) fn new(lens: &Lens, repository: &Arc<state::Repository>) -> Self {
        Self {
            lens: lens.clone(),
            repository: repository.clone(),
        }
    }

    /// The issue or pull request that `wanted` accepts; the refusal says what was looked for.
    fn thread(
        &self,
        number: i32,
        wanted: fn(&Thread) -> bool,
        missing: fn(u64) -> Missing,
    ) -> Result<Thread, Error> {
        let number = u64::try_from(number).unwrap_or_default();
        let subject = Subject {
            repository: self.repository.name.clone(),
            number,
        };
        let found = Thread::find(&self.lens, &subject).ok().filter(wanted);
        found.ok_or_else(|| graphql_error(&Refusal::NotFound(missing(number))))
    }
}

/// Either; the two share their numbers.
#[derive(Clone, Union)]
pub(super) enum IssueOrPullRequest {
    Issue(Issue),
    PullRequest(PullRequest),
}

// A lookup that fails is null with an error beside it, hence `Option<Result<..>>`.
#[Object]
impl Repository {
    pub(super) async fn id(&self) -> ID {
        NodeId::Repository(self.repository.id).print().into()
    }

    pub(super) async fn database_id(&self) -> Option<i32> {
        i32::try_from(self.repository.id).ok()
    }

    pub(super) async fn name(&self) -> String {
        self.repository.name.name.to_string()
    }

    pub(super) async fn name_with_owner(&self) -> String {
        self.repository.name.to_string()
    }

    pub(super) async fn is_archived(&self) -> bool {
        self.repository.archived
    }

    pub(super) async fn is_fork(&self) -> bool {
        self.repository.fork_of.is_some()
    }

    pub(super) async fn url(&self) -> Uri {
        Uri(self.lens.html(&self.repository.name.to_string()))
    }

    pub(super) async fn issue_or_pull_request(
        &self,
        number: i32,
    ) -> Option<Result<IssueOrPullRequest, Error>> {
        let found = self.thread(number, |_| true, Missing::Conversation);
        Some(found.map(|thread| match thread.is_pull_request() {
            true => IssueOrPullRequest::PullRequest(PullRequest(thread)),
            false => IssueOrPullRequest::Issue(Issue(thread)),
        }))
    }

    pub(super) async fn pull_request(&self, number: i32) -> Option<Result<PullRequest, Error>> {
        let found = self.thread(number, Thread::is_pull_request, Missing::PullRequest);
        Some(found.map(PullRequest))
    }

    pub(super) async fn issue(&self, number: i32) -> Option<Result<Issue, Error>> {
        let found = self.thread(number, |thread| !thread.is_pull_request(), Missing::Issue);
        Some(found.map(Issue))
    }
}
