//! The few fields of a webhook payload that say where and what, one shape for each kind of event. Samples differ,
//! so little is demanded; what is demanded and missing makes a payload that cannot be read.

use std::num::NonZeroU64;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::comment::Sha;

/// `pull_request`, `pull_request_target`, `pull_request_review`, `pull_request_review_comment`.
#[derive(Deserialize)]
pub(super) struct PullRequestEvent {
    pub(super) action: Option<String>,
    pub(super) before: Option<String>,
    pub(super) pull_request: PullRequest,
    pub(super) sender: Option<Sender>,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct PullRequest {
    pub(super) number: NonZeroU64,
    pub(super) head: Head,
    pub(super) base: Option<Base>,
    /// Who opened it.
    pub(super) user: Option<Sender>,
}

#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) sha: Sha,
    /// Null where the fork was deleted.
    pub(super) repo: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct Base {
    pub(super) repo: Option<Repository>,
}

/// `issue_comment`.
#[derive(Deserialize)]
pub(super) struct IssueEvent {
    pub(super) issue: Issue,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct Issue {
    pub(super) number: NonZeroU64,
    /// There where the issue is a pull request.
    pub(super) pull_request: Option<IgnoredAny>,
}

/// `workflow_run`. Its `pull_requests` are not read: empty for forks, and not surely those of the run (fact 39).
#[derive(Deserialize)]
pub(super) struct RunEvent {
    pub(super) workflow_run: WorkflowRun,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct WorkflowRun {
    pub(super) id: Option<u64>,
    pub(super) head_sha: Sha,
    pub(super) head_branch: Option<String>,
    /// Null where the fork was deleted.
    pub(super) head_repository: Option<Repository>,
}

/// `check_suite`.
#[derive(Deserialize)]
pub(super) struct CheckSuiteEvent {
    pub(super) check_suite: CheckSuite,
    pub(super) repository: Repository,
}

#[derive(Deserialize)]
pub(super) struct CheckSuite {
    pub(super) head_sha: Sha,
    /// Null where the branch is a fork's.
    pub(super) head_branch: Option<String>,
    #[serde(default)]
    pub(super) pull_requests: Vec<Checked>,
}

/// `check_run`.
#[derive(Deserialize)]
pub(super) struct CheckRunEvent {
    pub(super) check_run: CheckRun,
    pub(super) repository: Repository,
}

#[derive(Deserialize)]
pub(super) struct CheckRun {
    pub(super) head_sha: Sha,
    pub(super) check_suite: Option<SuiteOfRun>,
    #[serde(default)]
    pub(super) pull_requests: Vec<Checked>,
}

#[derive(Deserialize)]
pub(super) struct SuiteOfRun {
    pub(super) head_branch: Option<String>,
}

/// A pull request as a check names it.
#[derive(Deserialize)]
pub(super) struct Checked {
    pub(super) number: NonZeroU64,
    pub(super) head: CheckedSide,
    pub(super) base: CheckedSide,
}

#[derive(Deserialize)]
pub(super) struct CheckedSide {
    pub(super) sha: Sha,
    pub(super) repo: Option<RepositoryId>,
}

#[derive(Deserialize)]
pub(super) struct RepositoryId {
    pub(super) id: u64,
}

/// `push`.
#[derive(Deserialize)]
pub(super) struct PushEvent {
    #[serde(rename = "ref")]
    pub(super) reference: String,
    /// All zeros where the branch is new.
    pub(super) before: Option<String>,
    /// All zeros where the branch was deleted.
    pub(super) after: Sha,
    pub(super) sender: Option<Sender>,
    pub(super) repository: Repository,
}

/// `merge_group`.
#[derive(Deserialize)]
pub(super) struct MergeGroupEvent {
    pub(super) merge_group: MergeGroup,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct MergeGroup {
    pub(super) head_ref: String,
}

/// `deployment` and `deployment_status`.
#[derive(Deserialize)]
pub(super) struct DeploymentEvent {
    pub(super) deployment: Deployment,
    pub(super) sender: Option<Sender>,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct Deployment {
    pub(super) sha: Sha,
}

/// `status`.
#[derive(Deserialize)]
pub(super) struct StatusEvent {
    pub(super) sha: Sha,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct Sender {
    pub(super) login: String,
}

#[derive(Deserialize)]
pub(super) struct Repository {
    /// Kept by a repository that is renamed.
    pub(super) id: Option<u64>,
    pub(super) full_name: String,
}
