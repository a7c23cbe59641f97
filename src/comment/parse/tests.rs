//! Tests of `parse.rs`.

use proptest::prelude::*;

use super::*;
use crate::comment::marker::tests::marker_soup;
use crate::comment::state::tests::{commits, origins};
use crate::comment::state::{Origin, Tombstone};
use crate::comment::{Digest, Sha};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn record(content: &Content) -> Record {
    let origin = Origin {
        stamp: (7, 0, 1, 1).into(),
        run: 7,
        attempt: 1,
        ..Origin::default()
    };
    Record {
        origin,
        input: Digest::of(content.as_str()),
        printed: content.digest(),
        missing: 0,
    }
}

fn section(at: &str, content: &str) -> Section {
    let content = Content::new(content);
    Section {
        record: Some(record(&content)),
        ..Section::new(name(at), content)
    }
}

fn two() -> Document {
    let mut document = Document::new(name("default"));
    document.insert(section("a", "alpha\n\nsecond"));
    document.insert(section("b", "beta"));
    document.footer = Some("<sub>footer</sub>".to_owned());
    document
}

fn read(body: &str) -> (Document, bool) {
    match Parsed::read(body) {
        Parsed::Ours { document, intact } => (document, intact),
        other => panic!("{other:?}\n{body}"),
    }
}

fn without_line(body: &str, part: &str) -> String {
    let kept: Vec<_> = body.lines().filter(|line| !line.contains(part)).collect();
    assert_eq!(
        kept.len() + 1,
        body.lines().count(),
        "{part} is on one line of {body}"
    );
    kept.join("\n")
}

#[test]
fn a_comment_is_printed_like_this() {
    let mut document = two();
    document.run = 7;
    document.attempt = 1;
    document.lead = Text::outside_markers(["Hello from a maintainer."]);
    document.sections_mut()[0].above = Some("<sub>old</sub>".to_owned());
    document.sections_mut()[1].below = Some("<sub>cut</sub>".to_owned());
    let body = document.print();
    let (visible, state) = body.rsplit_once('\n').unwrap();
    assert!(state.starts_with("<!-- one-comment:state 7.1 "), "{state}");
    assert_eq!(
        visible,
        "<!-- one-comment:root default -->\n\nHello from a maintainer.\n\n\
         <!-- (500000):one-comment:section a:start -->\n<!-- one-comment:note -->\n<sub>old</sub>\n\n\
         alpha\n\nsecond\n<!-- one-comment:section a:end -->\n\n\
         <!-- (500000):one-comment:section b:start -->\nbeta\n<!-- one-comment:note -->\n<sub>cut</sub>\n\
         <!-- one-comment:section b:end -->\n\n\
         <!-- one-comment:footer:start -->\n<sub>footer</sub>\n<!-- one-comment:footer:end -->"
    );
}

#[test]
fn only_a_body_that_begins_with_the_root_is_a_comment_of_ours() {
    let body = two().print();
    assert_eq!(read(&format!("\u{feff}\n \n{body}")).0, two());
    for foreign in [
        "",
        "text",
        &format!("text\n{body}"),
        &body.replace('\n', "\n> ").replacen("<!--", "> <!--", 1),
    ] {
        assert_eq!(Parsed::read(foreign), Parsed::Foreign, "{foreign}");
    }
    assert_eq!(
        Parsed::read(&without_line(&body, ":root ")),
        Parsed::Foreign
    );
}

#[test]
fn a_body_from_the_web_editor_is_the_same_document() {
    let body = two().print();
    assert_eq!(read(&body.replace('\n', "\r\n")), (two(), true));
}

#[test]
fn a_newer_state_is_not_read() {
    let body = without_line(&two().print(), ":state ");
    let newer = State {
        version: 2,
        ..State::default()
    };
    assert_eq!(
        Parsed::read(&format!("{body}\n{}", marker::state(1, 1, &newer.encode()))),
        Parsed::Newer {
            key: name("default"),
            version: 2
        }
    );
}

