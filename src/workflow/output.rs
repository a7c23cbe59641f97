//! The step's outputs: a file that the runner reads when the step ends. Decides no outcome.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    /// The file with the whole message, where the comment holds only a part of it.
    pub full_body_path: Option<PathBuf>,
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
    pub fn pairs(&self) -> [(&'static str, String); 10] {
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
            (
                "full-body-path",
                text(self.full_body_path.as_ref().map(|path| path.display())),
            ),
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

pub(super) fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)?
        .write_all(text.as_bytes())
}

#[cfg(test)]
mod tests;
