//! What stands inside a section: text from a user, made safe to stand beside others. Does not decide how much of it there is room for.

use super::digest::Digest;
use super::markdown::cut::Cut;
use super::markdown::defuse::defuse;
use super::markdown::plain::plain;
use super::markdown::untrusted::untrusted;
use super::{markdown, marker};

/// The content of a section. It has Unix line ends, no blank lines around it and no live marker in it; what
/// came from a user through [`Content::new`] is closed as well.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Content(String);

impl Content {
    /// Takes any text: a byte order mark goes, line ends become `\n`, markers are neutralised, what is open is closed.
    pub fn new(input: &str) -> Self {
        let text = normalise(input);
        Self(markdown::close(&marker::neutralise(trim_blank_lines(
            &text,
        ))))
    }

    /// Takes a text whose mentions and references shall notify nobody on github.com and on `server`, the base of its
    /// addresses: they become plain text.
    pub fn plain(input: &str, server: &str) -> Self {
        let text = normalise(input);
        Self::filtered(&text, |text| plain(text, server))
            .unwrap_or_else(|| Self::new(&fenced(&text)))
    }

    /// Filters and closes until neither changes anything: each may make text of what was code or a tag. None where
    /// that has no end in sight; whoever went to such lengths is shown the source.
    fn filtered(text: &str, filter: impl Fn(&str) -> String) -> Option<Self> {
        const MAX_ROUNDS: usize = 4;
        let mut filtered = filter(text);
        for _ in 0..MAX_ROUNDS {
            let content = Self::new(&filtered);
            filtered = filter(content.as_str());
            if filtered == content.as_str() {
                return Some(content);
            }
        }
        None
    }

    /// Takes a text of which nobody in the repository knows the author, as a fork's run brings it, into a quotation:
    /// no HTML comments, mentions and references plain, at most 100 links and 20 images.
    pub fn untrusted(input: &str, server: &str) -> Self {
        let text = untrusted(&normalise(input), server);
        Self::new(&quoted(trim_blank_lines(&text)))
    }

    /// Takes lines between two markers of a body. They hold no live marker, or they would be structure.
    pub(super) fn between_markers(lines: &[&str]) -> Self {
        Self(trim_blank_lines(&lines.join("\n")).to_owned())
    }

    /// The text as it stands in the body.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its beginning in at most about `room` characters, and how many are missing. A part of a tag is no tag and a part
    /// of a code span is no code: it is filtered as the whole was, where that is a stranger's or notifies nobody.
    pub(super) fn cut(&self, room: usize, is_strangers: bool, server: &str) -> (Self, usize) {
        let Cut { text, missing } = markdown::cut::cut(&self.0, room);
        let part = Self(text);
        if missing == 0 {
            return (part, missing);
        }
        if is_strangers {
            let inside = unquoted(part.as_str());
            return (Self::new(&quoted(&defuse(&inside, server))), missing);
        }
        let quiet = Self::plain(part.as_str(), server);
        let was_quiet = || plain(&self.0, server) == self.0;
        let part = if quiet != part && was_quiet() {
            quiet
        } else {
            part
        };
        (part, missing)
    }

    /// Of the text as it stands in the body.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

/// The digest of a text as a user gave it: two that differ only in line ends, byte order mark or blank lines
/// around them are the same text (case 14).
pub fn input_digest(input: &str) -> Digest {
    Digest::of(trim_blank_lines(&normalise(input)))
}

/// Unix line ends and no byte order mark. GitHub's web editor turns every `\n` into `\r\n`. A NUL, which
/// CommonMark replaces too, becomes U+FFFD. A form feed or vertical tab, which is blank to some readers of Markdown
/// and not to others, becomes a space.
pub fn normalise(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // One by one: each search runs as fast as memory, and all bodies pass here.
    let foreign = ['\r', '\0', '\x0b', '\x0c'];
    if !foreign
        .into_iter()
        .any(|character| text.contains(character))
    {
        return text.to_owned();
    }
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}")
        .replace(['\x0b', '\x0c'], " ")
}

/// A quotation. Nothing of the text stands outside of it.
fn quoted(text: &str) -> String {
    let lines = text.split('\n').map(|line| format!("> {line}"));
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// What stands in a quotation, without the closers below it; and what a person has written beside it.
fn unquoted(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("</"));
    let inside = lines.map(|line| match line.strip_prefix('>') {
        Some(inside) => inside.strip_prefix(' ').unwrap_or(inside),
        None => line,
    });
    let inside: Vec<&str> = inside.collect();
    inside.join("\n").trim_end().to_owned()
}

/// The text as code.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// Without blank lines before and white space behind; the first line keeps its indentation, but no byte order mark.
fn trim_blank_lines(text: &str) -> &str {
    const MARK: char = '\u{feff}';
    let text = text.trim_end();
    let first = text.find(|c: char| !c.is_whitespace() && c != MARK);
    let before = text.get(..first.unwrap_or(text.len())).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    text.get(line_start..)
        .unwrap_or_default()
        .trim_start_matches(MARK)
}

#[cfg(test)]
mod tests;
