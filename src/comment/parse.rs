//! Reads a body as a document. Never fails: what is damaged is mended, what is not ours is said to be so.
//!
//! Content and text never hold a live marker, so a live marker is structure, wherever a person moved it:
//! - a start without an end reaches to where the content is as its writer printed it, else to the next marker;
//! - an end without a start goes; so do the markers around a section whose name was there before: what they
//!   enclosed becomes text;
//! - text outside the sections stays where it was, after the section before it, also behind the state.

use std::collections::BTreeMap;

use super::content::{Content, normalise};
use super::document::{self, Document, Section};
use super::marker::{self, Marker, Order};
use super::name::Name;
use super::state::{Decoded, Record, State};
use super::text::Text;

/// What a body is.
#[expect(
    clippy::large_enum_variant,
    reason = "short-lived, and the large one is the common one"
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Parsed {
    /// It does not begin with a root marker.
    Foreign,
    /// Its state has a version that this program does not know: it must not be overwritten.
    Newer {
        /// Which comment it is.
        key: Name,
        /// Version of the state.
        version: u32,
    },
    /// A comment of ours, as far as the body tells.
    Ours {
        /// What it says.
        document: Document,
        /// Whether its structure is whole. A damaged one is worth a write that changes nothing else.
        intact: bool,
    },
}

impl Parsed {
    /// Reads a body as it came from GitHub.
    pub fn read(body: &str) -> Self {
        let body = normalise(body);
        let mut lines = body.split('\n').skip_while(|line| line.trim().is_empty());
        let Some(Marker::Root(key)) = lines.next().and_then(Marker::parse) else {
            return Self::Foreign;
        };
        let lines: Vec<&str> = lines.collect();
        let (state, intact) = match find_state(&lines) {
            Some((_, _, Decoded::Newer(version))) => return Self::Newer { key, version },
            Some((run, attempt, Decoded::Known(state))) => (Some((run, attempt, state)), true),
            Some((_, _, Decoded::Unreadable)) | None => (None, false),
        };
        let mut reader = Reader::new(Document::new(key), state, intact);
        lines.iter().for_each(|line| reader.line(line));
        reader.finish()
    }
}

/// Reads a body whose root a person removed, perhaps with all the rest, as if it were still there.
pub fn read_rootless(key: &Name, body: &str) -> Option<Document> {
    match Parsed::read(&format!("{}\n{body}", marker::root(key))) {
        Parsed::Ours { document, .. } => Some(document),
        Parsed::Newer { .. } | Parsed::Foreign => None,
    }
}

/// The last state in the body: everything before it may be somebody else's text.
fn find_state(lines: &[&str]) -> Option<(u64, u32, Decoded)> {
    let line = lines.iter().rfind(|line| marker::is_state(line))?;
    let (line, _) = marker::behind_state(line);
    match Marker::parse(line) {
        Some(Marker::State { run, attempt, data }) => Some((run, attempt, State::decode(data))),
        _ => None,
    }
}

/// What the lines that are being gathered will become.
enum Open {
    Text,
    Section(Order, Name),
    Footer,
}

struct Reader<'a> {
    document: Document,
    records: BTreeMap<Name, Record>,
    /// The section that was read last: text that follows belongs behind it.
    last: Option<Name>,
    open: Open,
    lines: Vec<&'a str>,
    intact: bool,
}

impl<'a> Reader<'a> {
    fn new(mut document: Document, state: Option<(u64, u32, Box<State>)>, intact: bool) -> Self {
        let mut records = BTreeMap::new();
        if let Some((run, attempt, state)) = state {
            (document.run, document.attempt) = (run, attempt);
            (document.generation, document.nonce) = (state.generation, state.nonce);
            (document.head, document.swept) = (state.head, state.swept);
            (document.tombstones, document.hidden) = (state.tombstones, state.hidden);
            records = state.sections;
        }
        Self {
            document,
            records,
            last: None,
            open: Open::Text,
            lines: Vec::new(),
            intact,
        }
    }

