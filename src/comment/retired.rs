//! A comment that was ours and whose place another one took: for people to read, and nobody's to write.
//!
//! Its first line is no root any more and it has no state, so that it belongs to no key.

use super::content::normalise;
use super::marker::{self, Marker};
use super::name::Name;

/// The same body without its key.
pub fn retired(key: &Name, body: &str) -> String {
    let body = normalise(body);
    let kept = body.trim_start().lines().enumerate().filter(|(at, line)| {
        let root = *at == 0 && matches!(Marker::parse(line), Some(Marker::Root(_)));
        !root && !marker::is_state(line)
    });
    let mut lines = vec![marker::retired(key)];
    lines.extend(kept.map(|(_, line)| line.to_owned()));
    lines.join("\n")
}

/// Whether a body is one of these.
pub fn is_retired(body: &str) -> bool {
    marker::is_retired(body)
}

#[cfg(test)]
mod tests;
