//! Legs of a matrix that finish together, on a virtual clock with round trips as GitHub's: how much they write, ask
//! and wait until every section is there. The table of `docs/convergence.md` is printed by these tests.

use std::collections::BTreeMap;

use one_comment::converge::{Call, Reply, Session, Settings, Step, Verdict};
use one_comment_sandbox::state::{History, Identity, State, Transport};

use crate::command::{name, on, publish, settings};
use crate::memory::Memory;

/// Round trips, in milliseconds.
const LATENCY: std::ops::Range<u64> = 60..150;
/// Within so many milliseconds all legs begin.
const BURST: u64 = 200;
/// Creates and updates that GitHub takes in a minute (fact 30).
const WRITES_PER_MINUTE: usize = 80;

/// What happens to a leg at some time.
enum Event {
    Step,
    Execute(Call),
    Answer(Reply),
}

struct Leg {
    session: Session,
    writes: usize,
    requests: usize,
    ended: u64,
}

struct Crowd {
    state: State,
    memory: Memory,
    legs: Vec<Leg>,
    /// By time, then by arrival.
    events: BTreeMap<(u64, usize), (usize, Event)>,
    arrivals: usize,
    seed: u64,
    /// When creates and updates were executed.
    written: Vec<u64>,
}

impl Crowd {
    fn new(legs: u64, seed: u64, history: History, transport: Transport) -> Self {
        let mut state = State::seeded();
        state.rules_mut().history = history;
        let begin = state.now_ms();
        let memory = Memory {
            who: Identity::job(),
            on: on(),
            transport,
        };
        let mut crowd = Self {
            state,
            memory,
            legs: Vec::new(),
            events: BTreeMap::new(),
            arrivals: 0,
            seed: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            written: Vec::new(),
        };
        for leg in 0..legs {
            let start = begin + crowd.random() % BURST;
            let run = settings(100, publish(&format!("leg {leg}"), &format!("text {leg}")));
            let mut run = Settings {
                legs: u32::try_from(legs).unwrap(),
                ..run
            };
            run.pace.seed = crowd.random();
            run.run.nonce = crowd.random();
            run.run.start = start;
            let session = Session::new(run, start);
            crowd.legs.push(Leg {
                session,
                writes: 0,
                requests: 0,
                ended: 0,
            });
            crowd.at(start, usize::try_from(leg).unwrap(), Event::Step);
        }
        crowd
    }

    fn at(&mut self, time: u64, leg: usize, event: Event) {
        self.arrivals += 1;
        self.events.insert((time, self.arrivals), (leg, event));
    }

    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed >> 8
    }

    fn half_a_round_trip(&mut self) -> u64 {
        (LATENCY.start + self.random() % (LATENCY.end - LATENCY.start)) / 2
    }

    fn run(&mut self) {
        while let Some(((now, _), (leg, event))) = self.events.pop_first() {
            self.state.set_clock(now);
            match event {
                Event::Answer(reply) => {
                    self.legs[leg].session.answer(reply, now);
                    self.at(now, leg, Event::Step);
                }
                Event::Execute(call) => {
                    if matches!(call, Call::Create { .. } | Call::Update { .. }) {
                        self.written.push(now);
                        self.legs[leg].writes += 1;
                    }
                    let reply = self.memory.execute(&mut self.state, &call);
                    let back = self.half_a_round_trip();
                    self.at(now + back, leg, Event::Answer(reply));
                }
                Event::Step => self.step(leg, now),
            }
        }
    }

    fn step(&mut self, leg: usize, now: u64) {
        match self.legs[leg].session.next(now) {
            Step::Wait(until) => self.at(until, leg, Event::Step),
            Step::Call(call) => {
                self.legs[leg].requests += 1;
                let there = self.half_a_round_trip();
                self.at(now + there, leg, Event::Execute(call));
            }
            Step::Done(outcome) => {
                let good = matches!(outcome.verdict, Verdict::Created | Verdict::Updated);
                assert!(good, "leg {leg}: {outcome:#?}");
                self.legs[leg].ended = now;
            }
        }
    }

    /// Every leg's section is in the one comment.
    fn assert_whole(&self) {
        let comments: Vec<_> = self.state.world().comments(&on()).unwrap().collect();
        assert_eq!(comments.len(), 1);
        let body = &comments[0].body;
        for leg in 0..self.legs.len() {
            let marker = format!("section {}:end", name(&format!("leg {leg}")).spelled());
            assert!(body.contains(&marker), "leg {leg} is lost");
        }
    }

    fn peak_per_minute(&self) -> usize {
        let within = |from: u64| {
            self.written
                .iter()
                .filter(|at| (from..from + 60_000).contains(*at))
                .count()
        };
        self.written
            .iter()
            .map(|from| within(*from))
            .max()
            .unwrap_or(0)
    }
}

