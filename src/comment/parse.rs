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
                let ours = lines.iter().position(|line| document::is_footer(line));
                let line = ours.and_then(|at| lines.get(at));
                self.document.footer = line.map(|line| (*line).to_owned());
                let theirs = lines.iter().enumerate().filter(|(at, _)| Some(*at) != ours);
                self.text(Text::outside_markers(theirs.map(|(_, line)| *line)));
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
pub(crate) mod tests;
