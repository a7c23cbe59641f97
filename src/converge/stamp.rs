//! Which of two writes is newer. A total order, whatever the clocks of the runners say.
//!
//! A section for the head beats one for any other commit; then the higher stamp wins. A stamp is computed when
//! a session first sees its section, and never again in that session: two re-runs would else alternate for ever.

use super::call::Millis;
use crate::comment::{Digest, Origin, Sha, Stamp};

/// The run on whose behalf a session writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// GitHub's run id; 0 outside Actions.
    pub id: u64,
    /// GitHub's run attempt, from 1; 0 outside Actions, which ranks like a re-run: it is a deliberate act.
    pub attempt: u32,
    /// When the session began.
    pub start: Millis,
    /// Random.
    pub nonce: u64,
    /// `workflow/job`, for people.
    pub writer: String,
    /// The runner's name, digested.
    pub runner: Option<Digest>,
}

impl Run {
    /// The stamp of what this run writes over `own` (the section as stored), in a comment whose greatest stamp is
    /// `greatest`. `None` where a later attempt of the same run was there already.
    pub fn stamp(&self, own: Option<&Origin>, greatest: Option<&Origin>) -> Option<Stamp> {
        if own.is_some_and(|own| own.run == self.id && own.attempt > self.attempt) {
            return None;
        }
        let (rank, bump) = match own.or(greatest) {
            // Within one attempt only `start` and `nonce` decide.
            Some(found) if (found.run, found.attempt) == (self.id, self.attempt) => {
                (found.stamp.rank, found.stamp.bump)
            }
            found => self.rank(found),
        };
        Some(Stamp {
            rank,
            bump,
            start: self.start,
            nonce: self.nonce,
        })
    }

    fn rank(&self, found: Option<&Origin>) -> (u64, u32) {
        let rerun = self.attempt != 1;
        match found {
            Some(found) if rerun && found.stamp.rank >= self.id => {
                (found.stamp.rank, found.stamp.bump.saturating_add(1))
            }
            _ => (self.id, 0),
        }
    }
}

/// The place of something in the order of writes; the greater is the newer.
pub(super) fn place(origin: &Origin, head: Option<&Sha>) -> (bool, Stamp) {
    let for_head = head.is_some() && origin.commit.as_ref() == head;
    (for_head, origin.stamp)
}

/// What wins where two bodies say different things of a section. The later write, except that a delivery never
/// takes the place of what a run with a token of its own wrote: its text and its claims are a stranger's.
pub(super) fn precedence(origin: &Origin, head: Option<&Sha>) -> (bool, (bool, Stamp)) {
    (!origin.delivered, place(origin, head))
}

#[cfg(test)]
mod tests;
