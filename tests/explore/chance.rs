//! A schedule as a seed decides it: who writes what and when, and what goes wrong. Does not run it.

use std::sync::Arc;

use one_comment::comment::Name;
use one_comment::converge::{Classifier, Intent, Millis, Mode, Predecessor};

use crate::command::{name, publish_as};
use crate::happening::Fault;
use crate::scenario::Told;
use crate::start::Start;
use crate::writer::{Goal, Job};

/// Random numbers (SplitMix64, public domain algorithm by S. Vigna).
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0, below `limit`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.roll() % limit
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        let at = usize::try_from(self.roll()).unwrap_or(0) % of.len();
        of[at]
    }
}

/// One writer of a schedule.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) job: Arc<Job>,
    pub(crate) begins: Millis,
    /// Of its round trips.
    pub(crate) dice: Dice,
}

/// Everything that decides a schedule.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) start: Start,
    pub(crate) told: Told,
    pub(crate) parts: Vec<Part>,
    /// From which call on each befalls the first that it can.
    pub(crate) faults: Vec<(usize, Fault)>,
    /// Round trips take as long as each other.
    pub(crate) steady: bool,
}

impl Plan {
    pub(crate) fn of(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let few = 4 + dice.below(5);
        // Large crowds take long: one in sixteen.
        let writers = if dice.below(16) == 0 {
            few + dice.below(16)
        } else {
            few
        };
        let told = dice.pick(&[
            Told::On,
            Told::On,
            Told::On,
            Told::On,
            Told::Absent,
            Told::Rest,
        ]);
        let faults = faults(writers, told, &mut dice);
        let has = |wanted| faults.iter().any(|(_, fault)| *fault == wanted);
        let (pushes, loses) = (has(Fault::Push), has(Fault::LostAnswer));
        let parts = (0..writers)
            .map(|n| {
                let mut job = job(n, told, loses, &mut dice);
                if pushes && n % 3 == 2 {
                    job = job.for_the_push();
                    // Runs are counted in the order in which they come about.
                    job.settings.run.id += 1_000;
                }
                Part {
                    job: Arc::new(job),
                    begins: dice.pick(&[0, 0, 200, 2_000]) + dice.below(200),
                    dice: Dice(dice.roll()),
                }
            })
            .collect();
        Self {
            seed,
            start: dice.pick(&Start::ALL),
            told,
            parts,
            faults,
            steady: false,
        }
    }

    /// The same with less in it, the smallest first.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for n in 0..self.parts.len() {
            let mut plan = self.clone();
            plan.parts.remove(n);
            smaller.push(plan);
        }
        for n in 0..self.faults.len() {
            let mut plan = self.clone();
            plan.faults.remove(n);
            smaller.push(plan);
        }
        if !self.steady {
            let mut plan = self.clone();
            plan.steady = true;
            smaller.push(plan);
        }
        smaller
    }
}

/// Several at once, but for the known limits: where no history tells, an old look can lose a section, and where two
/// in a row do not show the comment, a session takes it for deleted.
fn faults(writers: u64, told: Told, dice: &mut Dice) -> Vec<(usize, Fault)> {
    let all = [
        Fault::Crash,
        Fault::LostAnswer,
        Fault::ShortList,
        Fault::SlowAnswer,
        Fault::EditText,
        Fault::Delete,
        Fault::Push,
        Fault::StaleRead,
    ];
    let mut faults = Vec::new();
    for _ in 0..dice.below(4) {
        let from = usize::try_from(dice.below(4 * writers)).unwrap_or(0);
        let fault = dice.pick(&all);
        let known = |(_, known): &(usize, Fault)| *known == Fault::StaleRead;
        if fault != Fault::StaleRead || (told == Told::On && !faults.iter().any(known)) {
            faults.push((from, fault));
        }
    }
    faults
}

fn job(n: u64, told: Told, loses: bool, dice: &mut Dice) -> Job {
    // Half of them are the legs of one run.
    let run = dice.pick(&[100, 101 + n]);
    let own = format!("s{n}");
    let mut job = match dice.below(16) {
        0..8 => Job::saying(run, &own, &text(n)),
        8..10 => Job::saying(101 + n, "old", &text(n)),
        10..12 => appending(101 + n, n),
        // A late write can land in the comment that a recreation removes, with what it overwrote.
        12 if !loses => saying_as(Mode::Recreate(Predecessor::Deleted), run, name(&own), n),
        13 => Job::clearing(101 + n, dice.pick(&["old", "s0", "s1"])),
        14 if told != Told::Rest => {
            Job::asking(101 + n, Intent::Hide(Classifier::Outdated), Goal::Hides)
        }
        _ => Job::asking(101 + n, Intent::Delete, Goal::Deletes),
    };
    job.settings.key = name(dice.pick(&["default", "default", "default", "other"]));
    job.settings.run.nonce = dice.roll();
    job.settings.pace.seed = dice.roll();
    job
}

fn text(n: u64) -> String {
    format!("text-{n}.")
}

fn appending(run: u64, n: u64) -> Job {
    let mode = Mode::Append {
        list: name("log"),
        limit: 3,
    };
    saying_as(mode, run, name(&format!("log/{run}.test.")), n)
}

fn saying_as(mode: Mode, run: u64, section: Name, n: u64) -> Job {
    let intent = publish_as(mode, section.as_str(), &text(n));
    Job::asking(run, intent, Goal::Says(section, text(n)))
}
