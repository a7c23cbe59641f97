//! Which pull request does a commit belong to, where the event does not say? GitHub lists the candidates; this
//! judges them. Never guesses: none is none, and more than one is refused (fact 41, cases 31 to 33).

use std::ops::ControlFlow;

use super::call::{Failure, Millis};
use super::pace::Pace;
use super::patience::Patience;
use crate::comment::Sha;

/// What an event knows of a pull request that it does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// Its head.
    Head(Sought),
    /// The branch that a merge queue made for it.
    Queue {
        /// The number in the branch's name: the last pull request of the group.
        number: u64,
        /// The branch that the queue leads to.
        base: String,
    },
}

/// The head of a pull request, as far as an event knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The newest commit.
    pub commit: Sha,
    /// `OWNER/NAME` of the repository that holds it, which may be a fork; `None` where the event does not say.
    pub repository: Option<String>,
    /// The branch that it is on; `None` where the event does not say.
    pub branch: Option<String>,
    /// The newest commit before the push that the event tells of.
    pub before: Option<Sha>,
}

/// A pull request as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its number.
    pub number: u64,
    /// Link for people.
    pub url: String,
    /// The newest commit.
    pub head: Sha,
    /// `OWNER/NAME` of the repository that holds it; `None` where the fork was deleted.
    pub repository: Option<String>,
    /// The branch that it is on, which may hold slashes.
    pub branch: String,
    /// The branch that it would be merged into.
    pub base: String,
}

/// What GitHub lists for a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Open pull requests; of a merge queue the one named, whatever its state.
    pub found: Vec<Candidate>,
    /// Whether the list was read to its end.
    pub complete: bool,
}

/// What became of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly this one.
    One(Candidate),
    /// None, and why that is so.
    None(String),
    /// None any more, and why: the pull request of the commit's branch is at another one by now.
    Moved(String),
    /// More than one, or there may be more.
    Unclear(String),
    /// GitHub did not answer.
    Failed(Failure),
}

/// Looks at a push that GitHub may not show yet, the first included.
const LOOKS: u32 = 3;

/// One lookup: judges each answer, and says whether to ask once more.
#[derive(Clone, Debug)]
pub struct Lookup {
    clue: Clue,
    pace: Pace,
    patience: Patience,
    looks: u32,
}

impl Lookup {
    /// Begins at `now`.
    pub fn new(clue: Clue, pace: Pace, now: Millis) -> Self {
        Self {
            clue,
            patience: Patience::new(pace.clone(), now),
            pace,
            looks: 0,
        }
    }

    /// Judges an answer that came at `now`: breaks with what was found, or goes on by asking again at a later time.
    pub fn judge(
        &mut self,
        answer: Result<Candidates, Failure>,
        now: Millis,
    ) -> ControlFlow<Found, Millis> {
        let candidates = match answer {
            Ok(candidates) => candidates,
            Err(failure) => {
                let judged = self.patience.judge(failure, now);
                return judged.map_break(Found::Failed);
            }
        };
        self.patience.rest();
        self.looks += 1;
        let again = now.saturating_add(self.pace.head());
        if self.looks < LOOKS && again < self.patience.deadline() && self.may_be_old(&candidates) {
            return ControlFlow::Continue(again);
        }
        ControlFlow::Break(self.clue.choose(&candidates))
    }

    /// GitHub shows the branch as it was before the push (fact 87).
    fn may_be_old(&self, candidates: &Candidates) -> bool {
        let Clue::Head(sought) = &self.clue else {
            return false;
        };
        let is_former = |candidate: &Candidate| {
            Some(&candidate.head) == sought.before.as_ref() && sought.is_place_of(candidate)
        };
        candidates.found.iter().any(is_former)
    }
}

impl Clue {
    fn choose(&self, candidates: &Candidates) -> Found {
        match self {
            Self::Head(sought) => sought.choose(candidates),
            Self::Queue { number, base } => {
                let is_it =
                    |candidate: &&Candidate| candidate.number == *number && candidate.base == *base;
                let found = candidates.found.iter().find(is_it);
                found.map_or_else(
                    || Found::None(format!(
                        "the merge queue's branch names #{number}, and that is no pull request into {base:?}"
                    )),
                    |candidate| Found::One(candidate.clone()),
                )
            }
        }
    }
}

impl Sought {
    fn choose(&self, candidates: &Candidates) -> Found {
        let commit = self.commit.short();
        let matching: Vec<&Candidate> = candidates
            .found
            .iter()
            .filter(|candidate| candidate.head == self.commit && self.is_place_of(candidate))
            .collect();
        match matching.as_slice() {
            [one] if candidates.complete => Found::One((*one).clone()),
            [] if candidates.complete => self.none(candidates),
            [] | [_] => Found::Unclear(format!(
                "there are too many open pull requests to tell which one has {commit} as its head: give `number`"
            )),
            several => {
                let list: Vec<String> = several
                    .iter()
                    .map(|candidate| format!("#{} {}", candidate.number, candidate.url))
                    .collect();
                Found::Unclear(format!(
                    "several open pull requests have {commit} as their head ({}): give `number`",
                    list.join(", ")
                ))
            }
        }
    }

    fn none(&self, candidates: &Candidates) -> Found {
        let commit = self.commit.short();
        let none = format!("no open pull request has {commit} as its head");
        let (Some(repository), Some(branch)) = (&self.repository, &self.branch) else {
            return Found::None(none);
        };
        let moved = candidates
            .found
            .iter()
            .find(|candidate| self.is_place_of(candidate));
        match moved {
            Some(moved) => Found::Moved(format!(
                "{none}: that of its branch, #{}, is at {} by now",
                moved.number,
                moved.head.short()
            )),
            None => Found::None(format!(
                "{none}: there is none for the branch {branch:?} of {repository}"
            )),
        }
    }

    /// GitHub's names of repositories do not differ by case; those of branches do. GitHub's filter is not relied
    /// on: one that it does not understand it ignores (fact 41).
    fn is_place_of(&self, candidate: &Candidate) -> bool {
        let same_repository = self.repository.as_ref().is_none_or(|mine| {
            let theirs = candidate.repository.as_ref();
            theirs.is_some_and(|theirs| theirs.eq_ignore_ascii_case(mine))
        });
        let same_branch = self
            .branch
            .as_ref()
            .is_none_or(|mine| *mine == candidate.branch);
        same_repository && same_branch
    }
}

#[cfg(test)]
mod tests;
