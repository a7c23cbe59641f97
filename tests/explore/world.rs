//! A world with its writers in the middle of their sessions, and everything that can happen to it next.
//! Does not choose what happens.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use one_comment::comment::{Document, Parsed};
use one_comment::converge::{Call, Millis};
use one_comment_sandbox::state::{
    Change, Comment, CommentId, Deed, Effect, Fault as StateFault, Identity, Lag, Operation, State,
};

use crate::command::on;
use crate::watch::Violation;
use crate::writer::{Doing, Job, Writer};

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// A writer ends in the middle.
    Crash,
    /// A write is carried out, or is not, or lands later, and nobody tells its writer.
    LostAnswer,
    /// A look shows the world as it was some changes ago.
    StaleRead,
    /// A look lists fewer comments than it counts.
    ShortList,
    /// A look's answer takes longer than a settle wait.
    SlowAnswer,
    /// A person adds a line between the sections of a comment of ours.
    EditText,
    /// A person changes what the section `old` says.
    EditSection,
    /// A person deletes a comment of ours.
    Delete,
    /// A commit is pushed.
    Push,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// A writer's call arrives, is carried out and answered at once.
    Step(usize),
    Crash(usize),
    /// Its answer is lost, after it was carried out or before.
    Lose(usize, bool),
    /// Its answer is lost, and it lands later.
    Late(usize),
    Land(usize),
    /// It reads the world as it was so many changes ago.
    Stale(usize, usize),
    Short(usize),
    /// It is carried out, and the answer is slow.
    Slow(usize),
    Deliver(usize),
    EditText(CommentId),
    EditSection(CommentId),
    Delete(CommentId),
    Push,
}

/// Longer than a base may be old, and than a settle wait without slow answers.
const SLOW: Millis = 3_000;
/// A session that waits as long as this relies on writes having landed meanwhile.
const SETTLE: Millis = 2_000;
/// A write whose answer was lost lands within this time (fact 32).
const LATE: Millis = 10_000;
/// How many former worlds a stale read may show.
const FORMER: usize = 3;
/// What a section says before the exploration begins.
const OLD: &str = "\nbefore\n";

/// What a person wrote, and whether the documentation says that it may be lost.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Line {
    pub(crate) text: &'static str,
    pub(crate) excused: bool,
}

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

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) state: State,
    pub(crate) writers: Vec<Arc<Writer>>,
    pub(crate) waits: Waits,
    /// What may still go wrong.
    pub(crate) faults: Vec<Fault>,
    /// Former states that a stale read may show, the newest last.
    former: Vec<State>,
    /// Of each writer, the writers whose write must land before its wait ends, as bits.
    behind: Vec<u32>,
    pub(crate) lines: Vec<Line>,
    pub(crate) crashed: bool,
    pub(crate) deleted: bool,
    /// Somebody deleted the survivor in the round trip before a duplicate of it was: both are gone.
    pub(crate) deleted_while_folding: bool,
    pub(crate) pushed: bool,
    prints: (u64, Vec<u64>),
}

