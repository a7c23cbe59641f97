//! The messages of a delivery: which of them may be written, and what became of each. Writes nothing.
//!
//! One that must not be written does not keep back the others: all that may go out, go out in one write.

use super::{LONGEST_BODY, Session};
use crate::comment::{Document, Frame, Name, Origin, Sha};
use crate::converge::intent::{Intent, Message, Mode};
use crate::converge::join::says;
use crate::converge::outcome::{Fate, Verdict};
use crate::converge::stamp::{Run, precedence};

/// Characters that markers, notes and state of all strangers' sections may take together, removed ones included: half
/// of a comment is left to the others, whatever names strangers invent.
const STRANGERS_ROOM: usize = LONGEST_BODY / 2;

/// What a section takes besides its content, its name and the addresses of its run, twice, and commit.
const AROUND: usize = 560;

/// What a removed one takes in the state besides its name.
const BURIED: usize = 320;

/// What becomes of messages before it is known how high they rank: open where they may be written.
pub(super) fn fates(
    messages: &[Message],
    run: &Run,
    frame: &Frame,
    current: Option<&Document>,
) -> Vec<Fate> {
    let mut taken = current.map_or(0, |current| taken_by_strangers(current, frame));
    let fate = |message: &Message| {
        let fate = current.map_or(Fate::Open, |current| fate(message, run, current));
        let known = |current: &Document| current.section(&message.section).is_some();
        if fate != Fate::Open || current.is_some_and(known) {
            return fate;
        }
        match taken + weight(&message.section, frame) {
            more if more > STRANGERS_ROOM => Fate::NoRoom,
            more => {
                taken = more;
                fate
            }
        }
    };
    messages.iter().map(fate).collect()
}

fn taken_by_strangers(current: &Document, frame: &Frame) -> usize {
    let sections = current.sections().iter();
    let delivered = sections.filter(|section| section.is_delivered());
    let shown: usize = delivered.map(|section| weight(&section.name, frame)).sum();
    let tombstones = current.tombstones.iter();
    let removed = tombstones.filter(|(_, tombstone)| tombstone.origin.delivered);
    let buried: usize = removed.map(|(name, _)| in_state(name) + BURIED).sum();
    shown + buried
}

/// The name stands in both markers and in the state.
fn weight(name: &Name, frame: &Frame) -> usize {
    let address = frame.server.len() + frame.repository.len();
    2 * name.spelled().len() + in_state(name) + 3 * address + AROUND
}

/// A name's length in base64.
fn in_state(name: &Name) -> usize {
    name.as_str().len().div_ceil(3) * 4
}

fn fate(message: &Message, run: &Run, current: &Document) -> Fate {
    let later_attempt = |own: &Origin| own.run == run.id && own.attempt > run.attempt;
    let origin = message.origin_in(current);
    let Some(section) = current.section(&message.section) else {
        return match origin {
            Some(removed) if later_attempt(removed) => Fate::Superseded,
            _ => Fate::Open,
        };
    };
    match origin {
        Some(own) if !own.delivered => Fate::NotItsOwn,
        None => Fate::NotItsOwn,
        Some(own) if later_attempt(own) => Fate::Superseded,
        Some(_) if message.mode != Mode::Once => Fate::Open,
        Some(_) if message.made(section) => Fate::Reconciled,
        Some(_) => Fate::OtherText,
    }
}

/// Where the newest section came from that a message may replace.
pub(super) fn newest_stored<'a>(
    messages: &[Message],
    fates: &[Fate],
    current: Option<&'a Document>,
) -> Option<&'a Origin> {
    let origins = open(messages, fates).filter_map(|message| message.origin_in(current?));
    origins.max_by_key(|origin| origin.stamp)
}

fn open<'a>(messages: &'a [Message], fates: &[Fate]) -> impl Iterator<Item = &'a Message> {
    let pairs = messages.iter().zip(fates);
    let open = pairs.filter(|(_, fate)| **fate == Fate::Open);
    open.map(|(message, _)| message)
}

