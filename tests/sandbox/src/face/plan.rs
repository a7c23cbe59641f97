//! The faults of one request, sorted by when they act.
//! Which faults befall a request is the state's matter.

use axum::body::to_bytes;
use axum::http::header;
use axum::response::Response;
use serde_json::Value;

use crate::state::{Effect, FalseAnswer, Lag, Transport};

use super::answer::make_partial;

/// What goes wrong with one request.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) delay_ms: u64,
    pub(super) answer_delay_ms: u64,
    pub(super) refuse: Option<FalseAnswer>,
    pub(super) lose: Option<FalseAnswer>,
    half_answer: bool,
    partial_data: bool,
    pub(super) lag: Lag,
}

impl Plan {
    pub(super) fn of(effects: Vec<Effect>) -> Self {
        let mut plan = Self::default();
        for effect in effects {
            match effect {
                Effect::Delay(ms) => plan.delay_ms += ms,
                Effect::DelayAnswer(ms) => plan.answer_delay_ms += ms,
                Effect::Refuse(answer) => plan.refuse = Some(answer),
                Effect::Lose(answer) => plan.lose = Some(answer),
                Effect::HalfAnswer => plan.half_answer = true,
                Effect::PartialData => plan.partial_data = true,
                Effect::Lag(lag) => plan.lag = lag,
                // The state has let it happen already.
                Effect::Meanwhile(_) => {}
            }
        }
        plan
    }

    /// The answer as it arrives.
    pub(super) async fn damage(&self, transport: Transport, answer: Response) -> Option<Response> {
        let (mut parts, body) = answer.into_parts();
        let mut body = to_bytes(body, usize::MAX).await.ok()?.to_vec();
        if self.partial_data && transport == Transport::Graphql {
            let mut answer: Value = serde_json::from_slice(&body).unwrap_or_default();
            make_partial(&mut answer);
            body = answer.to_string().into_bytes();
        }
        if self.half_answer {
            body.truncate(body.len() / 2);
        }
        parts.headers.remove(header::CONTENT_LENGTH);
        Some(Response::from_parts(parts, body.into()))
    }
}
