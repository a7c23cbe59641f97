//! Footnotes of several texts in one comment. Their names hold for the whole comment, and a second note by one name
//! would take all that follows into the list of notes. Does not touch links' definitions.

use std::collections::HashSet;

use pulldown_cmark::{Event, Tag};

use super::code::CodeRanges;
use super::dialect::parser;
use super::edit::Edits;
use crate::comment::digest::Digest;
use crate::comment::name::Name;

/// The text of `section` with footnotes of its own.
pub fn own_footnotes(text: &str, section: &Name) -> String {
    if !text.contains("[^") {
        return text.to_owned();
    }
    let digest = Digest::of(section.as_str()).to_string();
    apart(text, digest.get(..8).unwrap_or_default())
}

/// The text with `suffix` behind each footnote's name, which no reader sees. A second note by the same name becomes
/// text.
fn apart(text: &str, suffix: &str) -> String {
    let mut named = HashSet::new();
    let mut edits = Edits::default();
    for (event, range) in parser(text).into_offset_iter() {
        let (name, is_note) = match event {
            Event::FootnoteReference(name) => (name, false),
            Event::Start(Tag::FootnoteDefinition(name)) => (name, true),
            _ => continue,
        };
        let source = text.get(range.clone()).unwrap_or_default();
        let Some(end) = source.find(']') else {
            continue;
        };
        let end = range.start + end;
        if !is_note || named.insert(folded(&name)) {
            edits.insert(end, format!("-{suffix}"));
        } else {
            edits.insert(end + 1, "\\");
        }
    }
    take_out_brackets(text, &mut edits);
    edits.apply(text)
}

/// Two names that differ by this do not differ for GitHub: `ß` is `SS`.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

/// A name with a bracket in it is a name to some readers only.
fn take_out_brackets(text: &str, edits: &mut Edits) {
    /// In bytes; a longer name is none for anybody.
    const LONGEST: usize = 4096;
    let code = CodeRanges::of(text);
    for (at, start) in text.match_indices("[^") {
        let name = text.get(at + start.len()..).unwrap_or_default();
        let name = name.bytes().take(LONGEST);
        let mut name = name.take_while(|byte| !matches!(byte, b']' | b'\n'));
        if name.any(|byte| byte == b'[') && !code.contains(at) {
            edits.insert(at, "\\");
        }
    }
}

#[cfg(test)]
mod tests;
