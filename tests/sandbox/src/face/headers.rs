//! The headers that every answer carries, and conditional reads.
//! Looks at no body except to derive its tag.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::to_bytes;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header, request};
use axum::response::{IntoResponse, Response};

use crate::state::{Identity, RequestEntry, State, Transport};

use super::call::Call;
use super::hub::Hub;
use super::time::http_date;

/// What the job token may spend in an hour, of REST requests and of GraphQL points (fact 29).
const HOURLY_LIMIT: u64 = 1_000;

/// What remains of an identity's hourly limit.
pub(super) struct Budget {
    pub(super) limit: u64,
    pub(super) used: u64,
    pub(super) resets_s: u64,
}

impl Budget {
    pub(super) fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }

    /// Counts what this hour's requests have cost; a 304 costs nothing (fact 16).
    pub(super) fn of(state: &State, identity: &Identity, transport: Transport) -> Self {
        let hour_ms = 3_600_000;
        let hour = state.now_ms() / hour_ms;
        let counted = |entry: &&RequestEntry| {
            entry.identity == identity.label
                && entry.transport == transport
                && entry.at_ms / hour_ms == hour
                && entry.status != StatusCode::NOT_MODIFIED.as_u16()
        };
        let used = state.journal().requests.iter().filter(counted).count();
        Self {
            limit: HOURLY_LIMIT,
            used: u64::try_from(used).unwrap_or(u64::MAX),
            resets_s: (hour + 1) * hour_ms / 1_000,
        }
    }
}

/// Adds what every answer of GitHub carries. What a false answer has said already stays.
pub(super) fn complete(
    hub: &Hub,
    identity: &Identity,
    call: &Call,
    mut response: Response,
) -> Response {
    let (budget, now_ms, serial) = hub.with(|state| {
        let budget = Budget::of(state, identity, call.transport);
        (budget, state.now_ms(), state.journal().requests.len())
    });
    let resource = match call.transport {
        Transport::Rest => "core",
        Transport::Graphql => "graphql",
    };
    for (name, value) in [
        ("date", http_date(now_ms)),
        ("x-github-request-id", format!("5A4D:{serial}")),
        ("x-ratelimit-limit", budget.limit.to_string()),
        ("x-ratelimit-remaining", budget.remaining().to_string()),
        ("x-ratelimit-used", budget.used.to_string()),
        ("x-ratelimit-reset", budget.resets_s.to_string()),
        ("x-ratelimit-resource", resource.to_owned()),
    ] {
        if let Ok(value) = HeaderValue::try_from(value) {
            let name = HeaderName::from_static(name);
            response.headers_mut().entry(name).or_insert(value);
        }
    }
    response
}

/// What a read makes its answer depend on (fact 16).
pub(super) struct Conditions {
    reads: bool,
    known_tag: Option<HeaderValue>,
}

impl Conditions {
    pub(super) fn of(parts: &request::Parts) -> Self {
        Self {
            reads: parts.method == Method::GET,
            known_tag: parts.headers.get(header::IF_NONE_MATCH).cloned(),
        }
    }

    /// Tags the answer to a read, and answers 304 where the client has it already.
    pub(super) async fn apply(self, response: Response) -> Response {
        if !self.reads || response.status() != StatusCode::OK {
            return response;
        }
        let (mut parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let Ok(tag) = HeaderValue::try_from(format!("W/\"{:016x}\"", hasher.finish())) else {
            return Response::from_parts(parts, body.into());
        };
        parts.headers.insert(header::ETAG, tag.clone());
        if self.known_tag.is_some_and(|known| known == tag) {
            let mut response = StatusCode::NOT_MODIFIED.into_response();
            response.headers_mut().insert(header::ETAG, tag);
            return response;
        }
        Response::from_parts(parts, body.into())
    }
}
