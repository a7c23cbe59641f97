//! From the plan to the next call, to a wait before it, or to the end.

use super::{MAX_WRITES, Phase, Session};
use crate::comment::{Document, retired};
use crate::converge::call::{Call, Classifier, CommentRef, Millis};
use crate::converge::intent::{Emptied, Intent, Mode, Predecessor};
use crate::converge::join::join;
use crate::converge::outcome::{Trouble, Verdict};
use crate::converge::pace::FRESH;
use crate::converge::plan::{Plan, Scene, plan};
use crate::converge::thread::Own;

impl Session {
    /// Plans with everything that is known and owed, and follows the plan.
    pub(super) fn act(&mut self, ours: &[Own], now: Millis) {
        let debt = match (&self.intent, &self.owed) {
            (Some(intent), Some(owed)) => Some(join(self.thread.head(), intent, owed)),
            (intent, owed) => intent.as_ref().or(owed.as_ref()).cloned(),
        };
        match plan(&self.scene(ours, debt.as_ref())) {
            Plan::Create(document) if ours.is_empty() && !self.did.create => {
                self.create_or_take_over(document, now);
            }
            plan => self.follow(plan, ours, now),
        }
    }

    fn scene<'a>(&'a self, ours: &'a [Own], debt: Option<&'a Document>) -> Scene<'a> {
        let intent = Some(&self.settings.intent).filter(|_| !self.superseded);
        let hides = matches!(intent, Some(Intent::Hide(_)));
        Scene {
            head: self.thread.head(),
            ours,
            debt,
            may_create: self.creates() && !self.superseded,
            answered: self.answered.as_ref(),
            must_write: self.due.write || self.due.more,
            visibility: hides || (self.did.write && self.settings.rules.visibility),
            can_hide: !self.cannot_hide,
            emptied: match intent {
                Some(Intent::Clear(clearing)) => clearing.emptied,
                _ => Emptied::Kept,
            },
            recreate: self
                .recreate
                .filter(|_| intent.is_some() && !self.did.create),
            retires: self.predecessor_hidden().is_some(),
            rules: self.settings.rules,
            deletion: match intent {
                Some(Intent::Delete) => self.mark.as_ref(),
                _ => None,
            },
        }
    }

    /// Whether the command makes a comment where there is none.
    pub(super) fn creates(&self) -> bool {
        match &self.settings.intent {
            Intent::Publish(message) => message.mode != Mode::Update,
            Intent::Deliver(_) => true,
            _ => false,
        }
    }

    /// Of a recreation that hides what it takes the place of: why.
    fn predecessor_hidden(&self) -> Option<Classifier> {
        match &self.settings.intent {
            Intent::Publish(message) => match message.mode {
                Mode::Recreate(Predecessor::Hidden(reason)) => Some(reason),
                _ => None,
            },
            _ => None,
        }
    }

    /// Why this session hides a comment. One that only restores another's wish does not know.
    fn reason(&self) -> Classifier {
        let asked = match &self.settings.intent {
            Intent::Hide(reason) => Some(*reason),
            Intent::Clear(clearing) => match clearing.emptied {
                Emptied::Hidden(reason) => Some(reason),
                Emptied::Kept | Emptied::Deleted => None,
            },
            _ => self.predecessor_hidden(),
        };
        asked.unwrap_or(Classifier::Outdated)
    }

    /// Turns the plan into the next step, unless something has to be waited for or read before it.
    pub(super) fn follow(&mut self, plan: Plan, ours: &[Own], now: Millis) {
        let base = |at: &CommentRef| ours.iter().find(|own| own.at == *at);
        let waits = match &plan {
            Plan::Create(_) => self.takes_slot(false, now),
            Plan::Update(at, _) => {
                let told = self.proven;
                self.takes_slot(true, now)
                    || (!told && base(at).is_some_and(|own| self.is_old(own, now)))
            }
            Plan::Delete(at) | Plan::Retire(at) => {
                base(at).is_some_and(|own| self.is_old(own, now))
            }
            _ => false,
        };
        if !waits {
            self.take_step(plan, now);
        }
    }

    fn take_step(&mut self, plan: Plan, now: Millis) {
        let call = match plan {
            Plan::Nothing => return self.conclude(now),
            Plan::Look => {
                self.phase = Phase::Look;
                return;
            }
            Plan::Create(_) if self.did.create => {
                return self.finish(Verdict::Skipped, "somebody deleted the comment");
            }
            Plan::Create(document) => {
                let Some(body) = self.body(document, now) else {
                    return;
                };
                let subject = self.thread.node();
                Call::Create { subject, body }
            }
            Plan::Update(comment, document) => {
                let Some(body) = self.body(document, now) else {
                    return;
                };
                Call::Update { comment, body }
            }
            Plan::Delete(comment) => Call::Delete { comment },
            Plan::Retire(comment) => Call::Update {
                body: retired(&self.settings.key, &self.base_of(&comment)),
                comment,
            },
            Plan::Hide(comment) => Call::Hide {
                comment,
                reason: self.reason(),
            },
            Plan::Show(comment) => Call::Show { comment },
        };
        self.send(call, now);
    }

    fn send(&mut self, call: Call, now: Millis) {
        if now > self.deadline {
            let waited = self.settings.pace.timeout / 1000;
            return self.fail(Trouble::NotConverged, format!("gave up after {waited} s"));
        }
        self.tries.writes += 1;
        if self.settings.dry {
            self.finish(
                Verdict::Planned(call),
                "nothing was written: this is a dry run",
            );
        } else if self.tries.writes > MAX_WRITES {
            self.fail(
                Trouble::NotConverged,
                "other runs write all the time; gave up after too many writes",
            );
        } else {
            self.phase = Phase::Ask(call);
        }
    }

    /// Where others are writing too, waits a random while before a write, and looks again. Once before each.
    fn takes_slot(&mut self, update: bool, now: Millis) -> bool {
        let first = self.tries.writes == 0;
        if !self.due.slot || self.settings.dry || self.due.stop || (first && update) {
            return false;
        }
        self.due.slot = false;
        let round = self.tries.writes;
        let wait = match first {
            true => self.settings.pace.create_slot(),
            false => self.settings.pace.contention(round, self.settling),
        };
        self.wait(now, wait, "other runs are writing the same comment");
        true
    }

    /// Where no history would tell what a write overwrites, or what a delete removes, it must be based on a fresh look.
    fn is_old(&mut self, own: &Own, now: Millis) -> bool {
        if !self.settings.rules.freshness
            || now.saturating_sub(own.asked) <= FRESH
            || self.settings.dry
        {
            return false;
        }
        // What was read alone and just now is as fresh as this server can be.
        if self.refreshed == Some(own.asked) {
            return false;
        }
        // The head may have moved as well: only where a whole look takes too long, the comment alone is read.
        self.tries.slow += 1;
        self.phase = if self.tries.slow == 1 {
            Phase::Look
        } else {
            Phase::Ask(Call::Read {
                comments: vec![own.at.clone()],
            })
        };
        true
    }

    pub(super) fn settle(&mut self, now: Millis) {
        self.due.settle = false;
        let wait = self.settings.pace.settle(self.slowest);
        self.wait(now, wait, "waiting for writes to settle");
    }

    /// Nothing is left to write.
    pub(super) fn conclude(&mut self, now: Millis) {
        if self.due.settle && !self.due.stop {
            return self.settle(now);
        }
        let ours = self.thread.ours(&self.settings.key);
        let survivor = ours.first().map(|own| own.at.id);
        let is_shown = ours.first().is_some_and(|own| own.hidden.is_none());
        let (verdict, reason) = match (&self.settings.intent, &self.did) {
            _ if self.superseded && !self.due.stop => {
                (Verdict::Superseded, "a newer commit or run has published")
            }
            (Intent::Delete | Intent::Clear(_), _) if survivor.is_none() => {
                (Verdict::Deleted, "the comment is deleted")
            }
            (Intent::Delete, did) if did.write => (Verdict::Updated, "what was older is removed"),
            (Intent::Delete, _) => (Verdict::Superseded, "everything in the comment is newer"),
            // It vanished since the first look, and is not this command's to make.
            _ if survivor.is_none() => (Verdict::Skipped, "there is no comment"),
            (Intent::Hide(_), _) if is_shown => (Verdict::Superseded, "a newer run has published"),
            (Intent::Hide(_), did) if did.hide || did.write => {
                (Verdict::Hidden, "the comment is hidden")
            }
            (Intent::Clear(_), did) if did.hide => (
                Verdict::Hidden,
                "nothing is left in the comment: it is hidden",
            ),
            (_, did) if did.created.is_some() && did.created == survivor => {
                (Verdict::Created, "the comment was created")
            }
            (_, did) if did.adopt => (
                Verdict::Updated,
                "the comment of another tool was taken over",
            ),
            (_, did) if did.write => (Verdict::Updated, "the comment was updated"),
            _ => (Verdict::Unchanged, "the comment says so already"),
        };
        self.finish(verdict, reason);
    }

    /// After a signal: one write, if something is owed to others, and then the end.
    pub(super) fn wind_down(&mut self, now: Millis) {
        self.intent = None;
        self.superseded = true;
        let ours = self.thread.ours(&self.settings.key);
        let old = |own: &Own| now.saturating_sub(own.asked) > FRESH;
        let unsure = self.unknown.is_some() || ours.first().is_some_and(old);
        if self.owed.is_some() && unsure && !self.tries.looked && !self.tries.paid {
            self.tries.looked = true;
            self.phase = Phase::Look;
            return;
        }
        let plan = plan(&self.scene(&ours, self.owed.as_ref()));
        match plan {
            Plan::Update(comment, document) if !self.tries.paid && self.owed.is_some() => {
                self.tries.paid = true;
                if let Some(body) = self.body(document, now) {
                    self.phase = Phase::Ask(Call::Update { comment, body });
                }
            }
            plan if self.did.write => {
                if let Plan::Update(..) = plan {
                    self.warn("stopped by a signal before all that was overwritten was written back; the comment's edit history has it".to_owned());
                }
                self.conclude(now);
            }
            _ => self.fail(Trouble::Interrupted, "stopped by a signal"),
        }
    }
}
