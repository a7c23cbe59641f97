//! Lines on which GitHub's reader of Markdown and ours disagree: a tag alone on a line, right below a table, or below
//! a paragraph in a list, quotation or note that the line does not belong to. GitHub's begins a block of HTML there;
//! ours goes on with what is above. A blank line makes both read what GitHub reads. So it does above a table that
//! begins in the midst of a paragraph, which is one for GitHub only.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::dialect::parser;
use super::edit::Edits;
use super::html::{Token, tokens};

/// Adds the blank lines.
pub(super) fn separate(text: &str, edits: &mut Edits) {
    let mut reader = Reader::default();
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(Tag::TableRow) => {
                reader.separate(text, line_start(text, range.start), edits);
            }
            Event::Start(tag) => reader.start(&tag, text, range.start),
            Event::SoftBreak
            | Event::HardBreak
            | Event::Code(_)
            | Event::InlineHtml(_)
            | Event::End(TagEnd::Paragraph) => {
                let inside = text.get(range.clone()).unwrap_or_default();
                for (at, _) in inside.match_indices('\n') {
                    let line = range.start + at + 1;
                    reader.separate(text, line, edits);
                    reader.separate_table(text, line, edits);
                }
            }
            Event::End(tag) => reader.end(tag),
            _ => {}
        }
    }
}

/// Where in the text it is.
#[derive(Default)]
struct Reader {
    quotes: usize,
    /// Items and notes that are open.
    items: usize,
    /// What is indented as far belongs to the innermost.
    column: usize,
    in_table: bool,
    /// Where the line began that was the last to go on with a paragraph.
    continued: Option<usize>,
}

impl Reader {
    fn start(&mut self, tag: &Tag<'_>, text: &str, at: usize) {
        match tag {
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::Item => {
                let item = text.get(at..).unwrap_or_default();
                let bullet = item.find([' ', '\n']).unwrap_or(item.len());
                self.items += 1;
                self.column = at - line_start(text, at) + bullet + 1;
            }
            Tag::FootnoteDefinition(_) => {
                self.items += 1;
                self.column = 4;
            }
            Tag::Table(_) => self.in_table = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::Item | TagEnd::FootnoteDefinition => self.items -= 1,
            TagEnd::Table => self.in_table = false,
            _ => {}
        }
    }

    /// Separates the line that begins here from what is above it, if that is read as one, and only by one of the two.
    fn separate(&self, text: &str, start: usize, edits: &mut Edits) {
        let line = text.get(start..).unwrap_or_default();
        let line = line.lines().next().unwrap_or_default();
        let Some((before, _)) = line.split_once('<') else {
            return;
        };
        let tag = line.get(before.len()..).unwrap_or_default();
        if !is_tag(tag.trim_end()) || !self.goes_on(before) {
            return;
        }
        if before.contains('>') {
            let at = start + before.len();
            edits.replace(at..at + 1, "&lt;");
        } else {
            edits.insert(start, "\n");
        }
    }

    /// Separates the table whose second line this would be. Inside of other blocks there is none.
    fn separate_table(&mut self, text: &str, start: usize, edits: &mut Edits) {
        if self.continued >= Some(start) {
            return;
        }
        let header = line_start(text, start.saturating_sub(1));
        let is_midst = self.continued.replace(start) == Some(header);
        let line = text.get(start..).unwrap_or_default();
        let line = line.lines().next().unwrap_or_default();
        let row = line.trim_start_matches([' ', '\t', '>']);
        if !is_midst || !is_delimiter_row(row) {
            return;
        }
        if self.quotes == 0 && self.items == 0 {
            edits.insert(header, "\n");
        } else {
            edits.insert(start + line.len() - row.len(), "\\");
        }
    }

    fn goes_on(&self, before: &str) -> bool {
        let is_prefix = before.bytes().all(|byte| matches!(byte, b' ' | b'>'));
        if self.in_table {
            return is_prefix;
        }
        let quotes = before.matches('>').count();
        let is_outside = quotes < self.quotes || self.items > 0 && before.len() < self.column;
        let indent = before.rsplit('>').next().map_or(0, str::len);
        // Further in it would be code; one blank is the quotation's.
        is_prefix && is_outside && indent < 4 + quotes.min(1)
    }
}

/// Whether it is one tag and nothing else.
fn is_tag(text: &str) -> bool {
    let first = tokens(text).next();
    first.is_some_and(|(range, token)| {
        range.len() == text.len() && matches!(token, Token::Start(_) | Token::End(_))
    })
}

/// The line between a table's head and its rows.
fn is_delimiter_row(line: &str) -> bool {
    let is_of_it = |c: char| matches!(c, '|' | ':' | '-' | ' ' | '\t');
    line.contains('-') && line.contains(['|', ':']) && line.chars().all(is_of_it)
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests;
