//! Why an entry is not delivered. The words are ours alone: nothing of the entry is in them.

use super::archive::ArchiveError;
use super::entry::EntryError;

/// What forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The artifact's archive.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The file in it.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// The file cannot be read.
    #[error("its file cannot be read, or is none")]
    Unreadable,
    /// GitHub has dropped the artifact.
    #[error("its artifact has expired")]
    Expired,
    /// GitHub says that the artifact is another run's, or does not say whose it is.
    #[error("its artifact is not of the run that is delivered")]
    OtherRun,
    /// GitHub does not say when it came, so it is not known which is the newest.
    #[error("GitHub does not say when its artifact came")]
    NoTime,
    /// More entries than one run has reason to leave.
    #[error("the run left more entries than are delivered; the newest were taken")]
    TooMany,
    /// It would publish the token that delivers.
    #[error("it holds the token of this step")]
    Token,
    /// A comment that deliveries have no part in.
    #[error("its `key` is not one that `allow` names")]
    Key,
    /// It says that it belongs to another pull request.
    #[error("it names another pull request than the one that GitHub says it belongs to")]
    Number,
    /// It says that it is about another commit.
    #[error("it names another commit than the one that GitHub says it belongs to")]
    Head,
    /// It says that another run wrote it.
    #[error("it names another run than the one that GitHub says it belongs to")]
    Run,
    /// Its section belongs to somebody who may write.
    #[error(
        "its section was written by a run with write access, or nobody knows by whom: a delivery replaces only what was delivered"
    )]
    NotItsOwn,
    /// Of `once`.
    #[error("its section was made of another text, which `once` does not replace")]
    OtherText,
    /// The comment has too many of such sections.
    #[error("there is no room for another section of a stranger in the comment")]
    NoRoom,
}

impl Refusal {
    /// For programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Archive(_) => "archive",
            Self::Entry(_) => "entry",
            Self::Unreadable => "unreadable",
            Self::Expired => "expired",
            Self::OtherRun => "other-run",
            Self::NoTime => "no-time",
            Self::TooMany => "too-many",
            Self::Token => "token",
            Self::Key => "key",
            Self::Number => "number",
            Self::Head => "head",
            Self::Run => "run",
            Self::NotItsOwn => "not-its-own",
            Self::OtherText => "other-text",
            Self::NoRoom => "no-room",
        }
    }
}
