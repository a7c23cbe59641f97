//! `/_sandbox`: what is on the other side of the API, for end-to-end tests of any language.
//! GitHub has none of this, and it asks for no token.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::state::{self, Change, Fault, FaultId, Rules};

use super::hub::Hub;

pub(super) fn router(hub: Hub) -> Router {
    Router::new()
        .route("/_sandbox/state", get(dump))
        .route("/_sandbox/counters", get(counters))
        .route("/_sandbox/reset", post(reset))
        .route("/_sandbox/rules", put(set_rules))
        .route("/_sandbox/changes", post(change))
        .route("/_sandbox/faults", post(add_fault))
        .route("/_sandbox/faults/{id}", delete(withdraw_fault))
        .route("/_sandbox/clock", post(advance))
        .with_state(hub)
}

async fn dump(State(hub): State<Hub>) -> Json<Value> {
    Json(hub.with(|state| state.dump()))
}

async fn counters(State(hub): State<Hub>) -> Json<state::Counters> {
    Json(hub.with(|state| state.journal().counters()))
}

/// Back to the seeded world.
async fn reset(State(hub): State<Hub>) -> StatusCode {
    hub.replace(state::State::seeded());
    StatusCode::NO_CONTENT
}

async fn set_rules(State(hub): State<Hub>, Json(rules): Json<Rules>) -> StatusCode {
    hub.with(|state| *state.rules_mut() = rules);
    StatusCode::NO_CONTENT
}

/// Lets changes happen, in order; answers the comments that they concern.
async fn change(State(hub): State<Hub>, Json(changes): Json<Vec<Change>>) -> Response {
    let done: Result<Vec<_>, _> = hub.with(|state| {
        changes
            .into_iter()
            .map(|change| state.change(change))
            .collect()
    });
    match done {
        Ok(comments) => Json(json!({ "comments": comments })).into_response(),
        Err(refusal) => (StatusCode::CONFLICT, refusal.to_string()).into_response(),
    }
}

async fn add_fault(State(hub): State<Hub>, Json(fault): Json<Fault>) -> Json<Value> {
    let id = hub.with(|state| state.add_fault(fault));
    Json(json!({ "id": id }))
}

async fn withdraw_fault(State(hub): State<Hub>, Path(id): Path<FaultId>) -> StatusCode {
    match hub.with(|state| state.withdraw_fault(id)) {
        true => StatusCode::NO_CONTENT,
        false => StatusCode::NOT_FOUND,
    }
}

/// Lets so many milliseconds pass.
async fn advance(State(hub): State<Hub>, Json(ms): Json<u64>) -> StatusCode {
    hub.with(|state| state.advance(ms));
    StatusCode::NO_CONTENT
}
