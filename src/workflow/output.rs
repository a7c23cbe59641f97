//! The step's outputs and its summary: files that the runner reads when the step ends. Decides no outcome.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use crate::comment::Sha;

/// What later steps may read. What is unknown is written as an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// A word of the contract; also where the step fails, if one is known.
    pub outcome: Option<&'static str>,
    /// Why, on one line.
    pub reason: String,
    /// Whether this step changed anything on GitHub.
    pub changed: bool,
    /// REST id of the comment.
    pub comment_id: Option<u64>,
    /// Link to the comment.
    pub comment_url: Option<String>,
    /// The pull request or issue.
    pub number: Option<u64>,
    /// The commit the message is about.
    pub head_sha: Option<Sha>,
    /// The folder that the message was staged in.
    pub outbox_path: Option<String>,
    /// The name of the artifact that the action makes of it; not for users.
    pub outbox_artifact: Option<String>,
    /// Of a delivery: what became of each entry, as JSON.
    pub entries: Option<String>,
}

impl Outputs {
    /// Appends all outputs to the file that `GITHUB_OUTPUT` names. `random` ends each value by a word that
    /// nobody can have put into it.
    ///
    /// # Errors
    /// The file cannot be written, or `random` is not random.
    pub fn append_to(&self, path: &Path, random: impl FnMut() -> u64) -> io::Result<()> {
        append(path, &self.render(random)?)
    }

    /// Name and value of each output, but for the action's own.
    pub fn pairs(&self) -> [(&'static str, String); 9] {
        fn text(value: Option<impl ToString>) -> String {
            value.map(|value| value.to_string()).unwrap_or_default()
        }
        [
            ("outcome", text(self.outcome)),
            (
                "reason",
                self.reason.split_whitespace().collect::<Vec<_>>().join(" "),
            ),
            ("changed", self.changed.to_string()),
            ("comment-id", text(self.comment_id)),
            ("comment-url", text(self.comment_url.as_deref())),
            ("number", text(self.number)),
            ("head-sha", text(self.head_sha.as_ref())),
            ("outbox-path", text(self.outbox_path.as_deref())),
            ("entries", text(self.entries.as_deref())),
        ]
    }

    /// Each value between two lines (fact 24), so that no value can name another output.
    fn render(&self, mut random: impl FnMut() -> u64) -> io::Result<String> {
        let mut text = String::new();
        let artifact = self.outbox_artifact.clone();
        let artifact = artifact.map(|name| ("outbox-artifact", name));
        for (name, value) in self.pairs().into_iter().chain(artifact) {
            let end = delimiter(&value, &mut random)?;
            text.push_str(&format!("{name}<<{end}\n{value}\n{end}\n"));
        }
        Ok(text)
    }
}

fn delimiter(value: &str, random: &mut impl FnMut() -> u64) -> io::Result<String> {
    const TRIES: usize = 8;
    std::iter::repeat_with(|| format!("one-comment-{:016x}", random()))
        .take(TRIES)
        .find(|delimiter| !value.contains(delimiter.as_str()))
        .ok_or_else(|| io::Error::other("an output's value holds every delimiter that was drawn"))
}

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

/// All of it, or its first whole lines and a word about the rest, or nothing.
fn fit(markdown: &str, room: usize) -> Cow<'_, str> {
    if markdown.len() <= room {
        return markdown.into();
    }
    let Some(room) = room.checked_sub(CUT.len()) else {
        return "".into();
    };
    let bytes = markdown.as_bytes().get(..room).unwrap_or_default();
    let end = bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
    format!("{}{CUT}", markdown.get(..end).unwrap_or_default()).into()
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)?
        .write_all(text.as_bytes())
}

#[cfg(test)]
mod tests;
