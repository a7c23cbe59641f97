//! The other host, where archives lie: it knows no token, and refuses a request that carries one.
//! GitHub leads there by addresses that are secrets in themselves.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::state::RepositoryName;

use super::hub::Hub;

pub(super) fn router(hub: Hub) -> Router {
    Router::new()
        .route("/_blobs/{owner}/{name}/{id}", get(archive))
        .with_state(hub)
}

/// Where an archive lies: the same machine by its other name, so that it is another host.
pub(super) fn address(origin: &str, repository: &RepositoryName, id: u64) -> String {
    let host = origin.replace("127.0.0.1", "localhost");
    format!("{host}/_blobs/{repository}/{id}?signature=of-the-sandbox")
}

async fn archive(
    State(hub): State<Hub>,
    Path((owner, name, id)): Path<(String, String, u64)>,
    headers: HeaderMap,
) -> Response {
    if headers.contains_key(header::AUTHORIZATION) {
        let message = "Server failed to authenticate the request.";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    let archive = hub.with(|state| {
        let repository = RepositoryName::new(&owner, &name);
        let repository = state.world().repository(&repository).ok()?;
        let artifact = repository.artifacts.get(&id)?;
        Some(artifact.archive.to_vec())
    });
    match archive {
        Some(archive) => ([(header::CONTENT_TYPE, "application/zip")], archive).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
