//! Workflow runs and the artifacts that their jobs left.
//! Runs nothing: a run is what its list shows of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::repository::{RepositoryName, Sha};

/// A workflow run that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Its number; a later run has a higher one.
    pub id: u64,
    /// From 1.
    #[serde(default = "first")]
    pub attempt: u32,
    /// The event that started it.
    pub event: Arc<str>,
    /// The commit that it ran for: of `pull_request` the head, not the merge (fact 36).
    pub head_sha: Sha,
    /// The branch that holds it; absent where nobody knows (fact 36).
    #[serde(default)]
    pub head_branch: Option<Arc<str>>,
    /// The repository that holds it; absent once a fork was deleted.
    #[serde(default)]
    pub head_repository: Option<RepositoryName>,
}

fn first() -> u32 {
    1
}

/// What a job uploaded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Artifact {
    /// Its number.
    pub id: u64,
    /// Any name: the job chose it.
    pub name: Arc<str>,
    /// The run that it is of; absent where the list does not say.
    pub run: Option<u64>,
    /// Milliseconds since 1970.
    pub created_ms: u64,
    /// Whether it can still be downloaded.
    pub expired: bool,
    /// A zip.
    #[serde(skip)]
    pub archive: Arc<[u8]>,
}
