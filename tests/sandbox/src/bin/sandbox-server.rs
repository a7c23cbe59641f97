//! Serves the seeded world until it is ended, for end-to-end tests of any language.
//!
//! `sandbox-server [--port N]`. The first line of its output is JSON: addresses and tokens.

use std::error::Error;
use std::io::{self, Write};

use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::State;
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let port = port_of(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(port))
}

async fn serve(port: u16) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start_on(port, State::seeded(), Clock::System).await?;
    let tokens: Map<String, Value> = State::seeded_tokens()
        .into_iter()
        .map(|(token, identity)| (identity.label.to_string(), json!(token)))
        .collect();
    let greeting = json!({
        "url": sandbox.url(),
        "api_url": sandbox.api_url(),
        "graphql_url": sandbox.graphql_url(),
        "repository": "octo-org/hello",
        "pull_request": 7,
        "tokens": tokens,
    });
    let mut output = io::stdout();
    writeln!(output, "{greeting}")?;
    output.flush()?;
    std::future::pending().await
}

fn port_of(mut arguments: impl Iterator<Item = String>) -> Result<u16, String> {
    match (
        arguments.next().as_deref(),
        arguments.next(),
        arguments.next(),
    ) {
        (None, _, _) => Ok(0),
        (Some("--port"), Some(port), None) => port
            .parse()
            .map_err(|_| format!("`{port}` is not a port: give a number from 0 to 65535")),
        _ => Err("usage: sandbox-server [--port N]".to_owned()),
    }
}
