//! The endpoints of issue comments, which are those of pull requests too.

use axum::body::Bytes;
use axum::extract::{OriginalUri, Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;

use crate::face::answer::RestRefusal;
use crate::face::gate::Caller;
use crate::face::lens::Lens;
use crate::state::{CommentId, Missing, Refusal, RepositoryName, Subject};

use super::paging::Paging;
use super::shapes;

#[derive(Deserialize)]
pub(super) struct Since {
    since: Option<DateTime<Utc>>,
}

pub(super) async fn list(
    Extension(caller): Extension<Caller>,
    Path((owner, name, number)): Path<(String, String, u64)>,
    Query(paging): Query<Paging>,
    Query(since): Query<Since>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let subject = lens.subject(&RepositoryName::new(&owner, &name), number)?;
    let conversation = lens.world().conversation(&subject)?;
    let since_s = since.since.map_or(0, |time| time.timestamp());
    let comments = lens
        .view()
        .comments(conversation)
        .iter()
        .filter(|comment| i64::try_from(comment.updated_ms / 1_000).is_ok_and(|at| at >= since_s))
        .map(|comment| shapes::comment(&lens, &subject, comment))
        .collect();
    Ok(paging.answer(comments, caller.hub.origin(), &uri))
}

pub(super) async fn one(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let subject = place(&lens, &owner, &name, id)?;
    let (_, comment) = lens.world().comment(CommentId(id))?;
    Ok(Json(shapes::comment(&lens, &subject, comment)).into_response())
}

pub(super) async fn create(
    Extension(caller): Extension<Caller>,
    Path((owner, name, number)): Path<(String, String, u64)>,
    input: Bytes,
) -> Result<Response, RestRefusal> {
    let text = body_of(&input)?;
    let subject = Subject::new(&owner, &name, number);
    let (comment, lens) =
        caller.write(|state| state.create_comment(&caller.identity, &subject, &text))?;
    let subject = lens.subject(&subject.repository, number)?;
    let shape = shapes::comment(&lens, &subject, &comment);
    let location = shape
        .get("url")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        Json(shape),
    )
        .into_response())
}

pub(super) async fn update(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
    input: Bytes,
) -> Result<Response, RestRefusal> {
    let text = body_of(&input)?;
    let (comment, lens) = caller
        .write(|state| {
            place(&caller.current(state), &owner, &name, id)?;
            state.update_comment(&caller.identity, CommentId(id), &text)
        })
        .map_err(RestRefusal::EditRefused)?;
    let subject = place(&lens, &owner, &name, id)?;
    Ok(Json(shapes::comment(&lens, &subject, &comment)).into_response())
}

pub(super) async fn delete(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    caller.write(|state| {
        place(&caller.current(state), &owner, &name, id)?;
        state.delete_comment(&caller.identity, CommentId(id))
    })?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Where the comment is; one of another repository is not found.
fn place(lens: &Lens, owner: &str, name: &str, id: u64) -> Result<Subject, Refusal> {
    let repository = lens.world().repository(&RepositoryName::new(owner, name))?;
    let (subject, _) = lens.world().comment(CommentId(id))?;
    if subject.repository == repository.name {
        Ok(subject)
    } else {
        Err(Refusal::NotFound(Missing::Comment(id)))
    }
}

/// The `body` of a request.
fn body_of(input: &[u8]) -> Result<String, RestRefusal> {
    let Ok(Value::Object(mut input)) = serde_json::from_slice(input) else {
        let message = "Problems parsing JSON";
        return Err(RestRefusal::Unusable(StatusCode::BAD_REQUEST, message));
    };
    match input.remove("body") {
        Some(Value::String(text)) => Ok(text),
        _ => {
            let message = "Invalid request: `body` must be given and be a string.";
            Err(RestRefusal::Unusable(
                StatusCode::UNPROCESSABLE_ENTITY,
                message,
            ))
        }
    }
}
