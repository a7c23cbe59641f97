//! A world with its writers in the middle of their sessions, and everything that can happen to it next.
//! Does not choose what happens.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use one_comment::comment::{Document, Name, Parsed};
use one_comment::converge::{Call, Millis};
use one_comment_sandbox::state::{Action, Comment, CommentId, Identity, State};

use crate::command::on;
use crate::happening::{Fault, Move, deal};
use crate::people::{Line, OLD};
use crate::watch::Violation;
use crate::writer::{Doing, Job, Writer};

/// A session that waits as long as this relies on writes having landed meanwhile.
const SETTLE: Millis = 2_000;
/// A write whose answer was lost lands within this time (fact 32).
const LATE: Millis = 10_000;
/// How many former worlds a stale read may show.
const FORMER: usize = 3;

/// How waits end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// At any time: nothing may depend on how long.
    Freely,
    /// When what the wait is for has happened: writes land within a settle wait.
    WhenSettled,
    /// On a clock that somebody else moves.
    ByTheClock,
}

impl Waits {
    /// Ends the waits of writer `n`: up to its next call. `writing` are the others whose write may still land.
    fn end(
        self,
        writer: &mut Writer,
        n: usize,
        writing: u32,
        behind: &mut u32,
    ) -> Option<Violation> {
        let mut violation = None;
        while let (Doing::Waiting(until), true) = (&writer.doing, self != Self::ByTheClock) {
            let until = *until;
            if self == Self::WhenSettled && until.saturating_sub(writer.clock) >= SETTLE {
                *behind |= writing;
            }
            let late = |(_, sent): &(Call, Millis)| until >= sent + LATE;
            if writer.ghost.as_ref().is_some_and(late) {
                *behind |= 1 << n;
            }
            writer.clock = until;
            violation = violation.or(writer.go_on());
        }
        violation
    }
}

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) state: State,
    pub(crate) writers: Vec<Arc<Writer>>,
    pub(crate) waits: Waits,
    /// Whether an edit history tells what a write overwrote.
    pub(crate) tells: bool,
    /// Whether the writers differ in names alone: then one order of their first writes stands for all.
    pub(crate) alike: bool,
    /// What may still go wrong.
    pub(crate) faults: Vec<Fault>,
    /// Former states that a stale read may show, the newest last.
    former: Vec<State>,
    /// Of each writer, the writers whose write must land before its wait ends, as bits.
    behind: Vec<u32>,
    pub(crate) lines: Vec<Line>,
    pub(crate) crashed: bool,
    /// The keys of comments that a person deleted.
    pub(crate) deleted: BTreeSet<Name>,
    /// Those of which a duplicate was just being removed: both are gone.
    pub(crate) deleted_while_folding: BTreeSet<Name>,
    pub(crate) pushed: bool,
    prints: (u64, Vec<u64>),
}

impl World {
    pub(crate) fn new(state: State, waits: Waits, faults: &[Fault]) -> Self {
        let mut world = Self {
            state,
            writers: Vec::new(),
            waits,
            tells: true,
            alike: false,
            faults: faults.to_vec(),
            former: Vec::new(),
            behind: Vec::new(),
            lines: Vec::new(),
            crashed: false,
            deleted: BTreeSet::new(),
            deleted_while_folding: BTreeSet::new(),
            pushed: false,
            prints: (0, Vec::new()),
        };
        world.prints.0 = world.state.fingerprint();
        world
    }

    pub(crate) fn add(&mut self, job: &Arc<Job>) {
        let mut writer = Writer::new(job.clone(), self.state.now_ms());
        if self.waits != Waits::ByTheClock {
            while let Doing::Waiting(until) = writer.doing {
                writer.clock = until;
                writer.go_on();
            }
        }
        self.prints.1.push(writer.fingerprint());
        self.writers.push(Arc::new(writer));
        self.behind.push(0);
    }

