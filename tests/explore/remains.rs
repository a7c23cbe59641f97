//! What is left of one writer's work once all have ended: is it there, or is it rightly not?

use one_comment::comment::{Document, Name, Origin, Sha, Stamp};
use one_comment::converge::{Outcome, Verdict};

use crate::verdict::place;
use crate::world::World;
use crate::writer::{Goal, Job, Writer};

/// Where something stands in the order of writes.
type Place = (bool, Stamp);

/// What a document says of one name.
#[derive(Clone, Copy, Default)]
struct Stored<'a> {
    content: Option<&'a str>,
    /// Of the section, or of its tombstone.
    origin: Option<&'a Origin>,
}

impl<'a> Stored<'a> {
    fn find(document: &'a Document, name: &Name) -> Self {
        let tombstone = document.tombstones.get(name).map(|stone| &stone.origin);
        match document.section(name) {
            Some(section) => Self {
                content: Some(section.content.as_str()),
                origin: section.record.as_ref().map(|record| &record.origin),
            },
            None => Self {
                content: None,
                origin: tombstone,
            },
        }
    }
}

/// One writer, and the comment that is left.
pub(crate) struct Remains<'a> {
    world: &'a World,
    writer: &'a Writer,
    document: Option<&'a Document>,
    head: &'a Sha,
}

impl<'a> Remains<'a> {
    pub(crate) fn new(
        world: &'a World,
        writer: &'a Writer,
        document: Option<&'a Document>,
        head: &'a Sha,
    ) -> Self {
        Self {
            world,
            writer,
            document,
            head,
        }
    }

    pub(crate) fn are_right(&self) -> bool {
        let Some(outcome) = self.writer.outcome() else {
            return true;
        };
        match &self.writer.job.goal {
            Goal::Says(section, text) if is_done(outcome) => self.says(section, text),
            Goal::Says(section, _) if outcome.verdict == Verdict::Superseded => {
                self.was_superseded(section)
            }
            Goal::Clears(section) if is_done(outcome) => {
                let stored = self.stored(section);
                let newer = self.is_newer(stored, self.first_place(&self.writer.job));
                stored.content.is_none() || newer || self.went_by_hand()
            }
            Goal::Says(..) | Goal::Clears(_) | Goal::Hides | Goal::Deletes => true,
        }
    }

    /// It says the text, or something that came later.
    fn says(&self, section: &Name, text: &str) -> bool {
        let stored = self.stored(section);
        let there = stored.content.is_some_and(|content| content.contains(text));
        let mark = self.writer.watch.mark.as_ref();
        let later = mark.is_some_and(|mark| {
            let mark = place(mark, self.head);
            let cleared = stored.content.is_none() && self.was_cleared(section, mark);
            self.is_newer(stored, mark) || cleared
        });
        there || later || self.went_by_hand()
    }

    fn was_superseded(&self, section: &Name) -> bool {
        let job = &self.writer.job;
        let stored = self.stored(section);
        let stale = job.commit() != Some(self.head);
        // A re-run is a deliberate act: what was there before it does not supersede it.
        let mut writers = self.world.writers.iter();
        let concurrent = stored.origin.is_some_and(|origin| {
            job.settings.run.attempt == 1 || writers.any(|w| w.job.settings.run.id == origin.run)
        });
        let run = Stamp {
            rank: job.settings.run.id,
            ..Stamp::default()
        };
        let superseded = concurrent && self.is_newer(stored, (true, run));
        let cleared = stored.content.is_none() && self.was_cleared(section, (true, run));
        stale || superseded || cleared || self.world.deleted.contains(&job.settings.key)
    }

    /// Whether a newer job has removed the section. That its tombstone may be lost does not matter then.
    fn was_cleared(&self, section: &Name, mark: Place) -> bool {
        let key = &self.writer.job.settings.key;
        self.world.writers.iter().any(|other| {
            let clears = matches!(&other.job.goal, Goal::Clears(cleared) if cleared == section);
            let newer = self.first_place(&other.job) >= mark;
            let done = other.outcome().is_some_and(is_done);
            clears && newer && done && other.job.settings.key == *key
        })
    }

    /// A person deleted what it had written.
    fn went_by_hand(&self) -> bool {
        let key = &self.writer.job.settings.key;
        self.world.deleted.contains(key) && !self.writer.watch.landed
    }

    fn stored(&self, name: &Name) -> Stored<'a> {
        let document = self.document;
        document.map_or_else(Stored::default, |document| Stored::find(document, name))
    }

    fn is_newer(&self, stored: Stored<'_>, than: Place) -> bool {
        let origin = stored.origin;
        origin.is_some_and(|origin| place(origin, self.head) >= than)
    }

    /// Where a first attempt stands at least.
    fn first_place(&self, job: &Job) -> Place {
        let run = Stamp {
            rank: job.settings.run.id,
            ..Stamp::default()
        };
        (job.commit() == Some(self.head), run)
    }
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(
        outcome.verdict,
        Verdict::Created | Verdict::Updated | Verdict::Unchanged
    )
}
