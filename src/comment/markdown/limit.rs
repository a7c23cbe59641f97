//! No more links and images than a report needs; the further ones become their text. Counts what Markdown and GitHub
//! itself (a bare address) make a link or an image of; a stranger's raw HTML makes neither.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::address::steps;
use super::dialect::parser;
use super::edit::{APART, Edits};
use super::run;

/// Enough for a table of failed tests.
pub(super) const MAX_LINKS: usize = 100;
/// Enough for a row of badges and a few charts.
pub(super) const MAX_IMAGES: usize = 20;

/// The text with at most [`MAX_LINKS`] links and [`MAX_IMAGES`] images. Bare addresses give way to written links.
pub(super) fn limit_links(text: &str) -> String {
    let mut counter = Counter::default();
    for (event, range) in parser(text).into_offset_iter() {
        counter.take(text, event, range);
    }
    let Counter {
        mut links,
        mut edits,
        ..
    } = counter;
    run::for_each(text, |run| {
        for at in bare_addresses(&run.text) {
            links += 1;
            let source = run.end_in_source(at).filter(|_| links > MAX_LINKS);
            if let Some(at) = source {
                edits.insert(at, APART);
            }
        }
    });
    edits.apply(text)
}

#[derive(Default)]
struct Counter {
    links: usize,
    images: usize,
    edits: Edits,
    /// Of each open link and image, what it becomes.
    open: Vec<Fate>,
    /// Where the innermost content of an open link ends so far.
    content_end: usize,
    in_code: bool,
}

/// What becomes of a link or image.
#[derive(Clone, Copy)]
enum Fate {
    Stays,
    /// Loses its brackets and its address.
    BecomesText,
    /// Loses its angle brackets, and is kept from being a bare address.
    BecomesPlainAddress,
}

impl Counter {
    fn take(&mut self, text: &str, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Link { link_type, .. }) => {
                self.links += 1;
                let over = self.links > MAX_LINKS;
                self.begin(
                    range.start,
                    "[",
                    match link_type {
                        _ if !over => Fate::Stays,
                        LinkType::Autolink | LinkType::Email => Fate::BecomesPlainAddress,
                        _ => Fate::BecomesText,
                    },
                );
            }
            Event::Start(Tag::Image { .. }) => {
                self.images += 1;
                let over = self.images > MAX_IMAGES;
                self.begin(
                    range.start,
                    "![",
                    if over { Fate::BecomesText } else { Fate::Stays },
                );
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.end(range),
            Event::Start(Tag::CodeBlock(_)) => self.in_code = true,
            Event::End(TagEnd::CodeBlock) => self.in_code = false,
            Event::Text(_) => self.text(text, range),
            _ => self.content_end = range.end,
        }
    }

    fn begin(&mut self, start: usize, opening: &str, fate: Fate) {
        self.content_end = start + opening.len();
        match fate {
            Fate::Stays => {}
            Fate::BecomesText | Fate::BecomesPlainAddress => {
                self.edits.replace(start..self.content_end, APART);
            }
        }
        self.open.push(fate);
    }

    fn end(&mut self, range: Range<usize>) {
        match self.open.pop() {
            Some(Fate::BecomesText) => self.edits.replace(self.content_end..range.end, APART),
            Some(Fate::BecomesPlainAddress) => {
                self.edits.replace(range.end - 1..range.end, APART);
            }
            Some(Fate::Stays) | None => {}
        }
        self.content_end = range.end;
    }

    /// A bracket that was text may begin a link where the links beside it are gone.
    fn text(&mut self, text: &str, range: Range<usize>) {
        self.content_end = range.end;
        if self.links < MAX_LINKS || self.in_code {
            return;
        }
        let source = text.get(range.clone()).unwrap_or_default();
        for (at, _) in source.match_indices('[') {
            let at = range.start + at;
            let rest = text.get(at..).unwrap_or_default();
            if ["[ ]", "[x]", "[X]"]
                .iter()
                .any(|task| rest.starts_with(task))
            {
                continue;
            }
            self.edits.replace(at..at + 1, "&#91;");
        }
        if let (Some(Fate::BecomesPlainAddress), Some(colon)) = (self.open.last(), source.find(':'))
        {
            self.edits.insert(range.start + colon + 1, APART);
        }
    }
}

/// Where the character of each bare address stands after which nothing may come between: its `:`, or its first `w`.
fn bare_addresses(text: &str) -> impl Iterator<Item = usize> {
    let addresses = steps(text).filter(|step| step.is_address);
    addresses.map(|step| {
        let is_host = step.text.starts_with(['w', 'W']);
        let colon = step.text.find(':').filter(|_| !is_host);
        step.at + colon.unwrap_or(0)
    })
}

#[cfg(test)]
mod tests;
