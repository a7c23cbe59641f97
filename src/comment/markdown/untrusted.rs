//! Text of which nobody in the repository knows the author, as a fork's run brings it: nothing hidden, nobody
//! notified, few links and images, no link of others redirected, no way out of the quotation that it stands in. What
//! is shown stays as it was written wherever it harms nobody.
//!
//! What is safe does not hang on how Markdown is read, of which readers have their own ideas: `defuse` sees to it,
//! character by character. What comes before it here only makes the text pleasant to read.

use pulldown_cmark::{Event, TagEnd};

use super::defuse::defuse;
use super::dialect::parser;
use super::edit::Edits;
use super::html::{self, Piece, Token};
use super::limit::limit_links;

/// Elements of style. In other people's text they would go on, where readers disagree on their end; Markdown has
/// its own.
const STYLES: [&str; 12] = [
    "b", "big", "center", "code", "em", "font", "i", "s", "small", "strong", "tt", "u",
];

/// The text made harmless, as far as it stays what it is.
pub(in crate::comment) fn untrusted(text: &str, server: &str) -> String {
    defuse(&limit_links(&without_unwanted(text)), server)
}

/// The text without HTML comments, what browsers take for them, and tags of style. Code keeps them, for there they
/// are shown.
fn without_unwanted(text: &str) -> String {
    let mut edits = Edits::default();
    let mut block = Piece::default();
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Html(raw) => block.push(&raw, range.start),
            Event::InlineHtml(raw) if html::tokens(&raw).all(|(_, token)| is_unwanted(token)) => {
                edits.replace(range, "");
            }
            Event::End(TagEnd::HtmlBlock) => {
                let block = std::mem::take(&mut block);
                let unwanted = html::tokens(&block.html).filter(|(_, token)| is_unwanted(*token));
                for source in unwanted.filter_map(|(range, _)| block.source_of(&range)) {
                    edits.replace(source, "");
                }
            }
            _ => {}
        }
    }
    edits.apply(text)
}

fn is_unwanted(token: Token<'_>) -> bool {
    match token {
        Token::Hidden => true,
        Token::Start(name) | Token::End(name) => {
            STYLES.iter().any(|style| name.eq_ignore_ascii_case(style))
        }
        Token::OpenComment | Token::Unended | Token::Text(_) => false,
    }
}

#[cfg(test)]
mod tests;