    fn line(&mut self, mut line: &'a str) {
        while marker::is_state(line) {
            self.close(false);
            line = marker::behind_state(line).1;
        }
        match Marker::parse(line) {
            None | Some(Marker::Note) => self.lines.push(line),
            Some(Marker::Start(order, name)) => {
                self.close(false);
                if self.document.section(&name).is_some() {
                    self.intact = false;
                } else {
                    self.open = Open::Section(order, name);
                }
            }
            Some(Marker::End(name)) => {
                let ends = matches!(&self.open, Open::Section(_, open) if *open == name);
                self.intact &= ends;
                self.close(ends);
            }
            Some(Marker::FooterStart) => {
                self.close(false);
                self.open = Open::Footer;
            }
            Some(Marker::FooterEnd) => {
                let ends = matches!(self.open, Open::Footer);
                self.intact &= ends;
                self.close(ends);
            }
            Some(Marker::Root(_) | Marker::State { .. }) => self.intact = false,
        }
    }

    /// Makes of the gathered lines what they are. `ended` where the marker that ends them was there.
    fn close(&mut self, ended: bool) {
        let lines = std::mem::take(&mut self.lines);
        match std::mem::replace(&mut self.open, Open::Text) {
            Open::Text => self.text(Text::outside_markers(lines)),
            Open::Footer => {
                self.intact &= ended;
                // All else in there was written by a person.
                let (ours, theirs): (Vec<_>, Vec<_>) = lines
                    .into_iter()
                    .partition(|line| document::is_footer(line));
                self.document.footer = ours.first().map(|line| (*line).to_owned());
                self.text(Text::outside_markers(theirs));
            }
            Open::Section(order, name) => {
                self.intact &= ended;
                self.section(order, name, &lines, ended);
            }
        }
    }

    fn text(&mut self, text: Text) {
        match &self.last {
            Some(name) => self.document.append_after(name, text),
            None => self.document.lead.append(text),
        }
    }

    fn section(&mut self, order: Order, name: Name, lines: &[&'a str], ended: bool) {
        let record = self.records.remove(&name);
        let (above, lines) = match lines {
            [marker::NOTE, note, "", lines @ ..] | [marker::NOTE, note, lines @ ..] => {
                (Some(*note), lines)
            }
            lines => (None, lines),
        };
        let printed = record
            .as_ref()
            .map(|record| record.printed)
            .filter(|_| !ended);
        let length = printed.and_then(|digest| digest.length_in(lines));
        let (lines, behind) = lines.split_at(length.unwrap_or(lines.len()));
        let (lines, below, behind) = match (lines, behind) {
            (lines, [marker::NOTE, note, behind @ ..]) => (lines, Some(*note), behind),
            ([lines @ .., marker::NOTE, note], []) => (lines, Some(*note), behind),
            (lines, behind) => (lines, None, behind),
        };
        let content: Vec<_> = lines
            .iter()
            .copied()
            .filter(|line| *line != marker::NOTE)
            .collect();
        self.last = Some(name.clone());
        self.document.insert(Section {
            name,
            order,
            content: Content::between_markers(&content),
            record,
            above: above.map(str::to_owned),
            below: below.map(str::to_owned),
            after: Text::outside_markers(behind.iter().copied()),
        });
    }

    fn finish(mut self) -> Parsed {
        self.close(false);
        Parsed::Ours {
            document: self.document,
            intact: self.intact,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
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
            commit: None,
            writer: String::new(),
            runner: None,
            delivered: false,
        };
        Record {
            origin,
            input: Digest::of(content.as_str()),
            printed: content.digest(),
        }
    }

    fn section(at: &str, content: &str) -> Section {
        let content = Content::new(content);
        Section {
            name: name(at),
            order: Order::DEFAULT,
            record: Some(record(&content)),
            content,
            after: Text::default(),
            above: None,
            below: None,
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
        assert!(
            document.print().len() <= body.len() + "<!-- one-comment:section a:end -->\n".len()
        );
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
        let again = "<!-- (000001):one-comment:section a:start -->\nmine\n<!-- one-comment:section a:end -->";
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
            proptest::option::of(origins()),
            texts(),
            note(),
            note(),
        )
            .prop_map(|(at, order, content, origin, after, above, below)| {
                let content = Content::new(&content);
                Section {
                    name: name(at),
                    order: Order::parse(&format!("{order:06}")).unwrap(),
                    record: origin.map(|origin| Record {
                        origin,
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
}
