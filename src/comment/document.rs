//! A comment as a document: sections, and between them text that belongs to none. Knows how it is printed;
//! `parse.rs` knows how it is read. Does not know which of two sections is newer.
//!
//! ```text
//! body    = root LF *( section / text ) [ footer ] state
//! section = start LF [ note LF ] content LF [ note ] end LF
//! note    = "<!-- one-comment:note -->" LF line LF
//! footer  = footer-start LF line LF footer-end LF
//! ```
//!
//! There is one level: a root and its sections. A blank line stands before every section, so that the HTML
//! block which a marker begins ends with it, and the content is Markdown again.

use std::collections::BTreeMap;

use super::content::Content;
use super::digest::Digest;
use super::marker::{self, Order};
use super::name::Name;
use super::sha::Sha;
use super::state::{self, Origin, Record, State, Tombstone};
use super::text::Text;

/// One section.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    /// Its name, once in a document.
    pub name: Name,
    /// Where it stands.
    pub order: Order,
    /// What it says.
    pub content: Content,
    /// What the state knows of it; `None` where the state was lost. Such a section is the oldest possible.
    pub record: Option<Record>,
    /// A person's text that follows it.
    pub after: Text,
    /// Drawn from the state when printed, never content: a line before the content.
    pub above: Option<String>,
    /// The same, after the content.
    pub below: Option<String>,
}

impl Section {
    /// A section in the usual place, of which the state knows nothing.
    pub fn new(name: Name, content: Content) -> Self {
        Self {
            name,
            order: Order::DEFAULT,
            content,
            record: None,
            after: Text::default(),
            above: None,
            below: None,
        }
    }

    /// The same as its writer prints it whole, who was given `input`.
    pub fn recorded(mut self, origin: Origin, input: Digest) -> Self {
        self.record = Some(Record {
            origin,
            input,
            printed: self.content.digest(),
            missing: 0,
        });
        self
    }

    /// Whether it is a stranger's: left by a run that may not write, and brought by another.
    pub fn is_delivered(&self) -> bool {
        self.record
            .as_ref()
            .is_some_and(|record| record.origin.delivered)
    }

    /// How many characters of it were cut off for want of room, as far as is known.
    pub fn missing(&self) -> u32 {
        self.record.as_ref().map_or(0, |record| record.missing)
    }

    /// Whether its content is not what its writer printed: a person edited it, or its record is lost.
    pub fn is_edited(&self) -> bool {
        self.record
            .as_ref()
            .is_none_or(|record| record.printed != self.content.digest())
    }
}

/// A whole comment of ours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Document {
    /// Which logical comment it is.
    pub key: Name,
    /// Raised by a recreation; the highest survives.
    pub generation: u32,
    /// The head of the pull request that its writer saw; `None` on a plain issue.
    pub head: Option<Sha>,
    /// No comment that was last updated before this server time, in seconds, is an unknown one of ours.
    pub swept: Option<u64>,
    /// The write that printed it.
    pub nonce: u64,
    /// Run of the write that printed it, for people who read the source.
    pub run: u64,
    /// Attempt of that run.
    pub attempt: u32,
    /// A person's text before the first section.
    pub lead: Text,
    sections: Vec<Section>,
    /// Removed sections that are to stay removed.
    pub tombstones: BTreeMap<Name, Tombstone>,
    /// Who asked for it to be hidden, and when.
    pub hidden: Option<Origin>,
    /// One line for the reader, `<sub>…</sub>`, drawn when printed.
    pub footer: Option<String>,
}

impl Document {
    /// With nothing in it.
    pub fn new(key: Name) -> Self {
        Self {
            key,
            generation: 0,
            head: None,
            swept: None,
            nonce: 0,
            run: 0,
            attempt: 0,
            lead: Text::default(),
            sections: Vec::new(),
            tombstones: BTreeMap::new(),
            hidden: None,
            footer: None,
        }
    }

    /// The sections, sorted by order, then name.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// For what stands around a content; name and order stay as they are.
    pub(super) fn sections_mut(&mut self) -> &mut [Section] {
        &mut self.sections
    }

