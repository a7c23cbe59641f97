//! From what is known to the next step.

use super::{MAX_WRITES, Phase, Session};
use crate::comment::{Document, Origin};
use crate::converge::call::{Call, Head, Millis};
use crate::converge::head::Standing;
use crate::converge::intent::{Intent, Message, Mode};
use crate::converge::join::says;
use crate::converge::outcome::{Trouble, Verdict};
use crate::converge::pace::FRESH;
use crate::converge::plan::{self, Plan, Scene, is_newest, joined};
use crate::converge::stamp::place;
use crate::converge::thread::{Missing, Own};

/// A removed section stays removed this long, so that a session that still carries it cannot bring it back.
const TOMBSTONE_LIFE: Millis = 10 * 60 * 1000;
/// Short lists that must agree before one is believed.
const AGREEING_LISTS: u32 = 3;
/// Looks that may be stale, and bases that may be old, before the session goes on or gives up.
const MAX_STALE: u32 = 5;

impl Session {
    /// Asks for what is missing in a look, then decides.
    pub(super) fn gather(&mut self, now: Millis) {
        match self.thread.missing() {
            Some(Missing::Call(call)) => self.phase = Phase::Ask(call),
            Some(Missing::Count) if self.thread.ours(&self.settings.key).is_empty() => {
                self.recount(now)
            }
            Some(Missing::Count) => self.decide(now),
            None => {
                self.thread.complete(&self.settings.key);
                self.decide(now);
            }
        }
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
        if let Some((version, url)) = self.thread.newer_version() {
            return self.fail(
                Trouble::NewerVersion,
                format!("{url} has a state of version {version}, written by a newer release; upgrade this one"),
            );
        }
        let ours = self.thread.ours(&self.settings.key);
        if self.is_stale(&ours, now) || self.is_lost(&ours, now) || self.is_gone(&ours, now) {
            return;
        }
        let current = joined(self.thread.head(), &ours, None);
        if self.is_in_time(current.as_ref(), now) && self.has_intent(&ours, current.as_ref()) {
            self.act(&ours, now);
        }
    }

