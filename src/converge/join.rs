//! Two bodies of one comment become one. Commutative, associative and idempotent up to the order of text lines,
//! so it does not matter who joins, when, or how often.
//!
//! - A section that is merely absent says nothing; only a tombstone removes.
//! - A join never removes a person's text: it has each line as often as the body that has it most often.
//! - Notes and footer are drawn when printed and not joined.
//! - Of one write the longer text wins, where there was not room for all of it. No session insists on the longer one:
//!   else two that have no room together would go on cutting each other.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use super::rules::Rules;
use super::stamp::{place, precedence};
use crate::comment::{
    Content, Document, Lines, Name, Order, Origin, Record, Section, Sha, Stamp, Text, Tombstone,
};

/// Joins `b` into `a`, two bodies with one key, for a pull request whose head is `head`.
pub fn join(head: Option<&Sha>, a: &Document, b: &Document) -> Document {
    let mut joined = a.clone();
    joined.footer = None;
    joined.head = head.cloned();
    joined.generation = a.generation.max(b.generation);
    joined.swept = a.swept.min(b.swept);
    (joined.run, joined.attempt, joined.nonce) =
        (a.run, a.attempt, a.nonce).max((b.run, b.attempt, b.nonce));
    joined.hidden = newest(head, a.hidden.as_ref(), b.hidden.as_ref()).cloned();
    for name in names(a).chain(names(b)).collect::<BTreeSet<_>>() {
        let pieces = (Piece::of(a, name), Piece::of(b, name));
        if let Some(piece) = winner(head, pieces) {
            put(&mut joined, name, piece);
        }
    }
    add_texts(&mut joined, a, b);
    joined
}

/// Whether `body` already holds all of `debt`: writing their join would change nothing that matters.
///
/// A stored stamp need not be the debt's own where the text is equal, but at least as high in rank and bump, so
/// that an older run cannot pass it later.
pub fn holds(head: Option<&Sha>, body: &Document, debt: &Document, rules: Rules) -> bool {
    let joined = join(head, body, debt);
    says(body, &joined, rules)
        && joined.sections().len() == body.sections().len()
        && Lines::of(body.texts()) == Lines::of(joined.texts())
}

/// Whether `body` says just what `intent` asks for, at least as firmly: nothing is left to write for it, nor lost.
pub(super) fn says(body: &Document, intent: &Document, rules: Rules) -> bool {
    let sections = intent.sections().iter().all(|wanted| {
        body.section(&wanted.name).is_some_and(|stored| {
            (stored.content == wanted.content || is_cut(stored, wanted))
                && stored.order == wanted.order
                && covers(
                    stored.record.as_ref().map(|r| &r.origin),
                    wanted.record.as_ref().map(|r| &r.origin),
                    rules,
                )
        })
    });
    let tombstones = intent.tombstones.iter().all(|(name, wanted)| {
        let stored = body.tombstones.get(name).map(|t| &t.origin);
        let absent = !rules.tombstones && body.section(name).is_none();
        absent || covers(stored, Some(&wanted.origin), rules)
    });
    sections && tombstones && covers(body.hidden.as_ref(), intent.hidden.as_ref(), rules)
}

/// Whether `stored` is what `wanted` says, only cut shorter: of the same write, or of another of the same text that
/// looks the same. Whether mentions are plain, what the user gave as text does not tell.
fn is_cut(stored: &Section, wanted: &Section) -> bool {
    let input = |section: &Section| {
        let record = section.record.as_ref();
        record.map_or_else(|| section.content.digest(), |record| record.input)
    };
    let stamp = |section: &Section| section.record.as_ref().map(|record| record.origin.stamp);
    stored.missing() > wanted.missing()
        && input(stored) == input(wanted)
        && stored.is_edited() == wanted.is_edited()
        && (stamp(stored) == stamp(wanted) || begins(stored, wanted))
}

