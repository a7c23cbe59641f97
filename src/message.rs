//! What the user wants said: from an input, files or standard input to one text with `\n` line ends.
//!
//! Expands and interprets nothing but one placeholder. What Markdown does with the text, and our own markers
//! in it, are the comment's business.

mod ansi;
mod error;
mod file;
mod paths;

use std::io::Read;

use crate::comment::normalise;
use file::LARGEST;

pub use error::{DataError, MessageError, UsageError};
pub use file::{Places, read_file};

/// Where a message comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// Text as given.
    pub text: Option<&'a str>,
    /// Files and patterns of files, in order; `-` is standard input.
    pub paths: &'a [String],
    /// Whether the escape sequences of terminals are taken out.
    pub strip_ansi: bool,
}

/// Stands in a message for what the files say.
const PLACEHOLDER: &str = "{content}";

/// Reads the message; `None` where there is none or it is blank, which the runner makes alike (case 51).
///
/// # Errors
/// [`MessageError`] names the file, and what to do.
pub fn read(
    sources: &Sources<'_>,
    places: &Places,
    stdin: &mut dyn Read,
) -> Result<Option<String>, MessageError> {
    let text = sources.text.map(|text| sources.clean(text));
    let message = if sources.paths.is_empty() {
        text.unwrap_or_default()
    } else {
        let content = read_all(sources, places, stdin)?;
        match text {
            Some(text) => insert(&text, &content)?,
            None => content,
        }
    };
    Ok(Some(message).filter(|message| !message.trim().is_empty()))
}

impl Sources<'_> {
    fn clean(&self, text: &str) -> String {
        clean(text, self.strip_ansi)
    }
}

/// The text with `\n` line ends, and without the escape sequences of terminals where `strip_ansi` says so.
pub fn clean(text: &str, strip_ansi: bool) -> String {
    if strip_ansi {
        normalise(&ansi::strip(text))
    } else {
        normalise(text)
    }
}

/// Literally: no character of the content has a meaning (case 47).
fn insert(text: &str, content: &str) -> Result<String, MessageError> {
    match text.matches(PLACEHOLDER).count() {
        0 => Err(UsageError::NoPlaceholder.into()),
        times if times.saturating_mul(content.len()) > LARGEST => {
            Err(DataError::TooLarge(PLACEHOLDER.into()).into())
        }
        _ => Ok(text.replace(PLACEHOLDER, content)),
    }
}

/// The files that say something, one blank line apart.
fn read_all(
    sources: &Sources<'_>,
    places: &Places,
    stdin: &mut dyn Read,
) -> Result<String, MessageError> {
    let mut whole = String::new();
    for path in paths::expand(sources.paths, places)? {
        let text = read_file("message-path", &path, places, stdin)?;
        if whole.len() + text.len() > LARGEST {
            return Err(DataError::TooLarge(path).into());
        }
        let text = sources.clean(&text);
        if text.trim().is_empty() {
            continue;
        }
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        whole.push_str(text.trim_end_matches('\n'));
    }
    Ok(whole)
}

#[cfg(test)]
mod tests;
