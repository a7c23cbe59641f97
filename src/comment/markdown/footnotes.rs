//! Footnotes of several texts in one comment. Their names hold for the whole comment, and a second note by one name
//! would take all that follows into the list of notes. Does not touch links' definitions.

use std::collections::HashSet;

use pulldown_cmark::{Event, Tag};

use super::dialect::parser;

/// The text with `suffix` behind each footnote's name, which no reader sees. A second note by the same name becomes
/// text.
pub(in crate::comment) fn apart(text: &str, suffix: &str) -> String {
    let mut named = HashSet::new();
    let mut edits = Vec::new();
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
        if !is_note || named.insert(name.to_lowercase()) {
            edits.push((end, format!("-{suffix}")));
        } else {
            edits.push((end + 1, "\\".to_owned()));
        }
    }
    let mut out = text.to_owned();
    edits.sort_by_key(|(at, _)| *at);
    for (at, new) in edits.into_iter().rev() {
        out.insert_str(at, &new);
    }
    out
}

#[cfg(test)]
mod tests;
