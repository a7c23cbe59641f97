//! Exactly one comment per pull request, always current.
//!
//! The house, from the ground up; no import runs upward, and a test reads the imports:
//!
//! - [`comment`], pure: what one comment says. Markers, sections, hidden state. The live comment body is the
//!   document state; nothing else stores it.
//! - [`converge`], pure: how any number of runs end with one comment. A [`converge::Session`] says which call it
//!   wants next and is told the reply.
//! - [`github`], the edge: executes one call and answers one reply. Never resends a write.
//! - [`outbox`]: what a job that may not write leaves for one that may.
//! - [`workflow`], [`message`], [`template`], [`preview`], [`cli`]: what the runner, the files and the user tell us, and
//!   what we tell them.
//! - `run`: joins them, and decides the exit code.

pub mod cli;
pub mod comment;
pub mod converge;
pub mod github;
pub mod message;
pub mod outbox;
pub mod preview;
mod run;
pub mod template;
pub mod workflow;

pub use run::{Clock, Driven, drive, run};
