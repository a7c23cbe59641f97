//! The whole message, beside a comment that does not hold all of it: in the job summary, and in a file.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::output::append;
use crate::comment::cut;

/// The runner drops the whole summary of a step that writes more bytes (fact 23).
const LARGEST_SUMMARY: usize = 1024 * 1024;

/// Ends a summary that did not fit.
const CUT: &str = "\n\n*The rest does not fit into a summary.*\n";

/// Appends Markdown to the file that `GITHUB_STEP_SUMMARY` names, cut to what the runner takes.
///
/// # Errors
/// The file cannot be written.
pub fn append_summary(path: &Path, markdown: &str) -> io::Result<()> {
    let written = path.metadata().map_or(0, |file| file.len());
    let room =
        usize::try_from(written).map_or(0, |written| LARGEST_SUMMARY.saturating_sub(written));
    append(path, &fit(markdown, room))
}

/// All of it, or its beginning and a word about the rest, or nothing. `room` is in bytes.
fn fit(markdown: &str, room: usize) -> Cow<'_, str> {
    if markdown.len() <= room {
        return markdown.into();
    }
    let Some(room) = room.checked_sub(CUT.len()) else {
        return "".into();
    };
    // Closers have one byte a character: what fits by characters, cannot have more bytes than these.
    let characters = markdown.char_indices();
    let fitting = characters.take_while(|(at, c)| at + c.len_utf8() <= room);
    let kept = cut(markdown, fitting.count()).text;
    format!("{kept}{CUT}").into()
}

/// Writes the message into a new file in `folder`, and answers its path. `random` names it, so that nobody can have put
/// something in its place.
///
/// # Errors
/// The file cannot be written, or `random` is not random.
pub fn save(folder: &Path, message: &str, mut random: impl FnMut() -> u64) -> io::Result<PathBuf> {
    let path = folder.join(format!("one-comment-{:016x}.md", random()));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)?;
    file.write_all(message.as_bytes())?;
    Ok(path)
}

#[cfg(test)]
mod tests;
