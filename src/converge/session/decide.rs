//! From what is known to the next step: first everything that forbids to go on, then the plan (`act.rs`).

use super::{Phase, Session};
use crate::comment::Document;
use crate::converge::call::{Head, Millis};
use crate::converge::head::Standing;
use crate::converge::intent::{Emptied, Intent, Mode};
use crate::converge::join::says;
use crate::converge::outcome::{Trouble, Verdict};
use crate::converge::plan::joined;
use crate::converge::thread::{Missing, Own};

/// A removed section stays removed this long, so that a session that still carries it cannot bring it back.
const TOMBSTONE_LIFE: Millis = 10 * 60 * 1000;
/// Short lists that must agree before one is believed.
const AGREEING_LISTS: u32 = 3;
/// Looks that may be stale before the session goes on with what they show.
const MAX_STALE: u32 = 5;

impl Session {
    /// Asks for what is missing in a look, then decides.
    pub(super) fn gather(&mut self, now: Millis) {
        match self.thread.missing() {
            // Which commit is the head, no comment tells.
            _ if self.settings.intent == Intent::Check => self.decide(now),
            Some(Missing::Call(call)) => self.phase = Phase::Ask(call),
            Some(Missing::Count) if self.may_create() => self.recount(now),
            Some(Missing::Count) => self.decide(now),
            None => {
                self.thread.complete(&self.settings.key);
                self.decide(now);
            }
        }
    }

    /// Whether the plan may be to create: there is no comment, or it is to be made anew.
    fn may_create(&self) -> bool {
        let recreates = matches!(&self.settings.intent, Intent::Publish(message)
            if matches!(message.mode, Mode::Recreate(_)));
        (recreates && !self.did.create) || self.thread.ours(&self.settings.key).is_empty()
    }

    /// An incomplete list must not lead to a create (cases 17 to 19).
    fn recount(&mut self, now: Millis) {
        let (times, length) = self.tries.short;
        let times = if length == self.thread.listed() {
            times + 1
        } else {
            1
        };
        self.tries.short = (times, self.thread.listed());
        if times < AGREEING_LISTS {
            let wait = self.settings.pace.look_again();
            return self.wait(now, wait, "GitHub lists fewer comments than it counts");
        }
        self.warn("GitHub counts another number of comments than it lists; three equal lists were believed".to_owned());
        self.decide(now);
    }

    pub(super) fn decide(&mut self, now: Millis) {
        if !self.thread.owner.is_known() {
            return self.fail(
                Trouble::UnknownIdentity,
                "GitHub does not say who this token writes as; name the identity with `author`",
            );
        }
        if let Some((version, url)) = self.thread.newer_version(&self.settings.key) {
            return self.fail(
                Trouble::NewerVersion,
                format!("{url} has a state of version {version}, written by a newer release; upgrade this one"),
            );
        }
        let mut ours = self.thread.ours(&self.settings.key);
        self.forget_removals(&mut ours, now);
        if !self.settings.rules.survivor {
            ours.sort_by_key(|own| Some(&own.at) != self.named.as_ref());
        }
        if self.is_stale(&ours, now) || self.is_lost(&ours, now) || self.is_gone(&ours, now) {
            return;
        }
        let current = joined(self.thread.head(), &ours, None, self.settings.rules);
        if let Intent::Show = self.settings.intent {
            let shown = self.thread.shown(&self.settings.key);
            let empty = shown.is_empty();
            let reason = if empty {
                "there is no such comment"
            } else {
                "as it stands"
            };
            return self.finish(Verdict::Shown(shown), reason);
        }
        if self.is_in_time(current.as_ref(), now) && self.has_intent(&ours, current.as_ref(), now) {
            self.act(&ours, now);
        }
    }

    /// Before anything is compared: what one body has forgotten, another must not bring back for ever.
    fn forget_removals(&mut self, ours: &mut [Own], now: Millis) {
        let life = if self.settings.rules.tombstones {
            TOMBSTONE_LIFE
        } else {
            0
        };
        let ours = ours.iter_mut().map(|own| &mut own.document);
        for document in ours.chain(self.owed.as_mut()) {
            document.forget_removals(now, life, self.mark.as_ref());
        }
    }

    /// A look in which this session's own write is neither the body nor in the history is an old one.
    fn is_stale(&mut self, ours: &[Own], now: Millis) -> bool {
        let (Some(written), Some(history)) = (&self.last_body, &self.thread.history) else {
            return false;
        };
        let wrote = |own: &&Own| self.answered.as_ref().is_some_and(|a| a.at == own.at);
        let named = ours.iter().find(|own| Some(&own.at) == self.named.as_ref());
        let Some(own) = named.filter(wrote) else {
            return false;
        };
        let shown = own.body == *written || history.shows(written);
        if shown || history.revisions.is_empty() || self.tries.stale >= MAX_STALE {
            return false;
        }
        self.tries.stale += 1;
        let wait = self.settings.pace.look_again();
        self.wait(now, wait, "GitHub's answers do not show the last write");
        true
    }

