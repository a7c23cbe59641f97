//! One job of a workflow: what it says, for which event, by which token. Starts nothing.

use serde_json::{Value, json};

use crate::server::{FORK, FORKS_HEAD, HEAD, NUMBER, REPOSITORY, RUN};

/// One job.
pub(crate) struct Job {
    /// Of the product; a peer has none.
    pub(crate) command: &'static str,
    pub(crate) event: &'static str,
    pub(crate) payload: Value,
    pub(crate) token: String,
    pub(crate) section: String,
    pub(crate) text: String,
    /// How many jobs of its matrix publish.
    pub(crate) legs: u32,
}

impl Job {
    /// Reports a coverage after a push.
    pub(crate) fn publish(coverage: &str) -> Self {
        Self {
            command: "publish",
            event: "pull_request",
            payload: push(),
            token: "job-token".to_owned(),
            section: "coverage".to_owned(),
            text: report(coverage),
            legs: 1,
        }
    }

    /// Publishes as one of a matrix, by a token of its own.
    pub(crate) fn leg(number: u32, token: &str, legs: u32) -> Self {
        Self {
            token: token.to_owned(),
            section: format!("leg {number}"),
            legs,
            ..Self::publish("98.4")
        }
    }

    /// Delivers what the fork's run left.
    pub(crate) fn deliver() -> Self {
        Self {
            command: "deliver",
            event: "workflow_run",
            payload: end_of_the_forks_run(),
            ..Self::publish("98.4")
        }
    }
}

/// A report of ordinary length, 2 KB.
pub(crate) fn report(coverage: &str) -> String {
    let rows: String = (1..=40)
        .map(|n| format!("| `src/module_{n:02}.rs` | {coverage} % | +0.2 % |\n"))
        .collect();
    format!("### Coverage: {coverage} %\n\n| file | lines | change |\n|---|---:|---:|\n{rows}")
}

fn push() -> Value {
    json!({
        "action": "synchronize",
        "number": NUMBER,
        "repository": {"full_name": REPOSITORY},
        "pull_request": {
            "number": NUMBER,
            "head": {"sha": HEAD, "repo": {"full_name": REPOSITORY}},
            "base": {"repo": {"full_name": REPOSITORY}},
        },
    })
}

fn end_of_the_forks_run() -> Value {
    json!({
        "action": "completed",
        "repository": {"full_name": REPOSITORY},
        "workflow_run": {
            "id": RUN,
            "event": "pull_request",
            "head_sha": FORKS_HEAD,
            "head_branch": "patch-1",
            "head_repository": {"full_name": FORK},
            "pull_requests": [],
        },
    })
}
