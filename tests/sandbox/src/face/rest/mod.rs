//! The REST API: the endpoints that a commenting client needs, in GitHub's shapes.
//! Paths are served at the root and under `/api/v3`, as a GitHub Enterprise Server has them.

mod account;
mod actions;
mod comments;
mod markdown;
mod paging;
mod pulls;
mod shapes;

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};

use super::answer::rest_error;

/// All endpoints, without a prefix.
pub(super) fn router() -> Router {
    Router::new()
        .route("/meta", get(account::meta))
        .route("/user", get(account::user))
        .route("/rate_limit", get(account::rate_limit))
        .route("/markdown", post(markdown::render))
        .route("/repos/{owner}/{name}", get(account::repository))
        .route("/repos/{owner}/{name}/actions/runs/{id}", get(actions::run))
        .route(
            "/repos/{owner}/{name}/actions/runs/{id}/artifacts",
            get(actions::artifacts),
        )
        .route(
            "/repos/{owner}/{name}/actions/artifacts/{id}/zip",
            get(actions::download),
        )
        .route("/repos/{owner}/{name}/issues/{number}", get(pulls::issue))
        .route("/repos/{owner}/{name}/pulls", get(pulls::list))
        .route("/repos/{owner}/{name}/pulls/{number}", get(pulls::one))
        .route(
            "/repos/{owner}/{name}/pulls/{number}/commits",
            get(pulls::commits),
        )
        .route(
            "/repos/{owner}/{name}/commits/{sha}/pulls",
            get(pulls::of_commit),
        )
        .route(
            "/repos/{owner}/{name}/issues/{number}/comments",
            get(comments::list).post(comments::create),
        )
        .route(
            "/repos/{owner}/{name}/issues/comments/{id}",
            get(comments::one)
                .patch(comments::update)
                .delete(comments::delete),
        )
}

/// What GitHub answers for every other path.
pub(super) async fn no_such_endpoint() -> Response {
    rest_error(StatusCode::NOT_FOUND, "Not Found")
}
