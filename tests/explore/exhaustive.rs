//! The table of everything that is explored to the end, and what was found: each row is one search.

use std::sync::Arc;

use one_comment_sandbox::state::{History, Transport};

use crate::search::{Found, explore, tell};
use crate::start::Start;
use crate::watch::Violation;
use crate::world::{Fault, Waits, World};
use crate::writer::Job;

/// Who writes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crowd {
    /// Each its own section.
    Sections(u64),
    /// One section, a run each.
    Whole(u64),
    /// One section: an older run's re-run, and a first attempt.
    Rerun,
    /// One section: two attempts of one run.
    Attempts,
    /// One of them may only read.
    ReadOnly,
}

impl Crowd {
    fn jobs(self) -> Vec<Job> {
        match self {
            Self::Sections(n) => (0..n)
                .map(|i| Job::new(101 + i, 1, &format!("s{i}")))
                .collect(),
            Self::Whole(n) => (0..n).map(|i| Job::new(101 + i, 1, "old")).collect(),
            Self::Rerun => vec![Job::new(101, 2, "old"), Job::new(102, 1, "old")],
            Self::Attempts => vec![Job::new(101, 1, "old"), Job::new(101, 2, "old")],
            Self::ReadOnly => {
                let mut jobs = Self::Sections(2).jobs();
                jobs[1].may_write = false;
                jobs
            }
        }
    }
}

/// How the server tells what was overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    On,
    Empty,
    Absent,
    Null,
    Collapsing,
    Rest,
}

impl Told {
    fn history(self) -> History {
        match self {
            Self::On | Self::Rest => History::On,
            Self::Empty => History::Empty,
            Self::Absent => History::Absent,
            Self::Null => History::TextsDeleted,
            Self::Collapsing => History::Collapsing { within_ms: 60_000 },
        }
    }

    fn waits(self) -> Waits {
        match self {
            Self::On | Self::Collapsing => Waits::Freely,
            _ => Waits::WhenSettled,
        }
    }
}

fn world(crowd: Crowd, start: Start, told: Told, fault: Option<Fault>) -> World {
    let mut world = start.world(told.history(), "old");
    world.waits = told.waits();
    world.faults = fault.into_iter().collect();
    let mut jobs = crowd.jobs();
    if fault == Some(Fault::Push)
        && let Some(last) = jobs.pop()
    {
        jobs.push(last.for_the_push());
    }
    for mut job in jobs {
        if told == Told::Rest {
            job.transport = Transport::Rest;
        }
        world.add(&Arc::new(job));
    }
    world
}

/// Explores one row, prints it, and answers what it broke, with the story.
fn row(crowd: Crowd, start: Start, told: Told, fault: Option<Fault>) -> (Found, String) {
    let world = world(crowd, start, told, fault);
    let found = explore(&world, None);
    let fault = fault.map_or_else(|| "none".to_owned(), |fault| format!("{fault:?}"));
    let broken = [
        Violation::Duplicate,
        Violation::Loss,
        Violation::Foreign,
        Violation::StaleBody,
        Violation::TextLoss,
        Violation::BlindCreate,
        Violation::Unfinished,
    ]
    .map(|kind| format!("{:>6}", found.count(kind)));
    println!(
        "{:12} {:11} {:10} {fault:12} {:>8} {:>6} {:>3} {}",
        format!("{crowd:?}"),
        format!("{start:?}"),
        format!("{told:?}"),
        found.states,
        found.ends,
        found.writes,
        broken.concat(),
    );
    let stories = found.broken.iter().map(|(kind, (_, way))| {
        format!(
            "{kind} with {crowd:?}, {start:?}, history {told:?}, fault {fault}:\n{}",
            tell(&world, way)
        )
    });
    let stories = stories.collect::<Vec<_>>().join("\n");
    (found, stories)
}

const FAULTS: [Option<Fault>; 10] = [
    None,
    Some(Fault::Crash),
    Some(Fault::LostAnswer),
    Some(Fault::StaleRead),
    Some(Fault::ShortList),
    Some(Fault::SlowAnswer),
    Some(Fault::EditText),
    Some(Fault::EditSection),
    Some(Fault::Delete),
    Some(Fault::Push),
];

fn table(crowds: &[Crowd], told: &[Told], faults: &[Option<Fault>]) {
    println!(
        "writers      start       history    fault          states   ends max   dupl   loss foreig  stale   text  blind unfin."
    );
    let mut stories = Vec::new();
    for crowd in crowds {
        for told in told {
            for fault in faults {
                for start in Start::ALL {
                    // One that others overwrite does not keep what a person wrote into it.
                    if *fault == Some(Fault::EditSection) && !matches!(crowd, Crowd::Sections(_)) {
                        continue;
                    }
                    let story = row(*crowd, start, *told, *fault).1;
                    if !story.is_empty() {
                        println!("{story}");
                        stories.push(story);
                    }
                }
            }
        }
    }
    assert!(
        stories.is_empty(),
        "{} rows break an invariant; the first: {}",
        stories.len(),
        stories[0]
    );
}

#[test]
fn two_writers_with_the_edit_history_need_no_timing() {
    table(&[Crowd::Sections(2), Crowd::Whole(2)], &[Told::On], &FAULTS);
}

#[test]
fn two_writers_without_the_edit_history_settle() {
    table(
        &[Crowd::Sections(2), Crowd::Whole(2)],
        &[Told::Empty, Told::Absent, Told::Null, Told::Rest],
        &[None],
    );
}

#[test]
fn reruns_and_read_only_tokens_among_the_writers() {
    table(
        &[Crowd::Rerun, Crowd::Attempts, Crowd::ReadOnly],
        &[Told::On],
        &FAULTS[..1],
    );
}

#[test]
fn a_history_that_collapses_can_lose_a_section() {
    table(&[Crowd::Sections(2)], &[Told::Collapsing], &[None]);
}

#[test]
fn three_writers_with_the_edit_history() {
    table(&[Crowd::Sections(3), Crowd::Whole(3)], &[Told::On], &[None]);
}
