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
mod tests {
    use super::*;

    fn history(revisions: &[&str]) -> History {
        let text = |r: &&str| (!r.is_empty()).then(|| (*r).to_owned());
        History {
            revisions: revisions.iter().map(text).collect(),
            more: None,
        }
    }

    fn check(revisions: &[&str], expected: Between) {
        assert_eq!(
            Between::find(Some(&history(revisions)), "mine", "base"),
            expected
        );
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn directly_above_the_base_nothing_was_overwritten() {
        check(&["mine", "base", "older"], Between::All(vec![]));
    }

    #[test]
    fn what_lies_between_was_overwritten() {
        check(
            &["mine", "b", "a", "base"],
            Between::All(texts(&["b", "a"])),
        );
    }

    #[test]
    fn a_history_that_does_not_show_the_write_or_has_gaps_is_not_relied_on() {
        check(&[], Between::Some(vec![]));
        check(&["other", "base"], Between::Some(vec![]));
        check(
            &["other", "mine", "a", "base"],
            Between::Some(texts(&["a"])),
        );
        check(&["mine", "", "a", "base"], Between::Some(texts(&["a"])));
        check(&["mine", "a"], Between::Some(texts(&["a"])));
        assert_eq!(Between::find(None, "mine", "base"), Between::Some(vec![]));
    }

    #[test]
    fn a_base_that_lies_further_back_is_looked_for() {
        let mut long = history(&["mine", "a"]);
        long.more = Some(Cursor("c".to_owned()));
        assert_eq!(
            Between::find(Some(&long), "mine", "base"),
            Between::More(Cursor("c".to_owned()), vec!["a".to_owned()])
        );
    }

    #[test]
    fn a_base_that_is_not_among_a_hundred_revisions_is_not_looked_for_any_longer() {
        let mut long = history(&["mine"]);
        long.more = Some(Cursor("c".to_owned()));
        for _ in 0..98 {
            long.revisions.push(Some("a".to_owned()));
        }
        assert!(matches!(
            Between::find(Some(&long), "mine", "base"),
            Between::More(..)
        ));
        long.revisions.push(Some("a".to_owned()));
        let found = Between::find(Some(&long), "mine", "base");
        assert_eq!(found, Between::Some(vec!["a".to_owned(); 99]));
    }

    #[test]
    fn line_ends_make_no_difference() {
        let found = Between::find(Some(&history(&["a\r\nb", "base"])), "a\nb", "base");
        assert_eq!(found, Between::All(vec![]));
    }
}
