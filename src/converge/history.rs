//! What a write has overwritten, read from the edit history that came with its answer (fact 93).
//! Knows bodies as texts; does not know what to do with them.

use super::call::{Cursor, History};
use crate::comment::normalise;

/// What lies between the body that a write was based on and the write itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// These revisions, whole; none is the common case.
    All(Vec<String>),
    /// The history cannot be relied on for this write: it is missing, does not show the write itself, or has a gap.
    /// These revisions at least.
    Some(Vec<String>),
    /// The base lies further back than these revisions.
    More(Cursor, Vec<String>),
}

/// How many revisions are read at most to find a base.
const MAX_REVISIONS: usize = 100;

impl Between {
    /// `written` and `base` are normalised bodies. Order is the list's: times have whole seconds.
    pub(super) fn find(history: Option<&History>, written: &str, base: &str) -> Self {
        let Some(history) = history else {
            return Self::Some(Vec::new());
        };
        let revisions = || {
            history
                .revisions
                .iter()
                .map(|r| r.as_deref().map(normalise))
        };
        let Some(mine) = revisions().position(|r| r.as_deref() == Some(written)) else {
            return Self::Some(Vec::new());
        };
        let mut whole = mine == 0;
        let mut overwritten = Vec::new();
        for revision in revisions().skip(mine + 1) {
            match revision {
                Some(revision) if revision == base => return Self::of(whole, overwritten),
                Some(revision) => overwritten.push(revision),
                None => whole = false,
            }
        }
        match &history.more {
            Some(cursor) if history.revisions.len() < MAX_REVISIONS => {
                Self::More(cursor.clone(), overwritten)
            }
            _ => Self::of(false, overwritten),
        }
    }

    fn of(whole: bool, overwritten: Vec<String>) -> Self {
        if whole {
            Self::All(overwritten)
        } else {
            Self::Some(overwritten)
        }
    }
}

impl History {
    /// Whether one of the revisions listed is this normalised body.
    pub(super) fn shows(&self, body: &str) -> bool {
        self.revisions
            .iter()
            .flatten()
            .any(|revision| normalise(revision) == body)
    }
}

#[cfg(test)]
mod tests;
