//! Which transport executes a call. Asks once: a failed call is answered as failed, never sent again,
//! except that a read, or a write that surely did nothing, may go to the other transport.

use super::allowance::{self, Allowance};
use super::graphql::{Graphql, Missing};
use super::markdown;
use super::rest::Rest;
use super::settings::{self, Api, Settings, SetupError, Target};
use super::token::Token;
use super::transport::Transport;
use crate::converge::{Call, CommentRef, Failure, Reply};

/// Reads by GraphQL that may fail in a row before REST is tried.
const PATIENCE: u32 = 2;

/// GitHub, for one conversation and one token.
pub struct Client {
    transport: Transport,
    graphql: Graphql,
    rest: Rest,
    route: Route,
    failed_reads: u32,
}

/// The transport in use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    /// GraphQL, with REST behind it.
    Auto,
    Graphql,
    /// Asked for, or fallen back to; there is no way back.
    Rest,
}

/// Whether GraphQL knows the comments that are to be read by their names.
fn has_nodes(call: &Call) -> bool {
    match call {
        Call::Read { comments } => comments.iter().all(CommentRef::has_node),
        _ => true,
    }
}

impl Client {
    /// Checks the settings; sends nothing. Must be called inside a tokio runtime with time and I/O.
    ///
    /// # Errors
    /// [`SetupError`] where the URLs, the target or this machine's certificates cannot be used.
    pub fn new(target: Target, token: Token, settings: Settings) -> Result<Self, SetupError> {
        settings::check_repository(&target.owner, &target.repository)?;
        let endpoints = settings::check(&settings)?;
        Ok(Self {
            transport: Transport::new(endpoints, token, settings.timeouts, settings.trace)?,
            graphql: Graphql::new(target.clone()),
            rest: Rest::new(target, settings.job_token),
            route: match settings.api {
                Api::Auto => Route::Auto,
                Api::Graphql => Route::Graphql,
                Api::Rest => Route::Rest,
            },
            failed_reads: 0,
        })
    }

    /// Executes one call. Never waits beyond the timeouts, never repeats a write.
    pub async fn execute(&mut self, call: &Call) -> Reply {
        match self.route {
            Route::Rest => self.by_rest(call).await,
            Route::Auto if !has_nodes(call) => self.by_rest(call).await,
            Route::Graphql => match self.by_graphql(call).await {
                Ok(reply) => reply,
                Err(Missing(text)) => Reply::Failed(Failure::Refused(format!(
                    "{text}: allow REST as well, or give the right GraphQL URL"
                ))),
            },
            Route::Auto => match self.by_graphql(call).await {
                Ok(reply) if self.is_worn_out(call, &reply) => self.try_rest(call).await,
                Ok(reply) => reply,
                Err(Missing(text)) => {
                    self.fall_back(&text);
                    self.by_rest(call).await
                }
            },
        }
    }

    /// The HTML that GitHub shows for this Markdown in a comment of `repository` (`OWNER/NAME`).
    ///
    /// # Errors
    /// [`Failure`] where GitHub does not render it.
    pub async fn render(&mut self, text: &str, repository: &str) -> Result<String, Failure> {
        markdown::render(&mut self.transport, text, repository).await
    }

    /// What GitHub says of the token. Costs nothing of what it may still ask.
    ///
    /// # Errors
    /// [`Failure`] where GitHub does not say.
    pub async fn allowance(&mut self) -> Result<Allowance, Failure> {
        allowance::ask(&mut self.transport).await
    }

    /// HTTP requests sent so far.
    pub fn requests(&self) -> u32 {
        self.transport.requests()
    }

    /// What was sent since the last call, a line a request, for people: what, status, what is left of the rate limit,
    /// milliseconds. Empty unless [`Settings::trace`].
    pub fn take_trace(&mut self) -> Vec<String> {
        self.transport.take_trace()
    }

    async fn by_graphql(&mut self, call: &Call) -> Result<Reply, Missing> {
        let reply = self.graphql.execute(&mut self.transport, call).await?;
        if let Reply::Seen(sight) = &reply
            && let Some(viewer) = &sight.viewer
        {
            self.rest.remember(viewer.clone());
        }
        Ok(reply)
    }

    async fn by_rest(&mut self, call: &Call) -> Reply {
        self.rest.execute(&mut self.transport, call).await
    }

    /// Counts the reads that failed in a row (case 41).
    fn is_worn_out(&mut self, call: &Call, reply: &Reply) -> bool {
        if call.is_write() {
            return false;
        }
        let failed = matches!(reply, Reply::Failed(Failure::Unavailable(_)));
        self.failed_reads = if failed {
            self.failed_reads.saturating_add(1)
        } else {
            0
        };
        self.failed_reads >= PATIENCE
    }

    /// REST stays only if it does better: where the whole network is down, GraphQL is not to blame.
    async fn try_rest(&mut self, call: &Call) -> Reply {
        let reply = self.by_rest(call).await;
        if !matches!(reply, Reply::Failed(Failure::Unavailable(_))) {
            self.fall_back("GraphQL failed repeatedly");
        }
        reply
    }

    fn fall_back(&mut self, why: &str) {
        self.transport.note(|| format!("{why}: REST from here on"));
        self.route = Route::Rest;
    }
}
