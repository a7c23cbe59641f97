//! The loop, without I/O: says which call it wants next, hears the reply, and is done after a bounded number of rounds.
//!
//! observe → plan → write → learn from the answer what was overwritten → plan again. Retrying has one meaning:
//! observe again and plan again. Nothing is ever resent.
//!
//! - `mod.rs`: the steps and what they hold between them.
//! - `answers.rs`: what a reply teaches; `failures.rs`: what a failed call means.
//! - `debts.rs`: what was overwritten, and is owed.
//! - `decide.rs`: what forbids to go on.
//! - `wish.rs`: what the command asks for, once its section was seen.
//! - `delivery.rs`: the same for the messages of a delivery, each of which has a fate of its own.
//! - `act.rs`: from the plan to the next call.
//! - `take_over.rs`: into the comment of another tool, where one would be made.
//! - `body.rs`: the body that a write carries.

mod act;
mod answers;
mod body;
mod debts;
mod decide;
mod delivery;
mod failures;
mod take_over;
mod wish;

use super::call::{Call, CommentRef, Cursor, History, Millis};
use super::head::HeadWatch;
use super::intent::Settings;
use super::outcome::{Fate, Outcome, Trouble, Verdict};
use super::owner::Owner;
use super::plan::{Answered, is_judgement};
use super::thread::{Own, Thread};
use crate::comment::{Document, Origin, Sha};

/// What a session wants of its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Execute this once and answer.
    Call(Call),
    /// Come back at this time.
    Wait(Millis),
    /// That was all.
    Done(Box<Outcome>),
}

/// One command's way to one comment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Session {
    settings: Settings,
    deadline: Millis,
    thread: Thread,
    watch: HeadWatch,
    phase: Phase,
    flight: Option<Flight>,
    /// Fixed at the first look.
    commit: Option<Sha>,
    /// This session's mark, fixed when it first sees its section.
    mark: Option<Origin>,
    /// What the command asks for, until it is superseded.
    intent: Option<Document>,
    superseded: bool,
    /// Of a delivery: what became of its messages so far, in their order.
    fates: Vec<Fate>,
    /// Of a recreation: the highest generation at the first look; `None` where there was no comment.
    recreate: Option<u32>,
    /// Everything that this session has overwritten, joined: it is owed whatever becomes of the intent.
    owed: Option<Document>,
    /// The last write that was answered.
    answered: Option<Answered>,
    /// Its body, normalised.
    last_body: Option<String>,
    /// A write whose answer was lost.
    unknown: Option<Unknown>,
    /// Of an update that turned out to have happened without an answer: what it was based on. What lies in between
    /// was overwritten by it, and only the answer to the next write tells.
    unanswered: Option<(CommentRef, String)>,
    /// An answer whose history does not reach back to the base yet.
    judging: Option<Judging>,
    /// The comment to read by name in the next look.
    named: Option<CommentRef>,
    did: Did,
    due: Due,
    tries: Tries,
    /// Whether a usable history was seen: from then on every write is told what it overwrote.
    proven: bool,
    /// Whether a write was answered without one: what it overwrote shows only after a wait.
    settling: bool,
    /// The transport refused to hide or show.
    cannot_hide: bool,
    /// When the base was last read alone.
    refreshed: Option<Millis>,
    slowest: Millis,
    /// The longest body that the server is believed to take, in characters.
    longest_body: usize,
    warnings: Vec<String>,
}

/// Where the session stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Look,
    Ask(Call),
    /// Then look.
    Wait(Millis),
    Done(Box<Outcome>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Flight {
    call: Call,
    sent: Millis,
    /// Of an update: the normalised body that the session has seen answered last. What came after it, and is not
    /// this update, is what the update overwrote.
    base: String,
}

/// A write that may have happened, or may still.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Unknown {
    body: String,
    nonce: u64,
    sent: Millis,
    /// Of an update: which comment, and the flight's base. `None` for a create.
    update: Option<(CommentRef, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Judging {
    base: String,
    history: History,
    comment: CommentRef,
    cursor: Cursor,
}

/// What the session has done so far. It shows a comment again only after it has written it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Did {
    create: bool,
    /// Took over the comment of another tool.
    adopt: bool,
    /// Of a create that was answered or found: what it made.
    created: Option<u64>,
    write: bool,
    delete: bool,
    /// And did not show it again.
    hide: bool,
}

/// What is still to happen before the session may end or write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Due {
    /// A look after a settle wait: a list may lag, or no history tells what was overwritten.
    settle: bool,
    /// A write, even if nothing differs: the answer to the last one was lost.
    write: bool,
    /// A write because a section that was cut could hold more of its text.
    more: bool,
    /// A wait before the next write: others are writing too.
    slot: bool,
    /// An end, after what is owed to others.
    stop: bool,
}

/// How often something was tried, so that everything ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Tries {
    writes: u32,
    unavailable: u32,
    limited: u32,
    stale: u32,
    calls: u32,
    /// Looks since the last write that turned out to be old when they were to be written on.
    slow: u32,
    /// The number of equal short lists, and their length.
    short: (u32, usize),
    /// A look did not show the comment that this session wrote.
    gone: bool,
    /// The last look showed no comment of the key at all, after this session had written one.
    empty: bool,
    paid: bool,
    /// A look before what is owed is paid after a signal.
    looked: bool,
}

