//! How much of a comment strangers' names may take. Measured on what is really printed, at worst: every section of
//! another commit, cut to nothing, and nothing in the state that packs well. Does not weigh what they say: that gives
//! way to others.

use std::collections::BTreeSet;

use super::LONGEST_BODY;
use crate::comment::{
    Content, Digest, Document, Frame, Name, Origin, Record, Section, Sha, Stamp, Tombstone,
};
use crate::converge::intent::Settings;

/// Characters that markers, notes and state of strangers' sections, and the marks of those that are gone, may take
/// together: what half of a comment is without [`OWN`].
const STRANGERS: usize = LONGEST_BODY / 2 - OWN;

/// Root, footer, and what a section of a job takes beside its content, with the longest names.
const OWN: usize = 4_096;

/// For what is left of a text that is cut to nothing.
const SLACK: usize = 20;

/// What strangers have taken, and what more of them would take.
pub(super) struct Room {
    taken: usize,
    /// Their sections.
    sections: BTreeSet<Name>,
    /// What a section takes beside its name.
    section: usize,
}

impl Room {
    /// As a comment stands.
    pub(super) fn left(current: Option<&Document>, settings: &Settings) -> Self {
        let frame = &settings.frame;
        // Never another: it is not empty.
        let short = Name::new("x").unwrap_or_else(|_| settings.key.clone());
        let mut room = Self {
            taken: 0,
            sections: BTreeSet::new(),
            section: printed(&husk(short.clone()), frame) + SLACK,
        };
        let Some(current) = current else {
            return room;
        };
        let sections = current.sections().iter();
        for section in sections.filter(|section| section.is_delivered()) {
            room.put(&section.name);
        }
        let tombstones = current.tombstones.iter();
        let buried = tombstones.filter(|(_, tombstone)| tombstone.origin.delivered);
        let gone = printed(&grave(short), frame);
        room.taken += buried.map(|(name, _)| gone + in_state(name)).sum::<usize>();
        room
    }

    /// Whether a section of this name is there, or else there is room for it, which it takes. What would go with the
    /// same write, as too many for a list, counts until it is gone: a newer one stays.
    pub(super) fn take(&mut self, name: &Name) -> bool {
        let known = self.sections.contains(name);
        let fits = known || self.taken + self.needed(name) <= STRANGERS;
        if fits && !known {
            self.put(name);
        }
        fits
    }

    fn put(&mut self, name: &Name) {
        self.taken += self.needed(name);
        self.sections.insert(name.clone());
    }

    fn needed(&self, name: &Name) -> usize {
        self.section + 2 * name.spelled().len() + in_state(name)
    }
}

/// Characters that a name takes in the state at most: base64 of bytes that do not pack.
fn in_state(name: &Name) -> usize {
    (name.as_str().len() * 4).div_ceil(3)
}

/// What a document prints beyond an empty one.
fn printed(document: &Document, frame: &Frame) -> usize {
    let frame = Frame {
        footer: false,
        marks_stale: true,
        ..frame.clone()
    };
    let length = |mut document: Document| {
        document.draw(&frame, 0);
        document.print().chars().count()
    };
    length(document.clone()).saturating_sub(length(Document::new(document.key.clone())))
}

/// A section without a name and a content to speak of.
fn husk(name: Name) -> Document {
    let record = Record {
        origin: origin(),
        input: Digest::of("input"),
        printed: Digest::of("printed"),
        missing: 9_876_543,
    };
    let mut document = Document::new(name.clone());
    document.insert(Section {
        record: Some(record),
        ..Section::new(name, Content::new(""))
    });
    document
}

/// The mark of one that is gone.
fn grave(name: Name) -> Document {
    let tombstone = Tombstone {
        origin: origin(),
        buried: 1_798_765_432_109,
    };
    let mut document = Document::new(name.clone());
    document.tombstones.insert(name, tombstone);
    document
}

/// As long as numbers get, and no two alike.
fn origin() -> Origin {
    Origin {
        stamp: Stamp {
            rank: 198_765_432_101,
            bump: 42,
            start: 1_787_654_321_098,
            nonce: 16_293_847_560_192_837_465,
        },
        run: 167_543_829_018,
        attempt: 57,
        commit: Sha::parse("5c0b7e1f9a24d68340f1e27b9c85da36714fe0d2").ok(),
        delivered: true,
        ..Origin::default()
    }
}