    /// Equal for worlds from which the same can happen.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.prints, &self.faults, &self.behind, &self.lines).hash(&mut hasher);
        (self.crashed, self.pushed).hash(&mut hasher);
        (&self.deleted, &self.deleted_while_folding).hash(&mut hasher);
        if self.may(Fault::StaleRead) {
            for former in &self.former {
                former.fingerprint().hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    pub(crate) fn may(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    fn spend(&mut self, fault: Fault) {
        if let Some(at) = self.faults.iter().position(|left| *left == fault) {
            self.faults.remove(at);
        }
    }

    /// Everything that can happen now.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut all_ended = true;
        for (n, writer) in self.writers.iter().enumerate() {
            if writer.ghost.is_some() {
                moves.push(Move::Land(n));
            }
            all_ended &= writer.has_ended() && writer.ghost.is_none();
            match &writer.doing {
                _ if self.behind[n] != 0 || (writer.job.after_push && !self.pushed) => {}
                Doing::Call(call) if self.waits_for_a_like(n, call) => {}
                Doing::Call(call) => self.moves_of_call(n, call, &mut moves),
                Doing::Hearing(..) => moves.push(Move::Deliver(n)),
                Doing::Waiting(_) | Doing::Done(_) | Doing::Crashed => {}
            }
        }
        if !all_ended {
            moves.extend(self.moves_of_others());
        }
        moves
    }

    /// Whether this is a first write that another writer's stands for: any order of them becomes this one when the
    /// writers change their names.
    fn waits_for_a_like(&self, n: usize, call: &Call) -> bool {
        let mut before = self.writers.iter().take(n);
        let is_first = before.all(|writer| writer.watch.landed || writer.has_ended());
        self.alike && call.is_write() && !is_first
    }

    pub(crate) fn moves_of_call(&self, n: usize, call: &Call, moves: &mut Vec<Move>) {
        moves.push(Move::Step(n));
        if self.may(Fault::Crash) {
            moves.push(Move::Crash(n));
        }
        if self.may(Fault::LostAnswer) && call.is_write() {
            moves.extend([Move::Lose(n, true), Move::Lose(n, false), Move::Late(n)]);
        }
        if call.is_write() {
            return;
        }
        if self.may(Fault::StaleRead) {
            moves.extend((0..self.former.len()).map(|age| Move::Stale(n, age)));
        }
        if self.may(Fault::ShortList) && self.comments().next().is_some() {
            moves.push(Move::Short(n));
        }
        if self.may(Fault::SlowAnswer) {
            moves.push(Move::Slow(n));
        }
    }

    pub(crate) fn moves_of_others(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.may(Fault::Push) {
            moves.push(Move::Push);
        }
        for comment in self.comments() {
            let ours = Identity::job().is(&comment.author);
            if ours && self.may(Fault::EditText) {
                moves.push(Move::EditText(comment.id));
            }
            if ours && self.may(Fault::EditSection) && comment.body.contains(OLD) {
                moves.push(Move::EditSection(comment.id));
            }
            if ours && self.may(Fault::Delete) {
                moves.push(Move::Delete(comment.id));
            }
        }
        moves
    }

    /// Lets it happen. Answers what it broke, as far as one step can break it.
    pub(crate) fn apply(&mut self, happens: Move) -> Option<Violation> {
        let (version, audited) = (self.state.version(), self.state.journal().audit.len());
        let before = self.may(Fault::StaleRead).then(|| self.state.clone());
        if let Some(fault) = happens.fault() {
            self.spend(fault);
        }
        let violation = match happens.writer() {
            Some(n) => self.of_writer(n, happens),
            None => {
                self.others(happens);
                None
            }
        };
        if self.state.version() != version {
            if self.waits != Waits::ByTheClock {
                self.prints.0 = self.state.fingerprint();
            }
            self.former.extend(before);
            let surplus = self.former.len().saturating_sub(FORMER);
            self.former.drain(..surplus);
        }
        let done = self.state.journal().audit.get(audited).cloned();
        if let (Some(n), Some(entry)) = (happens.writer(), done) {
            if entry.action == Action::Update {
                self.blame(n, entry.comment);
            }
            if entry.is_foreign() {
                return Some(Violation::Foreign);
            }
        }
        violation
    }

    /// How long ago it was that the world was so.
    pub(crate) fn former_age(&self, age: usize) -> Millis {
        let replaced = self.former.get(age).map_or(0, State::now_ms);
        self.state.now_ms().saturating_sub(replaced)
    }

    /// Sets a writer's clock, where somebody else moves it.
    pub(crate) fn set_clock(&mut self, n: usize, now: Millis) {
        let writer = Arc::make_mut(&mut self.writers[n]);
        writer.clock = writer.clock.max(now);
    }

    fn of_writer(&mut self, n: usize, happens: Move) -> Option<Violation> {
        let writing: u32 = (0..self.writers.len())
            .filter(|other| *other != n && self.writers[*other].is_writing())
            .map(|other| 1 << other)
            .sum();
        let former = match happens {
            Move::Stale(_, age) => self.former.get(age).cloned(),
            _ => None,
        };
        if let Move::Crash(_) = happens {
            self.crashed = true;
            self.excuse_overwritten_by(n);
        }
        let writer = Arc::make_mut(&mut self.writers[n]);
        if deal(writer, happens, &mut self.state, former) {
            self.behind
                .iter_mut()
                .for_each(|behind| *behind &= !(1 << n));
        }
        let mut violation = None;
        if !matches!(happens, Move::Land(_) | Move::Crash(_) | Move::Slow(_)) {
            violation = writer.go_on();
            violation = violation.or(self.waits.end(writer, n, writing, &mut self.behind[n]));
        }
        if self.waits != Waits::ByTheClock {
            self.prints.1[n] = writer.fingerprint();
        }
        violation
    }

    /// From now on only what is written later under this key must be there.
    pub(crate) fn forget_landings(&mut self, key: &Name) {
        let writers = self.writers.iter_mut().zip(&mut self.prints.1);
        for (writer, print) in writers.filter(|(w, _)| w.job.settings.key == *key) {
            let writer = Arc::make_mut(writer);
            writer.watch.landed = false;
            *print = writer.fingerprint();
        }
    }

    pub(crate) fn comments(&self) -> impl Iterator<Item = &Comment> {
        self.state
            .world()
            .comments(&on())
            .unwrap()
            .map(|comment| &**comment)
    }

    pub(crate) fn comment(&self, id: CommentId) -> &Comment {
        self.comments().find(|comment| comment.id == id).unwrap()
    }

    pub(crate) fn body(&self, id: CommentId) -> String {
        self.comment(id).body.to_string()
    }

    /// The keys that the writers write under.
    pub(crate) fn keys(&self) -> BTreeSet<Name> {
        let keys = self.writers.iter().map(|w| &w.job.settings.key);
        keys.cloned().collect()
    }

    /// Our comments of this key, by id.
    pub(crate) fn ours(&self, key: &Name) -> Vec<(CommentId, Document)> {
        let by_us = self
            .comments()
            .filter(|comment| Identity::job().is(&comment.author));
        let parsed = by_us.filter_map(|comment| match Parsed::read(&comment.body) {
            Parsed::Ours { document, .. } if document.key == *key => Some((comment.id, document)),
            _ => None,
        });
        parsed.collect()
    }
}
