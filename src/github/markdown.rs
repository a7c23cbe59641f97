//! GitHub's own rendering of Markdown. Reads nothing of a conversation and changes nothing.

use http::Method;
use serde_json::json;

use super::failure::{self, About};
use super::request::send;
use super::transport::Transport;
use crate::converge::Failure;

/// The HTML of `text` as a comment in the repository `context`, made safe by GitHub.
pub(super) async fn render(
    transport: &mut Transport,
    text: &str,
    context: &str,
) -> Result<String, Failure> {
    // `gfm` renders as comments do, where `markdown` renders as files do; `context` is what `#7` is a number of.
    let asked = json!({ "text": text, "mode": "gfm", "context": context });
    let answer = send(
        transport,
        Method::POST,
        "/markdown",
        Some(&asked),
        About::READ,
    )
    .await?;
    String::from_utf8(answer.body.clone())
        .map_err(|error| failure::of_broken(&answer, &error.to_string(), About::READ))
}
