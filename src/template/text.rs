//! Filters for words: a status as an icon, a text kept short, a text that is no Markdown.

use minijinja::value::Value;
use minijinja::{Error, State};

use super::cost::shown;
use super::data::defined;

/// An emoji for how something ended, in a word or by whether it is true; one for all words that it does not know.
pub(super) fn icon(state: &State<'_, '_>, status: &Value) -> Result<&'static str, Error> {
    let word = shown(state, defined(status)?)?.to_lowercase();
    Ok(match word.trim().replace(['-', ' '], "_").as_str() {
        "pass" | "passed" | "success" | "successful" | "succeeded" | "ok" | "true" => "✅",
        "fail" | "failed" | "failure" | "error" | "errored" | "broken" | "timed_out" | "false" => {
            "❌"
        }
        "skip" | "skipped" | "ignored" | "disabled" | "neutral" | "todo" => "⏭️",
        "cancelled" | "canceled" | "aborted" | "stopped" => "🚫",
        "pending" | "queued" | "waiting" | "running" | "in_progress" => "⏳",
        "warn" | "warning" | "flaky" | "unstable" => "⚠️",
        _ => "❔",
    })
}

/// The beginning, in at most so many characters, 255 where not given; an ellipsis says that there was more.
pub(super) fn truncate(
    state: &State<'_, '_>,
    text: &Value,
    length: Option<usize>,
) -> Result<String, Error> {
    let text = shown(state, defined(text)?)?;
    let length = length.unwrap_or(255);
    if text.chars().nth(length).is_none() {
        return Ok(text);
    }
    let kept: String = text.chars().take(length.saturating_sub(1)).collect();
    if length == 0 {
        return Ok(kept);
    }
    Ok(format!("{}…", kept.trim_end()))
}

/// The text as it is to be read, with a backslash before what Markdown would read otherwise.
pub(super) fn escape_markdown(state: &State<'_, '_>, text: &Value) -> Result<String, Error> {
    let text = shown(state, defined(text)?)?;
    Ok(crate::comment::escape_markdown(&text))
}

#[cfg(test)]
mod tests;
