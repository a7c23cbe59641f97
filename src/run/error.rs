//! What can be wrong with staging and delivering before GitHub is asked. Decides no exit code.

use std::io;
use std::path::PathBuf;

use crate::outbox::EntryError;

/// A message that cannot be left for others.
#[derive(Debug, thiserror::Error)]
pub(super) enum StageError {
    /// Outside Actions there is no usual place. Exit code 2.
    #[error("RUNNER_TEMP is not set, so there is no usual place for an outbox: give `outbox`")]
    NoFolder,
    /// An entry may only speak for itself. Exit code 2.
    #[error(
        "`mode: {0}` decides over more than a section, which a staged message may not: use upsert, once or append, or set `on-fork`"
    )]
    Mode(&'static str),
    /// Who stages on purpose asks nobody, so it is not known what the message is about. Exit code 2.
    #[error(
        "`stage` follows no template: give the text by `message` or `message-path`, or use `publish`, which stages by itself where it may not write"
    )]
    Template,
    /// The entry would be refused. Exit code 65.
    #[error("the message cannot be staged")]
    Entry(#[from] EntryError),
    /// It would be cut, and may not. Exit code 65.
    #[error(
        "the message is longer than a comment can be, and `overflow` is fail: shorten it, or let it be cut"
    )]
    TooLong,
    /// The system's words. Exit code 1.
    #[error("the message cannot be staged in {folder}: {why}", folder = folder.display())]
    Folder {
        /// Where to.
        folder: PathBuf,
        /// The system's words.
        why: io::Error,
    },
}

/// A delivery that cannot be meant. Exit code 2.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeliverError {
    /// Nothing names the run.
    #[error(
        "there is no run to deliver from: use `deliver` in a workflow that `workflow_run` starts, or give `run-id` or `outbox`"
    )]
    NoRun,
    /// The folder cannot be read.
    #[error("outbox: cannot read the folder {folder}: {why}", folder = folder.display())]
    Folder {
        /// As given.
        folder: PathBuf,
        /// The system's words.
        why: io::Error,
    },
}
