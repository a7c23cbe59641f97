//! How refusals and false answers look on the wire, in REST and in GraphQL.
//! Decides nothing.

use async_graphql::ErrorExtensions;
use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use crate::state::{FalseAnswer, Refusal, Transport};

const DOCUMENTATION: &str = "https://docs.github.com/rest";

/// An error in REST's shape.
pub(super) fn rest_error(status: StatusCode, message: &str) -> Response {
    let body = json!({
        "message": message,
        "documentation_url": DOCUMENTATION,
        "status": status.as_str(),
    });
    (status, Json(body)).into_response()
}

/// Why REST does not do what was asked.
pub(super) enum RestRefusal {
    /// The state refuses it.
    Refused(Refusal),
    /// The state refuses an edit; its 422 is worded otherwise than a create's (fact 21).
    EditRefused(Refusal),
    /// The request's body cannot be used.
    Unusable(StatusCode, &'static str),
}

impl From<Refusal> for RestRefusal {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl IntoResponse for RestRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::Unusable(status, message) => rest_error(status, message),
            Self::EditRefused(refusal @ Refusal::BodyTooLong) => {
                let message = refusal.to_string().replacen('B', "b", 1);
                invalid("body", "custom", &message)
            }
            Self::Refused(refusal) | Self::EditRefused(refusal) => refused(&refusal),
        }
    }
}

fn refused(refusal: &Refusal) -> Response {
    let message = refusal.to_string();
    match refusal {
        Refusal::BadCredentials | Refusal::AuthenticationRequired => {
            rest_error(StatusCode::UNAUTHORIZED, &message)
        }
        Refusal::NotAccessibleByIntegration
        | Refusal::Locked
        | Refusal::Archived
        | Refusal::ConversationFull { .. } => rest_error(StatusCode::FORBIDDEN, &message),
        Refusal::NotPermitted { .. } => rest_error(
            StatusCode::FORBIDDEN,
            "Must have admin rights to Repository.",
        ),
        Refusal::NotFound(_) => rest_error(StatusCode::NOT_FOUND, "Not Found"),
        Refusal::BodyEmpty | Refusal::BodyTooLong => invalid("data", "unprocessable", &message),
    }
}

fn invalid(field: &str, code: &str, message: &str) -> Response {
    let body = json!({
        "message": "Validation Failed",
        "errors": [{
            "resource": "IssueComment",
            "code": code,
            "field": field,
            "message": message,
        }],
        "documentation_url": DOCUMENTATION,
        "status": "422",
    });
    (StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response()
}

/// A refusal as GraphQL words it; the type is moved to its place when the answer is printed.
pub(super) fn graphql_error(refusal: &Refusal) -> async_graphql::Error {
    let kind = match refusal {
        Refusal::NotFound(_) => "NOT_FOUND",
        Refusal::BodyEmpty
        | Refusal::BodyTooLong
        | Refusal::Locked
        | Refusal::ConversationFull { .. } => "UNPROCESSABLE",
        _ => "FORBIDDEN",
    };
    typed_error(kind, &refusal.to_string())
}

/// An error with GitHub's `type`.
pub(super) fn typed_error(kind: &str, message: &str) -> async_graphql::Error {
    async_graphql::Error::new(message).extend_with(|_, extensions| extensions.set("type", kind))
}

/// A GraphQL answer that consists of one error.
fn graphql_failure(kind: &str, message: &str) -> Response {
    let body = json!({ "data": null, "errors": [{ "type": kind, "message": message }] });
    Json(body).into_response()
}

/// A false answer; none is a connection closed without one. `now_s` is in seconds since 1970.
pub(super) fn false_answer(
    answer: &FalseAnswer,
    transport: Transport,
    now_s: u64,
) -> Option<Response> {
    Some(match *answer {
        FalseAnswer::Closed => return None,
        FalseAnswer::Status(code) => rest_error(status(code), "Something went wrong"),
        FalseAnswer::HtmlPage(code) => {
            let page = "<!DOCTYPE html><html><body><h1>Whoa there!</h1></body></html>";
            (status(code), Html(page)).into_response()
        }
        FalseAnswer::BadCredentials => RestRefusal::from(Refusal::BadCredentials).into_response(),
        FalseAnswer::MissingPermission => {
            let message = Refusal::NotAccessibleByIntegration.to_string();
            match transport {
                Transport::Rest => rest_error(StatusCode::FORBIDDEN, &message),
                Transport::Graphql => graphql_failure("FORBIDDEN", &message),
            }
        }
        FalseAnswer::SecondaryLimit {
            status,
            retry_after,
        } => secondary_limit(status, retry_after),
        FalseAnswer::PrimaryLimit { status, resets_in } => {
            primary_limit(status, transport, now_s + resets_in)
        }
    })
}

fn secondary_limit(code: u16, retry_after: Option<u64>) -> Response {
    let message = "You have exceeded a secondary rate limit. Please wait a few minutes.";
    let mut response = rest_error(status(code), message);
    if let Some(seconds) = retry_after {
        set(&mut response, header::RETRY_AFTER, seconds);
    }
    response
}

fn primary_limit(code: u16, transport: Transport, resets_s: u64) -> Response {
    let message = "API rate limit exceeded for this installation.";
    let mut response = match transport {
        Transport::Rest => rest_error(status(code), message),
        Transport::Graphql => graphql_failure("RATE_LIMITED", message),
    };
    for (name, value) in [
        ("x-ratelimit-remaining", 0),
        ("x-ratelimit-reset", resets_s),
    ] {
        set(&mut response, HeaderName::from_static(name), value);
    }
    response
}

/// Puts an error beside the data and takes one field of the data away (fact 32).
pub(super) fn make_partial(answer: &mut Value) {
    let Some(Value::Object(data)) = answer.get_mut("data") else {
        return;
    };
    let Some((name, field)) = data.iter_mut().next_back() else {
        return;
    };
    *field = Value::Null;
    let error = json!({
        "type": "RESOURCE_LIMITS_EXCEEDED",
        "path": [name],
        "message": "Resource limits for this query exceeded.",
    });
    if let Value::Object(answer) = answer {
        answer.insert("errors".to_owned(), json!([error]));
    }
}

fn status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn set(response: &mut Response, name: HeaderName, value: u64) {
    response
        .headers_mut()
        .insert(name, HeaderValue::from(value));
}
