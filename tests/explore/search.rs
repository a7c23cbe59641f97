//! Goes depth-first through everything that can happen, each world once.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use one_comment::converge::Call;

use crate::happening::Move;
use crate::verdict::judge;
use crate::watch::Violation;
use crate::world::World;
use crate::writer::Doing;

/// What a search found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) states: usize,
    pub(crate) ends: usize,
    /// The most writes of one session.
    pub(crate) writes: u32,
    /// How many worlds broke each invariant, and the shortest way to one of them.
    pub(crate) broken: BTreeMap<Violation, (usize, Vec<Move>)>,
}

/// A search that needs more than this is not bounded.
const MAX_STATES: usize = 20_000_000;

/// Explores everything that follows from `start`; only until `enough` is found, where it is given.
pub(crate) fn explore(start: &World, enough: Option<Violation>) -> Found {
    let mut found = Found::default();
    let mut seen = HashSet::new();
    let mut way = Vec::new();
    let mut stack = vec![(start.clone(), start.moves())];
    while let Some((world, moves)) = stack.last_mut() {
        let Some(next) = moves.pop() else {
            stack.pop();
            way.pop();
            continue;
        };
        let mut world = world.clone();
        let violation = world.apply(next);
        found.count_writes(&world);
        if !seen.insert(world.fingerprint()) && violation.is_none() {
            continue;
        }
        way.push(next);
        found.enter(&world, violation, &way);
        let moves = if violation.is_some() {
            Vec::new()
        } else {
            world.moves()
        };
        if enough.is_some_and(|kind| found.broken.contains_key(&kind)) {
            break;
        }
        stack.push((world, moves));
        assert!(seen.len() < MAX_STATES, "the exploration does not end");
    }
    found.states = seen.len();
    found
}

impl Found {
    fn count_writes(&mut self, world: &World) {
        let most = world.writers.iter().map(|writer| writer.watch.writes).max();
        self.writes = self.writes.max(most.unwrap_or(0));
    }

    fn enter(&mut self, world: &World, violation: Option<Violation>, way: &[Move]) {
        if let Some(violation) = violation {
            self.note(violation, way);
        } else if world.moves().is_empty() {
            self.ends += 1;
            judge(world)
                .into_iter()
                .for_each(|broken| self.note(broken, way));
        }
    }

    fn note(&mut self, violation: Violation, way: &[Move]) {
        let (times, shortest) = self.broken.entry(violation).or_default();
        *times += 1;
        if *times == 1 || way.len() < shortest.len() {
            *shortest = way.to_vec();
        }
    }

    /// How often this invariant was broken.
    pub(crate) fn count(&self, violation: Violation) -> usize {
        self.broken.get(&violation).map_or(0, |(times, _)| *times)
    }
}

/// A way in words, for people.
pub(crate) fn tell(start: &World, way: &[Move]) -> String {
    let mut world = start.clone();
    let mut story = String::new();
    for happens in way {
        let _written = writeln!(story, "  {}", words(&world, *happens));
        world.apply(*happens);
    }
    for (n, writer) in world.writers.iter().enumerate() {
        let end = match &writer.doing {
            Doing::Done(outcome) => format!("{:?}: {}", outcome.verdict, outcome.reason),
            other => format!("{other:?}").chars().take(80).collect(),
        };
        let _written = writeln!(story, "  writer {n} ended with {end}");
    }
    for (id, _) in world.keys().iter().flat_map(|key| world.ours(key)) {
        let _written = writeln!(story, "  left: {} {}", id.0, gist(&world.body(id)));
    }
    story
}

pub(crate) fn words(world: &World, happens: Move) -> String {
    let Some(n) = happens.writer() else {
        return format!("a person or a push: {happens:?}");
    };
    let writer = &world.writers[n];
    let call = match &writer.doing {
        Doing::Call(call) | Doing::Hearing(call, _) => match call {
            Call::Observe { .. } => "look".to_owned(),
            Call::Create { body, .. } => format!("create {}", gist(body)),
            Call::Update { comment, body } => format!("update {} {}", comment.id, gist(body)),
            Call::Delete { comment } => format!("delete {}", comment.id),
            other => format!("{other:?}"),
        },
        _ => String::new(),
    };
    let run = &writer.job.settings.run;
    format!("{happens:?} of run {}.{}: {call}", run.id, run.attempt)
}

/// A body without its markers.
pub(crate) fn gist(body: &str) -> String {
    let lines = body.lines().filter(|line| {
        !line.trim().is_empty() && !line.contains("<!--") && !line.contains("<sub>")
    });
    format!("[{}]", lines.collect::<Vec<_>>().join(" | "))
}
