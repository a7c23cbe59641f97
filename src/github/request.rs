//! One REST request: an answer that says that it was done, or what the failure means. Knows no endpoint.

use http::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::Answer;
use super::failure::{self, About};
use super::transport::Transport;
use crate::converge::Failure;

/// What stands at a path.
pub(super) async fn get(
    transport: &mut Transport,
    path: &str,
    about: About,
) -> Result<Answer, Failure> {
    send(transport, Method::GET, path, None, about).await
}

/// An answer that says that it was done, or why not.
pub(super) async fn send(
    transport: &mut Transport,
    method: Method,
    path: &str,
    body: Option<&Value>,
    about: About,
) -> Result<Answer, Failure> {
    match transport.rest(method, path, body).await {
        Ok(answer) if answer.is_success() => Ok(answer),
        Ok(answer) => Err(failure::of_status(&answer, about)),
        Err(lost) => Err(failure::of_lost(lost, about)),
    }
}

/// The answer as what it has to be.
pub(super) fn decode<T: DeserializeOwned>(answer: &Answer, about: About) -> Result<T, Failure> {
    let broken = |error: serde_json::Error| failure::of_broken(answer, &error.to_string(), about);
    answer.json().map_err(broken)
}
