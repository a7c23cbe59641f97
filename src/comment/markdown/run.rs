//! The text that readers see, one run a line or block of HTML, and where in the source it stands: GitHub looks for
//! mentions and references in what Markdown and HTML leave as text, with entities decoded. Code is left out.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::dialect::parser;
use super::html::{self, Piece, Token};

/// Stands in a run where an element begins or ends. GitHub sees a new text there, or, if it removes the element, not.
pub(super) const SEAM: char = '\0';

/// The text of one line, or of one block of HTML.
#[derive(Default)]
pub(super) struct Run {
    pub(super) text: String,
    /// Where each stretch begins in the text, and its place in the source.
    stretches: Vec<(usize, Range<usize>)>,
}

impl Run {
    fn push(&mut self, text: &str, source: Range<usize>) {
        self.stretches.push((self.text.len(), source));
        self.text.push_str(text);
    }

    /// Where in the source the character ends that is at `at` in the text.
    pub(super) fn end_in_source(&self, at: usize) -> Option<usize> {
        let next = self.stretches.partition_point(|(start, _)| *start <= at);
        let (start, source) = self.stretches.get(next.checked_sub(1)?)?;
        let end = self
            .stretches
            .get(next)
            .map_or(self.text.len(), |(start, _)| *start);
        // What is not spelled out, `&#64;`, is one character.
        if source.len() != end - start {
            return Some(source.end);
        }
        let character = self.text.get(at..)?.chars().next()?;
        Some(source.start + (at - start) + character.len_utf8())
    }
}

/// Calls `read` with the text of each line and of each block of HTML, without what is also a label, or an image's.
pub(super) fn for_each(text: &str, mut read: impl FnMut(&Run)) {
    let mut reader = Reader::default();
    for (event, range) in parser(text).into_offset_iter() {
        if let Some(run) = reader.take(event, range) {
            read(&run);
        }
    }
    read(&reader.run);
}

#[derive(Default)]
struct Reader {
    run: Run,
    html: Piece,
    /// Whether the text of each open link or image is read.
    links: Vec<bool>,
    in_code: bool,
}

impl Reader {
    /// Takes one event; answers the run that it ends.
    fn take(&mut self, event: Event<'_>, range: Range<usize>) -> Option<Run> {
        match event {
            Event::Text(text) if self.reads() => self.run.push(&text, range),
            Event::Text(_) => {}
            Event::Html(raw) => self.html.push(&raw, range.start),
            Event::InlineHtml(_) => self.seam(),
            Event::Start(Tag::Link { link_type, .. }) => {
                self.links.push(!is_label(link_type));
                self.seam();
            }
            Event::Start(Tag::Image { .. }) => {
                self.links.push(false);
                self.seam();
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                self.links.pop();
                self.seam();
            }
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => self.seam(),
            Event::Start(Tag::CodeBlock(_)) => self.in_code = true,
            Event::End(TagEnd::CodeBlock) => self.in_code = false,
            _ => {
                self.read_html();
                return Some(std::mem::take(&mut self.run)).filter(|run| !run.text.is_empty());
            }
        }
        None
    }

    fn reads(&self) -> bool {
        !self.in_code && self.links.iter().all(|read| *read)
    }

    fn seam(&mut self) {
        self.run.push("\0", 0..1);
    }

    /// The text between the tags of an HTML block.
    fn read_html(&mut self) {
        let piece = std::mem::take(&mut self.html);
        for (range, token) in html::tokens(&piece.html) {
            match token {
                Token::Text(text) => self.read_html_text(text, range.start, &piece),
                _ => self.seam(),
            }
        }
    }

    fn read_html_text(&mut self, text: &str, start: usize, piece: &Piece) {
        let mut rest = text;
        while !rest.is_empty() {
            let Some(source) = piece.source(start + text.len() - rest.len()) else {
                return;
            };
            let length = if let Some((decoded, length)) = html::character_reference(rest) {
                let mut buffer = [0; 4];
                let decoded = decoded.encode_utf8(&mut buffer);
                self.run.push(decoded, source..source + length);
                length
            } else {
                let length = plain_length(rest);
                let verbatim = rest.get(..length).unwrap_or_default();
                self.run.push(verbatim, source..source + length);
                length
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }
}

/// Up to the next possible character reference, or the end of the line: the next may stand elsewhere in the source.
fn plain_length(text: &str) -> usize {
    let line = text.find('\n').map_or(text.len(), |at| at + 1);
    let line_text = text.get(..line).unwrap_or_default();
    line_text
        .match_indices('&')
        .map(|(at, _)| at)
        .find(|at| *at > 0)
        .unwrap_or(line)
}

/// Whether what a reader sees is the link's label or address, which a change would break.
fn is_label(link_type: LinkType) -> bool {
    !matches!(
        link_type,
        LinkType::Inline | LinkType::Reference | LinkType::ReferenceUnknown
    )
}
