//! What every request to either API passes through: who calls, which faults befall it, the log.
//! Knows no endpoint.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header, request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::state::{self, FalseAnswer, Identity, Lag, Refusal, RequestEntry};

use super::answer::{RestRefusal, false_answer, rest_error};
use super::call::Call;
use super::headers::{self, Conditions};
use super::hub::Hub;
use super::lens::Lens;
use super::plan::Plan;
use super::wire::Wire;

/// Larger than any body that GitHub stores, however it is escaped.
const LARGEST_REQUEST: usize = 4 << 20;
/// Longer than any sensible timeout of a client.
const LONGEST_DELAY_MS: u64 = 30_000;

/// Who calls, and what they can see; handlers find it in the request's extensions.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) hub: Hub,
    pub(super) identity: Arc<Identity>,
    pub(super) lag: Lag,
}

impl Caller {
    /// What a read of this caller sees.
    pub(super) fn lens(&self) -> Lens {
        self.hub
            .with(|state| self.hub.lens(state.view(&self.lag), self.identity.clone()))
    }

    /// What this caller sees of the primary, where writes go.
    pub(super) fn current(&self, state: &state::State) -> Lens {
        let view = state.view_after_write(&self.lag);
        self.hub.lens(view, self.identity.clone())
    }

    /// Writes, and answers what was written with what is seen right after it.
    pub(super) fn write<T>(
        &self,
        act: impl FnOnce(&mut state::State) -> Result<T, Refusal>,
    ) -> Result<(T, Lens), Refusal> {
        self.hub.with(|state| {
            let written = act(state)?;
            Ok((written, self.current(state)))
        })
    }
}

/// The middleware in front of both APIs.
pub(super) async fn pass(
    State(hub): State<Hub>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    request: Request,
    next: Next,
) -> Response {
    // A task of its own: what a client sent is carried out even when the client hangs up.
    let work = tokio::spawn(receive(hub, wire, request, next));
    work.await
        .unwrap_or_else(|_| rest_error(StatusCode::INTERNAL_SERVER_ERROR, "the sandbox failed"))
}

async fn receive(hub: Hub, wire: Wire, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST_REQUEST).await else {
        return rest_error(StatusCode::PAYLOAD_TOO_LARGE, "Payload too large");
    };
    let call = Call::of(&parts.method, parts.uri.path(), &body);
    let identified = hub.with(|state| state.identify(token(&parts.headers)));
    let (identity, answer) = match identified {
        Ok(identity) => {
            let effects =
                hub.with(|state| state.arrive(&identity, call.transport, &call.operations));
            let plan = Plan::of(effects);
            let answer = carry_out(&hub, &identity, &call, &plan, (parts, body), next).await;
            (identity, answer)
        }
        Err(refusal) => {
            let answer = RestRefusal::from(refusal).into_response();
            (Arc::new(Identity::anonymous()), Some(answer))
        }
    };
    let status = answer.as_ref().map_or(0, |answer| answer.status().as_u16());
    note(&hub, &identity, &call, &wire, status);
    match answer {
        Some(answer) => headers::complete(&hub, &identity, &call, answer),
        None => {
            wire.cut();
            // Never sent: the connection is gone.
            Response::new(Body::empty())
        }
    }
}

/// Does what was asked, with what goes wrong; none is a connection closed without an answer.
async fn carry_out(
    hub: &Hub,
    identity: &Arc<Identity>,
    call: &Call,
    plan: &Plan,
    (parts, body): (request::Parts, Bytes),
    next: Next,
) -> Option<Response> {
    sleep(plan.delay_ms).await;
    let pretend = |answer: &FalseAnswer| {
        let now_s = hub.with(|state| state.now_ms()) / 1_000;
        false_answer(answer, call.transport, now_s)
    };
    if let Some(answer) = &plan.refuse {
        return pretend(answer);
    }
    if let Some(refused) = refused_outright(&parts) {
        return Some(refused);
    }
    let conditions = Conditions::of(&parts);
    let mut request = Request::from_parts(parts, Body::from(body));
    request.extensions_mut().insert(Caller {
        hub: hub.clone(),
        identity: identity.clone(),
        lag: plan.lag,
    });
    let response = next.run(request).await;
    sleep(plan.answer_delay_ms).await;
    if let Some(answer) = &plan.lose {
        return pretend(answer);
    }
    let response = plan.damage(call.transport, response).await?;
    Some(conditions.apply(response).await)
}

/// What GitHub refuses before it looks at the request.
fn refused_outright(parts: &request::Parts) -> Option<Response> {
    if !parts.headers.contains_key(header::USER_AGENT) {
        let message = "Request forbidden by administrative rules: a User-Agent is needed.";
        return Some(rest_error(StatusCode::FORBIDDEN, message));
    }
    if parts.method != Method::GET && parts.headers.contains_key(header::IF_MATCH) {
        let message = "Conditional request headers are not allowed in unsafe requests";
        return Some(rest_error(StatusCode::BAD_REQUEST, message));
    }
    None
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    // An unreadable scheme is an unknown token, not an anonymous request.
    Some(
        value
            .split_once(' ')
            .map_or(value, |(_, token)| token.trim()),
    )
}

fn note(hub: &Hub, identity: &Identity, call: &Call, wire: &Wire, status: u16) {
    hub.with(|state| {
        let entry = RequestEntry {
            at_ms: state.now_ms(),
            identity: identity.label.clone(),
            transport: call.transport,
            name: call.name.clone(),
            operations: call.operations.clone(),
            connection: wire.number(),
            status,
        };
        state.note_request(entry);
    });
}

async fn sleep(ms: u64) {
    if ms > 0 {
        tokio::time::sleep(Duration::from_millis(ms.min(LONGEST_DELAY_MS))).await;
    }
}
