//! The few fields of a webhook payload that say where and what. Samples differ, so little is demanded.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::comment::Sha;

#[derive(Deserialize)]
pub(super) struct Payload {
    pub(super) action: Option<String>,
    pub(super) before: Option<String>,
    pub(super) pull_request: Option<PullRequest>,
    pub(super) issue: Option<Issue>,
    pub(super) sender: Option<Sender>,
    pub(super) repository: Option<Repository>,
}

#[derive(Deserialize)]
pub(super) struct PullRequest {
    pub(super) number: u64,
    pub(super) head: Head,
    pub(super) base: Option<Base>,
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

#[derive(Deserialize)]
pub(super) struct Issue {
    pub(super) number: u64,
    /// There where the issue is a pull request.
    pub(super) pull_request: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct Sender {
    pub(super) login: String,
}

#[derive(Deserialize)]
pub(super) struct Repository {
    pub(super) full_name: String,
}
