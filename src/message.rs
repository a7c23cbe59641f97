//! What the user wants said: from an input, files or standard input to one text with `\n` line ends.
//!
//! Expands and interprets nothing but one placeholder. What Markdown does with the text, and our own markers
//! in it, are the comment's business.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::comment::normalise;

/// Where a message comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// Text as given.
    pub text: Option<&'a str>,
    /// Files, in order; `-` is standard input.
    pub paths: &'a [String],
}

/// Where files are looked for.
#[derive(Clone, Debug)]
pub struct Places {
    /// Relative paths start here.
    pub working_folder: PathBuf,
    /// Files elsewhere are refused; `None` on the command line, where a person says what to read.
    pub only_within: Option<Vec<PathBuf>>,
}

/// Why there is no message.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// What was given cannot be meant. Exit code 2.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// What was found is not for publishing. Exit code 65.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// What was given cannot be meant.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// Nothing to say, and that is not allowed. For the caller to raise: it knows what `empty` says.
    #[error(
        "there is no message: give `message`, or `message-path` with a file that is not empty, or allow it by `empty: skip`"
    )]
    NoMessage,
    /// Both would be lost on each other.
    #[error(
        "`message` and `message-path` are both given, but the message has no {PLACEHOLDER} for the files to go"
    )]
    NoPlaceholder,
    /// The file cannot be read (case 52).
    #[error("message-path: cannot read {path:?} (looked from {folder}): {why}")]
    Unreadable {
        /// Path as given.
        path: String,
        /// Working folder.
        folder: String,
        /// The system's words.
        why: String,
    },
}

/// What was found is not for publishing.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Neither UTF-8 nor UTF-16 with a byte order mark (case 49).
    #[error("{0} is not text in UTF-8, nor in UTF-16 with a byte order mark: save it as UTF-8")]
    NotText(String),
    /// More than any comment could hold, by far.
    #[error("the message is larger than 16 MiB at {0}: give less")]
    TooLarge(String),
    /// A file that may be anybody's, possibly by a link in the checked out branch.
    #[error(
        "message-path: {path:?} leads to {real}, outside of the workspace and the runner's temporary folder"
    )]
    Outside {
        /// Path as given.
        path: String,
        /// Where it leads.
        real: String,
    },
}

/// Stands in a message for what the files say.
const PLACEHOLDER: &str = "{content}";

/// Bytes of a message, before and after the files are put in. A comment takes far less; this bounds memory.
const LARGEST: usize = 16 * 1024 * 1024;

/// Reads the message; `None` where there is none or it is blank, which the runner makes alike (case 51).
///
/// # Errors
/// [`MessageError`] names the file, and what to do.
pub fn read(
    sources: &Sources<'_>,
    places: &Places,
    stdin: &mut dyn Read,
) -> Result<Option<String>, MessageError> {
    let text = sources.text.map(normalise);
    let message = if sources.paths.is_empty() {
        text.unwrap_or_default()
    } else {
        let content = read_all(sources.paths, places, stdin)?;
        match text {
            Some(text) => insert(&text, &content)?,
            None => content,
        }
    };
    Ok(Some(message).filter(|message| !message.trim().is_empty()))
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
    paths: &[String],
    places: &Places,
    stdin: &mut dyn Read,
) -> Result<String, MessageError> {
    let mut whole = String::new();
    for path in paths {
        let name = if path == "-" { "standard input" } else { path };
        let bytes = if path == "-" {
            bounded(stdin)
        } else {
            bounded(&mut open(path, places)?)
        };
        let bytes = bytes.map_err(|why| unreadable(name, places, &why))?;
        if whole.len() + bytes.len() > LARGEST {
            return Err(DataError::TooLarge(name.into()).into());
        }
        let text = decode(&bytes).ok_or_else(|| DataError::NotText(name.into()))?;
        let text = normalise(&text);
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

/// Opens a regular file, if it lies where files may lie. Links are followed first, then judged.
fn open(path: &str, places: &Places) -> Result<File, MessageError> {
    let failed = |why: &io::Error| unreadable(path, places, why);
    let real = places
        .working_folder
        .join(path)
        .canonicalize()
        .map_err(|why| failed(&why))?;
    let inside = |folder: &PathBuf| {
        folder
            .canonicalize()
            .is_ok_and(|folder| real.starts_with(folder))
    };
    if places
        .only_within
        .as_ref()
        .is_some_and(|folders| !folders.iter().any(inside))
    {
        let (path, real) = (path.into(), real.display().to_string());
        return Err(DataError::Outside { path, real }.into());
    }
    // Before opening: to open a pipe would wait for its writer.
    if !real.metadata().map_err(|why| failed(&why))?.is_file() {
        return Err(failed(&io::Error::other("not a regular file")).into());
    }
    Ok(File::open(&real).map_err(|why| failed(&why))?)
}

fn unreadable(path: &str, places: &Places, why: &io::Error) -> UsageError {
    let folder: &Path = &places.working_folder;
    UsageError::Unreadable {
        path: path.into(),
        folder: folder.display().to_string(),
        why: why.to_string(),
    }
}

/// At most one byte over the limit, so that the limit is noticed.
fn bounded(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// UTF-8, or UTF-16 where a byte order mark says so, as PowerShell writes it (case 49). No text holds a NUL.
fn decode(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => std::str::from_utf8(bytes).ok()?.to_owned(),
    };
    (!text.contains('\0')).then_some(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    rest.is_empty()
        .then(|| String::from_utf16(&units).ok())
        .flatten()
}

#[cfg(test)]
mod tests;
