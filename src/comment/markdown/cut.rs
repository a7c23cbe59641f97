//! Shortens Markdown to what there is room for, so that what is left reads as it did and swallows nothing that
//! follows. Does not tell the reader: that is a note's business.
//!
//! A cut is best at the end of a line where nothing is open. Where that would throw away more than half of what
//! there is room for (one long table, fence or `<details>`), it is at the end of any line, and what is open is
//! closed; where there is no such line either, between two characters.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};

use super::elements::Elements;
use super::{close, parser};

/// The beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// It, with what it leaves open closed.
    pub text: String,
    /// How many Unicode scalar values of the whole text are missing; 0 where it is the whole text.
    pub missing: usize,
}

/// As much of `text` as there is room for, counted in Unicode scalar values: the text itself where it fits, else
/// a beginning that is never more than that, closers included. Parses in proportion to `room`, however long the text.
pub fn cut(text: &str, room: usize) -> Cut {
    let Some((mut end, _)) = text.char_indices().nth(room) else {
        return Cut {
            text: text.to_owned(),
            missing: 0,
        };
    };
    let units = Units::of(text.get(..floor(text, end + AHEAD)).unwrap_or_default());
    let enough = end / 2;
    loop {
        let at = units.place(text, end, enough);
        let (kept, rest) = text.split_at(at);
        let closed = close(kept);
        let length = closed.chars().count();
        if length <= room || at == 0 {
            return Cut {
                text: closed,
                missing: rest.chars().count(),
            };
        }
        end = floor(text, shorter(at, length, room));
    }
}

/// How far to look beyond the end, in bytes: the next line can make a heading or a table of the last one.
const AHEAD: usize = 4096;

/// Where to end instead of `at`, which closers made too long. They shrink with the text, if there are many.
fn shorter(at: usize, length: usize, room: usize) -> usize {
    let excess = length - room;
    if excess <= room / 16 {
        at.saturating_sub(excess)
    } else {
        at.saturating_mul(room) / length * 15 / 16
    }
}

/// The last place not after `at` that is not inside a character.
fn floor(text: &str, at: usize) -> usize {
    let whole = |at: &usize| text.is_char_boundary(*at);
    (0..=at.min(text.len())).rev().find(whole).unwrap_or(0)
}

/// What should not be cut through, as ranges of bytes, in order and apart from each other.
struct Units(Vec<Range<usize>>);

impl Units {
    fn of(text: &str) -> Self {
        let parser = parser(text);
        let definitions = parser.reference_definitions().iter();
        let mut found: Vec<_> = definitions.map(|(_, it)| it.span.clone()).collect();
        let elements = Elements::of(parser.into_offset_iter().inspect(|(event, range)| {
            if is_unit(event) {
                found.push(range.clone());
            }
        }));
        found.extend(elements.spans);
        found.sort_unstable_by_key(|unit| unit.start);
        let mut units: Vec<Range<usize>> = Vec::new();
        for unit in found {
            let source = text.get(unit.clone()).map(str::trim_end);
            let end = source.map_or(unit.end, |source| unit.start + source.len());
            match units.last_mut() {
                Some(last) if unit.start < last.end => last.end = last.end.max(end),
                _ => units.push(unit.start..end),
            }
        }
        Self(units)
    }

    fn hold(&self, at: usize) -> bool {
        let before = self.0.partition_point(|unit| unit.start < at);
        let last = before.checked_sub(1).and_then(|last| self.0.get(last));
        last.is_some_and(|unit| at < unit.end)
    }

    /// Where to cut `text`, not after `end`, and at the end of a line if that leaves `enough`.
    fn place(&self, text: &str, end: usize, enough: usize) -> usize {
        let enough = if enough < end { enough } else { end / 2 };
        let (before, after) = text.split_at(end);
        let here = after.starts_with('\n').then_some(end);
        let line_ends = before.rmatch_indices('\n').map(|(at, _)| at);
        let mut line_ends = here.into_iter().chain(line_ends);
        let latest = line_ends.clone().next();
        let whole = line_ends.find(|at| !self.hold(*at));
        let places = [whole, latest].into_iter().flatten();
        places.into_iter().find(|at| *at >= enough).unwrap_or(end)
    }
}

/// Containers of whole lines may lose some, paragraphs as well.
fn is_unit(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => !matches!(
            tag,
            Tag::Paragraph
                | Tag::BlockQuote(_)
                | Tag::List(_)
                | Tag::Item
                | Tag::FootnoteDefinition(_)
                | Tag::CodeBlock(CodeBlockKind::Indented)
        ),
        Event::Code(_) | Event::InlineHtml(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
