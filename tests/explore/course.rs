//! One schedule of the random exploration as it goes, on a virtual clock. What is in it, `chance.rs` has decided.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use one_comment::converge::Millis;

use crate::chance::{Dice, Part, Plan};
use crate::happening::{Fault, Move};
use crate::search::{gist, words};
use crate::verdict::judge;
use crate::watch::Violation;
use crate::world::{Waits, World};
use crate::writer::Doing;

/// A schedule that takes more is not bounded.
const MAX_STEPS: usize = 20_000;
/// How far a look lags at most: what the sessions' pace says of GitHub.
const LAG: Millis = 2_000;
/// No write lands this long after it was sent (fact 32).
const LATEST: Millis = 9_000;
/// Nor this long, where no history tells: that is what such a session relies on.
const SETTLED: Millis = 1_800;
/// How long a slow answer takes.
const SLOW: Millis = 3_000;

/// Whose turn it is, and when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    at: Millis,
    writer: usize,
    /// Its late write lands; else it goes on with its session.
    lands: bool,
}

/// A schedule in progress.
pub(crate) struct Course {
    world: World,
    parts: Vec<Part>,
    /// Of each writer: when its call arrives, its wait ends or its slow answer does.
    due: Vec<Option<Millis>>,
    /// Of each writer: when its write lands whose answer was lost.
    lands: Vec<Option<Millis>>,
    faults: Vec<(usize, Fault)>,
    dice: Dice,
    steady: bool,
    pub(crate) steps: usize,
    story: Option<String>,
}

impl Course {
    pub(crate) fn new(plan: &Plan) -> Self {
        let mut world = plan.start.world(plan.told.history());
        (world.waits, world.tells) = (Waits::ByTheClock, plan.told.tells());
        world.faults = plan.faults.iter().map(|(_, fault)| *fault).collect();
        let now = world.state.now_ms();
        let parts = plan.parts.clone();
        for part in &parts {
            world.add(&plan.told.job(&part.job));
        }
        let begins = |part: &Part| (!part.job.after_push).then_some(now + part.begins);
        Self {
            world,
            due: parts.iter().map(begins).collect(),
            lands: vec![None; parts.len()],
            parts,
            faults: plan.faults.clone(),
            dice: Dice(plan.seed ^ 1),
            steady: plan.steady,
            steps: 0,
            story: None,
        }
    }

    /// Lets everything happen, and answers what broke.
    pub(crate) fn finish(&mut self) -> BTreeSet<Violation> {
        let mut broken = BTreeSet::new();
        while let Some(turn) = self.next_turn() {
            self.world.state.set_clock(turn.at);
            self.befall_others();
            let happens = if turn.lands {
                Move::Land(turn.writer)
            } else {
                self.next_of(turn.writer)
            };
            broken.extend(self.apply(happens));
            self.schedule(turn, happens);
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return BTreeSet::from([Violation::Unfinished]);
            }
        }
        if broken.is_empty() {
            broken = judge(&self.world);
        }
        broken
    }

    /// The same, in words.
    pub(crate) fn tell(&mut self) -> String {
        self.story = Some(String::new());
        let broken = self.finish();
        let story = self.story.take().unwrap_or_default();
        format!("{broken:?}\n{story}{}", self.end())
    }

    fn next_turn(&mut self) -> Option<Turn> {
        let turns = |times: &[Option<Millis>], lands| {
            let times = times.iter().enumerate();
            let turns = times.filter_map(|(writer, at)| Some(((*at)?, writer)));
            let (at, writer) = turns.min()?;
            Some(Turn { at, writer, lands })
        };
        let own = turns(&self.due, false);
        let next = own.into_iter().chain(turns(&self.lands, true)).min();
        if next.is_none() && self.world.may(Fault::Push) {
            self.apply(Move::Push);
            return self.next_turn();
        }
        next
    }

    fn apply(&mut self, happens: Move) -> Option<Violation> {
        if let Some(story) = &mut self.story {
            let now = self.world.state.now_ms() % 1_000_000;
            let _written = writeln!(story, "  {now:>7} ms {}", words(&self.world, happens));
        }
        let violation = self.world.apply(happens);
        if happens == Move::Push {
            let now = self.world.state.now_ms();
            for (part, due) in self.parts.iter().zip(&mut self.due) {
                if part.job.after_push {
                    *due = Some(now + part.begins);
                }
            }
        }
        violation
    }

    /// People act whose time has come.
    fn befall_others(&mut self) {
        let faults = self.faults.iter();
        let ready: Vec<_> = faults
            .filter(|(from, _)| *from <= self.steps)
            .copied()
            .collect();
        for (from, fault) in ready {
            let mut possible = self.world.moves_of_others();
            possible.retain(|happens| happens.fault() == Some(fault));
            if !possible.is_empty() {
                self.forget(from, fault);
                let happens = self.dice.pick(&possible);
                self.apply(happens);
            }
        }
    }

    fn forget(&mut self, from: usize, fault: Fault) {
        if let Some(at) = self.faults.iter().position(|known| *known == (from, fault)) {
            self.faults.remove(at);
        }
    }

    /// What happens to the writer whose time has come.
    fn next_of(&mut self, n: usize) -> Move {
        let now = self.world.state.now_ms();
        self.world.set_clock(n, now);
        let call = match &self.world.writers[n].doing {
            Doing::Call(call) => call,
            Doing::Hearing(..) => return Move::Deliver(n),
            _ => return Move::Wake(n),
        };
        let mut possible = Vec::new();
        self.world.moves_of_call(n, call, &mut possible);
        possible.retain(|m| !matches!(m, Move::Stale(_, age) if self.world.former_age(*age) > LAG));
        let ready = |fault| {
            let mut faults = self.faults.iter();
            let ready = faults.find(|(from, known)| *from <= self.steps && *known == fault);
            ready.copied()
        };
        let Some((from, fault)) = possible.iter().find_map(|m| ready(m.fault()?)) else {
            return Move::Step(n);
        };
        possible.retain(|m| m.fault() == Some(fault));
        self.forget(from, fault);
        self.dice.pick(&possible)
    }

    /// When the writer's next turn is.
    fn schedule(&mut self, Turn { at, writer, .. }: Turn, happened: Move) {
        if let Move::Land(_) = happened {
            self.lands[writer] = None;
            return;
        }
        if let Move::Late(_) = happened {
            let latest = if self.world.tells { LATEST } else { SETTLED };
            self.lands[writer] = Some(at + self.dice.below(latest));
        }
        let way = if self.steady {
            50
        } else {
            30 + self.parts[writer].dice.below(45)
        };
        self.due[writer] = match &self.world.writers[writer].doing {
            Doing::Call(_) => Some(at + 2 * way),
            Doing::Hearing(..) => Some(at + SLOW),
            Doing::Waiting(until) => Some((*until).max(at)),
            Doing::Done(_) | Doing::Crashed => None,
        };
    }

    /// How every writer ended, and what is left.
    fn end(&self) -> String {
        let mut story = String::new();
        for (n, writer) in self.world.writers.iter().enumerate() {
            let end = writer
                .outcome()
                .map(|outcome| format!("{:?}: {}", outcome.verdict, outcome.reason));
            let goal = &writer.job.goal;
            let _written = writeln!(story, "  writer {n} ({goal:?}) ended with {end:?}");
        }
        for key in self.world.keys() {
            for (id, document) in self.world.ours(&key) {
                let text = gist(&self.world.body(id));
                let removed = document.tombstones.keys();
                let _written = writeln!(story, "  left: {key} {} {text} {removed:?}", id.0);
            }
        }
        story
    }
}
