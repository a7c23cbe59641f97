//! Tests of `document.rs`. How it is printed and read back is tested with `parse.rs`.

use super::*;
use crate::comment::input_digest;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn origin(nonce: u64) -> Origin {
    Origin {
        stamp: (7, 0, 1, nonce).into(),
        run: 7,
        attempt: 1,
        ..Origin::default()
    }
}

fn section(at: &str, order: &str, text: &str) -> Section {
    let section = Section::new(name(at), Content::new(text));
    Section {
        order: Order::parse(order).unwrap(),
        ..section.recorded(origin(1), input_digest(text))
    }
}

fn text(line: &str) -> Text {
    Text::outside_markers([line])
}

/// With sections `a`, `b` and `c`, and behind each a text that says so.
fn three() -> Document {
    let mut document = Document::new(name("default"));
    for at in ["a", "b", "c"] {
        document.insert(section(at, "500000", at));
        document.append_after(&name(at), text(&format!("after {at}")));
    }
    document
}

fn names(document: &Document) -> Vec<&str> {
    let sections = document.sections().iter();
    sections.map(|section| section.name.as_str()).collect()
}

fn texts(document: &Document) -> Vec<String> {
    document
        .texts()
        .map(|text| text.lines().join("/"))
        .collect()
}

#[test]
fn a_section_is_edited_where_it_is_not_what_its_writer_printed() {
    let printed = section("a", "500000", "text");
    assert!(!printed.is_edited());
    let edited = Section {
        content: Content::new("by hand"),
        ..printed.clone()
    };
    assert!(edited.is_edited());
    let lost = Section {
        record: None,
        ..printed
    };
    assert!(lost.is_edited());
}

#[test]
fn sections_stand_by_order_then_by_name() {
    let mut document = Document::new(name("default"));
    for (at, order) in [("c", "500000"), ("b", "900000"), ("d", "000001")] {
        document.insert(section(at, order, "x"));
    }
    document.insert(section("a", "500000", "x"));
    assert_eq!(names(&document), ["d", "a", "c", "b"]);
}

#[test]
fn a_section_that_is_replaced_moves_and_keeps_what_followed_it() {
    let mut document = three();
    let mut moved = section("a", "900000", "new");
    moved.after = text("new text");
    document.insert(moved);
    assert_eq!(names(&document), ["b", "c", "a"]);
    assert_eq!(
        texts(&document),
        ["", "after b", "after c", "after a//new text"]
    );
}

#[test]
fn what_follows_a_removed_section_follows_the_one_before_it() {
    let mut document = three();
    document.remove(&name("b"));
    assert_eq!(names(&document), ["a", "c"]);
    assert_eq!(texts(&document), ["", "after a//after b", "after c"]);
    document.remove(&name("a"));
    assert_eq!(texts(&document), ["after a//after b", "after c"]);
    document.remove(&name("absent"));
    assert_eq!(names(&document), ["c"]);
}

#[test]
fn text_behind_a_section_that_is_not_there_goes_to_the_top() {
    let mut document = three();
    document.append_after(&name("absent"), text("remark"));
    assert_eq!(texts(&document)[0], "remark");
}

#[test]
fn a_document_without_its_texts_says_the_same() {
    let mut document = three();
    document.lead = text("lead");
    let bare = document.without_texts();
    assert_eq!(texts(&bare), ["", "", "", ""]);
    assert_eq!(names(&bare), names(&document));
}

#[test]
fn a_removal_is_remembered_for_its_life_and_by_its_session_until_it_ends() {
    let remembered = |now, mine: Option<&Origin>| {
        let mut document = Document::new(name("default"));
        let tombstone = Tombstone {
            origin: origin(1),
            buried: 1_000,
        };
        document.tombstones.insert(name("a"), tombstone);
        document.forget_removals(now, 500, mine);
        !document.tombstones.is_empty()
    };
    assert!(remembered(1_499, None));
    assert!(!remembered(1_500, None));
    assert!(remembered(1_500, Some(&origin(1))));
    assert!(!remembered(1_500, Some(&origin(2))));
}

#[test]
fn everything_in_a_document_came_from_somewhere() {
    let mut document = Document::new(name("default"));
    document.insert(section("a", "500000", "x"));
    let tombstone = Tombstone {
        origin: origin(2),
        buried: 0,
    };
    document.tombstones.insert(name("b"), tombstone);
    document.hidden = Some(origin(3));
    let nonces: Vec<_> = document.origins().map(|o| o.stamp.nonce).collect();
    assert_eq!(nonces, [1, 2, 3]);
}

#[test]
fn only_a_line_that_is_small_from_end_to_end_is_the_footer() {
    assert!(is_footer("<sub>now</sub>"));
    assert!(!is_footer("<sub>now</sub> by hand"));
    assert!(!is_footer("by hand <sub>now</sub>"));
}
