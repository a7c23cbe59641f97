//! Filters for words: a status as an icon, a text kept short, a text that is no Markdown.

use minijinja::Error;
use minijinja::value::{Value, ValueKind};

use super::data::defined;

/// An emoji for how something ended, in a word or by whether it is true; one for all words that it does not know.
pub(super) fn icon(status: &Value) -> Result<&'static str, Error> {
    Ok(
        match shown(defined(status)?)
            .to_lowercase()
            .replace('-', "_")
            .as_str()
        {
            "pass" | "passed" | "success" | "successful" | "succeeded" | "ok" | "true" => "✅",
            "fail" | "failed" | "failure" | "error" | "errored" | "broken" | "timed_out"
            | "false" => "❌",
            "skip" | "skipped" | "ignored" | "disabled" | "neutral" | "todo" => "⏭️",
            "cancelled" | "canceled" | "aborted" | "stopped" => "🚫",
            "pending" | "queued" | "waiting" | "running" | "in_progress" => "⏳",
            "warn" | "warning" | "flaky" | "unstable" => "⚠️",
            _ => "❔",
        },
    )
}

/// The beginning, in at most so many characters, 255 where not given; an ellipsis says that there was more.
pub(super) fn truncate(text: &str, length: Option<usize>) -> String {
    let length = length.unwrap_or(255);
    if text.chars().nth(length).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(length.saturating_sub(1)).collect();
    if length == 0 {
        return kept;
    }
    format!("{}…", kept.trim_end())
}

/// The text as it is to be read, with a backslash before what Markdown would read otherwise.
pub(super) fn escape_markdown(text: &str) -> String {
    crate::comment::escape_markdown(text)
}

/// Nothing where there is nothing, and JSON's words for its truths.
pub(super) fn shown(value: &Value) -> String {
    match value.kind() {
        ValueKind::None | ValueKind::Undefined => String::new(),
        ValueKind::Bool => value.is_true().to_string(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests;
