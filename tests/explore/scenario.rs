//! Who writes together, against which server, and what may go wrong: what one exploration begins with.

use std::sync::Arc;

use one_comment::converge::{Classifier, Intent, Rules};
use one_comment_sandbox::state::{History, Transport};

use crate::happening::Fault;
use crate::start::{BEFORE, Start};
use crate::world::{Waits, World};
use crate::writer::{Goal, Job};

/// Who writes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    /// Each its own section.
    Sections(u64),
    /// The same in a smaller model: waits take no time, and of the orders of their first writes, which differ in
    /// names alone, one is explored.
    Alike(u64),
    /// One section, a run each.
    Whole(u64),
    /// One section: an older run's re-run, and a first attempt.
    Rerun,
    /// An older run's re-run, and a first attempt with a section of its own.
    RerunBeside,
    /// One section: re-runs of two older runs.
    Reruns,
    /// One section: two attempts of one run.
    Attempts,
    /// One of them may only read.
    ReadOnly,
    /// One section: a run that says what is there already, and an older one that does not.
    EqualText,
    /// One hides the comment, one publishes.
    Hide,
    /// One removes the section that is there, one publishes beside it.
    Clear,
}

impl Crowd {
    pub(crate) fn meets(self, fault: Option<Fault>) -> bool {
        match fault {
            // A section that others overwrite does not keep what a person wrote into it.
            Some(Fault::EditSection) => {
                matches!(self, Self::Sections(_) | Self::Alike(_) | Self::ReadOnly)
            }
            // Attempts of one run are about one commit.
            Some(Fault::Push) => self != Self::Attempts,
            _ => true,
        }
    }

    fn jobs(self) -> Vec<Job> {
        match self {
            Self::Sections(n) => (0..n)
                .map(|i| Job::new(101 + i, 1, &format!("s{i}")))
                .collect(),
            Self::Alike(n) => {
                let mut jobs = Self::Sections(n).jobs();
                jobs.iter_mut().for_each(|job| job.settings.pace.settle = 0);
                jobs
            }
            Self::Whole(n) => (0..n).map(|i| Job::new(101 + i, 1, "old")).collect(),
            Self::Rerun => vec![Job::new(5, 2, "old"), Job::new(102, 1, "old")],
            Self::RerunBeside => vec![Job::new(5, 2, "old"), Job::new(102, 1, "s1")],
            Self::Reruns => vec![Job::new(5, 2, "old"), Job::new(6, 2, "old")],
            Self::Attempts => vec![Job::new(101, 1, "old"), Job::new(101, 2, "old")],
            Self::ReadOnly => {
                let mut jobs = Self::Sections(2).jobs();
                jobs[1].may_write = false;
                jobs
            }
            Self::EqualText => vec![Job::new(101, 1, "old"), Job::saying(102, "old", BEFORE)],
            Self::Hide => {
                let hide = Intent::Hide(Classifier::Outdated);
                vec![Job::asking(101, hide, Goal::Hides), Job::new(102, 1, "s1")]
            }
            Self::Clear => vec![Job::clearing(101, "old"), Job::new(102, 1, "s1")],
        }
    }
}

/// How the server tells what was overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    On,
    Empty,
    Absent,
    Null,
    Collapsing,
    Rest,
}

impl Told {
    pub(crate) fn history(self) -> History {
        match self {
            Self::On | Self::Rest => History::On,
            Self::Empty => History::Empty,
            Self::Absent => History::Absent,
            Self::Null => History::TextsDeleted,
            Self::Collapsing => History::Collapsing { within_ms: 60_000 },
        }
    }

    /// Whether a writer is told what it overwrote.
    pub(crate) fn tells(self) -> bool {
        matches!(self, Self::On | Self::Collapsing)
    }

    /// The job by way of this server.
    pub(crate) fn job(self, job: &Arc<Job>) -> Arc<Job> {
        let mut job = job.clone();
        if self == Self::Rest {
            Arc::make_mut(&mut job).transport = Transport::Rest;
        }
        job
    }
}

/// The world in which it begins.
pub(crate) fn world(
    crowd: Crowd,
    start: Start,
    told: Told,
    fault: Option<Fault>,
    rules: Rules,
) -> World {
    let mut world = start.world(told.history());
    world.tells = told.tells();
    world.waits = if world.tells {
        Waits::Freely
    } else {
        Waits::WhenSettled
    };
    world.faults = fault.into_iter().collect();
    world.alike = matches!(crowd, Crowd::Alike(_));
    let mut jobs = crowd.jobs();
    if fault == Some(Fault::Push)
        && let Some(last) = jobs.pop()
    {
        jobs.push(last.for_the_push());
    }
    for mut job in jobs {
        job.settings.rules = rules;
        world.add(&told.job(&Arc::new(job)));
    }
    world
}
