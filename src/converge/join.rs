//! Two bodies of one comment become one. Commutative, associative and idempotent up to the order of text lines,
//! so it does not matter who joins, when, or how often.
//!
//! - A section that is merely absent says nothing; only a tombstone removes.
//! - A join never removes a person's text: it has each line as often as the body that has it most often.
//! - Notes and footer are drawn when printed and not joined.

use std::cmp::Ordering;
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
            stored.content == wanted.content
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
    Option<(&'a Content, Order, Option<&'a Record>)>,
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
                (
                    at,
                    class,
                    Some((&section.content, section.order, record)),
                    None,
                )
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::comment::parse_tests::documents;

    fn head() -> Sha {
        Sha::parse(&"a".repeat(40)).unwrap()
    }

    /// A document without what a join does not keep: notes, footer, and the order of text lines.
    fn essence(document: &Document) -> (Document, Lines) {
        let mut bare = Document::new(document.key.clone());
        for section in document.sections() {
            bare.insert(Section {
                after: Text::default(),
                above: None,
                below: None,
                ..section.clone()
            });
        }
        bare.tombstones = document.tombstones.clone();
        bare.hidden = document.hidden.clone();
        (bare.generation, bare.swept) = (document.generation, document.swept);
        (bare, Lines::of(document.texts()))
    }

    /// A name is either a section or removed.
    fn proper(mut document: Document) -> Document {
        let names: Vec<_> = document.sections().iter().map(|s| s.name.clone()).collect();
        document.tombstones.retain(|name, _| !names.contains(name));
        document
    }

    fn with_shared_names() -> impl Strategy<Value = Document> {
        documents().prop_map(|mut document| {
            let renamed: Vec<_> = document.tombstones.values().cloned().collect();
            for (name, tombstone) in ["a", "b"].iter().zip(renamed) {
                document
                    .tombstones
                    .insert(Name::new(*name).unwrap(), tombstone);
            }
            proper(document)
        })
    }

    proptest! {
        #[test]
        fn a_join_is_commutative(a in with_shared_names(), b in with_shared_names()) {
            let head = head();
            prop_assert_eq!(essence(&join(Some(&head), &a, &b)), essence(&join(Some(&head), &b, &a)));
        }

        #[test]
        fn a_join_is_associative(a in with_shared_names(), b in with_shared_names(), c in with_shared_names()) {
            let head = head();
            let head = Some(&head);
            let left = join(head, &join(head, &a, &b), &c);
            let right = join(head, &a, &join(head, &b, &c));
            prop_assert_eq!(essence(&left), essence(&right));
        }

        #[test]
        fn a_join_is_idempotent(a in with_shared_names(), b in with_shared_names()) {
            let head = head();
            let head = Some(&head);
            prop_assert_eq!(essence(&join(head, &a, &a)), essence(&a));
            let once = join(head, &a, &b);
            prop_assert_eq!(essence(&join(head, &once, &b)), essence(&once));
        }

        #[test]
        fn what_was_joined_is_held(a in with_shared_names(), b in with_shared_names()) {
            let head = head();
            let joined = join(Some(&head), &a, &b);
            prop_assert!(holds(Some(&head), &joined, &a, Rules::default()));
            prop_assert!(holds(Some(&head), &joined, &b, Rules::default()));
        }

        #[test]
        fn a_join_never_removes_a_persons_line(a in with_shared_names(), b in with_shared_names()) {
            let head = head();
            let mut joined = Lines::of(join(Some(&head), &a, &b).texts());
            for text in b.texts() {
                prop_assert!(text.beyond(&mut joined).is_empty());
            }
        }
    }
}