    /// A look in which this session's own write is neither the body nor in the history is an old one.
    fn is_stale(&mut self, ours: &[Own], now: Millis) -> bool {
        let (Some(written), Some(history)) = (&self.written, &self.thread.history) else {
            return false;
        };
        let Some(own) = ours.iter().find(|own| Some(&own.at) == self.named.as_ref()) else {
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
        if in_body.is_some() || in_history {
            self.did.create |= unknown.create;
            self.did.write = true;
            self.due.settle |= unknown.create;
            // Only the answer to a write comes from the primary, and this one's was lost.
            self.due.write |= !unknown.create;
            self.named = in_body.map(|own| own.at.clone()).or(self.named.take());
            return false;
        }
        let late = unknown.sent + self.settings.pace.late();
        if self.thread.asked() >= late {
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

    /// What this session wrote is not there any more, although nobody of ours would remove it.
    fn is_gone(&mut self, ours: &[Own], now: Millis) -> bool {
        let missing = self
            .named
            .as_ref()
            .is_some_and(|named| !ours.iter().any(|own| own.at == *named));
        if !self.did.write || !missing || matches!(self.settings.intent, Intent::Delete) {
            return false;
        }
        if !self.tries.gone {
            self.tries.gone = true;
            self.settle(now);
            return true;
        }
        if ours.is_empty() {
            self.warn(
                "somebody deleted the comment while it was being written; left so".to_owned(),
            );
            self.finish(Verdict::Skipped, "somebody deleted the comment");
            return true;
        }
        false
    }

    /// Whether the run may still speak: its commit is the head, or it only pays what it owes.
    fn is_in_time(&mut self, current: Option<&Document>, now: Millis) -> bool {
        let Some(subject) = &self.thread.subject else {
            return false;
        };
        if self.commit.is_none() {
            if let Head::Confirmed(head) = &subject.head {
                self.commit = Some(head.clone());
            }
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
                    "GitHub did not say which commit is the head; nothing was written",
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

    /// Drops the intent. What was overwritten is still owed; answers whether there is any.
    fn supersede(&mut self, reason: String) -> bool {
        self.superseded = true;
        self.intent = None;
        if self.owed.is_none() && !self.due.write {
            self.finish(Verdict::Superseded, reason);
            return false;
        }
        true
    }

    fn intent_is_in_place(&self, current: Option<&Document>) -> bool {
        let intent = self.intent.as_ref().zip(current);
        intent.is_some_and(|(intent, current)| says(current, intent))
    }

    /// Sees to it that the intent is known and still wanted.
    fn has_intent(&mut self, ours: &[Own], current: Option<&Document>) -> bool {
        let known = self.mark.is_some() || self.superseded;
        if !known && !self.first_sight(ours, current) {
            return false;
        }
        if self.superseded || self.intent_is_in_place(current) {
            return true;
        }
        let (Some(mark), Some(current)) = (&self.mark, current) else {
            return true;
        };
        let newer = match &self.settings.intent {
            Intent::Publish(message) => stored(current, message).is_some_and(|stored| {
                place(stored, self.thread.head()) > place(mark, self.thread.head())
            }),
            Intent::Hide(_) => !is_newest(self.thread.head(), mark, current),
            Intent::Delete | Intent::Check | Intent::Show => false,
        };
        !newer || self.supersede("a newer run has published".to_owned())
    }

    /// The first time that the section is seen: may the command go on, and with which mark?
    fn first_sight(&mut self, ours: &[Own], current: Option<&Document>) -> bool {
        let skip = match &self.settings.intent {
            Intent::Check => {
                self.finish(Verdict::Current, "the commit is the head");
                return false;
            }
            Intent::Show => {
                let shown = self.thread.shown(&self.settings.key);
                let reason = if shown.is_empty() {
                    "there is no such comment"
                } else {
                    "as it stands"
                };
                self.finish(Verdict::Shown(shown), reason);
                return false;
            }
            Intent::Publish(message) => refusal(message, current),
            Intent::Hide(_) if already_hidden(self, ours) => {
                self.finish(Verdict::Unchanged, "the comment is hidden already");
                return false;
            }
            Intent::Hide(_) | Intent::Delete => current.is_none().then_some("there is no comment"),
        };
        if let Some(reason) = skip {
            self.finish(Verdict::Skipped, reason);
            return false;
        }
        let own = match &self.settings.intent {
            Intent::Publish(message) => current.and_then(|current| stored(current, message)),
            _ => None,
        };
        let greatest =
            current.and_then(|current| current.origins().max_by_key(|origin| origin.stamp));
        let Some(stamp) = self.settings.run.stamp(own, greatest) else {
            return self.supersede("a later attempt of this run has published".to_owned());
        };
        let warning = own.and_then(|own| self.shared_section(own));
        let commit = self.thread.head().and(self.commit.clone());
        let mark = self.settings.origin(stamp, commit);
        self.intent = self.document(&mark);
        self.mark = Some(mark);
        self.warnings.extend(warning);
        true
    }

    fn document(&self, mark: &Origin) -> Option<Document> {
        match &self.settings.intent {
            Intent::Publish(message) => Some(self.settings.document(message, mark.clone())),
            Intent::Hide(_) => {
                let mut document = Document::new(self.settings.key.clone());
                document.hidden = Some(mark.clone());
                Some(document)
            }
            Intent::Delete | Intent::Check | Intent::Show => None,
        }
    }

    /// Two writers of one section wipe each other's text (cases 6, 7).
    fn shared_section(&self, own: &Origin) -> Option<String> {
        let Intent::Publish(message) = &self.settings.intent else {
            return None;
        };
        let run = &self.settings.run;
        if !own.writer.is_empty() && !run.writer.is_empty() && own.writer != run.writer {
            return Some(format!(
                "section \"{}\" was written by \"{}\" and is now written by \"{}\"; give each a `section` of its own",
                message.section, own.writer, run.writer
            ));
        }
        let same_attempt = run.id != 0 && (own.run, own.attempt) == (run.id, run.attempt);
        let other_runner = own.runner.is_some() && run.runner.is_some() && own.runner != run.runner;
        (same_attempt && other_runner).then(|| {
            format!(
                "two jobs of this run write section \"{}\"; give each a `section` of its own",
                message.section
            )
        })
    }

    fn act(&mut self, ours: &[Own], now: Millis) {
        let debt = joined(self.thread.head(), &[], self.intent.as_ref())
            .into_iter()
            .chain(self.owed.clone());
        let debt = debt.reduce(|a, b| crate::converge::join(self.thread.head(), &a, &b));
        let plan = match (&self.settings.intent, &self.mark) {
            (Intent::Delete, Some(mark)) if !self.superseded => {
                let mark = mark.clone();
                match plan::deletion(&self.scene(ours, debt.as_ref()), &mark, now) {
                    Ok(comment) => Plan::Delete(comment),
                    Err(Some(tombstones))
                        if tombstones.tombstones.is_empty() && !self.did.write =>
                    {
                        self.finish(Verdict::Superseded, "everything in the comment is newer");
                        return;
                    }
                    Err(debt) => plan::plan(&self.scene(ours, debt.as_ref())),
                }
            }
            _ => plan::plan(&self.scene(ours, debt.as_ref())),
        };
        self.follow(plan, ours, now);
    }

    fn scene<'a>(&'a self, ours: &'a [Own], debt: Option<&'a Document>) -> Scene<'a> {
        let creates = matches!(&self.settings.intent, Intent::Publish(message) if message.mode != Mode::Update);
        Scene {
            head: self.thread.head(),
            ours,
            debt,
            may_create: creates && !self.superseded,
            answered: self.answered.as_ref(),
            must_write: self.due.write,
            visibility: self.did.write
                || (matches!(self.settings.intent, Intent::Hide(_)) && !self.superseded),
        }
    }

    /// Turns the plan into the next step, or into a wait before it.
    fn follow(&mut self, plan: Plan, ours: &[Own], now: Millis) {
        let survivor = ours.first();
        let call = match (plan, survivor) {
            (Plan::Nothing, _) => return self.conclude(now),
            (Plan::Look, _) => {
                self.phase = Phase::Look;
                return;
            }
            (Plan::Create(_), _) if self.did.create => {
                return self.finish(Verdict::Skipped, "somebody deleted the comment");
            }
            (Plan::Create(document), _) => {
                if self.takes_slot(false, now) {
                    return;
                }
                let Some(subject) = self
                    .thread
                    .subject
                    .as_ref()
                    .map(|subject| subject.node.clone())
                else {
                    return;
                };
                Call::Create {
                    subject,
                    body: self.body(document, now),
                }
            }
            (Plan::Update(document), Some(survivor)) => {
                if self.takes_slot(true, now) || self.is_old(survivor, now) {
                    return;
                }
                Call::Update {
                    comment: survivor.at.clone(),
                    body: self.body(document, now),
                }
            }
            (Plan::Delete(comment), _) => {
                let listed = ours.iter().find(|own| own.at == comment);
                if matches!(self.settings.intent, Intent::Delete)
                    && listed.is_some_and(|own| self.is_old(own, now))
                {
                    return;
                }
                Call::Delete { comment }
            }
            (Plan::Hide, Some(survivor)) => {
                let reason = match &self.settings.intent {
                    Intent::Hide(reason) => *reason,
                    _ => crate::converge::Classifier::Outdated,
                };
                Call::Hide {
                    comment: survivor.at.clone(),
                    reason,
                }
            }
            (Plan::Show, Some(survivor)) => Call::Show {
                comment: survivor.at.clone(),
            },
            (Plan::Update(_) | Plan::Hide | Plan::Show, None) => return self.conclude(now),
        };
        self.send(call);
    }

    fn send(&mut self, call: Call) {
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
        let settling = self.thread.history.is_none();
        let wait = match first {
            true => self.settings.pace.create_slot(),
            false => self.settings.pace.contention(round, settling),
        };
        self.wait(now, wait, "other runs are writing the same comment");
        true
    }

    /// As long as no history would tell what a write overwrites, it must be based on a fresh look.
    fn is_old(&mut self, own: &Own, now: Millis) -> bool {
        if self.proven || now.saturating_sub(own.asked) <= FRESH || self.settings.dry {
            return false;
        }
        self.tries.slow += 1;
        if self.tries.slow > MAX_STALE {
            self.fail(
                Trouble::NotConverged,
                "GitHub answers too slowly to write on what it shows",
            );
        } else {
            self.named = Some(own.at.clone());
            self.phase = Phase::Look;
        }
        true
    }

    /// The whole body that a write carries.
    fn body(&mut self, mut document: Document, now: Millis) -> String {
        document.head = self.thread.head().cloned();
        document.swept = self.thread.swept();
        document.nonce = self.settings.pace.random();
        document
            .tombstones
            .retain(|_, tombstone| tombstone.buried + TOMBSTONE_LIFE > now);
        document.draw(&self.settings.frame, now);
        document.print()
    }

    fn settle(&mut self, now: Millis) {
        self.due.settle = false;
        let wait = self.settings.pace.settle(self.slowest);
        self.wait(now, wait, "waiting for writes to settle");
    }

    /// Nothing is left to write.
    pub(super) fn conclude(&mut self, now: Millis) {
        if self.due.settle && !self.due.stop {
            return self.settle(now);
        }
        let (verdict, reason) = match (&self.settings.intent, &self.did) {
            _ if self.superseded => (Verdict::Superseded, "a newer commit or run has published"),
            (Intent::Delete, did) if did.delete && !did.write => {
                (Verdict::Deleted, "the comment is deleted")
            }
            (Intent::Delete, did) if did.write => (Verdict::Updated, "what was older is removed"),
            (Intent::Hide(_), did) if did.hide || did.write => {
                (Verdict::Hidden, "the comment is hidden")
            }
            (_, did) if did.create => (Verdict::Created, "the comment was created"),
            (_, did) if did.write || did.show => (Verdict::Updated, "the comment was updated"),
            _ => (Verdict::Unchanged, "the comment says so already"),
        };
        self.finish(verdict, reason);
    }

    /// After a signal: one write, if something is owed to others, and then the end.
    pub(super) fn wind_down(&mut self, now: Millis) {
        self.intent = None;
        self.superseded = true;
        let ours = self.thread.ours(&self.settings.key);
        let plan = plan::plan(&self.scene(&ours, self.owed.as_ref()));
        match (plan, ours.first()) {
            (Plan::Update(document), Some(survivor)) if !self.tries.paid && self.owed.is_some() => {
                self.tries.paid = true;
                let body = self.body(document, now);
                self.phase = Phase::Ask(Call::Update {
                    comment: survivor.at.clone(),
                    body,
                });
            }
            _ => self.fail(Trouble::Interrupted, "stopped by a signal"),
        }
    }
}

/// Where the stored section of a message, or its tombstone, came from.
fn stored<'a>(current: &'a Document, message: &Message) -> Option<&'a Origin> {
    let section = current
        .section(&message.section)
        .and_then(|section| section.record.as_ref());
    let tombstone = current.tombstones.get(&message.section);
    section
        .map(|record| &record.origin)
        .or(tombstone.map(|tombstone| &tombstone.origin))
}

/// Why a publish has rightly nothing to do.
fn refusal(message: &Message, current: Option<&Document>) -> Option<&'static str> {
    let has_section = current.is_some_and(|current| current.section(&message.section).is_some());
    match message.mode {
        Mode::Create if current.is_some() => Some("the comment exists already"),
        Mode::Update if current.is_none() => Some("there is no comment to update"),
        Mode::Insert if has_section => Some("the section exists already"),
        _ => None,
    }
}

fn already_hidden(session: &Session, ours: &[Own]) -> bool {
    let [own] = ours else { return false };
    let newest = |mark| is_newest(session.thread.head(), mark, &own.document);
    own.hidden.is_some() && own.document.hidden.as_ref().is_some_and(newest)
}