impl World {
    pub(crate) fn new(state: State, waits: Waits, faults: &[Fault]) -> Self {
        let mut world = Self {
            state,
            writers: Vec::new(),
            waits,
            faults: faults.to_vec(),
            former: Vec::new(),
            behind: Vec::new(),
            lines: Vec::new(),
            crashed: false,
            deleted: false,
            deleted_while_folding: false,
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
        (
            self.crashed,
            self.deleted,
            self.deleted_while_folding,
            self.pushed,
        )
            .hash(&mut hasher);
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
                Doing::Call(call) => self.moves_of_call(n, call, &mut moves),
                Doing::Hearing(..) => moves.push(Move::Deliver(n)),
                Doing::Waiting(_) | Doing::Done(_) | Doing::Crashed => {}
            }
        }
        if !all_ended {
            self.moves_of_others(&mut moves);
        }
        moves
    }

    fn moves_of_call(&self, n: usize, call: &Call, moves: &mut Vec<Move>) {
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

    fn moves_of_others(&self, moves: &mut Vec<Move>) {
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
    }

    /// Lets it happen. Answers what it broke, as far as one step can break it.
    pub(crate) fn apply(&mut self, happens: Move) -> Option<Violation> {
        let (version, audited) = (self.state.version(), self.state.journal().audit.len());
        let before = self.may(Fault::StaleRead).then(|| self.state.clone());
        let violation = match happens {
            Move::EditText(_) | Move::EditSection(_) | Move::Delete(_) | Move::Push => {
                self.others(happens);
                None
            }
            Move::Step(n) => self.of_writer(n, happens),
            Move::Lose(n, _) | Move::Late(n) => {
                self.spend(Fault::LostAnswer);
                self.of_writer(n, happens)
            }
            Move::Crash(n) => {
                self.spend(Fault::Crash);
                self.crashed = true;
                self.of_writer(n, happens)
            }
            Move::Stale(n, _) => {
                self.spend(Fault::StaleRead);
                self.of_writer(n, happens)
            }
            Move::Short(n) => {
                self.spend(Fault::ShortList);
                self.of_writer(n, happens)
            }
            Move::Slow(n) => {
                self.spend(Fault::SlowAnswer);
                self.of_writer(n, happens)
            }
            Move::Land(n) | Move::Deliver(n) => self.of_writer(n, happens),
        };
        if self.state.version() != version {
            self.prints.0 = self.state.fingerprint();
            self.former.extend(before);
            let surplus = self.former.len().saturating_sub(FORMER);
            self.former.drain(..surplus);
        }
        let audit = &self.state.journal().audit[audited..];
        let foreign = audit.iter().any(|e| e.is_foreign() && &*e.who != "octocat");
        if foreign {
            return Some(Violation::Foreign);
        }
        violation
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
        let mut writer = (*self.writers[n]).clone();
        let landed = deal(&mut writer, happens, &mut self.state, former);
        if landed {
            self.behind
                .iter_mut()
                .for_each(|behind| *behind &= !(1 << n));
        }
        let mut violation = None;
        if !matches!(happens, Move::Land(_) | Move::Crash(_) | Move::Slow(_)) {
            violation = writer.go_on();
            self.end_waits(n, &mut writer, writing, &mut violation);
        }
        self.prints.1[n] = writer.fingerprint();
        self.writers[n] = Arc::new(writer);
        violation
    }

    /// Ends the waits of a writer as its world lets them end: up to its next call.
    fn end_waits(
        &mut self,
        n: usize,
        writer: &mut Writer,
        writing: u32,
        violation: &mut Option<Violation>,
    ) {
        while let (Doing::Waiting(until), true) = (&writer.doing, self.waits != Waits::ByTheClock) {
            let until = *until;
            if self.waits == Waits::WhenSettled && until.saturating_sub(writer.clock) >= SETTLE {
                self.behind[n] |= writing;
            }
            if writer
                .ghost
                .as_ref()
                .is_some_and(|(_, sent)| until >= sent + LATE)
            {
                self.behind[n] |= 1 << n;
            }
            writer.clock = until;
            *violation = violation.or(writer.go_on());
        }
    }

    fn others(&mut self, happens: Move) {
        let does = match happens {
            Move::EditText(id) => {
                self.spend(Fault::EditText);
                self.note(id, "A remark by hand.");
                let body = with_line(&self.body(id), "A remark by hand.");
                Deed::Edit {
                    comment: Some(id),
                    body,
                }
            }
            Move::EditSection(id) => {
                self.spend(Fault::EditSection);
                self.note(id, "before, edited by hand");
                let body = self.body(id).replace(OLD, "\nbefore, edited by hand\n");
                Deed::Edit {
                    comment: Some(id),
                    body,
                }
            }
            Move::Delete(id) => {
                self.spend(Fault::Delete);
                self.deleted = true;
                self.deleted_while_folding = self
                    .writers
                    .iter()
                    .any(|writer| matches!(&writer.doing, Doing::Call(Call::Delete { .. })));
                self.lines.iter_mut().for_each(|line| line.excused = true);
                for (writer, print) in self.writers.iter_mut().zip(&mut self.prints.1) {
                    let writer = Arc::make_mut(writer);
                    writer.watch.landed = false;
                    *print = writer.fingerprint();
                }
                Deed::Delete { comment: Some(id) }
            }
            _ => {
                self.spend(Fault::Push);
                self.pushed = true;
                let push = Change::Push {
                    on: on(),
                    sha: "2".repeat(40).into(),
                };
                self.state.change(push).unwrap();
                return;
            }
        };
        self.person(does);
    }

    /// A person writes a line that must stay, but for the windows that the documentation names: a duplicate in the
    /// round trip before its delete, and, where no history tells, a comment that is being overwritten.
    fn note(&mut self, id: CommentId, text: &'static str) {
        let told = self.waits != Waits::WhenSettled;
        let excused = self.writers.iter().any(|writer| match &writer.doing {
            Doing::Call(Call::Delete { comment }) => comment.id == id.0,
            Doing::Call(Call::Update { comment, .. }) => comment.id == id.0 && !told,
            _ => false,
        });
        self.lines.push(Line { text, excused });
    }

    pub(crate) fn person(&mut self, does: Deed) {
        let by = "octocat".to_owned();
        self.state
            .change(Change::Person { by, on: on(), does })
            .unwrap();
        self.prints.0 = self.state.fingerprint();
    }

    fn comments(&self) -> impl Iterator<Item = &Comment> {
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

    /// Our comments, by id.
    pub(crate) fn ours(&self) -> Vec<(CommentId, Document)> {
        let by_us = self
            .comments()
            .filter(|comment| Identity::job().is(&comment.author));
        let parsed = by_us.filter_map(|comment| match Parsed::read(&comment.body) {
            Parsed::Ours { document, .. } => Some((comment.id, document)),
            _ => None,
        });
        parsed.collect()
    }
}

/// What happens to one writer's call. Answers whether a write of it can no longer land.
fn deal(writer: &mut Writer, happens: Move, state: &mut State, former: Option<State>) -> bool {
    let call = match &writer.doing {
        Doing::Call(call) | Doing::Hearing(call, _) => Some(call.clone()),
        _ => None,
    };
    match (happens, call) {
        (Move::Land(_), _) => {
            if let Some((call, _)) = writer.ghost.take() {
                writer.execute(state, &call);
            }
            return true;
        }
        (Move::Crash(_), _) => {
            writer.doing = Doing::Crashed;
            return writer.ghost.is_none();
        }
        (Move::Lose(_, done), Some(call)) => {
            if done {
                writer.execute(state, &call);
            }
            writer.lose(&call);
        }
        (Move::Late(_), Some(call)) => {
            writer.ghost = Some((call.clone(), writer.clock));
            writer.lose(&call);
            return false;
        }
        (Move::Stale(..), Some(call)) => {
            let reply = writer.execute(&mut former.unwrap(), &call);
            writer.hear(&call, reply);
        }
        (Move::Slow(_), Some(call)) => {
            let reply = writer.execute(state, &call);
            writer.doing = Doing::Hearing(call, reply);
        }
        (Move::Deliver(_), _) => {
            if let Doing::Hearing(call, reply) = writer.doing.clone() {
                writer.clock += SLOW;
                writer.hear(&call, reply);
            }
        }
        (Move::Short(_), Some(call)) => {
            let lag = Lag {
                comments: 1,
                ..Lag::default()
            };
            state.add_fault(StateFault::once(&[Operation::Read], Effect::Lag(lag)));
            let reply = writer.execute(state, &call);
            writer.hear(&call, reply);
        }
        (_, Some(call)) => {
            let reply = writer.execute(state, &call);
            writer.hear(&call, reply);
        }
        (_, None) => {}
    }
    writer.ghost.is_none()
}

/// A body with a line between its sections.
pub(crate) fn with_line(body: &str, line: &str) -> String {
    let footer = "\n\n<!-- one-comment:footer";
    let longer = body.replacen(footer, &format!("\n\n{line}{footer}"), 1);
    assert_ne!(longer, body, "there is a footer");
    longer
}