/// What some crowds of one size did.
#[derive(Default)]
struct Row {
    crowds: usize,
    legs: usize,
    writes: usize,
    most_writes: usize,
    requests: usize,
    most_requests: usize,
    slowest: u64,
    peak: usize,
}

impl Row {
    fn measure(legs: u64, crowds: u64, history: History, transport: Transport) -> Self {
        let mut row = Self::default();
        for seed in 1..=crowds {
            let mut crowd = Crowd::new(legs, seed, history, transport);
            let begin = crowd.state.now_ms();
            crowd.run();
            crowd.assert_whole();
            row.crowds += 1;
            row.peak = row.peak.max(crowd.peak_per_minute());
            for leg in &crowd.legs {
                row.legs += 1;
                row.writes += leg.writes;
                row.requests += leg.requests;
                row.most_writes = row.most_writes.max(leg.writes);
                row.most_requests = row.most_requests.max(leg.requests);
                row.slowest = row.slowest.max(leg.ended - begin);
            }
        }
        row
    }

    fn mean(&self, sum: usize) -> f64 {
        f64::from(u32::try_from(sum).unwrap()) / f64::from(u32::try_from(self.legs).unwrap())
    }

    fn print(&self, mode: &str) {
        println!(
            "| {mode} | {} | {} | {:.2} / {} | {:.2} / {} | {:.1} s | {} |",
            self.legs / self.crowds,
            self.crowds,
            self.mean(self.writes),
            self.most_writes,
            self.mean(self.requests),
            self.most_requests,
            f64::from(u32::try_from(self.slowest).unwrap()) / 1000.0,
            self.peak,
        );
    }
}

#[test]
fn with_the_edit_history_crowds_stay_small_and_quick() {
    println!(
        "| mode | legs | crowds | writes a leg, mean / most | requests a leg, mean / most | last leg | writes in a minute |"
    );
    for (legs, crowds) in [(2, 40), (8, 40), (20, 20)] {
        let row = Row::measure(legs, crowds, History::On, Transport::Graphql);
        row.print("edit history");
        assert!(
            row.mean(row.writes) <= 2.0 && row.slowest <= 15_000 && row.peak <= WRITES_PER_MINUTE
        );
    }
}

#[test]
fn a_hundred_legs_converge_within_the_timeout_and_the_limit() {
    let row = Row::measure(100, 2, History::On, Transport::Graphql);
    row.print("edit history");
    assert!(
        row.slowest <= 240_000 && row.peak <= WRITES_PER_MINUTE,
        "peak {}",
        row.peak
    );
}

#[test]
fn in_settle_mode_crowds_take_longer_and_lose_nothing() {
    for (legs, crowds) in [(2, 20), (8, 20), (20, 10), (100, 1)] {
        let row = Row::measure(legs, crowds, History::Absent, Transport::Graphql);
        row.print("settle");
        assert!(
            row.slowest <= 240_000 && row.peak <= WRITES_PER_MINUTE,
            "{legs} legs: peak {}, slowest {}",
            row.peak,
            row.slowest
        );
    }
}
