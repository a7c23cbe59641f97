//! Tests of `join.rs`: its laws here, who wins and what is held in `pieces.rs`.

mod pieces;

use proptest::prelude::*;

use super::*;
use crate::comment::Frame;
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

/// What is printed where there is room for so many characters.
fn cut(document: &Document, room: usize) -> Document {
    let frame = Frame {
        server: String::new(),
        repository: String::new(),
        run: 1,
        attempt: 1,
        footer: false,
        marks_stale: true,
    };
    let fitted = document.fit(room, &frame, 0);
    fitted.map_or_else(|_| document.clone(), |(fitted, _)| fitted)
}

/// The same writes, whole and cut in different ways.
fn cuts() -> impl Strategy<Value = [Document; 3]> {
    let rooms = [300..900_usize, 300..900, 300..900];
    (with_shared_names(), with_shared_names(), rooms).prop_map(|(a, b, rooms)| {
        let both = join(Some(&head()), &a, &b);
        [cut(&a, rooms[0]), cut(&both, rooms[1]), cut(&b, rooms[2])]
    })
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

    #[test]
    fn the_laws_hold_for_what_was_cut([a, b, c] in cuts()) {
        let head = head();
        let head = Some(&head);
        prop_assert_eq!(essence(&join(head, &a, &b)), essence(&join(head, &b, &a)));
        let left = join(head, &join(head, &a, &b), &c);
        let right = join(head, &a, &join(head, &b, &c));
        prop_assert_eq!(essence(&left), essence(&right));
        prop_assert_eq!(essence(&join(head, &left, &b)), essence(&left));
        prop_assert!(holds(head, &left, &b, Rules::default()));
    }

    #[test]
    fn what_is_printed_holds_what_there_was_no_room_for(a in with_shared_names(), room in 300..900_usize) {
        let head = head();
        let printed = cut(&a, room);
        prop_assert!(holds(Some(&head), &printed, &a, Rules::default()));
        // The longer text is not lost where it is still to be had.
        let joined = join(Some(&head), &printed, &a);
        let length = |document: &Document| {
            document.sections().iter().map(|s| s.content.as_str().len()).max()
        };
        prop_assert!(length(&joined) >= length(&printed));
    }
}

#[test]
fn the_longer_of_two_cuts_wins_and_a_persons_edit_of_either() {
    let head = head();
    let whole = {
        let mut document = Document::new(Name::new("default").unwrap());
        // The closer of the shorter one stands behind any line of the longer one in the order of text.
        let content = Content::new(&format!("```\n{}```", "LINE\n".repeat(400)));
        let input = content.digest();
        let section = Section::new(Name::new("a").unwrap(), content);
        document.insert(section.recorded(Origin::default(), input));
        document
    };
    let (long, short) = (cut(&whole, 1_000), cut(&whole, 600));
    let joined =
        |a: &Document, b: &Document| join(Some(&head), a, b).sections()[0].content.as_str().len();
    assert_eq!(joined(&long, &short), joined(&long, &long));
    assert_eq!(joined(&short, &whole), joined(&whole, &whole));
    assert!(holds(Some(&head), &short, &whole, Rules::default()));
    let mut edited = short.clone();
    edited.insert(Section {
        content: Content::new("by a person"),
        ..short.sections()[0].clone()
    });
    assert_eq!(joined(&edited, &long), "by a person".len());
    assert!(!holds(Some(&head), &short, &edited, Rules::default()));
    assert!(!holds(Some(&head), &long, &edited, Rules::default()));
}
