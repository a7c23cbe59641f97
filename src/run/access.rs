//! The way to GitHub: whose token, which server, and what is driven over it: a lookup, a session.

use std::future::Future;
use std::ops::ControlFlow;

use anyhow::Context as _;
use tokio::runtime::Runtime;

use super::drive::{Clock, Driven, drive};
use super::ending::{NoToken, TokenInComment};
use crate::cli::{self, Options};
use crate::converge::{self, Call, Candidate, Clue, Failure, Found, Lookup, Pace, Reply, Session};
use crate::github::{self, Allowance, Client, Repository, SetupError, Standing, Timeouts, Token};
use crate::workflow::Environment;

/// One repository, as one token sees it.
pub(super) struct Access<'a> {
    repository: &'a cli::Repository,
    token: Token,
    settings: github::Settings,
    runtime: Runtime,
}

impl<'a> Access<'a> {
    /// Sends nothing.
    pub(super) fn new(
        options: &'a Options,
        environment: &Environment,
        token: Token,
    ) -> anyhow::Result<Self> {
        let settings = github::Settings {
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
        Ok(Self {
            repository: &options.repository,
            token,
            settings,
            runtime,
        })
    }

    /// Runs a session on this conversation. Its time counts from when the clock started.
    pub(super) fn converge(
        &self,
        number: u64,
        settings: converge::Settings,
        clock: Clock,
    ) -> anyhow::Result<Driven> {
        let session = Session::new(settings, clock.started());
        self.runtime.block_on(async {
            let mut client = self.client(number)?;
            Ok(drive(session, &mut client, clock).await)
        })
    }

    /// The HTML that GitHub shows for a comment's text on this conversation.
    pub(super) fn render(
        &self,
        number: u64,
        text: &str,
    ) -> anyhow::Result<Result<String, Failure>> {
        let repository = self.repository.to_string();
        self.runtime.block_on(async {
            let mut client = self.client(number)?;
            Ok(client.render(text, &repository).await)
        })
    }

    /// One look at this conversation, and what GitHub says of the token.
    pub(super) fn look(&self, number: u64) -> anyhow::Result<(Reply, Result<Allowance, Failure>)> {
        self.runtime.block_on(async {
            let mut client = self.client(number)?;
            let seen = client.execute(&Call::Observe { comment: None }).await;
            Ok((seen, client.allowance().await))
        })
    }

    /// How the repository stands.
    pub(super) fn standing(&self) -> anyhow::Result<Result<Standing, Failure>> {
        let mut repository = self.repository()?;
        Ok(self.runtime.block_on(repository.standing()))
    }

    /// Whether the token is the job's own.
    pub(super) fn is_of_the_job(&self) -> bool {
        self.settings.job_token
    }

    /// Whether `text` must not be shown.
    pub(super) fn is_secret(&self, text: &str) -> bool {
        self.token.is_in(text)
    }

    /// The same, unless its error must not be shown: it may quote from what a user wrote.
    pub(super) fn keep_secret<T>(&self, result: anyhow::Result<T>) -> anyhow::Result<T> {
        result.map_err(|error| {
            if self.is_secret(&format!("{error:#}")) {
                TokenInComment.into()
            } else {
                error
            }
        })
    }

    fn client(&self, number: u64) -> Result<Client, SetupError> {
        let target = github::Target {
            owner: self.repository.owner.clone(),
            repository: self.repository.name.clone(),
            number,
        };
        Client::new(target, self.token.clone(), self.settings.clone())
    }

    /// The repository, for what is not in the conversation.
    pub(super) fn repository(&self) -> Result<Repository, SetupError> {
        let cli::Repository { owner, name } = self.repository;
        let _inside = self.runtime.enter();
        Repository::new(owner, name, self.token.clone(), &self.settings)
    }

    /// Waits for something that was begun with what this opened.
    pub(super) fn wait_for<T>(&self, begun: impl Future<Output = T>) -> T {
        self.runtime.block_on(begun)
    }

    /// The pull request of this number, if it is one.
    pub(super) fn pull_request(
        &self,
        number: u64,
    ) -> anyhow::Result<Result<Option<Candidate>, Failure>> {
        let mut repository = self.repository()?;
        let found = self.runtime.block_on(repository.numbered(number));
        Ok(found.map(|candidates| candidates.found.into_iter().next()))
    }

    /// Asks GitHub until it is clear what the clue leads to, or time is up. With it a line for each request.
    pub(super) fn find(
        &self,
        clue: &Clue,
        pace: Pace,
        clock: Clock,
    ) -> anyhow::Result<(Found, Vec<String>)> {
        let mut lookup = Lookup::new(clue.clone(), pace, clock.started());
        let mut repository = self.repository()?;
        self.runtime.block_on(async {
            loop {
                let answer = repository.candidates(clue).await;
                match lookup.judge(answer, clock.now()) {
                    ControlFlow::Break(found) => return Ok((found, repository.take_trace())),
                    ControlFlow::Continue(until) => clock.sleep_until(until).await,
                }
            }
        })
    }
}

/// The token, from the environment; outside Actions also from a `gh` that is logged in. Never from a flag.
pub(super) fn token(environment: &Environment) -> anyhow::Result<Token> {
    let given = ["ONE_COMMENT_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"]
        .into_iter()
        .find_map(variable);
    let text = match given {
        Some(text) => text,
        None if environment.in_actions => return Err(NoToken::InActions.into()),
        None => gh_token().ok_or(NoToken::Elsewhere)?,
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
