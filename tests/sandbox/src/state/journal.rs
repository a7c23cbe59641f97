//! What has happened: every request, and every write to a comment with whose comment it was.
//! Tests read it; no client can see it, and no decision depends on it.

use std::sync::Arc;

use serde::Serialize;

use super::comment::CommentId;
use super::fault::{Operation, Transport};
use super::permission::Action;

/// A request that was answered, or whose answer was lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct RequestEntry {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// The label of the identity, never its token.
    pub identity: Arc<str>,
    /// REST or GraphQL.
    pub transport: Transport,
    /// Method and path, or the operation's name.
    pub name: String,
    /// What it asked for.
    pub operations: Vec<Operation>,
    /// The connection that it came by: 1 is the first that the server accepted.
    pub connection: u64,
    /// The HTTP status; 0 where the connection was closed instead.
    pub status: u16,
}

impl RequestEntry {
    /// Whether it asked for a change.
    pub fn is_write(&self) -> bool {
        self.operations.iter().any(|operation| operation.is_write())
    }

    /// What it costs of the secondary limit: a read 1, a write 5 (fact 30).
    pub fn points(&self) -> u64 {
        if self.is_write() { 5 } else { 1 }
    }
}

/// A comment that was created, edited, hidden, shown or deleted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct AuditEntry {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// The login of who did it.
    pub who: Arc<str>,
    /// What was done.
    pub action: Action,
    /// To which comment.
    pub comment: CommentId,
    /// The login of who had written the comment.
    pub author: Arc<str>,
}

impl AuditEntry {
    /// Whether somebody touched a comment that was not their own.
    pub fn is_foreign(&self) -> bool {
        self.who != self.author
    }
}

/// Everything that has happened, oldest first.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Journal {
    /// The requests.
    pub requests: Vec<RequestEntry>,
    /// The writes to comments.
    pub audit: Vec<AuditEntry>,
}

/// How many requests of each kind there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// REST requests that read.
    pub rest_reads: usize,
    /// REST requests that write.
    pub rest_writes: usize,
    /// GraphQL queries.
    pub graphql_queries: usize,
    /// GraphQL mutations.
    pub graphql_mutations: usize,
    /// What they cost together (fact 30).
    pub points: u64,
}

impl Journal {
    /// Counts the requests by kind.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        for request in &self.requests {
            let counter = match (request.transport, request.is_write()) {
                (Transport::Rest, false) => &mut counters.rest_reads,
                (Transport::Rest, true) => &mut counters.rest_writes,
                (Transport::Graphql, false) => &mut counters.graphql_queries,
                (Transport::Graphql, true) => &mut counters.graphql_mutations,
            };
            *counter += 1;
            counters.points += request.points();
        }
        counters
    }
}
