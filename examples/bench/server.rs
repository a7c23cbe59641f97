//! The GitHub that programs are measured on, and what happened on it. Measures nothing.

use std::collections::BTreeSet;
use std::io::{Cursor, Write as _};

use anyhow::anyhow;
use one_comment::comment::input_digest;
use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{
    Archive, Change, Deed, Effect, Fault, Identity, Matcher, RepositoryName, RequestEntry, Run,
    State, Subject,
};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::job::report;

/// The repository, as the sandbox is seeded.
pub(crate) const REPOSITORY: &str = "octo-org/hello";
/// Its pull request, and the head of that.
pub(crate) const NUMBER: u64 = 7;
pub(crate) const HEAD: &str = "1111111111111111111111111111111111111111";
/// A fork, its pull request, the head of that.
pub(crate) const FORK: &str = "contributor/hello";
pub(crate) const FORKS_NUMBER: u64 = 9;
pub(crate) const FORKS_HEAD: &str = "9999999999999999999999999999999999999999";
/// The fork's run that stages.
pub(crate) const RUN: u64 = 500;

/// A GitHub with one open pull request by the repository and one by a fork.
pub(crate) struct Server {
    sandbox: Sandbox,
}

/// What GitHub was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) requests: u64,
    /// What the run that waited longest waited for, one after the other: requests, and a handshake for each connection.
    pub(crate) round_trips: u64,
    pub(crate) connections: u64,
    /// Of the secondary limit (fact 30).
    pub(crate) points: u64,
}

impl Server {
    pub(crate) async fn start() -> anyhow::Result<Self> {
        let sandbox = Sandbox::start(State::seeded(), Clock::Manual).await?;
        Ok(Self { sandbox })
    }

    pub(crate) fn url(&self) -> &str {
        self.sandbox.url()
    }

    pub(crate) fn api_url(&self) -> String {
        self.sandbox.api_url()
    }

    pub(crate) fn graphql_url(&self) -> String {
        self.sandbox.graphql_url()
    }

    /// A further token of the same account, so that the log tells whose a request is.
    pub(crate) fn add_job_token(&self, token: &str) {
        let identity = Identity {
            label: token.into(),
            ..Identity::job()
        };
        let add = |state: &mut State| state.add_token(token, identity);
        self.sandbox.hub().with(add);
    }

    /// People write so many comments; that was an hour ago.
    pub(crate) fn talk(&self, comments: usize) -> anyhow::Result<()> {
        let body = "A remark about the change, of a few sentences. ".repeat(10);
        for _ in 0..comments {
            let does = Deed::Comment { body: body.clone() };
            let (by, on) = ("octocat".to_owned(), subject(NUMBER));
            self.change(Change::Person { by, on, does })?;
        }
        self.sandbox.hub().with(|state| state.advance(3_600_000));
        Ok(())
    }

    /// The fork's run has ended and left so many entries.
    pub(crate) fn stage(&self, entries: u32) -> anyhow::Result<()> {
        let repository = subject(FORKS_NUMBER).repository;
        let run = Run {
            id: RUN,
            attempt: 1,
            event: "pull_request".into(),
            head_sha: FORKS_HEAD.into(),
            head_branch: Some("patch-1".into()),
            head_repository: Some(RepositoryName::new("contributor", "hello")),
        };
        self.change(Change::AddRun {
            repository: repository.clone(),
            run,
        })?;
        for number in 0..entries {
            let name = format!("one-comment-outbox-{number:016x}");
            let archive = archive(&format!("{name}.json"), &entry(number))?;
            self.change(Change::Upload {
                repository: repository.clone(),
                run: RUN,
                name,
                archive,
            })?;
        }
        Ok(())
    }

    /// From now on every request takes so many milliseconds.
    pub(crate) fn slow_down(&self, latency: u64) {
        let fault = Fault {
            when: Matcher::default(),
            skip: 0,
            times: None,
            effect: Effect::Delay(latency),
        };
        self.sandbox.hub().with(|state| state.add_fault(fault));
    }

    /// How many requests there were until now.
    pub(crate) fn requests(&self) -> usize {
        let count = |state: &mut State| state.journal().requests.len();
        self.sandbox.hub().with(count)
    }

    /// What was asked after the first so many requests.
    pub(crate) fn asked_since(&self, requests: usize) -> Asked {
        self.sandbox.hub().with(|state| {
            let asked = state.journal().requests.iter().skip(requests);
            Asked::of(&asked.collect::<Vec<_>>())
        })
    }

    fn change(&self, change: Change) -> anyhow::Result<()> {
        let done = self.sandbox.hub().with(|state| state.change(change));
        done.map(drop).map_err(|refusal| anyhow!("{refusal}"))
    }
}

impl Asked {
    fn of(requests: &[&RequestEntry]) -> Self {
        let connections = |of: &dyn Fn(&RequestEntry) -> bool| {
            let requests = requests.iter().filter(|request| of(request));
            let numbers: BTreeSet<u64> = requests.map(|request| request.connection).collect();
            numbers.len() as u64
        };
        let runs: BTreeSet<&str> = requests.iter().map(|request| &*request.identity).collect();
        let round_trips = runs.into_iter().map(|run| {
            let own = |request: &RequestEntry| &*request.identity == run;
            let requests = requests.iter().filter(|request| own(request)).count() as u64;
            requests + connections(&own)
        });
        Self {
            requests: requests.len() as u64,
            round_trips: round_trips.max().unwrap_or_default(),
            connections: connections(&|_| true),
            points: requests.iter().map(|request| request.points()).sum(),
        }
    }
}

fn subject(number: u64) -> Subject {
    Subject::new("octo-org", "hello", number)
}

/// An entry as the action writes it.
fn entry(number: u32) -> Value {
    let content = report("98.4");
    json!({
        "version": 1,
        "key": "default",
        "section": format!("leg {number}"),
        "order": "500000",
        "mode": "upsert",
        "digest": input_digest(&content).to_string(),
        "content": content,
        "hints": {"number": FORKS_NUMBER, "head": FORKS_HEAD, "run": RUN},
    })
}

/// As the upload packs one file.
fn archive(name: &str, content: &Value) -> anyhow::Result<Archive> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file(name, SimpleFileOptions::default())?;
    archive.write_all(content.to_string().as_bytes())?;
    Ok(archive.finish()?.into_inner().into())
}
