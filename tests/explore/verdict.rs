//! What must hold once every writer has ended, and, after a crash, once the next writers have.

use std::collections::BTreeSet;
use std::sync::Arc;

use one_comment::comment::{Document, Origin, Sha, Stamp};
use one_comment::converge::{Trouble, Verdict};

use crate::command::{on, sha};
use crate::watch::Violation;
use crate::world::{Move, World};
use crate::writer::{Doing, Job, Writer};

/// What is broken at the end of `world`.
pub(crate) fn judge(world: &World) -> BTreeSet<Violation> {
    let mut broken = BTreeSet::new();
    if !world
        .writers
        .iter()
        .all(|writer| has_finished(world, writer))
    {
        broken.insert(Violation::Unfinished);
    }
    if world.crashed {
        // The next finished write restores one comment, and each section's next publish restores it.
        let mut next = world.clone();
        repair(&mut next);
        broken.extend(judge_comment(&next));
    } else {
        broken.extend(judge_comment(world));
    }
    broken
}

/// Whether the writer ended as it should, whatever the comment says.
fn has_finished(world: &World, writer: &Writer) -> bool {
    let Some(outcome) = writer.outcome() else {
        return matches!(writer.doing, Doing::Crashed);
    };
    match &outcome.verdict {
        Verdict::Failed(Trouble::GitHub(_)) => !writer.job.may_write,
        Verdict::Failed(_) => false,
        Verdict::Skipped => world.deleted,
        _ => true,
    }
}

/// After a crash: a run of its own for every section that is missing, and one more.
fn repair(world: &mut World) {
    world.faults.clear();
    world.state.advance(3_600_000);
    let lost: Vec<_> = missing(world).map(|writer| writer.job.clone()).collect();
    for job in lost {
        let mut job = (*job).clone();
        job.settings.run.attempt += 1;
        finish(world, job);
    }
    finish(world, Job::new(900, 1, "repair"));
}

/// Runs one more writer, alone.
fn finish(world: &mut World, job: Job) {
    world.add(&Arc::new(job));
    let n = world.writers.len() - 1;
    while !world.writers[n].has_ended() {
        world.apply(Move::Step(n));
    }
}

fn judge_comment(world: &World) -> BTreeSet<Violation> {
    let mut broken = BTreeSet::new();
    let ours = world.ours();
    let somebody_wrote = world
        .writers
        .iter()
        .any(|writer| writer.outcome().is_some_and(|outcome| outcome.changed));
    if ours.len() > 1 && somebody_wrote {
        broken.insert(Violation::Duplicate);
    }
    if !world.deleted_while_folding && missing(world).next().is_some() {
        broken.insert(Violation::Loss);
    }
    let bodies: Vec<_> = ours.iter().map(|(id, _)| world.body(*id)).collect();
    for line in world.lines.iter().filter(|line| !line.excused) {
        if !bodies.iter().any(|body| body.contains(line.text)) {
            broken.insert(Violation::TextLoss);
        }
    }
    broken
}

/// The writers that have finished and whose section is not there, although nothing newer took its place.
fn missing(world: &World) -> impl Iterator<Item = &Arc<Writer>> {
    let document = world
        .ours()
        .into_iter()
        .next()
        .map(|(_, document)| document);
    let head = head(world);
    world
        .writers
        .iter()
        .filter(move |writer| !is_there(world, writer, document.as_ref(), &head))
}

fn is_there(world: &World, writer: &Writer, document: Option<&Document>, head: &Sha) -> bool {
    let (Some(outcome), Some((section, text))) = (writer.outcome(), &writer.job.says) else {
        return true;
    };
    let stored = document.and_then(|document| {
        let section = document.section(section).map(|section| {
            let origin = section.record.as_ref().map(|record| &record.origin);
            (section.content.as_str().contains(text.as_str()), origin)
        });
        let tombstone = document.tombstones.get(&writer.job.says.as_ref()?.0);
        section.or(tombstone.map(|tombstone| (false, Some(&tombstone.origin))))
    });
    let newer = |than: (bool, Stamp)| {
        let origin = stored.and_then(|(_, origin)| origin);
        origin.is_some_and(|origin| place(origin, head) >= than)
    };
    let there = stored.is_some_and(|(mine, _)| mine);
    match &outcome.verdict {
        Verdict::Created | Verdict::Updated | Verdict::Unchanged => {
            let mark = writer.watch.mark.as_ref();
            let excused = world.deleted && !writer.watch.landed;
            there || excused || mark.is_some_and(|mark| newer(place(mark, head)))
        }
        Verdict::Superseded => {
            let stamp = Stamp {
                rank: writer.job.settings.run.id,
                ..Stamp::default()
            };
            let stale = writer.job.commit() != Some(head);
            there || stale || world.deleted || newer((true, stamp))
        }
        _ => true,
    }
}

fn place(origin: &Origin, head: &Sha) -> (bool, Stamp) {
    (origin.commit.as_ref() == Some(head), origin.stamp)
}

fn head(world: &World) -> Sha {
    let pull = world.state.world().pull_request(&on()).unwrap();
    Sha::parse(pull.head().as_ref()).unwrap_or_else(|_| sha("1"))
}
