//! PURE. What one comment says: its markers, its sections, the state that it carries.
//!
//! The live comment body is the document state: nothing else stores it. [`Parsed::read`] reads a body,
//! [`Document::print`] writes one, and `Parsed::read(document.print())` is that document, whatever is in it.

mod content;
mod digest;
mod document;
mod fit;
mod frame;
mod layout;
mod markdown;
mod marker;
mod name;
mod parse;
mod retired;
mod sha;
mod state;
mod text;

pub use content::{Content, input_digest, normalise};
pub use digest::Digest;
pub use document::{Document, Section};
pub use fit::TooLong;
pub use frame::Frame;
pub use layout::{Fold, Layout};
pub use markdown::cut::{Cut, cut};
pub use markdown::escape::escape_markdown;
pub use markdown::footnotes::own_footnotes;
pub use marker::Order;
pub use name::{MAX_NAME, Name, NameError, acts_unseen, is_ignorable};
pub use parse::{Parsed, read_rootless};
pub use retired::{is_retired, retired};
pub use sha::{NotASha, Sha};
pub use state::{Origin, Record, Stamp, Tombstone};
pub use text::{Lines, Text};

#[cfg(test)]
pub(crate) use parse::tests as parse_tests;
