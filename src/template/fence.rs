//! Filters that put a text into a fence of its own, which nothing in the text can end.

use minijinja::value::Value;
use minijinja::{Error, ErrorKind, State};

use super::cost::shown;
use super::data::defined;

/// Fewer make a code span.
const SHORTEST: usize = 3;

/// The text as a code block, in a fence longer than any in the text. `language` colours it.
pub(super) fn fence(
    state: &State<'_, '_>,
    text: &Value,
    language: Option<&str>,
) -> Result<String, Error> {
    let language = language.unwrap_or_default();
    if language.contains(|c: char| c.is_whitespace() || c == '`') {
        let why = format!("a fence's language is one word, not {language:?}");
        return Err(Error::new(ErrorKind::InvalidOperation, why));
    }
    let text = shown(state, defined(text)?)?;
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(SHORTEST.max(longest + 1));
    let text = text.trim_end_matches(['\n', '\r']);
    Ok(format!("{fence}{language}\n{text}\n{fence}"))
}

/// The text as a block with lines of `+` in green and of `-` in red.
pub(super) fn diff(state: &State<'_, '_>, text: &Value) -> Result<String, Error> {
    fence(state, text, Some("diff"))
}

#[cfg(test)]
mod tests;
