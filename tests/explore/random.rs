//! Very many schedules at random, on a virtual clock. One that breaks something is made smaller and told.
//!
//! `EXPLORE_SCHEDULES=n` runs so many, `EXPLORE_SEED=n` only that one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use one_comment::converge::Millis;

use crate::chance::{Dice, Part, Plan};
use crate::happening::{Fault, Move};
use crate::search::{gist, words};
use crate::verdict::judge;
use crate::watch::Violation;
use crate::world::{Waits, World};
use crate::writer::Doing;

/// As many as take a minute on two busy cores.
const SCHEDULES: u64 = 10_000;
/// A schedule that takes more is not bounded.
const MAX_STEPS: usize = 20_000;
/// How far a look lags at most: what the sessions' pace says of GitHub.
const LAG: Millis = 2_000;
/// No write lands this long after it was sent (fact 32).
const LATEST: Millis = 9_000;
/// Nor this long, where no history tells: that is what such a session relies on.
const SETTLED: Millis = 1_800;

/// A schedule in progress.
struct Run {
    world: World,
    parts: Vec<Part>,
    /// Of each writer: when its call arrives, its wait ends or its slow answer does.
    due: Vec<Option<Millis>>,
    /// Of each writer: when its write lands whose answer was lost.
    lands: Vec<Option<Millis>>,
    faults: Vec<(usize, Fault)>,
    dice: Dice,
    steady: bool,
    steps: usize,
    story: Option<String>,
}

