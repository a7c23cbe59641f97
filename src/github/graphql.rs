//! The primary transport: one call is one GraphQL request.

mod comment;
mod operation;
mod reply;
mod wire;

use serde_json::json;

pub(super) use reply::Missing;

use super::failure::{self, About};
use super::settings::Target;
use super::transport::Transport;
use crate::converge::{Call, Head, Reply};

/// The conversation by GraphQL.
pub(super) struct Graphql {
    target: Target,
    /// The last look showed an issue that is no pull request.
    plain: bool,
}

impl Graphql {
    /// A pull request until a look says otherwise.
    pub(super) fn new(target: Target) -> Self {
        Self {
            target,
            plain: false,
        }
    }

    /// One request, one reply.
    ///
    /// # Errors
    /// [`Missing`] where this server cannot do it by GraphQL; nothing was done then, whatever the call.
    pub(super) async fn execute(
        &mut self,
        transport: &mut Transport,
        call: &Call,
    ) -> Result<Reply, Missing> {
        let (operation, variables) = operation::of(call, &self.target, self.plain);
        let body = json!({
            "query": operation.document,
            "operationName": operation.name,
            "variables": variables,
        });
        let answer = match transport.graphql(operation.name, &body).await {
            Ok(answer) => answer,
            Err(lost) => return Ok(Reply::Failed(failure::of_lost(lost, About::call(call)))),
        };
        let reply = reply::read(call, &answer)?;
        if let Reply::Seen(sight) = &reply {
            self.plain = sight.subject.head == Head::None;
        }
        Ok(reply)
    }
}
