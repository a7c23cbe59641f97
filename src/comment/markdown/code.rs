//! Where Markdown shows text as code. Raw HTML's `<code>` and `<pre>` are not known here.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::dialect::parser;

/// Code spans and code blocks, in order.
pub(in crate::comment) struct CodeRanges(Vec<Range<usize>>);

impl CodeRanges {
    pub(in crate::comment) fn of(text: &str) -> Self {
        let mut ranges = Vec::new();
        for (event, range) in parser(text).into_offset_iter() {
            if matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))) {
                ranges.push(range);
            }
        }
        Self(ranges)
    }

    /// Whether the byte at this place is shown as code.
    pub(in crate::comment) fn contains(&self, at: usize) -> bool {
        let next = self.0.partition_point(|range| range.end <= at);
        self.0.get(next).is_some_and(|range| range.contains(&at))
    }
}