impl Run {
    fn new(plan: &Plan) -> Self {
        let mut world = plan.start.world(plan.told.history(), "old");
        (world.waits, world.tells) = (Waits::ByTheClock, plan.told.tells());
        world.faults = plan.faults.iter().map(|(_, fault)| *fault).collect();
        let now = world.state.now_ms();
        let parts = plan.parts.clone();
        parts
            .iter()
            .for_each(|part| world.add(&plan.told.job(&part.job)));
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
    fn finish(&mut self) -> BTreeSet<Violation> {
        let mut broken = BTreeSet::new();
        while let Some((at, n, landing)) = self.soonest() {
            self.world.state.set_clock(at);
            self.befall_others();
            let happens = if landing {
                Move::Land(n)
            } else {
                self.next_of(n)
            };
            broken.extend(self.apply(happens));
            self.schedule(n, at, happens);
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

    fn soonest(&mut self) -> Option<(Millis, usize, bool)> {
        let of = |times: &[Option<Millis>], landing| {
            let times = times.iter().enumerate();
            let soonest = times.filter_map(|(n, at)| Some(((*at)?, n))).min();
            soonest.map(|(at, n)| (at, n, landing))
        };
        let soonest = of(&self.due, false)
            .into_iter()
            .chain(of(&self.lands, true))
            .min();
        if soonest.is_none() && self.world.may(Fault::Push) {
            self.apply(Move::Push);
            return self.soonest();
        }
        soonest
    }

    fn apply(&mut self, happens: Move) -> Option<Violation> {
        if let Some(story) = &mut self.story {
            let now = self.world.state.now_ms() % 1_000_000;
            let _written = writeln!(story, "  {now:>7} ms {}", words(&self.world, happens));
        }
        let violation = self.world.apply(happens);
        if happens == Move::Push {
            let now = self.world.state.now_ms();
            for (n, part) in self
                .parts
                .iter()
                .enumerate()
                .filter(|(_, p)| p.job.after_push)
            {
                self.due[n] = Some(now + part.begins);
            }
        }
        violation
    }

    /// People act whose time has come.
    fn befall_others(&mut self) {
        let ready: Vec<_> = self
            .faults
            .iter()
            .filter(|(from, _)| *from <= self.steps)
            .copied()
            .collect();
        for (from, fault) in ready {
            let possible = self.world.moves_of_others();
            let moves: Vec<_> = possible
                .into_iter()
                .filter(|m| m.fault() == Some(fault))
                .collect();
            if !moves.is_empty() {
                self.forget(from, fault);
                let happens = self.dice.pick(&moves);
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
        let call = match &self.world.writers[n].doing {
            Doing::Call(call) => call.clone(),
            Doing::Hearing(..) => return Move::Deliver(n),
            _ => {
                self.world.set_clock(n, now);
                return Move::Wake(n);
            }
        };
        self.world.set_clock(n, now);
        let mut possible = Vec::new();
        self.world.moves_of_call(n, &call, &mut possible);
        let ready = |fault| {
            self.faults
                .iter()
                .find(|(from, f)| *from <= self.steps && *f == fault)
                .copied()
        };
        possible.retain(|m| !matches!(m, Move::Stale(_, age) if self.world.former_age(*age) > LAG));
        let befalling = possible.iter().find_map(|m| ready(m.fault()?));
        let Some((from, fault)) = befalling else {
            return Move::Step(n);
        };
        possible.retain(|m| m.fault() == Some(fault));
        self.forget(from, fault);
        self.dice.pick(&possible)
    }

    /// When the writer's next turn is.
    fn schedule(&mut self, n: usize, at: Millis, happened: Move) {
        if let Move::Land(_) = happened {
            self.lands[n] = None;
            return;
        }
        if let Move::Late(_) = happened {
            self.lands[n] = Some(
                at + self
                    .dice
                    .below(if self.world.tells { LATEST } else { SETTLED }),
            );
        }
        let way = if self.steady {
            50
        } else {
            30 + self.parts[n].dice.below(45)
        };
        self.due[n] = match &self.world.writers[n].doing {
            Doing::Call(_) => Some(at + 2 * way),
            Doing::Hearing(..) => Some(at + 3_000),
            Doing::Waiting(until) => Some((*until).max(at)),
            Doing::Done(_) | Doing::Crashed => None,
        };
    }
}

fn broken_by(plan: &Plan) -> BTreeSet<Violation> {
    Run::new(plan).finish()
}

/// The smallest schedule that still breaks the same.
fn shrink(mut plan: Plan, violation: Violation) -> Plan {
    while let Some(smaller) = plan
        .smaller()
        .into_iter()
        .find(|plan| broken_by(plan).contains(&violation))
    {
        plan = smaller;
    }
    plan
}

fn tell(plan: &Plan) -> String {
    let mut run = Run::new(plan);
    run.story = Some(String::new());
    let broken = run.finish();
    let mut story = format!(
        "EXPLORE_SEED={}: {broken:?}, start {:?}, history {:?}\n",
        plan.seed, plan.start, plan.told
    );
    story.push_str(&run.story.take().unwrap_or_default());
    for (n, writer) in run.world.writers.iter().enumerate() {
        let end = writer
            .outcome()
            .map(|outcome| format!("{:?}: {}", outcome.verdict, outcome.reason));
        let _written = writeln!(
            story,
            "  writer {n} ({:?}) ended with {end:?}",
            writer.job.goal
        );
    }
    for key in run.world.keys() {
        for (id, document) in run.world.ours(&key) {
            let _written = writeln!(
                story,
                "  left: {key} {} {} {:?}",
                id.0,
                gist(&run.world.body(id)),
                document.tombstones.keys()
            );
        }
    }
    story
}

/// Runs the schedules of these seeds, and answers how often each invariant broke, with the first seed.
fn run_all(seeds: u64) -> (BTreeMap<Violation, (usize, u64)>, u64) {
    let next = AtomicU64::new(0);
    let work = || {
        let mut broken: BTreeMap<Violation, (usize, u64)> = BTreeMap::new();
        let mut steps = 0;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return (broken, steps);
            }
            let mut run = Run::new(&Plan::of(seed));
            for kind in run.finish() {
                broken.entry(kind).or_insert((0, seed)).0 += 1;
            }
            steps += run.steps as u64;
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut all: BTreeMap<Violation, (usize, u64)> = BTreeMap::new();
    let mut steps = 0;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            let (broken, walked) = thread.join().unwrap();
            steps += walked;
            for (kind, (times, seed)) in broken {
                let entry = all.entry(kind).or_insert((0, seed));
                *entry = (entry.0 + times, entry.1.min(seed));
            }
        }
    });
    (all, steps)
}

#[test]
fn random_schedules_break_nothing() {
    let number = |name| {
        env::var(name)
            .ok()
            .map(|value| value.parse::<u64>().unwrap())
    };
    if let Some(seed) = number("EXPLORE_SEED") {
        let story = tell(&Plan::of(seed));
        println!("{story}");
        assert!(broken_by(&Plan::of(seed)).is_empty(), "{story}");
        return;
    }
    let seeds = number("EXPLORE_SCHEDULES").unwrap_or(SCHEDULES);
    let (broken, steps) = run_all(seeds);
    println!("{seeds} schedules, {steps} steps: {broken:?}");
    let stories = broken.iter().map(|(kind, (times, seed))| {
        format!(
            "{kind} in {times} schedules; the first, made smaller:\n{}",
            tell(&shrink(Plan::of(*seed), *kind))
        )
    });
    let stories: Vec<_> = stories.collect();
    assert!(stories.is_empty(), "\n{}", stories.join("\n"));
}