fn is_beaten(message: &Message, mark: &Origin, current: &Document, head: Option<&Sha>) -> bool {
    let newer = |stored| precedence(stored, head) > precedence(mark, head);
    message.origin_in(current).is_some_and(newer)
}

impl Session {
    /// At first sight, with the mark known: what the comment says already, and what a newer run has said.
    pub(super) fn compare(&mut self, mark: &Origin, current: Option<&Document>) {
        let (Intent::Deliver(messages), Some(current)) = (&self.settings.intent, current) else {
            return;
        };
        let (settings, head) = (&self.settings, self.thread.head());
        let pairs = messages.iter().zip(&mut self.fates);
        for (message, fate) in pairs.filter(|(_, fate)| **fate == Fate::Open) {
            let wanted = settings.document([message], mark);
            if says(current, &wanted, settings.rules) {
                *fate = Fate::Reconciled;
            } else if is_beaten(message, mark, current, head) {
                *fate = Fate::Superseded;
            }
        }
    }

    /// What a delivery asks for: all that is still open, and that the entries go that are too many with it.
    pub(super) fn delivered(
        &self,
        messages: &[Message],
        mark: &Origin,
        current: Option<&Document>,
    ) -> Document {
        let mut document = self.settings.document(open(messages, &self.fates), mark);
        for message in open(messages, &self.fates) {
            let cleared = current.map(|current| self.cleared_beside(message, mark, current));
            document.tombstones.extend(cleared.into_iter().flatten());
        }
        document
    }

    /// Whether this is a delivery of which nothing is left to be written, which ends it.
    pub(super) fn has_nothing_to_deliver(&mut self) -> bool {
        let delivers = matches!(self.settings.intent, Intent::Deliver(_));
        let nothing = |document: &Document| document.sections().is_empty();
        let ends = delivers && self.intent.as_ref().is_some_and(nothing);
        if ends {
            self.end_of_delivery();
        }
        ends
    }

    fn end_of_delivery(&mut self) {
        let is = |wanted: Fate| self.fates.contains(&wanted);
        if is(Fate::Reconciled) {
            self.finish(Verdict::Unchanged, "the comment says so already");
        } else if is(Fate::Superseded) {
            self.supersede("a newer run has published".to_owned());
        } else {
            self.finish(Verdict::Skipped, "nothing of the delivery may be written");
        }
    }

    /// Drops from the intent what a newer run has said meanwhile. Answers whether anything is left of it.
    pub(super) fn still_delivers(&mut self, mark: &Origin, current: &Document) -> bool {
        let head = self.thread.head();
        let (Some(intent), Intent::Deliver(messages)) = (&mut self.intent, &self.settings.intent)
        else {
            return false;
        };
        let pairs = messages.iter().zip(&mut self.fates);
        for (message, fate) in pairs.filter(|(_, fate)| **fate == Fate::Open) {
            if is_beaten(message, mark, current, head) {
                let by_delivery = message
                    .origin_in(current)
                    .is_some_and(|stored| stored.delivered);
                *fate = if by_delivery {
                    Fate::Superseded
                } else {
                    Fate::NotItsOwn
                };
                intent.remove(&message.section);
            }
        }
        !intent.sections().is_empty()
    }

    /// What became of each message, now that the session ends so.
    pub(super) fn fates_at_end(&self, verdict: &Verdict) -> Vec<Fate> {
        let settled = match verdict {
            Verdict::Created | Verdict::Updated => Fate::Published,
            Verdict::Unchanged => Fate::Reconciled,
            Verdict::Superseded => Fate::Superseded,
            _ => Fate::Open,
        };
        let settle = |fate: &Fate| match fate {
            Fate::Open => settled,
            fate => *fate,
        };
        match &self.settings.intent {
            Intent::Deliver(messages) if self.fates.is_empty() => vec![settled; messages.len()],
            _ => self.fates.iter().map(settle).collect(),
        }
    }
}
