//! Very many schedules at random, on a virtual clock. One that breaks something is made smaller and told.
//!
//! `EXPLORE_SCHEDULES=n` runs so many, `EXPLORE_SEED=n` only that one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use crate::chance::Plan;
use crate::course::Course;
use crate::watch::Violation;

/// As many as take two minutes on two cores.
const SCHEDULES: u64 = 100_000;

fn broken_by(plan: &Plan) -> BTreeSet<Violation> {
    Course::new(plan).finish()
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
    let (seed, start, told) = (plan.seed, plan.start, plan.told);
    let story = Course::new(plan).tell();
    format!("EXPLORE_SEED={seed}, start {start:?}, history {told:?}: {story}")
}

/// What some schedules came to.
#[derive(Default)]
struct Tally {
    steps: usize,
    /// The seeds that broke each invariant.
    broken: BTreeMap<Violation, BTreeSet<u64>>,
}

impl Tally {
    fn run(&mut self, seed: u64) {
        let mut course = Course::new(&Plan::of(seed));
        for violation in course.finish() {
            self.broken.entry(violation).or_default().insert(seed);
        }
        self.steps += course.steps;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        for (violation, seeds) in other.broken {
            self.broken.entry(violation).or_default().extend(seeds);
        }
    }
}

/// Runs the schedules of all seeds below `seeds`, on all cores.
fn run_all(seeds: u64) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return tally;
            }
            tally.run(seed);
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Tally::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            all += thread.join().unwrap();
        }
    });
    all
}

fn number(variable: &str) -> Option<u64> {
    let value = env::var(variable).ok()?;
    Some(value.parse().unwrap())
}

#[test]
fn random_schedules_break_nothing() {
    if let Some(seed) = number("EXPLORE_SEED") {
        let story = tell(&Plan::of(seed));
        println!("{story}");
        assert!(broken_by(&Plan::of(seed)).is_empty(), "{story}");
        return;
    }
    let seeds = number("EXPLORE_SCHEDULES").unwrap_or(SCHEDULES);
    let tally = run_all(seeds);
    println!(
        "{seeds} schedules, {} steps: {:?}",
        tally.steps, tally.broken
    );
    let stories = tally.broken.iter().filter_map(|(violation, seeds)| {
        let smallest = shrink(Plan::of(*seeds.first()?), *violation);
        let story = tell(&smallest);
        let times = seeds.len();
        Some(format!(
            "{violation} in {times} schedules; the first, made smaller: {story}"
        ))
    });
    let stories: Vec<_> = stories.collect();
    assert!(stories.is_empty(), "\n{}", stories.join("\n"));
}
