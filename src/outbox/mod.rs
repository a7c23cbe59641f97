//! Staged entries: what a job that may not write leaves behind for one that may. The file format, and how it is
//! taken out of an artifact's archive. Everything read here is hostile until checked. Talks to no server.

mod archive;
mod entry;

pub use archive::{ArchiveError, MAX_ARCHIVE, only_member};
pub use entry::{Entry, EntryError, Hints, MAX_ENTRY, Mode};
