//! Text of which nobody in the repository knows the author, as a fork's run brings it: nothing hidden, nobody
//! notified, few links and images, no link of others redirected, no way out of the quotation that it stands in. What
//! is shown stays as it was written wherever it harms nobody.
//!
//! What is taken out leaves a zero-width space, so that what stood around it never joins to something new. GitHub
//! itself removes scripts, styles and dangerous addresses, and so this does not.

use pulldown_cmark::{Event, TagEnd};

use super::code::CodeRanges;
use super::dialect::parser;
use super::edit::{APART, Edits};
use super::html::{self, Piece, Token};
use super::limit::limit_links;
use super::plain::plain;

/// The text made harmless. Doing it twice changes nothing more.
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
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Html(raw) => block.push(&raw, range.start),
            Event::InlineHtml(raw) => match html::tokens(&raw).next() {
                Some((_, token)) if is_quotation(token) => {
                    edits.replace(range.start..range.start + 1, "&lt;");
                }
                Some((_, Token::Start(_) | Token::End(_))) => {}
                _ => edits.replace(range, APART),
            },
            Event::End(TagEnd::HtmlBlock) => hidden_in_block(&std::mem::take(&mut block), edits),
            _ => {}
        }
    }
}

/// A tag that could end the quotation around it.
fn is_quotation(token: Token<'_>) -> bool {
    matches!(token, Token::Start(name) | Token::End(name) if name.eq_ignore_ascii_case("blockquote"))
}

fn hidden_in_block(block: &Piece, edits: &mut Edits) {
    for (range, token) in html::tokens(&block.html) {
        let Some(source) = block.source_of(&range) else {
            continue;
        };
        match token {
            Token::Hidden if block.html.trim().len() == range.len() => edits.replace(source, ""),
            Token::Hidden => edits.replace(source, APART),
            Token::OpenComment | Token::Unended => edits.replace(source, "&lt;"),
            _ if is_quotation(token) => edits.replace(source.start..source.start + 1, "&lt;"),
            Token::Start(_) | Token::End(_) | Token::Text(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
