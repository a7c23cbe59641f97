//! What GitHub says of a token without anything being written. Asks nothing about a conversation.

use serde::Deserialize;

use super::failure::{self, About};
use super::request::decode;
use super::transport::Transport;
use crate::converge::{Failure, Seconds};

/// What a token may do, as far as GitHub says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The scopes of a classic personal token, joined by commas. Of every other kind GitHub says nothing (fact 110).
    pub scopes: Option<String>,
    /// Requests by GraphQL; `None` where the server does not count them.
    pub graphql: Option<Budget>,
    /// Requests by REST; `None` where the server does not count them.
    pub rest: Option<Budget>,
}

/// What may still be asked within the hour (fact 29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Budget {
    /// In the whole hour.
    pub limit: u64,
    /// Of that.
    pub remaining: u64,
    /// When it is the whole again.
    pub reset: Seconds,
}

#[derive(Deserialize)]
struct Limits {
    resources: Resources,
}

#[derive(Deserialize)]
struct Resources {
    core: Option<Budget>,
    graphql: Option<Budget>,
}

/// One request, which is not counted itself (fact 111).
pub(super) async fn ask(transport: &mut Transport) -> Result<Allowance, Failure> {
    let answer = transport
        .rest::<()>(http::Method::GET, "/rate_limit", None)
        .await
        .map_err(|lost| failure::of_lost(lost, About::READ))?;
    let scopes = answer.scopes.clone();
    // A server of one's own that limits nobody.
    if answer.status == 404 {
        return Ok(Allowance {
            scopes,
            graphql: None,
            rest: None,
        });
    }
    if !answer.is_success() {
        return Err(failure::of_status(&answer, About::READ));
    }
    let limits: Limits = decode(&answer, About::READ)?;
    Ok(Allowance {
        scopes,
        graphql: limits.resources.graphql,
        rest: limits.resources.core,
    })
}
