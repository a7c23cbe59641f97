//! What happens on the other side of the API: pushes, locks, people who comment.
//! As plain data, so that tests, faults and scripts of any language can ask for it. How it happens is `happening`'s matter.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::comment::{CommentId, HideReason};
use super::repository::{Progress, RepositoryName, Sha, Subject};
use super::run::Run;

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
    /// A workflow run ends.
    AddRun {
        /// Where it ran.
        repository: RepositoryName,
        /// The run.
        run: Run,
    },
    /// A job of a run uploads an artifact.
    Upload {
        /// Where the run is.
        repository: RepositoryName,
        /// Which run.
        run: u64,
        /// The artifact's name.
        name: String,
        /// Its zip, as base64.
        archive: Archive,
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
    /// A pull request is to be merged into another branch.
    Retarget {
        /// Which pull request.
        on: Subject,
        /// The branch.
        base: String,
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

/// A file's bytes; in text they are base64.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Archive(Arc<[u8]>);

impl Archive {
    pub(crate) fn bytes(&self) -> Arc<[u8]> {
        self.0.clone()
    }
}

impl From<Vec<u8>> for Archive {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<Archive> for String {
    fn from(archive: Archive) -> Self {
        STANDARD.encode(archive.0)
    }
}

impl TryFrom<String> for Archive {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Self::from)
    }
}