#[test]
fn without_its_state_the_comment_keeps_its_text() {
    let (document, intact) = read(&without_line(&two().print(), ":state "));
    assert!(!intact);
    assert_eq!(
        document.section(&name("a")).unwrap().content.as_str(),
        "alpha\n\nsecond"
    );
    assert_eq!(document.section(&name("a")).unwrap().record, None);
}

#[test]
fn the_last_state_counts_and_no_other() {
    let body = two().print();
    let forged = State {
        version: 1,
        generation: 9,
        ..State::default()
    };
    let forged = marker::state(9, 9, &forged.encode());
    let (root, rest) = body.split_once('\n').unwrap();
    let (document, _) = read(&format!("{root}\n{forged}\n{rest}"));
    assert_eq!(document, two());
}

#[test]
fn a_section_without_its_end_keeps_its_content_and_the_text_behind_it() {
    let mut expected = two();
    expected.sections_mut()[0].after = Text::outside_markers(["A person's remark."]);
    let body = without_line(&expected.print(), "section a:end");
    let (document, intact) = read(&body);
    assert!(!intact);
    assert_eq!(document, expected);
    assert!(document.print().len() <= body.len() + "<!-- one-comment:section a:end -->\n".len());
}

#[test]
fn an_edited_section_without_its_end_reaches_to_the_next_marker() {
    let body = without_line(&two().print(), "section a:end").replace("second", "edited");
    let (document, _) = read(&body);
    assert_eq!(
        document.section(&name("a")).unwrap().content.as_str(),
        "alpha\n\nedited"
    );
    assert_eq!(
        document.section(&name("b")).unwrap().content.as_str(),
        "beta"
    );
}

#[test]
fn an_end_without_a_start_leaves_text() {
    let (document, intact) = read(&without_line(&two().print(), "section b:start"));
    assert!(!intact);
    assert_eq!(
        document.section(&name("a")).unwrap().after.lines(),
        ["beta"]
    );
    assert_eq!(document.section(&name("b")), None);
}

#[test]
fn of_a_name_that_starts_twice_the_second_becomes_text() {
    let body = two().print();
    let again =
        "<!-- (000001):one-comment:section a:start -->\nmine\n<!-- one-comment:section a:end -->";
    let (document, intact) = read(
        &body
            .replacen(
                "<!-- (500000):one-comment:section b",
                &format!("{again}\n\n$0"),
                1,
            )
            .replace("$0", "<!-- (500000):one-comment:section b"),
    );
    assert!(!intact);
    assert_eq!(
        document.section(&name("a")).unwrap().content.as_str(),
        "alpha\n\nsecond"
    );
    assert_eq!(
        document.section(&name("a")).unwrap().after.lines(),
        ["mine"]
    );
}

#[test]
fn what_a_person_types_at_the_very_end_is_kept() {
    for typed in [
        "<!-- one-comment:state x -->thanks!",
        "thanks!",
        "\n\nthanks!",
        "\nthanks!\n",
    ] {
        let body = format!("{}{typed}", two().print());
        let (document, intact) = read(&body);
        assert!(intact);
        assert_eq!(
            document.section(&name("b")).unwrap().after.lines(),
            ["thanks!"]
        );
    }
}

#[test]
fn a_marker_inside_a_section_is_that_sections_text() {
    let mut document = two();
    document.insert(section(
        "a",
        "<!-- one-comment:section a:end -->\n<!-- one-comment:state 1.1 AAAA -->",
    ));
    assert_eq!(read(&document.print()), (document, true));
}

fn texts() -> impl Strategy<Value = Text> {
    proptest::collection::vec("[a-z ]{0,4}", 0..3)
        .prop_map(|lines| Text::outside_markers(lines.iter().map(String::as_str)))
}

fn sections() -> impl Strategy<Value = Section> {
    let note = || proptest::option::of("<sub>[a-z]{1,3}</sub>");
    let names = prop_oneof![
        Just("a"),
        Just("b"),
        Just("a/10"),
        Just("a/9"),
        Just("--> é")
    ];
    (
        names,
        0..3_u32,
        marker_soup(),
        proptest::option::of((origins(), 0..3_u32)),
        texts(),
        note(),
        note(),
    )
        .prop_map(|(at, order, content, origin, after, above, below)| {
            let content = Content::new(&content);
            Section {
                name: name(at),
                order: Order::parse(&format!("{order:06}")).unwrap(),
                record: origin.map(|(origin, missing)| Record {
                    origin,
                    missing,
                    ..record(&content)
                }),
                content,
                after,
                above,
                below,
            }
        })
}

