//! The GraphQL API: a part of GitHub's schema, with its names, types and nullability.
//! What is not in the part is an error here and may be fine there; never the other way round.

mod actor;
mod comment;
mod connection;
mod conversation;
mod input;
mod mutation;
mod node;
mod pull_request;
mod query;
mod reaction;
mod repository;
mod scalar;

use async_graphql::{EmptySubscription, Request, Response, Schema, ServerError};
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Extension, Json, Router};
use serde_json::{Map, Value, json};

use crate::state::Refusal;

use super::answer::{RestRefusal, rest_error};
use super::gate::Caller;
use comment::Comment;
use connection::BOUNDS_ERRORS;
use mutation::Mutation;
use query::Query;

type GithubSchema = Schema<Query, Mutation, EmptySubscription>;

/// The endpoint, under both of its names.
pub(super) fn router() -> Router {
    let schema = Schema::build(Query, Mutation, EmptySubscription)
        // No field answers it, but fragments name it.
        .register_output_type::<Comment>()
        .finish();
    Router::new()
        .route("/graphql", post(answer))
        .route("/api/graphql", post(answer))
        .layer(Extension(schema))
}

async fn answer(
    Extension(schema): Extension<GithubSchema>,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> axum::response::Response {
    if !caller.hub.with(|state| state.world().rules.graphql) {
        return rest_error(StatusCode::NOT_FOUND, "Not Found");
    }
    if caller.identity.actor.is_none() {
        return RestRefusal::from(Refusal::AuthenticationRequired).into_response();
    }
    let Ok(request) = serde_json::from_slice::<Request>(&body) else {
        return rest_error(StatusCode::BAD_REQUEST, "Problems parsing JSON");
    };
    // One snapshot for the whole query; a mutation takes its own after each write.
    let request = request.data(caller.lens()).data(caller);
    Json(print(schema.execute(request).await)).into_response()
}

/// The answer in GitHub's shape: an error's type stands beside its message.
fn print(response: Response) -> Value {
    let mut answer = Map::new();
    // A document that does not fit the schema has no data at all.
    let valid = response.errors.iter().all(|error| !error.path.is_empty());
    // GitHub looks at the bounds of all connections before it answers any field.
    let bounded = !response.errors.iter().any(is_about_bounds);
    if valid && bounded {
        let data = serde_json::to_value(&response.data).unwrap_or_default();
        answer.insert("data".to_owned(), data);
    } else if valid {
        answer.insert("data".to_owned(), Value::Null);
    }
    if !response.errors.is_empty() {
        let errors: Vec<Value> = response.errors.iter().map(print_error).collect();
        answer.insert("errors".to_owned(), json!(errors));
    }
    Value::Object(answer)
}

fn print_error(error: &ServerError) -> Value {
    let mut printed = Map::new();
    if let Some(kind) = kind_of(error) {
        printed.insert("type".to_owned(), kind);
    }
    if !error.path.is_empty() {
        printed.insert("path".to_owned(), json!(error.path));
    }
    let locations: Vec<Value> = error
        .locations
        .iter()
        .map(|place| json!({ "line": place.line, "column": place.column }))
        .collect();
    printed.insert("locations".to_owned(), json!(locations));
    printed.insert("message".to_owned(), json!(error.message));
    Value::Object(printed)
}

fn kind_of(error: &ServerError) -> Option<Value> {
    let kind = error.extensions.as_ref()?.get("type")?;
    serde_json::to_value(kind).ok()
}

fn is_about_bounds(error: &ServerError) -> bool {
    let kind = kind_of(error);
    BOUNDS_ERRORS
        .iter()
        .any(|known| kind.as_ref().and_then(Value::as_str) == Some(known))
}
