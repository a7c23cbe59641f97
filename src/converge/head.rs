//! Is the commit that a run speaks for still the head? GitHub is the authority, but its answers can lag behind a
//! push too, so being superseded needs proof. Does not wait; says whether another look is worth it.

use super::call::{Head, Millis, Subject};
use crate::comment::{Document, Sha};

/// How long observations must agree before a head that is not ours is believed.
const AGREEING_FOR: Millis = 10_000;
/// How many of them.
const AGREEING_LOOKS: usize = 3;

/// What a look says of the commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is the head, or there is no head to compare with.
    Current,
    /// Proven not to be the head.
    Superseded(Sha),
    /// GitHub shows another head, which may be an old answer. Look again.
    Unproven(Sha),
    /// GitHub did not say.
    Unconfirmed,
}

/// What earlier looks of the session said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct HeadWatch {
    other: Option<(Sha, Millis, usize)>,
}

impl HeadWatch {
    /// Judges a look at `now`. `mine` is the commit of run `run`; `before` is what the event says the head was before
    /// it; `comment` is our comment as it stands.
    pub(super) fn judge(
        &mut self,
        subject: &Subject,
        mine: Option<&Sha>,
        before: Option<&Sha>,
        run: u64,
        comment: Option<&Document>,
        now: Millis,
    ) -> Standing {
        let (mine, head) = match (&subject.head, mine) {
            (Head::Unconfirmed, _) => return Standing::Unconfirmed,
            (Head::None, _) | (_, None) => return Standing::Current,
            (Head::Confirmed(head), Some(mine)) => (mine, head),
        };
        if head == mine {
            self.other = None;
            return Standing::Current;
        }
        let agreed = self.agreed(head, now);
        if Some(head) == before {
            return Standing::Unproven(head.clone());
        }
        if agreed || follows(&subject.commits, mine, head) || newer_run_wrote(comment, head, run) {
            return Standing::Superseded(head.clone());
        }
        Standing::Unproven(head.clone())
    }

    fn agreed(&mut self, head: &Sha, now: Millis) -> bool {
        let (since, looks) = match self.other.take() {
            Some((seen, since, looks)) if seen == *head => (since, looks + 1),
            _ => (now, 1),
        };
        self.other = Some((head.clone(), since, looks));
        looks >= AGREEING_LOOKS && now.saturating_sub(since) >= AGREEING_FOR
    }
}

/// The pull request's own commits have mine before the head.
fn follows(commits: &[Sha], mine: &Sha, head: &Sha) -> bool {
    let at = |sha: &Sha| commits.iter().position(|commit| commit == sha);
    at(mine)
        .zip(at(head))
        .is_some_and(|(mine, head)| mine < head)
}

/// A run that began after mine has published for the head. Outside Actions there is no run to compare with.
fn newer_run_wrote(comment: Option<&Document>, head: &Sha, run: u64) -> bool {
    run != 0
        && comment.is_some_and(|document| {
            document
                .origins()
                .any(|origin| origin.commit.as_ref() == Some(head) && origin.run > run)
        })
}

#[cfg(test)]
mod tests;