    /// A write whose answer was lost: is it there? If not, it may still land for a while.
    fn is_lost(&mut self, ours: &[Own], now: Millis) -> bool {
        let Some(unknown) = self.unknown.take() else {
            return false;
        };
        let in_body = ours.iter().find(|own| own.document.nonce == unknown.nonce);
        let in_history = self
            .thread
            .history
            .as_ref()
            .is_some_and(|history| history.shows(&unknown.body));
        if self.settings.rules.nonce && (in_body.is_some() || in_history) {
            let create = unknown.update.is_none();
            self.did.create |= create;
            if create {
                self.did.created = in_body.map(|own| own.at.id);
            }
            self.did.write = true;
            self.due.settle |= create;
            // Only the answer to a write comes from the primary, and this one's was lost.
            self.due.write |= !create;
            if let Some(update) = unknown.update.filter(|_| self.settings.rules.debt_of_lost) {
                // Now, too: the comment may be folded into another before the next write.
                let history = self.thread.history.clone();
                self.owe_between(history.as_ref(), &unknown.body, &update.1);
                self.unanswered = Some(update);
            }
            self.named = in_body.map(|own| own.at.clone()).or(self.named.take());
            return false;
        }
        let late = unknown.sent + self.settings.pace.late();
        if self.thread.asked() >= late || !self.settings.rules.late_look {
            // It may still have landed, further back than a look shows: the next write tells what came after its base.
            let rules = self.settings.rules;
            self.unanswered = unknown.update.filter(|_| rules.debt_of_lost && rules.nonce);
            self.due.write |= self.unanswered.is_some();
            return false;
        }
        self.unknown = Some(unknown);
        self.wait(
            now,
            late.saturating_sub(now),
            "the answer to a write was lost",
        );
        true
    }

    /// What this session wrote, or came to change, is not there any more, although nobody of ours would remove it.
    fn is_gone(&mut self, ours: &[Own], now: Millis) -> bool {
        let missing = match &self.named {
            Some(named) if self.did.write => !ours.iter().any(|own| own.at == *named),
            // Where it may be made anew, that mends what an old look misses.
            _ => ours.is_empty() && self.mark.is_some() && !self.creates(),
        };
        if !missing || self.may_delete() {
            self.tries.empty = false;
            return false;
        }
        // One empty look may be an old one, whatever the look before showed.
        let empty_again = ours.is_empty() && self.tries.empty;
        self.tries.empty = ours.is_empty();
        if empty_again {
            self.warn(
                "somebody deleted the comment while it was being written; left so".to_owned(),
            );
            self.finish(Verdict::Skipped, "somebody deleted the comment");
            return true;
        }
        if ours.is_empty() || !self.tries.gone {
            self.tries.gone = true;
            self.settle(now);
            return true;
        }
        false
    }

    /// Whether the comment may be gone by this session's own doing.
    fn may_delete(&self) -> bool {
        match &self.settings.intent {
            Intent::Delete => true,
            Intent::Clear(clearing) => clearing.emptied == Emptied::Deleted,
            _ => false,
        }
    }

    /// Whether the run may still speak: its commit is the head, or it only pays what it owes.
    fn is_in_time(&mut self, current: Option<&Document>, now: Millis) -> bool {
        let Some(subject) = &self.thread.subject else {
            return false;
        };
        if let (None, Head::Confirmed(head)) = (&self.commit, &subject.head) {
            self.commit = Some(head.clone());
        }
        let in_place = self.did.write && self.intent_is_in_place(current);
        if self.superseded || in_place {
            return true;
        }
        let (commit, before) = (self.commit.as_ref(), self.settings.before.as_ref());
        match self
            .watch
            .judge(subject, commit, before, self.settings.run.id, current, now)
        {
            Standing::Current => true,
            Standing::Superseded(_) if self.speaks_when_stale() => true,
            Standing::Superseded(head) => {
                let mine = self
                    .commit
                    .as_ref()
                    .map_or("this commit", |commit| commit.short())
                    .to_owned();
                self.supersede(format!("the head is {}, not {mine}", head.short()))
            }
            Standing::Unconfirmed => {
                self.fail(
                    Trouble::HeadUnconfirmed,
                    "GitHub did not say which commit is the head",
                );
                false
            }
            Standing::Unproven(head) => {
                let wait = self.settings.pace.head();
                if now + wait > self.deadline {
                    let reason = format!(
                        "GitHub shows {} as the head, which may be an old answer",
                        head.short()
                    );
                    self.fail(Trouble::HeadUnconfirmed, reason);
                } else {
                    self.phase = Phase::Wait(now + wait);
                }
                false
            }
        }
    }

    /// Whether a commit that was overtaken is no reason to be silent. The order of sections still holds.
    fn speaks_when_stale(&self) -> bool {
        matches!(&self.settings.intent, Intent::Publish(message) if message.even_if_stale)
    }

    /// Drops the intent. Answers whether the session has to go on: what it overwrote is still owed, and a comment
    /// that it created beside another is still to be folded.
    pub(super) fn supersede(&mut self, reason: String) -> bool {
        self.superseded = true;
        self.intent = None;
        if !self.settings.rules.debt_of_superseded {
            self.owed = None;
        }
        self.due.write &= self.did.write;
        self.due.more = false;
        if self.owed.is_none() && !self.did.write {
            self.finish(Verdict::Superseded, reason);
            return false;
        }
        true
    }

    pub(super) fn intent_is_in_place(&self, current: Option<&Document>) -> bool {
        let intent = self.intent.as_ref().zip(current);
        intent.is_some_and(|(intent, current)| says(current, intent, self.settings.rules))
    }
}
