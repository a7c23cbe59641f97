//! Code that is none for GitHub's reader of Markdown: what stands before it in its line of text is changed so that it is.
//!
//! - Behind backticks that begin no span it gives up looking for the ends of some later ones. Such backticks become
//!   character references.
//! - A bare address goes on to the next blank or `<`, and takes along a backtick that stands right behind it, or a
//!   backslash that would make text of a tag. It gets a blank.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use super::dialect::parser;
use super::edit::Edits;

/// Collects the changes, for spans that would show a tag if they were none.
pub(super) fn settle(text: &str, edits: &mut Edits) {
    let behind = text.match_indices("\\<").map(|(at, _)| at);
    for at in behind.filter(|at| is_behind_address(text, *at)) {
        edits.insert(at, " ");
    }
    if !text.contains('`') || !text.contains('<') {
        return;
    }
    let mut single: Vec<usize> = Vec::new();
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Text(_) => single.extend(backticks(text, range)),
            Event::Code(code) if code.contains('<') => {
                for at in single.drain(..) {
                    edits.replace(at..at + 1, "&#96;");
                }
                if is_behind_address(text, range.start) {
                    edits.insert(range.start, " ");
                }
            }
            Event::Start(tag) if is_block(tag.to_end()) => single.clear(),
            Event::End(tag) if is_block(tag) => single.clear(),
            _ => {}
        }
    }
}

/// Where the backticks are that begin no code span.
fn backticks(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let source = text.get(range.clone()).unwrap_or_default();
    let found = source
        .match_indices('`')
        .map(move |(at, _)| range.start + at);
    // One behind a backslash begins nothing for anybody.
    found.filter(|at| !text.get(..*at).is_some_and(|before| before.ends_with('\\')))
}

fn is_behind_address(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let word = before
        .rsplit(|c: char| c.is_whitespace() || c == '<')
        .next();
    word.is_some_and(|word| word.contains("://") || word.contains("www."))
}

fn is_block(tag: TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
    )
}

#[cfg(test)]
mod tests;
