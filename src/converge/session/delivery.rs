//! The messages of a delivery: which of them may be written, and what became of each. Writes nothing.
//!
//! One that must not be written does not keep back the others: all that may go out, go out in one write.

use super::Session;
use super::room::Room;
use crate::comment::{Document, Origin, Sha};
use crate::converge::intent::{Intent, Message, Mode, Settings};
use crate::converge::join::says;
use crate::converge::outcome::{Fate, Verdict};
use crate::converge::stamp::{Run, precedence};

/// What becomes of messages before it is known how high they rank: open where they may be written.
pub(super) fn fates(
    settings: &Settings,
    messages: &[Message],
    current: Option<&Document>,
) -> Vec<Fate> {
    let mut room = Room::left(current, settings);
    let fate = |message: &Message| {
        let fate = current.map_or(Fate::Open, |current| fate(message, &settings.run, current));
        if fate == Fate::Open && !room.take(&message.section) {
            return Fate::NoRoom;
        }
        fate
    };
    messages.iter().map(fate).collect()
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
