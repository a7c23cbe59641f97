//! Staged entries: what a job that may not write leaves behind for one that may. The file format, the folder and
//! the archive that it lies in, and the rules by which it may go out. Everything read here is hostile until checked.
//! Talks to no server.

mod archive;
mod delivery;
mod entry;
mod folder;
mod label;
mod refusal;

pub use archive::{ArchiveError, MAX_ARCHIVE, only_member};
pub use delivery::{DELIVERED_EVENT, Decision, Destination, Found, Upload, decide, newest};
pub use entry::{Entry, EntryError, Hints, MAX_ENTRY, Mode};
pub use folder::{Filed, entries, stage};
pub use label::{file_of, is_label, label};
pub use refusal::Refusal;
