//! Who the caller is, what they may still ask, and the repository.

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::json;

use crate::face::answer::RestRefusal;
use crate::face::gate::Caller;
use crate::face::headers::Budget;
use crate::state::{Refusal, RepositoryName, Transport};

use super::shapes;

/// The caller's account; installation tokens have none to show (fact 2).
pub(super) async fn user(Extension(caller): Extension<Caller>) -> Result<Response, RestRefusal> {
    if caller.identity.is_installation() {
        return Err(Refusal::NotAccessibleByIntegration.into());
    }
    let actor = caller.identity.actor.as_ref();
    let actor = actor.ok_or(Refusal::AuthenticationRequired)?;
    Ok(Json(shapes::user(&caller.lens(), actor)).into_response())
}

pub(super) async fn repository(
    Extension(caller): Extension<Caller>,
    Path((owner, name)): Path<(String, String)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let repository = lens
        .world()
        .repository(&RepositoryName::new(&owner, &name))?;
    Ok(Json(shapes::repository(&lens, repository)).into_response())
}

pub(super) async fn rate_limit(Extension(caller): Extension<Caller>) -> Response {
    let bucket = |transport| {
        let budget = caller
            .hub
            .with(|state| Budget::of(state, &caller.identity, transport));
        json!({
            "limit": budget.limit,
            "remaining": budget.remaining(),
            "reset": budget.resets_s,
            "used": budget.used,
        })
    };
    let core = bucket(Transport::Rest);
    let graphql = bucket(Transport::Graphql);
    Json(json!({ "resources": { "core": core, "graphql": graphql }, "rate": core })).into_response()
}

/// What a client asks to tell github.com from a GitHub Enterprise Server.
pub(super) async fn meta() -> Response {
    Json(json!({ "verifiable_password_authentication": false, "installed_version": "3.20.0" }))
        .into_response()
}
