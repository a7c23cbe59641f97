//! Which of two pieces wins, and what a body holds.

use super::head;
use crate::comment::{
    Content, Document, Name, Order, Origin, Parsed, Section, Sha, Stamp, Tombstone, input_digest,
};
use crate::converge::Rules;
use crate::converge::join::{holds, join, says};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn origin(rank: u64, bump: u32) -> Origin {
    Origin {
        stamp: Stamp::from((rank, bump, 1, 1)),
        run: rank,
        attempt: 1,
        ..Origin::default()
    }
}

fn section(text: &str, origin: Origin) -> Section {
    Section::new(name("a"), Content::new(text)).recorded(origin, input_digest(text))
}

fn with(section: Section) -> Document {
    let mut document = Document::new(name("default"));
    document.insert(section);
    document
}

fn saying(text: &str, rank: u64) -> Document {
    with(section(text, origin(rank, 0)))
}

/// What a person made of what `rank` printed.
fn edited(text: &str, rank: u64) -> Document {
    let mut section = section("printed", origin(rank, 0));
    section.content = Content::new(text);
    with(section)
}

fn removing(origin: Origin) -> Document {
    let mut document = Document::new(name("default"));
    let tombstone = Tombstone { origin, buried: 1 };
    document.tombstones.insert(name("a"), tombstone);
    document
}

fn hiding(origin: Origin) -> Document {
    let mut document = Document::new(name("default"));
    document.hidden = Some(origin);
    document
}

/// What section `a` says in the end, whichever way they are joined.
fn joined(a: &Document, b: &Document) -> Option<String> {
    let says = |document: Document| {
        let section = document.section(&name("a"))?;
        Some(section.content.as_str().to_owned())
    };
    let (there, back) = (says(join(None, a, b)), says(join(None, b, a)));
    assert_eq!(there, back);
    there
}

#[test]
fn the_newer_write_wins_whether_it_says_or_removes() {
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(joined(&saying("old", 1), &saying("new", 2)), text("new"));
    assert_eq!(joined(&saying("old", 1), &removing(origin(2, 0))), None);
    assert_eq!(
        joined(&saying("new", 2), &removing(origin(1, 0))),
        text("new")
    );
    assert_eq!(
        joined(&edited("by hand", 1), &saying("new", 2)),
        text("new")
    );
}

#[test]
fn within_one_write_a_persons_hand_goes_before_a_removal_and_that_before_what_was_printed() {
    let by_hand = Some("by hand".to_owned());
    assert_eq!(joined(&edited("by hand", 1), &saying("z", 1)), by_hand);
    assert_eq!(
        joined(&edited("by hand", 1), &removing(origin(1, 0))),
        by_hand
    );
    assert_eq!(joined(&saying("z", 1), &removing(origin(1, 0))), None);
}

#[test]
fn a_section_whose_record_was_lost_is_the_oldest_possible() {
    let mut lost = section("lost", origin(9, 0));
    lost.record = None;
    assert_eq!(
        joined(&with(lost), &saying("known", 1)),
        Some("known".to_owned())
    );
}

#[test]
fn what_is_about_the_head_wins_over_what_is_newer() {
    let about_head = |rank| Origin {
        commit: Some(head()),
        ..origin(rank, 0)
    };
    let old = with(section("head", about_head(1)));
    let new = saying("other", 2);
    let joined = join(Some(&head()), &old, &new);
    assert_eq!(joined.sections()[0].content.as_str(), "head");
    let wish = |a, b| join(Some(&head()), &hiding(a), &hiding(b)).hidden;
    assert_eq!(wish(about_head(1), origin(2, 0)), Some(about_head(1)));
    assert_eq!(wish(origin(2, 0), about_head(1)), Some(about_head(1)));
}

#[test]
fn the_newest_wish_to_hide_is_kept() {
    let both = join(None, &hiding(origin(1, 0)), &hiding(origin(2, 0)));
    assert_eq!(both.hidden, Some(origin(2, 0)));
    let one = join(None, &hiding(origin(1, 0)), &saying("x", 3));
    assert_eq!(one.hidden, Some(origin(1, 0)));
}

#[test]
fn the_highest_generation_and_the_lower_mark_are_kept() {
    let marked = |generation, swept| {
        let mut document = saying("x", 1);
        (document.generation, document.swept) = (generation, swept);
        document
    };
    let both = join(None, &marked(1, Some(50)), &marked(2, Some(40)));
    assert_eq!((both.generation, both.swept), (2, Some(40)));
    // Where one of them knows nothing, nothing is known.
    let one = join(None, &marked(2, Some(50)), &marked(1, None));
    assert_eq!((one.generation, one.swept), (2, None));
}

#[test]
fn a_join_is_for_the_head_and_has_neither_footer_nor_notes() {
    let mut old = saying("x", 1);
    old.footer = Some("<sub>footer</sub>".to_owned());
    let joined = join(Some(&head()), &old, &old);
    assert_eq!((joined.head, joined.footer), (Some(head()), None));
    let noted = with(Section {
        above: Some("<sub>above</sub>".to_owned()),
        below: Some("<sub>below</sub>".to_owned()),
        ..section("x", origin(1, 0))
    });
    let joined = join(None, &noted, &noted);
    let section = &joined.sections()[0];
    assert_eq!((&section.above, &section.below), (&None, &None));
}

