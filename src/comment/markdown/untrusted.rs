//! Text of which nobody in the repository knows the author, as a fork's run brings it: nothing hidden, nobody
//! notified, few links and images. What is shown stays as it was written wherever it harms nobody.
//!
//! What is taken out leaves a zero-width space, so that what stood around it never joins to something new. GitHub
//! itself removes scripts, styles and dangerous addresses, and so this does not.

use pulldown_cmark::{Event, Parser, TagEnd};

use super::edit::{APART, Edits};
use super::html::{self, Piece, Token};
use super::limit::limit_links;
use super::options;
use super::plain::plain;

/// The text made harmless. Doing it twice changes nothing more.
pub(in crate::comment) fn untrusted(text: &str) -> String {
    plain(&limit_links(&without_hidden(text)))
}

/// The text without HTML comments and what browsers take for them; code keeps them, for there they are shown.
fn without_hidden(text: &str) -> String {
    /// What was a comment's may become text that holds another.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let edits = hidden(&out);
        if edits.is_empty() {
            return out;
        }
        out = edits.apply(&out);
    }
    // Whoever went to such lengths need not be read with ease.
    out.replace('<', "&lt;")
}

fn hidden(text: &str) -> Edits {
    let mut edits = Edits::default();
    let mut block = Piece::default();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Html(raw) => block.push(&raw, range.start),
            Event::InlineHtml(raw) if !is_tag(&raw) => edits.replace(range, APART),
            Event::End(TagEnd::HtmlBlock) => {
                hidden_in_block(&std::mem::take(&mut block), &mut edits)
            }
            _ => {}
        }
    }
    edits
}

fn is_tag(raw: &str) -> bool {
    matches!(
        html::tokens(raw).next(),
        Some((_, Token::Start(_) | Token::End(_)))
    )
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
            Token::Start(_) | Token::End(_) | Token::Text(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
