//! Which elements and comments of HTML are open in a Markdown text, and where. Does not judge or end them.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use super::element::makes_text_of_what_follows;
use super::html::{Piece, Token, past_comment, tokens};
use super::open::OpenElements;

/// The HTML that Markdown makes and passes through, as far as what is open is concerned.
#[derive(Default)]
pub(super) struct Elements {
    pub(super) open: OpenElements,
    /// Where a comment begins that is open.
    pub(super) comment: Option<usize>,
    /// Where in the source a `<` stands that had better be text: what it begins has no end, or nobody knows which.
    pub(super) harmful: Vec<usize>,
    /// Where in the source anything is open, one after the other; to the end of all numbers where nothing ends it.
    pub(super) spans: Vec<Range<usize>>,
    since: Option<usize>,
    /// How many images are open: what is in one is its description.
    images: usize,
    /// Of each open footnote, the comment that is open where it is written and not where it is shown.
    outside: Vec<Option<usize>>,
}

impl Elements {
    /// Of a text as Markdown's parser reads it.
    pub(super) fn of<'a>(events: impl Iterator<Item = (Event<'a>, Range<usize>)>) -> Self {
        let mut elements = Self::default();
        let mut piece = Piece::default();
        for (event, range) in events {
            match event {
                Event::InlineHtml(raw) if is_contested_comment(&raw) => {
                    elements.harmful.push(range.start);
                    continue;
                }
                Event::Html(raw) | Event::InlineHtml(raw) => {
                    if elements.images == 0 {
                        piece.push(&raw, range.start);
                    }
                    continue;
                }
                // Markdown's own text is escaped and cannot hold a tag, nor its end.
                _ => elements.read(&std::mem::take(&mut piece)),
            }
            match event {
                Event::Start(tag) => elements.start(&tag),
                Event::End(tag) => elements.end(tag),
                _ => {}
            }
        }
        elements.read(&piece);
        elements
            .spans
            .extend(elements.since.map(|start| start..usize::MAX));
        elements
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Image { .. } => self.images += 1,
            Tag::FootnoteDefinition(_) => {
                self.outside.push(self.comment.take());
                self.open.start_markdown("section");
            }
            _ => match name(&tag.to_end()) {
                Some(_) if self.comment.is_some() => self.open.start_unseen(),
                Some(name) => self.open.start_markdown(name),
                None => {}
            },
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.images -= 1,
            TagEnd::FootnoteDefinition => {
                self.harmful.extend(self.open.end_apart());
                self.harmful.extend(self.comment.take());
                self.comment = self.outside.pop().flatten();
            }
            _ if name(&tag).is_some() => self.open.end_markdown(self.comment.is_none()),
            _ => {}
        }
    }

    fn read(&mut self, piece: &Piece) {
        let mut html = piece.html.as_str();
        if self.comment.is_some() {
            let Some(after) = past_comment(html) else {
                return;
            };
            html = after;
            self.comment = None;
        }
        let offset = piece.html.len() - html.len();
        self.mark(piece.source(offset));
        for (range, token) in tokens(html) {
            let Some(at) = piece.source(offset + range.start) else {
                continue;
            };
            self.take(token, at);
            let opened = self.is_open();
            self.mark(if opened {
                Some(at)
            } else {
                piece.source(offset + range.end)
            });
            if self.comment.is_some() {
                return;
            }
        }
    }

    /// Takes a token of HTML that stands at this place of the source.
    fn take(&mut self, token: Token<'_>, at: usize) {
        match token {
            Token::Text(_) | Token::Hidden => {}
            Token::OpenComment => self.comment = Some(at),
            Token::Unended => self.harmful.push(at),
            Token::Start(name) => {
                let name = name.to_ascii_lowercase();
                let is_plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
                // An end tag by another name would be text in Markdown.
                let stays = is_plain && !makes_text_of_what_follows(&name);
                if !(stays && self.open.start(&name, at)) {
                    self.harmful.push(at);
                }
            }
            Token::End(name) => self.open.end(&name.to_ascii_lowercase()),
        }
    }

    fn is_open(&self) -> bool {
        self.comment.is_some() || !self.open.is_empty()
    }

    /// Notes that something began or ended at this place.
    fn mark(&mut self, at: Option<usize>) {
        match (self.is_open(), self.since) {
            (true, None) => self.since = at,
            (false, Some(start)) => {
                self.spans.push(start..at.unwrap_or(start));
                self.since = None;
            }
            _ => {}
        }
    }
}

/// Whether GitHub's reader of Markdown, which is of an older specification, takes it for text.
fn is_contested_comment(raw: &str) -> bool {
    let inner = raw.strip_prefix("<!--");
    inner.is_some_and(|inner| {
        let inner = inner.strip_suffix("-->").unwrap_or("-");
        inner.contains("--") || inner.starts_with(['>', '-']) || inner.ends_with('-')
    })
}

/// The element that Markdown makes of it, unless it holds nothing but text, or parts that end with it.
fn name(tag: &TagEnd) -> Option<&'static str> {
    Some(match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Heading(HeadingLevel::H1) => "h1",
        TagEnd::Heading(HeadingLevel::H2) => "h2",
        TagEnd::Heading(HeadingLevel::H3) => "h3",
        TagEnd::Heading(HeadingLevel::H4) => "h4",
        TagEnd::Heading(HeadingLevel::H5) => "h5",
        TagEnd::Heading(HeadingLevel::H6) => "h6",
        TagEnd::BlockQuote(None) => "blockquote",
        TagEnd::BlockQuote(Some(_)) => "div",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::Table => "table",
        TagEnd::TableCell => "td",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::Strikethrough => "del",
        TagEnd::Link => "a",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