/// Whether what is left of `stored` is how `wanted` begins. What a cut leaves open is closed behind it.
fn begins(stored: &Section, wanted: &Section) -> bool {
    let (stored_text, whole) = (stored.content.as_str(), wanted.content.as_str());
    let missing = stored.missing().saturating_sub(wanted.missing());
    let missing = usize::try_from(missing).unwrap_or(usize::MAX);
    let kept = whole.chars().count().saturating_sub(missing);
    let end = whole
        .char_indices()
        .nth(kept)
        .map_or(whole.len(), |(at, _)| at);
    stored_text.starts_with(whole.get(..end).unwrap_or_default().trim_end())
}

fn covers(stored: Option<&Origin>, wanted: Option<&Origin>, rules: Rules) -> bool {
    match (stored, wanted) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(stored), Some(wanted)) => {
            let rank = |origin: &Origin| (origin.stamp.rank, origin.stamp.bump);
            stored.commit == wanted.commit && (rank(stored) >= rank(wanted) || !rules.equal_text)
        }
    }
}

fn names(document: &Document) -> impl Iterator<Item = &Name> {
    document
        .sections()
        .iter()
        .map(|section| &section.name)
        .chain(document.tombstones.keys())
}

/// What a document says of a name.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Section(&'a Section),
    Tombstone(&'a Tombstone),
}

/// The order of pieces: the first two parts decide between writes, the others only within one.
type Standing<'a> = (
    (bool, (bool, Stamp)),
    Class,
    Option<(Reverse<u32>, &'a Content, Order, Option<&'a Record>)>,
    Option<&'a Tombstone>,
);

/// Within one write: a person's hand before a removal before what was printed.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Printed,
    Removed,
    Edited,
}

impl<'a> Piece<'a> {
    fn of(document: &'a Document, name: &Name) -> Option<Self> {
        let section = document.section(name).map(Self::Section);
        section.or_else(|| document.tombstones.get(name).map(Self::Tombstone))
    }

    fn standing(self, head: Option<&Sha>) -> Standing<'a> {
        match self {
            Self::Section(section) => {
                let record = section.record.as_ref();
                // Nobody knows who wrote what has no record, so no delivery may replace it.
                let unknown = (true, (false, Stamp::default()));
                let at = record.map_or(unknown, |record| precedence(&record.origin, head));
                let class = if section.is_edited() {
                    Class::Edited
                } else {
                    Class::Printed
                };
                let missing = Reverse(record.map_or(0, |record| record.missing));
                let text = (missing, &section.content, section.order, record);
                (at, class, Some(text), None)
            }
            Self::Tombstone(tombstone) => (
                precedence(&tombstone.origin, head),
                Class::Removed,
                None,
                Some(tombstone),
            ),
        }
    }
}

fn winner<'a>(
    head: Option<&Sha>,
    pieces: (Option<Piece<'a>>, Option<Piece<'a>>),
) -> Option<Piece<'a>> {
    match pieces {
        (Some(a), Some(b)) => Some(match a.standing(head).cmp(&b.standing(head)) {
            Ordering::Less => b,
            Ordering::Equal | Ordering::Greater => a,
        }),
        (a, b) => a.or(b),
    }
}

fn newest<'a>(
    head: Option<&Sha>,
    a: Option<&'a Origin>,
    b: Option<&'a Origin>,
) -> Option<&'a Origin> {
    a.into_iter()
        .chain(b)
        .max_by_key(|origin| (place(origin, head), *origin))
}

fn put(joined: &mut Document, name: &Name, piece: Piece<'_>) {
    match piece {
        Piece::Section(section) => {
            joined.tombstones.remove(name);
            joined.insert(Section {
                after: Text::default(),
                above: None,
                below: None,
                ..section.clone()
            });
        }
        Piece::Tombstone(tombstone) => {
            joined.remove(name);
            joined.tombstones.insert(name.clone(), tombstone.clone());
        }
    }
}

/// Adds the lines of `b` that `a` does not have, each where it stood.
fn add_texts(joined: &mut Document, a: &Document, b: &Document) {
    let mut known = Lines::of(a.texts());
    joined.lead.append(b.lead.beyond(&mut known));
    for section in b.sections() {
        joined.append_after(&section.name, section.after.beyond(&mut known));
    }
}

#[cfg(test)]
mod tests;
