//! Why there is no message, in words for the person who wrote the workflow. Decides no exit code.

/// Why there is no message.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// What was given cannot be meant. Exit code 2.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// What was found is not for publishing. Exit code 65.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// What was given cannot be meant.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// Nothing to say, and that is not allowed. For the caller to raise: it knows what `empty` says.
    #[error(
        "there is no message: give `message`, or `message-path` with a file that is not empty, or allow it by `empty: skip`"
    )]
    NoMessage,
    /// The same, where a template says it. For the caller to raise.
    #[error(
        "template-path: the template says nothing with this data: let it say what there is to say, or allow it by `empty: skip`"
    )]
    EmptyTemplate,
    /// Both would be lost on each other.
    #[error(
        "`message` and `message-path` are both given, but the message has no {{content}} for the files to go"
    )]
    NoPlaceholder,
    /// The file cannot be read (case 52).
    #[error("{input}: cannot read {path:?} (looked from {folder}): {why}")]
    Unreadable {
        /// Name of the input.
        input: &'static str,
        /// Path as given.
        path: String,
        /// Working folder.
        folder: String,
        /// The system's words.
        why: String,
    },
    /// A pattern of files that matches none.
    #[error(
        "message-path: no file matches {pattern:?} (looked from {folder}); a file whose name begins with a dot must be named"
    )]
    NoMatch {
        /// Pattern as given.
        pattern: String,
        /// Working folder.
        folder: String,
    },
    /// Neither a file nor a pattern of files.
    #[error("message-path: {pattern:?} is no file, and no pattern either: {why}")]
    NoPattern {
        /// As given.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
}

/// What was found is not for publishing.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Neither UTF-8 nor UTF-16 with a byte order mark (case 49), or with a NUL.
    #[error(
        "{0} is not text in UTF-8, nor in UTF-16 with a byte order mark, or holds a NUL: save it as UTF-8"
    )]
    NotText(String),
    /// More than any comment could hold, by far.
    #[error("the message is larger than 16 MiB at {0}: give less")]
    TooLarge(String),
    /// Surely not what was meant.
    #[error("message-path: {0:?} matches more than 1000 files: give a narrower pattern")]
    TooMany(String),
    /// It would never end.
    #[error(
        "message-path: more than 2,000,000 files and folders were looked at for {0:?}: begin the pattern with a folder"
    )]
    TooManyLookedAt(String),
    /// A file that may be anybody's, possibly by a link in the checked out branch.
    #[error(
        "{input}: {path:?} leads to {real}, outside of the workspace and the runner's temporary folder"
    )]
    Outside {
        /// Name of the input.
        input: &'static str,
        /// Path as given.
        path: String,
        /// Where it leads.
        real: String,
    },
}
