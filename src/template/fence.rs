//! Filters that put a text into a fence of its own, which nothing in the text can end.

use minijinja::{Error, ErrorKind};

/// Fewer make a code span.
const SHORTEST: usize = 3;

/// The text as a code block, in a fence longer than any in the text. `language` colours it.
pub(super) fn fence(text: &str, language: Option<&str>) -> Result<String, Error> {
    let language = language.unwrap_or_default();
    if language.contains(|c: char| c.is_whitespace() || c == '`') {
        let why = format!("a fence's language is one word, not {language:?}");
        return Err(Error::new(ErrorKind::InvalidOperation, why));
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(SHORTEST.max(longest + 1));
    let text = text.trim_end_matches(['\n', '\r']);
    Ok(format!("{fence}{language}\n{text}\n{fence}"))
}

/// The text as a block with lines of `+` in green and of `-` in red.
pub(super) fn diff(text: &str) -> Result<String, Error> {
    fence(text, Some("diff"))
}

#[cfg(test)]
mod tests;
