//! The way to GitHub: whose token, which server, and what is run over it.

use anyhow::Context as _;
use tokio::runtime::Runtime;

use super::drive::{Clock, Driven, drive};
use super::ending::NoToken;
use crate::cli::{self, Options};
use crate::converge::{self, Failure, Session};
use crate::github::{self, Client, Timeouts, Token};
use crate::workflow::Environment;

/// A client, and the runtime that it lives in.
pub(super) struct Connection {
    runtime: Runtime,
    client: Client,
}

impl Connection {
    /// Checks what it is given; sends nothing.
    pub(super) fn open(
        options: &Options,
        environment: &Environment,
        number: u64,
        token: Token,
    ) -> anyhow::Result<Self> {
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
        // octocrab starts a task, so it must be inside.
        let client = runtime.block_on(async { Client::new(target, token, access) })?;
        Ok(Self { runtime, client })
    }

    /// Runs a session to its end.
    pub(super) fn converge(&mut self, settings: converge::Settings, clock: Clock) -> Driven {
        let session = Session::new(settings, clock.now());
        self.runtime
            .block_on(drive(session, &mut self.client, clock))
    }

    /// The HTML that GitHub shows for a comment's text in `repository`.
    pub(super) fn render(&mut self, text: &str, repository: &str) -> Result<String, Failure> {
        self.runtime.block_on(self.client.render(text, repository))
    }
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
