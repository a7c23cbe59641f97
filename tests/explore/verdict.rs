//! What must hold once every writer has ended, and, after a crash, once the next writers have.

use std::collections::BTreeSet;
use std::sync::Arc;

use one_comment::comment::{Document, Name, Origin, Sha, Stamp};
use one_comment::converge::{Trouble, Verdict};
use one_comment_sandbox::state::CommentId;

use crate::command::{on, sha};
use crate::happening::Move;
use crate::remains::Remains;
use crate::watch::Violation;
use crate::world::{Waits, World};
use crate::writer::{Doing, Goal, Job, Writer};

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
        broken.extend(judge_comments(&next));
    } else {
        broken.extend(judge_comments(world));
    }
    broken
}

/// Whether the writer ended as it should, whatever the comment says.
fn has_finished(world: &World, writer: &Writer) -> bool {
    let key = &writer.job.settings.key;
    let Some(outcome) = writer.outcome() else {
        return matches!(writer.doing, Doing::Crashed);
    };
    match &outcome.verdict {
        Verdict::Failed(Trouble::GitHub(_)) => !writer.job.may_write,
        Verdict::Failed(_) => false,
        Verdict::Skipped => {
            world.deleted.contains(key)
                || was_removed(world, key)
                || !matches!(writer.job.goal, Goal::Says(..))
        }
        _ => true,
    }
}

/// Whether a writer came to remove the comment. What raced with it counts as before it.
fn was_removed(world: &World, key: &Name) -> bool {
    let mut removing = world.writers.iter().filter(|writer| {
        matches!(writer.job.goal, Goal::Deletes) && writer.job.settings.key == *key
    });
    removing.any(|writer| writer.watch.writes > 0)
}

/// After a crash: a run of its own for every section that is missing, and one more.
fn repair(world: &mut World) {
    world.faults.clear();
    world.waits = Waits::Freely;
    // Soon: a tombstone lives ten minutes.
    world.state.advance(60_000);
    for key in world.keys() {
        let lost: Vec<_> = missing(world, &key)
            .map(|writer| writer.job.clone())
            .collect();
        for job in lost {
            let mut job = (*job).clone();
            job.settings.run.attempt += 1;
            job.settings.commit = Some(head(world));
            finish(world, job);
        }
        let mut last = Job::new(9_000, 1, "repair");
        (last.settings.key, last.settings.commit) = (key, Some(head(world)));
        finish(world, last);
    }
}

/// Runs one more writer, alone.
fn finish(world: &mut World, job: Job) {
    world.add(&Arc::new(job));
    let n = world.writers.len() - 1;
    while !world.writers[n].has_ended() {
        world.apply(Move::Step(n));
    }
}

fn judge_comments(world: &World) -> BTreeSet<Violation> {
    let mut broken = BTreeSet::new();
    for key in world.keys() {
        judge_comment(world, &key, &mut broken);
    }
    let is_lost = |text| !world.comments().any(|comment| comment.body.contains(text));
    let lines = world.lines.iter().filter(|line| !line.excused);
    if lines
        .into_iter()
        .any(|line| is_lost(line.text) && !was_removed(world, &line.key))
    {
        broken.insert(Violation::TextLoss);
    }
    broken
}

fn judge_comment(world: &World, key: &Name, broken: &mut BTreeSet<Violation>) {
    let ours = world.ours(key);
    let mut writers = world.writers.iter().filter(|w| w.job.settings.key == *key);
    let somebody_wrote =
        writers.any(|writer| writer.outcome().is_some_and(|outcome| outcome.changed));
    if ours.len() > 1 && somebody_wrote {
        broken.insert(Violation::Duplicate);
    }
    let excused = world.deleted_while_folding.contains(key) || was_removed(world, key);
    if !excused && missing(world, key).next().is_some() {
        broken.insert(Violation::Loss);
    }
    if let [(id, document)] = &ours[..]
        && !is_rightly_visible(world, *id, document)
    {
        broken.insert(Violation::Visibility);
    }
}

/// The writers that have finished and whose section is not there, although nothing newer took its place.
fn missing<'a>(world: &'a World, key: &'a Name) -> impl Iterator<Item = &'a Arc<Writer>> {
    let document = world
        .ours(key)
        .into_iter()
        .next()
        .map(|(_, document)| document);
    let head = head(world);
    world
        .writers
        .iter()
        .filter(|writer| writer.job.settings.key == *key)
        .filter(move |writer| !Remains::new(world, writer, document.as_ref(), &head).are_right())
}

/// A comment is hidden where the request to hide it came last, and only there. One in which nothing is left to be
/// seen may stay hidden.
fn is_rightly_visible(world: &World, id: CommentId, document: &Document) -> bool {
    let head = head(world);
    let hidden = world.comment(id).hidden.is_some();
    let Some(mark) = &document.hidden else {
        return !hidden;
    };
    let sections = document.sections().iter().filter_map(|s| s.record.as_ref());
    let sections = sections.map(|record| &record.origin);
    let tombstones = document.tombstones.values().map(|stone| &stone.origin);
    let newest = sections
        .chain(tombstones)
        .all(|origin| place(origin, &head) <= place(mark, &head));
    hidden == newest || (hidden && document.sections().is_empty())
}

/// The order of writes: what is for the head before what is not, then the stamp.
pub(crate) fn place(origin: &Origin, head: &Sha) -> (bool, Stamp) {
    (origin.commit.as_ref() == Some(head), origin.stamp)
}

fn head(world: &World) -> Sha {
    let pull = world.state.world().pull_request(&on()).unwrap();
    Sha::parse(pull.head().as_ref()).unwrap_or_else(|_| sha("1"))
}