    /// The section of this name.
    pub fn section(&self, name: &Name) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == *name)
    }

    /// Puts a section in its place, instead of one of the same name. What follows that one, stays after it.
    pub fn insert(&mut self, mut section: Section) {
        let same_name = |old: &&mut Section| old.name == section.name;
        if let Some(old) = self.sections.iter_mut().find(same_name) {
            let mut after = std::mem::take(&mut old.after);
            after.append(section.after);
            section.after = after;
            if old.order == section.order {
                *old = section;
                return;
            }
            self.sections.retain(|old| old.name != section.name);
        }
        let place = (section.order, &section.name);
        let at = self
            .sections
            .partition_point(|other| (other.order, &other.name) < place);
        self.sections.insert(at, section);
    }

    /// Takes a section out. The text that follows it stays, after the section before it.
    pub fn remove(&mut self, name: &Name) {
        let Some(at) = self
            .sections
            .iter()
            .position(|section| section.name == *name)
        else {
            return;
        };
        let after = self.sections.remove(at).after;
        let before = at
            .checked_sub(1)
            .and_then(|before| self.sections.get_mut(before));
        before
            .map_or(&mut self.lead, |section| &mut section.after)
            .append(after);
    }

    /// Puts a person's text behind a section, or, where there is none of that name, before the first.
    pub fn append_after(&mut self, name: &Name, text: Text) {
        let section = self
            .sections
            .iter_mut()
            .find(|section| section.name == *name);
        section
            .map_or(&mut self.lead, |section| &mut section.after)
            .append(text);
    }

    /// Drops the tombstones that are older than `life` at `now`, both in milliseconds, but those of `mine`: a
    /// session's own removals stay until it ends.
    pub fn forget_removals(&mut self, now: u64, life: u64, mine: Option<&Origin>) {
        self.tombstones.retain(|_, tombstone| {
            let own = mine.is_some_and(|mine| mine.stamp == tombstone.origin.stamp);
            own || tombstone.buried.saturating_add(life) > now
        });
    }

    /// The same without what persons wrote around the sections.
    pub fn without_texts(&self) -> Self {
        let mut bare = self.clone();
        bare.lead = Text::default();
        bare.sections
            .iter_mut()
            .for_each(|section| section.after = Text::default());
        bare
    }

    /// All texts that belong to no section.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.lead).chain(self.sections.iter().map(|section| &section.after))
    }

    /// Where in the order of writes everything in it came from.
    pub fn origins(&self) -> impl Iterator<Item = &Origin> {
        let sections = self
            .sections
            .iter()
            .filter_map(|s| s.record.as_ref())
            .map(|r| &r.origin);
        sections
            .chain(self.tombstones.values().map(|t| &t.origin))
            .chain(&self.hidden)
    }

    /// The whole body, from the root marker to the state.
    pub fn print(&self) -> String {
        let mut out = marker::root(&self.key);
        out.push('\n');
        print_text(&mut out, &self.lead);
        for section in &self.sections {
            print_section(&mut out, section);
            print_text(&mut out, &section.after);
        }
        if let Some(footer) = &self.footer {
            push_lines(
                &mut out,
                &["", marker::FOOTER_START, footer, marker::FOOTER_END],
            );
        }
        out.push_str(&marker::state(
            self.run,
            self.attempt,
            &self.state().encode(),
        ));
        out
    }

    fn state(&self) -> State {
        let records = self.sections.iter().filter_map(|section| {
            let record = section.record.clone()?;
            Some((section.name.clone(), record))
        });
        State {
            version: state::VERSION,
            generation: self.generation,
            head: self.head.clone(),
            swept: self.swept,
            nonce: self.nonce,
            sections: records.collect(),
            tombstones: self.tombstones.clone(),
            hidden: self.hidden.clone(),
        }
    }
}

/// Whether this is the line that [`Document::footer`] holds.
pub(super) fn is_footer(line: &str) -> bool {
    line.starts_with("<sub>") && line.ends_with("</sub>")
}

fn print_section(out: &mut String, section: &Section) {
    push_lines(out, &["", &marker::start(section.order, &section.name)]);
    if let Some(line) = &section.above {
        // The blank line lets the content begin a block of its own.
        push_lines(out, &[marker::NOTE, line, ""]);
    }
    push_lines(out, &[section.content.as_str()]);
    if let Some(line) = &section.below {
        push_lines(out, &[marker::NOTE, line]);
    }
    push_lines(out, &[&marker::end(&section.name)]);
}

fn print_text(out: &mut String, text: &Text) {
    if !text.is_empty() {
        push_lines(out, &[""]);
        push_lines(out, text.lines());
    }
}

fn push_lines<S: AsRef<str>>(out: &mut String, lines: &[S]) {
    for line in lines {
        out.push_str(line.as_ref());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests;