/// Any document; where it has a head, everything in it is about some commit.
pub(crate) fn documents() -> impl Strategy<Value = Document> {
    let tombstones = proptest::collection::vec(
        (prop_oneof![Just("t"), Just("u")], origins(), 0..9_u64),
        0..2,
    );
    let footer = proptest::option::of("<sub>[a-z]{1,5}</sub>");
    (
        proptest::collection::vec(sections(), 0..4),
        tombstones,
        commits(),
        texts(),
        footer,
        proptest::option::of(origins()),
        (
            0..3_u32,
            proptest::option::of(0..9_u64),
            any::<u64>(),
            any::<u64>(),
            any::<u32>(),
        ),
    )
        .prop_map(
            |(sections, tombstones, head, lead, footer, hidden, numbers)| {
                let about = |mut origin: Origin| {
                    origin.commit = head
                        .as_ref()
                        .map(|head| origin.commit.take().unwrap_or_else(|| head.clone()));
                    origin
                };
                let mut document = Document::new(name("default"));
                for mut section in sections {
                    section.record = section.record.map(|r| Record {
                        origin: about(r.origin.clone()),
                        ..r
                    });
                    document.insert(section);
                }
                document.tombstones = tombstones
                    .into_iter()
                    .map(|(at, origin, buried)| {
                        (
                            name(at),
                            Tombstone {
                                origin: about(origin),
                                buried,
                            },
                        )
                    })
                    .collect();
                document.hidden = hidden.map(about);
                (document.lead, document.footer) = (lead, footer);
                document.head = head.clone();
                (
                    document.generation,
                    document.swept,
                    document.nonce,
                    document.run,
                    document.attempt,
                ) = numbers;
                document
            },
        )
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(document in documents()) {
        prop_assert_eq!(read(&document.print()), (document, true));
    }

    #[test]
    fn reading_never_fails_and_mending_happens_once(soup in marker_soup()) {
        let body = format!("<!-- one-comment:root default -->\n{soup}");
        let (document, _) = read(&body);
        let mended = document.print();
        prop_assert_eq!(read(&mended), (document, true));
    }

    #[test]
    fn reading_any_text_never_fails(body in any::<String>()) {
        let _ = Parsed::read(&body);
    }

    #[test]
    fn replacing_a_section_changes_no_byte_outside_it(mut document in documents(), soup in marker_soup()) {
        let old = section("a", "old");
        document.insert(old.clone());
        let before = document.print();
        document.insert(Section { content: Content::new(&soup), ..old });
        let after = document.print();
        let outside = |body: &str| {
            let start = body.find("section a:start").unwrap();
            let end = body.find("<!-- one-comment:section a:end").unwrap();
            let state = body.rfind("<!-- one-comment:state").unwrap();
            (body[..start].to_owned(), body[end..state].to_owned())
        };
        prop_assert_eq!(outside(&before), outside(&after));
    }

    #[test]
    fn no_content_changes_what_the_others_say(mut document in documents(), soup in marker_soup()) {
        document.insert(section("c", "other"));
        document.insert(section("a", &soup));
        let (read_back, _) = read(&document.print());
        prop_assert_eq!(read_back.section(&name("c")).unwrap().content.as_str(), "other");
        prop_assert_eq!(read_back.sections().len(), document.sections().len());
    }
}

#[test]
fn commits_are_kept_where_they_are_not_the_head() {
    let sha = |c: &str| Some(Sha::parse(&c.repeat(40)).unwrap());
    let mut document = two();
    document.head = sha("a");
    for (section, commit) in document.sections_mut().iter_mut().zip([sha("a"), sha("b")]) {
        section.record.as_mut().unwrap().origin.commit = commit;
    }
    assert_eq!(read(&document.print()).0, document);
}