#[test]
fn a_body_holds_a_text_that_it_says_at_least_as_firmly() {
    let held = |stored: Section, wanted: Section| {
        holds(None, &with(stored), &with(wanted), Rules::default())
    };
    let text = |rank, bump| section("text", origin(rank, bump));
    assert!(held(text(5, 2), text(5, 2)));
    assert!(held(text(6, 0), text(5, 2)));
    assert!(held(text(5, 2), text(5, 1)));
    assert!(!held(text(5, 1), text(5, 2)));
    assert!(!held(text(5, 2), text(6, 0)));
    assert!(!held(text(5, 2), section("other", origin(6, 0))));
    let elsewhere = Section {
        order: Order::parse("000001").unwrap(),
        ..text(6, 0)
    };
    assert!(!held(text(5, 2), elsewhere));
    let unrecorded = Section {
        record: None,
        ..text(5, 2)
    };
    assert!(!held(unrecorded.clone(), text(0, 0)));
    assert!(held(text(5, 2), unrecorded));
}

#[test]
fn a_text_for_one_commit_is_not_held_by_the_same_text_for_another() {
    let about = |commit: Option<Sha>| {
        let origin = Origin {
            commit,
            ..origin(5, 0)
        };
        with(section("text", origin))
    };
    let rules = Rules::default();
    assert!(says(&about(Some(head())), &about(Some(head())), rules));
    assert!(!says(&about(None), &about(Some(head())), rules));
}

#[test]
fn without_the_rule_of_equal_texts_a_lower_rank_holds_as_well() {
    let rules = Rules {
        equal_text: false,
        ..Rules::default()
    };
    assert!(says(&saying("text", 5), &saying("text", 6), rules));
    assert!(!says(&saying("text", 5), &saying("other", 6), rules));
}

#[test]
fn a_body_holds_a_removal_or_a_wish_to_hide_that_it_knows_of() {
    let rules = Rules::default();
    let (older, newer) = (origin(5, 0), origin(6, 0));
    for of in [removing, hiding] {
        assert!(says(&of(newer.clone()), &of(older.clone()), rules));
        assert!(says(&of(older.clone()), &of(older.clone()), rules));
        assert!(!says(&of(older.clone()), &of(newer.clone()), rules));
        assert!(!says(
            &Document::new(name("default")),
            &of(older.clone()),
            rules
        ));
    }
}

#[test]
fn without_the_rule_of_tombstones_a_section_that_is_not_there_is_removed() {
    let rules = Rules {
        tombstones: false,
        ..Rules::default()
    };
    let wanted = removing(origin(5, 0));
    assert!(says(&Document::new(name("default")), &wanted, rules));
    assert!(!says(&saying("x", 1), &wanted, rules));
}

#[test]
fn a_body_does_not_hold_a_persons_line_that_it_lacks_nor_a_section_that_was_removed() {
    let body = format!("<!-- one-comment:root default -->\n{}", "remark");
    let Parsed::Ours { document, .. } = Parsed::read(&body) else {
        panic!("not ours");
    };
    let rules = Rules::default();
    assert!(!holds(None, &saying("x", 1), &document, rules));
    assert!(holds(None, &document, &document, rules));
    assert!(!holds(
        None,
        &saying("x", 1),
        &removing(origin(2, 0)),
        rules
    ));
    assert!(holds(None, &saying("x", 2), &removing(origin(1, 0)), rules));
}

#[test]
fn a_body_holds_a_text_of_which_it_has_only_a_part_and_no_other() {
    /// The beginning of `input`, of which so many characters are missing.
    fn cut(beginning: &str, missing: u32, input: &str) -> Section {
        let mut section = section(beginning, origin(5, 0));
        let record = section.record.as_mut().unwrap();
        (record.missing, record.input) = (missing, input_digest(input));
        section
    }
    let held = |stored: Section, wanted: Section| {
        holds(None, &with(stored), &with(wanted), Rules::default())
    };
    assert!(held(cut("lo", 3, "long."), cut("long.", 0, "long.")));
    assert!(held(cut("lo", 3, "long."), cut("long", 1, "long.")));
    assert!(!held(cut("lo", 3, "lower"), cut("long.", 0, "long.")));
    // Of another write it is to begin so as well: the same text may be shown otherwise.
    let later = |beginning: &str, missing: u32| {
        let mut section = cut(beginning, missing, "long.");
        section.record.as_mut().unwrap().origin.stamp.start += 1;
        section
    };
    assert!(held(cut("lo", 3, "long."), later("long.", 0)));
    assert!(
        held(cut("lo!", 3, "long."), later("long", 1)),
        "closed by a mark"
    );
    assert!(!held(cut("lo", 3, "long."), later("Long.", 0)));
    assert!(!held(cut("l", 3, "long."), later("long.", 0)));
    // Two persons' edits of one text are two texts, of which one wins.
    let by_hand = |text: &str| Section {
        content: Content::new(text),
        ..cut("printed", 0, "printed")
    };
    assert!(!held(by_hand("one"), by_hand("two")));
    assert!(held(by_hand("two"), by_hand("one")));
    // A part that a person edited is not what the run says.
    let edited = Section {
        content: Content::new("by hand"),
        ..cut("lo", 3, "long.")
    };
    let whole = with(cut("long.", 0, "long."));
    assert!(!says(&with(edited), &whole, Rules::default()));
}