/// More writes than any crowd needs; the bound that makes every session end.
const MAX_WRITES: u32 = 32;
/// More requests than any session needs, of any kind.
const MAX_CALLS: u32 = 1_000;
/// The longest body in characters that every server is said to take (fact 20).
pub const LONGEST_BODY: usize = 65_536;
/// Requests in a row that find nobody.
const MAX_UNAVAILABLE: u32 = 5;

impl Session {
    /// Begins a session at `now`.
    pub fn new(settings: Settings, now: Millis) -> Self {
        let mut settings = settings;
        let first = settings.pace.crowd_slot(settings.legs);
        Self {
            deadline: now + settings.pace.timeout,
            thread: Thread::new(Owner::new(settings.author.clone()), settings.hint),
            watch: HeadWatch::default(),
            phase: if first == 0 || settings.dry {
                Phase::Look
            } else {
                Phase::Wait(now + first)
            },
            flight: None,
            commit: settings.commit.clone(),
            mark: None,
            intent: None,
            superseded: false,
            fates: Vec::new(),
            recreate: None,
            owed: None,
            answered: None,
            last_body: None,
            unknown: None,
            unanswered: None,
            judging: None,
            named: None,
            did: Did::default(),
            due: Due {
                slot: settings.legs > 1,
                ..Due::default()
            },
            tries: Tries::default(),
            proven: false,
            settling: false,
            cannot_hide: false,
            refreshed: None,
            slowest: 0,
            longest_body: LONGEST_BODY,
            warnings: Vec::new(),
            settings,
        }
    }

    /// What to do now. A call is to be executed once and answered before the next step is asked for.
    pub fn next(&mut self, now: Millis) -> Step {
        if self.due.stop && !matches!(self.phase, Phase::Done(_)) {
            self.wind_down(now);
        } else if matches!(self.phase, Phase::Wait(until) if until <= now) {
            self.phase = Phase::Look;
        }
        let call = match &self.phase {
            Phase::Done(outcome) => return Step::Done(outcome.clone()),
            Phase::Wait(until) => return Step::Wait(*until),
            Phase::Look => Call::Observe {
                comment: self.named.clone(),
            },
            Phase::Ask(call) => call.clone(),
        };
        self.tries.calls += 1;
        if self.tries.calls > MAX_CALLS {
            self.fail(Trouble::NotConverged, "gave up after too many requests");
            return self.next(now);
        }
        let base = match &call {
            Call::Update { comment, .. } => self.base_of(comment),
            _ => String::new(),
        };
        self.flight = Some(Flight {
            call: call.clone(),
            sent: now,
            base,
        });
        Step::Call(call)
    }

    /// A signal came: nothing new is written, but what is owed to others is paid with one write.
    pub fn interrupt(&mut self) {
        self.due.stop = true;
    }

    /// The time after which the session gives up.
    pub fn deadline(&self) -> Millis {
        self.deadline
    }

    fn base_of(&self, comment: &CommentRef) -> String {
        if let Some((_, base)) = self.unanswered.as_ref().filter(|(at, _)| at == comment) {
            return base.clone();
        }
        self.thread.body(comment).unwrap_or_default()
    }

    fn wait(&mut self, now: Millis, length: Millis, why: &str) {
        let until = now + length;
        if until > self.deadline {
            let waited = self.settings.pace.timeout / 1000;
            self.fail(
                Trouble::NotConverged,
                format!("{why}; gave up after {waited} s"),
            );
        } else {
            self.phase = Phase::Wait(until);
        }
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn fail(&mut self, trouble: Trouble, reason: impl Into<String>) {
        self.finish(Verdict::Failed(trouble), reason);
    }

    /// What is published there, nobody sees.
    fn stays_hidden(&self, own: &Own) -> Option<String> {
        let reason = own.hidden.as_ref().filter(|reason| is_judgement(reason))?;
        let url = &own.url;
        self.settings.intent.publishes().then(|| {
            format!("{url} is hidden as {reason}, which is left as it is: show it there, or delete it and publish anew")
        })
    }

    fn finish(&mut self, verdict: Verdict, reason: impl Into<String>) {
        let key = &self.settings.key;
        let survivor = self.thread.ours(key).into_iter().next();
        for url in self.thread.foreign(key) {
            self.warn(format!("{url} carries the marker of key \"{}\" but was written by somebody else: left alone", self.settings.key));
        }
        let uprooted = if self.did.create {
            self.thread.uprooted()
        } else {
            Vec::new()
        };
        for url in uprooted {
            self.warn(format!(
                "{url} was ours, but its first line, the root marker, is gone: left alone"
            ));
        }
        self.warnings
            .extend(survivor.as_ref().and_then(|own| self.stays_hidden(own)));
        let fates = self.fates_at_end(&verdict);
        let did = &self.did;
        let cut = survivor.as_ref().is_some_and(|own| self.is_cut(own));
        self.phase = Phase::Done(Box::new(Outcome {
            verdict,
            reason: reason.into(),
            changed: did.create || did.write || did.delete || did.hide,
            comment: survivor.map(|own| (own.at, own.url)),
            head: self.thread.head().cloned(),
            cut,
            warnings: self.warnings.clone(),
            fates,
        }));
    }
}
