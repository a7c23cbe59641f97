//! PURE. What one comment says.

mod sha;

pub use sha::{NotASha, Sha};
