//! Tests of `fit.rs`.

use proptest::prelude::*;

use super::*;
use crate::comment::parse_tests::documents;
use crate::comment::{Content, Name, Parsed, Stamp, Text, input_digest};

const NOW: u64 = 1_790_000_000_000;

fn frame() -> Frame {
    Frame {
        server: "https://github.example".to_owned(),
        repository: "octo-org/hello".to_owned(),
        run: 42,
        attempt: 1,
        footer: true,
        marks_stale: true,
    }
}

fn section(name: &str, text: &str) -> Section {
    let origin = Origin {
        stamp: Stamp::default(),
        run: 7,
        attempt: 2,
        ..Origin::default()
    };
    let section = Section::new(Name::new(name).unwrap(), Content::new(text));
    section.recorded(origin, input_digest(text))
}

fn document(sections: &[(&str, usize)]) -> Document {
    let mut document = Document::new(Name::new("default").unwrap());
    for (name, lines) in sections {
        document.insert(section(name, &"a line of ten\n".repeat(*lines)));
    }
    document
}

fn lengths(document: &Document) -> Vec<usize> {
    document.sections().iter().map(length).collect()
}

#[track_caller]
fn fitted(document: &Document, limit: usize) -> Document {
    let (fitted, body) = document.fit(limit, &frame(), NOW).unwrap();
    let length = body.chars().count();
    assert!(length <= limit, "{length} of {limit}");
    fitted
}

#[test]
fn a_comment_that_fits_is_drawn_and_nothing_else() {
    let mut document = document(&[("a", 3), ("b", 5)]);
    let fitted = fitted(&document, 65_536);
    document.draw(&frame(), NOW);
    assert_eq!(fitted, document);
}

#[test]
fn a_long_section_alone_has_all_the_room_but_a_line() {
    let document = document(&[("a", 30_000)]);
    let (fitted, body) = document.fit(65_536, &frame(), NOW).unwrap();
    assert!(body.len() > 65_536 - 64, "{}", body.len());
    let missing = fitted.sections()[0].record.as_ref().unwrap().missing;
    assert_eq!(
        lengths(&fitted)[0] + usize::try_from(missing).unwrap(),
        30_000 * 14 - 1
    );
}

#[test]
fn short_sections_stay_whole_and_long_ones_are_cut_to_one_length() {
    let document = document(&[("a", 9_000), ("b", 40), ("c", 3_000), ("d", 80), ("e", 500)]);
    let fitted = fitted(&document, 65_536);
    let before = lengths(&document);
    let after = lengths(&fitted);
    assert_eq!(
        (after[1], after[3], after[4]),
        (before[1], before[3], before[4])
    );
    assert!(after[0] == after[2] && after[0] > 25_000, "{after:?}");
}

// Case 60.
#[test]
fn what_was_cut_says_so_and_links_to_its_run() {
    let fitted = fitted(&document(&[("a", 9_000), ("b", 4)]), 65_536);
    let [cut, whole] = fitted.sections() else {
        panic!("{fitted:?}");
    };
    let missing = cut.record.as_ref().unwrap().missing;
    let link = "<a href=\"https://github.example/octo-org/hello/actions/runs/7/attempts/2\">run 7, attempt 2</a>";
    assert_eq!(
        cut.below.as_deref(),
        Some(&*format!(
            "<sub>✂️ {missing} more characters do not fit into this comment: see {link}</sub>"
        ))
    );
    assert_eq!(whole.below, None);
}

#[test]
fn a_cut_section_keeps_the_digest_of_its_whole_text_and_is_no_edit() {
    let document = document(&[("a", 9_000)]);
    let fitted = fitted(&document, 65_536);
    let records = [&document, &fitted].map(|d| d.sections()[0].record.clone().unwrap());
    assert_eq!(records[0].input, records[1].input);
    assert!(!fitted.sections()[0].is_edited());
}

#[test]
fn what_a_person_edited_is_still_an_edit_when_it_is_cut() {
    for record in [true, false] {
        let mut document = document(&[("a", 1)]);
        let mut edited = section("a", &"by a person\n".repeat(9_000));
        edited.record = document.sections()[0].record.clone().filter(|_| record);
        document.insert(edited);
        let fitted = fitted(&document, 65_536);
        let section = &fitted.sections()[0];
        assert!(
            section.is_edited() && section.below.is_some(),
            "{section:?}"
        );
    }
}

#[test]
fn what_persons_wrote_between_the_sections_is_not_cut() {
    let mut document = document(&[("a", 9_000)]);
    document.lead = Text::outside_markers(vec!["a remark"; 1_000]);
    assert_eq!(fitted(&document, 65_536).lead, document.lead);
    document.lead = Text::outside_markers(vec!["a remark"; 10_000]);
    let why = document.fit(65_536, &frame(), NOW).unwrap_err();
    assert!(why.length > 200_000 && why.limit == 65_536, "{why}");
}

#[test]
fn a_hundred_long_sections_have_a_hundredth_each() {
    let names: Vec<_> = (0..100).map(|n| format!("ci/test, {n}")).collect();
    let sections: Vec<_> = names.iter().map(|name| (&**name, 1_000)).collect();
    let after = lengths(&fitted(&document(&sections), 65_536));
    assert!(
        after
            .iter()
            .all(|length| *length > 100 && *length == after[0]),
        "{after:?}"
    );
}

#[test]
fn equal_shares_leave_nothing_and_take_nothing_from_the_short() {
    assert_eq!(share(&[], 0), usize::MAX);
    assert_eq!(share(&[5, 5], 10), usize::MAX);
    assert_eq!(share(&[5, 5], 9), 4);
    assert_eq!(share(&[100, 1, 50], 61), 30);
    assert_eq!(share(&[100, 40, 1], 61), 30);
    assert_eq!(share(&[100, 20, 1], 61), 40);
    assert_eq!(share(&[3, 3], 0), 0);
}

proptest! {
    #[test]
    fn what_fits_is_read_back_and_fits_again(document in documents(), limit in 300..2_000_usize) {
        let Ok((fitted, body)) = document.fit(limit, &frame(), NOW) else {
            return Ok(());
        };
        prop_assert!(body.chars().count() <= limit);
        let intact = true;
        prop_assert_eq!(Parsed::read(&body), Parsed::Ours { document: fitted.clone(), intact });
        prop_assert_eq!(fitted.fit(limit, &frame(), NOW).unwrap().0, fitted);
    }
}

#[test]
fn a_section_whose_record_was_lost_is_read_back_as_it_was_cut() {
    let mut document = document(&[("a", 300)]);
    let head = Sha::parse(&"a".repeat(40)).unwrap();
    let mut lost = document.sections()[0].clone();
    lost.record = None;
    document.insert(lost);
    document.head = Some(head);
    let (fitted, body) = document.fit(1_500, &frame(), NOW).unwrap();
    match Parsed::read(&body) {
        Parsed::Ours { document, intact } => assert!(intact && document == fitted),
        other => panic!("{other:?}"),
    }
}
