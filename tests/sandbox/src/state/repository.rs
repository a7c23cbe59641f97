//! Repositories and the conversations in them: pull requests and plain issues.
//! Does not hold rules about who may write, nor what a comment is.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::comment::{Comment, CommentId};
use super::identity::Actor;
use super::run::{Artifact, Run};

/// A commit's full hexadecimal name.
pub type Sha = Arc<str>;

/// `owner/name`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RepositoryName {
    /// The account that owns the repository.
    pub owner: Arc<str>,
    /// The repository's name within the account.
    pub name: Arc<str>,
}

impl RepositoryName {
    /// A name from its two halves.
    pub fn new(owner: &str, name: &str) -> Self {
        Self {
            owner: owner.into(),
            name: name.into(),
        }
    }

    /// GitHub takes names in any case.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        self.owner.eq_ignore_ascii_case(&other.owner) && self.name.eq_ignore_ascii_case(&other.name)
    }
}

impl fmt::Display for RepositoryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

impl From<RepositoryName> for String {
    fn from(name: RepositoryName) -> Self {
        name.to_string()
    }
}

impl TryFrom<String> for RepositoryName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.split_once('/') {
            Some((owner, name)) if !owner.is_empty() && !name.is_empty() && !name.contains('/') => {
                Ok(Self::new(owner, name))
            }
            _ => Err(format!("`{text}` is not of the form owner/name")),
        }
    }
}

/// Where a conversation is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Subject {
    /// The repository it belongs to.
    pub repository: RepositoryName,
    /// The number that issues and pull requests share.
    pub number: u64,
}

impl Subject {
    /// Conversation `number` of `owner/name`.
    pub fn new(owner: &str, name: &str, number: u64) -> Self {
        Self {
            repository: RepositoryName::new(owner, name),
            number,
        }
    }
}

/// A repository with its conversations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Repository {
    /// The repository's number.
    pub id: u64,
    /// `owner/name`, as its owner spells it.
    pub name: RepositoryName,
    /// Read only for everybody.
    pub archived: bool,
    /// The repository that it is a fork of.
    pub fork_of: Option<RepositoryName>,
    /// Its issues and pull requests, by number.
    pub conversations: BTreeMap<u64, Arc<Conversation>>,
    /// Its workflow runs, by number.
    pub runs: BTreeMap<u64, Arc<Run>>,
    /// What they uploaded, by number.
    pub artifacts: BTreeMap<u64, Arc<Artifact>>,
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Open.
    Open,
    /// Closed without a merge.
    Closed,
    /// Merged; pull requests only.
    Merged,
}

/// An issue or a pull request, with its comments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Conversation {
    /// The number in its repository.
    pub number: u64,
    /// One line.
    pub title: Arc<str>,
    /// The text at its top, which is no comment.
    pub body: Arc<str>,
    /// Who opened it.
    pub author: Actor,
    /// Milliseconds since 1970.
    pub created_ms: u64,
    /// Open, closed or merged.
    pub progress: Progress,
    /// A locked conversation takes comments from maintainers only.
    pub locked: bool,
    /// What makes it a pull request; absent for an issue.
    pub pull_request: Option<PullRequest>,
    /// The comments, by ascending id.
    pub comments: BTreeMap<CommentId, Arc<Comment>>,
}

/// The part of a conversation that only a pull request has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PullRequest {
    /// The branch that it would be merged into.
    pub base_branch: Arc<str>,
    /// That branch's commit.
    pub base_sha: Sha,
    /// The branch that holds the change.
    pub head_branch: Arc<str>,
    /// Where that branch is; absent once a fork was deleted (fact 41).
    pub head_repository: Option<RepositoryName>,
    /// The commits, oldest first, after each push: the last entry is what GitHub has now.
    pub pushes: Vec<Vec<Sha>>,
}

impl PullRequest {
    pub(crate) fn opened(
        on: &Subject,
        branch: &str,
        commits: Vec<Sha>,
        fork: Option<RepositoryName>,
    ) -> Self {
        Self {
            base_branch: "main".into(),
            base_sha: "ba5e".repeat(10).into(),
            head_branch: branch.into(),
            head_repository: Some(fork.unwrap_or_else(|| on.repository.clone())),
            pushes: vec![commits],
        }
    }

    /// The commits of the pull request, oldest first.
    pub fn commits(&self) -> &[Sha] {
        self.pushes.last().map_or(&[], Vec::as_slice)
    }

    /// The newest commit.
    pub fn head(&self) -> Sha {
        self.commits().last().cloned().unwrap_or_default()
    }

    /// Adds one commit to the branch.
    pub(crate) fn push(&mut self, sha: Sha) {
        let mut commits = self.commits().to_vec();
        commits.push(sha);
        self.pushes.push(commits);
    }

    /// Forgets the newest `count` pushes, but never the first.
    pub(crate) fn forget_pushes(&mut self, count: usize) {
        let kept = self.pushes.len().saturating_sub(count).max(1);
        self.pushes.truncate(kept);
    }
}
