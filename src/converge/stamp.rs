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
mod tests {
    use super::*;

    fn run(id: u64, attempt: u32) -> Run {
        Run {
            id,
            attempt,
            start: 5,
            nonce: 9,
            writer: String::new(),
            runner: None,
        }
    }

    fn stored(run: u64, attempt: u32, rank: u64, bump: u32) -> Origin {
        Origin {
            stamp: Stamp {
                rank,
                bump,
                start: 1,
                nonce: 1,
            },
            run,
            attempt,
            commit: None,
            writer: String::new(),
            runner: None,
            delivered: false,
        }
    }

    fn check(
        run: &Run,
        own: Option<Origin>,
        greatest: Option<Origin>,
        expected: Option<(u64, u32)>,
    ) {
        let stamp = run.stamp(own.as_ref(), greatest.as_ref());
        assert_eq!(stamp.map(|s| (s.rank, s.bump)), expected);
    }

    #[test]
    fn a_first_attempt_ranks_as_its_run_whatever_is_there() {
        check(&run(7, 1), None, None, Some((7, 0)));
        check(&run(7, 1), Some(stored(9, 1, 9, 3)), None, Some((7, 0)));
    }

    #[test]
    fn a_rerun_of_an_older_run_goes_above_what_it_finds() {
        check(&run(7, 2), Some(stored(9, 1, 9, 0)), None, Some((9, 1)));
        check(&run(7, 2), Some(stored(8, 2, 9, 1)), None, Some((9, 2)));
        check(&run(7, 2), None, Some(stored(9, 1, 9, 0)), Some((9, 1)));
    }

    #[test]
    fn a_rerun_that_finds_only_older_runs_ranks_as_its_run() {
        check(&run(7, 2), Some(stored(5, 1, 5, 0)), None, Some((7, 0)));
    }

    #[test]
    fn a_rerun_goes_above_the_first_attempt_of_its_own_run() {
        check(&run(7, 2), Some(stored(7, 1, 7, 0)), None, Some((7, 1)));
    }

    #[test]
    fn an_earlier_attempt_of_the_same_run_is_superseded() {
        check(&run(7, 1), Some(stored(7, 2, 7, 1)), None, None);
        check(&run(7, 2), Some(stored(7, 3, 9, 2)), None, None);
    }

    #[test]
    fn two_steps_of_one_attempt_differ_only_in_time() {
        check(&run(7, 1), Some(stored(7, 1, 7, 0)), None, Some((7, 0)));
        check(&run(7, 2), Some(stored(7, 2, 9, 1)), None, Some((9, 1)));
    }

    #[test]
    fn outside_actions_a_write_goes_above_what_it_finds_once() {
        check(&run(0, 0), Some(stored(9, 1, 9, 0)), None, Some((9, 1)));
        check(&run(0, 0), Some(stored(0, 0, 9, 1)), None, Some((9, 1)));
        check(&run(0, 0), None, None, Some((0, 0)));
    }
}
