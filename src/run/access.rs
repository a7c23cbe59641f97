//! The way to GitHub: whose token, which server, and one session run to its end over it.

use anyhow::Context as _;

use super::drive::{Clock, Driven, drive};
use super::ending::NoToken;
use crate::cli::{self, Options};
use crate::converge::{self, Session};
use crate::github::{self, Client, Timeouts, Token};
use crate::workflow::Environment;

/// Runs a session against GitHub.
pub(super) fn converge(
    options: &Options,
    environment: &Environment,
    number: u64,
    token: Token,
    settings: converge::Settings,
    clock: Clock,
) -> anyhow::Result<Driven> {
    let target = github::Target {
        owner: options.repository.owner.clone(),
        repository: options.repository.name.clone(),
        number,
    };
    let access = github::Settings {
        api_url: environment.api_url.clone(),
        graphql_url: environment.graphql_url.clone(),
        api: match options.api {
            cli::Api::Auto => github::Api::Auto,
            cli::Api::Graphql => github::Api::Graphql,
            cli::Api::Rest => github::Api::Rest,
        },
        job_token: variable("ONE_COMMENT_JOB_TOKEN").is_some_and(|job| token.is_exactly(&job)),
        timeouts: Timeouts::default(),
        trace: options.verbose,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the asynchronous runtime could not start")?;
    runtime.block_on(async {
        let mut client = Client::new(target, token, access)?;
        Ok(drive(Session::new(settings, clock.now()), &mut client, clock).await)
    })
}

/// The token, from the environment; outside Actions also from a `gh` that is logged in. Never from a flag.
pub(super) fn token(environment: &Environment) -> anyhow::Result<Token> {
    let given = ["ONE_COMMENT_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"]
        .into_iter()
        .find_map(variable);
    let text = match given {
        Some(text) => text,
        None if environment.in_actions => return Err(NoToken.into()),
        None => gh_token().ok_or(NoToken)?,
    };
    Ok(Token::new(&text)?)
}

fn gh_token() -> Option<String> {
    let output = std::process::Command::new("gh")
        .args(["auth", "token"])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())
        .flatten()
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name)
        .ok()
        .filter(|value| !value.trim().is_empty())
}
