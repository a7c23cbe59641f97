//! The one source of chance.

/// From the operating system; what it decides is a nonce or a wait, never a secret.
pub(super) fn random() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(std::process::id())
}
