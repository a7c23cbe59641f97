//! How a section looks to the reader: under a heading, or folded behind a summary. Takes the title as plain text and
//! leaves the text between as it is.

use std::fmt::Write as _;

use super::markdown::escape::{escape_markdown, unlinked};

/// What stands around a section's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Heading, or summary where the text is folded; plain text on one line.
    pub title: Option<String>,
    /// Whether the text is behind a summary.
    pub fold: Option<Fold>,
}

/// A text behind a summary that opens and closes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Shown from the start.
    Open,
    /// Shown when the reader asks for it.
    Closed,
}

impl Fold {
    /// Lines that are shown without being asked for.
    const SHORT: usize = 20;

    /// Open where the text is short, or `wanted` because something failed.
    pub fn automatic(text: &str, wanted: bool) -> Self {
        if wanted || text.lines().count() <= Self::SHORT {
            Self::Open
        } else {
            Self::Closed
        }
    }
}

impl Layout {
    /// The text as it is shown. A summary without a title says `name`.
    pub fn apply(&self, text: &str, name: &str) -> String {
        let mut out = String::with_capacity(text.len() + 128);
        let title = self.title.as_deref().map(one_line);
        // Writing to a string cannot fail.
        let _ = match (self.fold, title) {
            (None, None) => write!(out, "{text}"),
            (None, Some(title)) => write!(out, "### {}\n\n{text}", escape_markdown(&title)),
            (Some(fold), title) => {
                let open = if fold == Fold::Open { " open" } else { "" };
                let summary = escape_html(&title.unwrap_or_else(|| one_line(name)));
                write!(
                    out,
                    "<details{open}>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"
                )
            }
        };
        out
    }
}

/// A heading and a summary both end with the line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape_html(text: &str) -> String {
    unlinked(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
