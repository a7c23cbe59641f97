//! GitHub's own rendering of Markdown. Reads nothing of a conversation and changes nothing.

use http::Method;
use serde::Serialize;

use super::failure::{self, About};
use super::transport::Transport;
use crate::converge::Failure;

/// What the renderer is asked. `gfm` renders as comments do, where `markdown` renders as files do.
#[derive(Serialize)]
struct Request<'a> {
    text: &'a str,
    mode: &'static str,
    /// `OWNER/NAME`, which `#7` is a number of.
    context: &'a str,
}

/// The HTML of `text` as a comment in the repository `context`, made safe by GitHub.
pub(super) async fn render(
    transport: &mut Transport,
    text: &str,
    context: &str,
) -> Result<String, Failure> {
    let request = Request {
        text,
        mode: "gfm",
        context,
    };
    let answer = transport
        .rest(Method::POST, "/markdown", Some(&request))
        .await
        .map_err(|lost| failure::of_lost(lost, About::READ))?;
    if !answer.is_success() {
        return Err(failure::of_status(&answer, About::READ));
    }
    String::from_utf8(answer.body.clone())
        .map_err(|error| failure::of_broken(&answer, &error.to_string(), About::READ))
}
