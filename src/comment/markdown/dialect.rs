//! GitHub's Markdown as far as it decides what is code and what is HTML. One place, so that all readings agree.

use pulldown_cmark::{Options, Parser};

/// What GitHub adds to CommonMark. Not its boxes of tasks, which hold nothing: our reader takes what is indented below
/// an empty one for code.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// Reads a text so.
pub(super) fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, options())
}
