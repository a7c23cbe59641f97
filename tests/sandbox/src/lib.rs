//! An in-memory GitHub to test against, strict where GitHub is strict.
//!
//! Two halves: [`state`] is what a server holds and allows, without I/O; the face serves it over
//! HTTP. It knows comments as text and never imports the product that is tested against it.

pub mod face;
pub mod state;
