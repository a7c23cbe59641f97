//! Markdown to HTML, by the renderer of the page. Reads and changes nothing of the state.

use axum::Json;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use crate::page;

/// Defined by the API; `mode` is `gfm` for comments.
#[derive(Deserialize)]
pub(super) struct Request {
    text: String,
    #[serde(default)]
    context: String,
}

pub(super) async fn render(Json(request): Json<Request>) -> Response {
    Html(page::render(&request.text, &request.context, "preview")).into_response()
}
