//! The laws of a join, for any documents.

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
