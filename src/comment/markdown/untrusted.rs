//! Text of which nobody in the repository knows the author, as a fork's run brings it: nothing hidden, nobody
//! notified, few links and images, no link of others redirected, no way out of the quotation that it stands in. What
//! is shown stays as it was written wherever it harms nobody.
//!
//! What is taken out leaves a zero-width space, so that what stood around it never joins to something new. GitHub
//! itself removes scripts, styles and dangerous addresses, and so this does not.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::code::CodeRanges;
use super::dialect::parser;
use super::edit::{APART, Edits};
use super::html::{self, Piece, Token};
use super::limit::limit_links;
use super::plain::plain;

/// The text made harmless, as far as it stays what it is.
pub(in crate::comment) fn untrusted(text: &str, server: &str) -> String {
    plain(&limit_links(&without_unwanted(text)), server)
}

/// The text with nothing hidden and nothing defined for the whole comment.
fn without_unwanted(text: &str) -> String {
    /// What is taken out may join to something new, and turn what stood beside it from code into text.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let mut edits = Edits::default();
        take_out_hidden(&out, &mut edits);
        take_out_definitions(&out, &mut edits);
        if edits.is_empty() {
            return out;
        }
        out = edits.apply(&out);
    }
    // Whoever went to such lengths need not be read with ease, in code as well.
    out.replace('<', "&lt;").replace("]:", "]&colon;")
}

/// Definitions of links and footnotes hold for the whole comment, and the first one wins: they would say where the
/// links of others lead.
fn take_out_definitions(text: &str, edits: &mut Edits) {
    if text.contains("]:") {
        let code = CodeRanges::of(text);
        for (at, _) in text.match_indices("]:") {
            if !code.contains(at) {
                edits.replace(at + 1..at + 2, "&colon;");
            }
        }
    }
}

/// HTML comments and what browsers take for them; code keeps them, for there they are shown.
fn take_out_hidden(text: &str, edits: &mut Edits) {
    let mut block = Piece::default();
    let mut quotations = 0_usize;
    let mut cell_end = 0;
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::End(TagEnd::TableCell) => cell_end = range.end,
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                keep_surplus(text, cell_end..range.end, edits);
            }
            Event::Start(Tag::BlockQuote(_)) => quotations += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotations -= 1,
            Event::Html(raw) => block.push(&raw, range.start),
            Event::InlineHtml(raw) => match html::tokens(&raw).next() {
                Some((_, token)) if may_end_quotation(token, quotations) => {
                    as_text(text, range.start, edits);
                }
                Some((_, Token::Start(_) | Token::End(_))) => {}
                _ => edits.replace(range, APART),
            },
            Event::End(TagEnd::HtmlBlock) => {
                hidden_in_block(text, &std::mem::take(&mut block), quotations, edits);
            }
            _ => {}
        }
    }
}

/// A tag that could end the quotation around it: by its name; because a browser ignores the start of a quotation in
/// it, and not the end; or because it ends one quotation inside another, whose own end is then the other's.
fn may_end_quotation(token: Token<'_>, quotations: usize) -> bool {
    let (Token::Start(name) | Token::End(name)) = token else {
        return false;
    };
    quotations > 1
        || ["blockquote", "select"]
            .iter()
            .any(|it| name.eq_ignore_ascii_case(it))
}

/// Puts the cells for which a table has no column into its last one. A reader that takes the row for a paragraph would
/// show them, and nobody else would have read them.
fn keep_surplus(text: &str, cells: Range<usize>, edits: &mut Edits) {
    let source = text.get(cells.clone()).unwrap_or_default().trim_end();
    let source = source.strip_suffix('|').unwrap_or(source);
    for (at, _) in source.match_indices('|') {
        edits.replace(cells.start + at..cells.start + at + 1, "\\|");
    }
}

/// Shows the tag that begins here as text. One in no quotation is not the stranger's: closing has added it.
fn as_text(text: &str, at: usize, edits: &mut Edits) {
    let line = text.get(..at).unwrap_or_default().rsplit('\n').next();
    if line.is_some_and(|before| before.starts_with('>')) {
        edits.replace(at..at + 1, "&lt;");
    }
}

fn hidden_in_block(text: &str, block: &Piece, quotations: usize, edits: &mut Edits) {
    for (range, token) in html::tokens(&block.html) {
        let Some(source) = block.source_of(&range) else {
            continue;
        };
        match token {
            Token::Hidden if block.html.trim().len() == range.len() => edits.replace(source, ""),
            Token::Hidden => edits.replace(source, APART),
            Token::OpenComment | Token::Unended => edits.replace(source, "&lt;"),
            _ if may_end_quotation(token, quotations) => as_text(text, source.start, edits),
            Token::Start(_) | Token::End(_) | Token::Text(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
