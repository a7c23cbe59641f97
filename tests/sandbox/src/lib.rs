//! An in-memory GitHub to test against, strict where GitHub is strict.
//!
//! Two halves: [`state`] is what a server holds and allows, without I/O; the face serves it over
//! HTTP, and the page shows a conversation to people. It knows comments as text and never imports
//! the product that is tested against it.

pub mod face;
pub mod page;
pub mod state;
