//! Which elements and comments of HTML are open in a Markdown text, and where. Does not judge or end them.

use std::ops::Range;

use pulldown_cmark::Event;

use super::html::{Piece, past_attributes, past_comment};

/// The HTML that Markdown passes through, as far as what is open is concerned.
#[derive(Default)]
pub(super) struct Elements {
    /// What is open at the end, from the outside in.
    pub(super) open: Vec<String>,
    /// Whether a comment is.
    pub(super) in_comment: bool,
    /// Where in the source the tags begin that do not end in their own piece of HTML.
    pub(super) unended: Vec<usize>,
    /// Where in the source anything is open, one after the other; to the end of all numbers where nothing ends it.
    pub(super) spans: Vec<Range<usize>>,
    since: Option<usize>,
}

impl Elements {
    /// Of a text as Markdown's parser reads it.
    pub(super) fn of<'a>(events: impl Iterator<Item = (Event<'a>, Range<usize>)>) -> Self {
        let mut elements = Self::default();
        let mut piece = Piece::default();
        for (event, range) in events {
            match event {
                Event::Html(raw) | Event::InlineHtml(raw) => piece.push(&raw, range.start),
                // Markdown's own text is escaped and cannot hold a tag, nor its end.
                _ => elements.read(std::mem::take(&mut piece)),
            }
        }
        elements.read(piece);
        elements
            .spans
            .extend(elements.since.map(|start| start..usize::MAX));
        elements
    }

    fn read(&mut self, piece: Piece) {
        let mut rest = piece.html.as_str();
        loop {
            if self.in_comment {
                let Some(after) = past_comment(rest) else {
                    return;
                };
                self.in_comment = false;
                rest = after;
                self.mark(&piece, rest);
            }
            let Some((before, after)) = rest.split_once('<') else {
                return;
            };
            let tag = rest.get(before.len()..).unwrap_or_default();
            if let Some(after) = after.strip_prefix("!--") {
                // These two are whole comments in HTML.
                let empty = after.strip_prefix('>').or_else(|| after.strip_prefix("->"));
                self.in_comment = empty.is_none();
                rest = empty.unwrap_or(after);
            } else if let Some(after) = self.tag(after) {
                rest = after;
            } else {
                self.unended.extend(piece.source_of_rest(tag));
                rest = after;
            }
            self.mark(&piece, if self.is_open() { tag } else { rest });
        }
    }

    fn is_open(&self) -> bool {
        self.in_comment || !self.open.is_empty()
    }

    /// Notes that something began or ended where `rest` of the piece begins.
    fn mark(&mut self, piece: &Piece, rest: &str) {
        match (self.is_open(), self.since) {
            (true, None) => self.since = piece.source_of_rest(rest),
            (false, Some(start)) => {
                let end = piece.source_of_rest(rest).unwrap_or(start);
                self.spans.push(start..end);
                self.since = None;
            }
            _ => {}
        }
    }

    /// Reads one tag after its `<`; answers what follows its attributes, `None` where it does not end.
    fn tag<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let (closing, text) = match text.strip_prefix('/') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let end = text
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let name = name.to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Some(rest);
        }
        let after = past_attributes(rest)?;
        if closing {
            if let Some(at) = self.open.iter().rposition(|open| *open == name) {
                self.open.truncate(at);
            }
        } else if !ends_by_itself(&name) {
            self.open.push(name);
        }
        Some(after)
    }
}

/// Elements that have no end, or whose end another one implies (HTML, void elements and optional tags).
fn ends_by_itself(name: &str) -> bool {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ];
    const IMPLIED: [&str; 16] = [
        "p", "li", "dt", "dd", "td", "th", "tr", "tbody", "thead", "tfoot", "colgroup", "caption",
        "option", "optgroup", "rt", "rp",
    ];
    VOID.contains(&name) || IMPLIED.contains(&name)
}
