//! Why a template says nothing, and where in it, in words for its author. Decides no exit code.

use std::error::Error as _;

use minijinja::ErrorKind;

use super::bounded::Exhausted;

/// Why a template says nothing.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The template cannot be read, or not be followed with this data.
    #[error("template-path: {place}: {why}")]
    Template {
        /// `path:line:column`, both from 1, as far as they are known.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// The data is no JSON. The reason names line and column.
    #[error("data-path: {path:?} is not JSON: {why}")]
    Data {
        /// Path as given.
        path: String,
        /// What is wrong.
        why: serde_json::Error,
    },
}

impl TemplateError {
    pub(super) fn too_long(path: &str, longest: usize) -> Self {
        let longest = longest / 1024;
        Self::Template {
            place: path.to_owned(),
            why: format!(
                "a template has at most {longest} KiB; what is long is data, for `data-path`"
            ),
        }
    }

    pub(super) fn exhausted(path: &str, why: &Exhausted) -> Self {
        Self::Template {
            place: path.to_owned(),
            why: why.to_string(),
        }
    }

    pub(super) fn of(why: &minijinja::Error, path: &str, source: &str) -> Self {
        let place = match (why.range(), why.line()) {
            (Some(range), _) if range.start > 0 || why.line() == Some(1) => {
                let (line, column) = line_and_column(source, range.start);
                format!("{path}:{line}:{column}")
            }
            (_, Some(line)) => format!("{path}:{line}"),
            (_, None) => path.to_owned(),
        };
        Self::Template {
            place,
            why: in_words(why),
        }
    }
}

/// The reason and what led to it, without the place.
fn in_words(why: &minijinja::Error) -> String {
    if why.kind() == ErrorKind::OutOfFuel {
        let limit = "more than a million steps, or about 64 MB of text";
        return format!("there is too much to do: {limit}");
    }
    let mut words = why.kind().to_string();
    if let Some(detail) = why.detail() {
        words = format!("{words}: {detail}");
    }
    let mut cause = why.source();
    while let Some(why) = cause {
        words = format!("{words}: {why}");
        cause = why.source();
    }
    words
}

/// Of a byte, counted from 1 and in characters, as editors do.
fn line_and_column(source: &str, at: usize) -> (usize, usize) {
    let before = source.get(..at).unwrap_or(source);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before.get(line_start..).unwrap_or_default().chars().count();
    (before.matches('\n').count() + 1, column + 1)
}
