//! One start of the binary, with the environment that a runner gives it and nothing of the tester's own.
//! Checks at each end what must hold for every step, whatever the test is about.

use std::fs;
use std::net::TcpListener;
use std::process::Stdio;

use one_comment_sandbox::state::Journal;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::end::End;
use crate::setup::{HEAD, JOB_TOKEN, Runner, payload};

/// What GitHub takes to show a write, here; all waits of the binary are multiples of it.
const SETTLE: &str = "20ms";

/// A step of a job, before it starts.
pub(crate) struct Step<'a> {
    runner: &'a Runner,
    command: Command,
    /// The files by which runner and step talk.
    files: TempDir,
    token: String,
    payload: Value,
    settle: String,
}

impl<'a> Step<'a> {
    pub(super) fn new(runner: &'a Runner) -> Self {
        let files = tempfile::tempdir().unwrap();
        let at = |name: &str| files.path().join(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_one-comment"));
        command
            .env_clear()
            // Without it Windows opens no socket.
            .envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)))
            .current_dir(runner.workspace())
            // Nothing but what a test puts there; without it the system's own folders would be searched.
            .env("PATH", runner.workspace())
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_API_URL", runner.sandbox.api_url())
            .env("GITHUB_GRAPHQL_URL", runner.sandbox.graphql_url())
            .env("GITHUB_SERVER_URL", runner.sandbox.url())
            .env("GITHUB_REPOSITORY", "octo-org/hello")
            .env("GITHUB_EVENT_NAME", "pull_request")
            .env("GITHUB_EVENT_PATH", at("event.json"))
            .env("GITHUB_WORKFLOW", "CI")
            .env("GITHUB_JOB", "build")
            .env("GITHUB_RUN_ID", "100")
            .env("GITHUB_RUN_ATTEMPT", "1")
            .env("GITHUB_WORKSPACE", runner.workspace())
            .env("GITHUB_OUTPUT", at("output"))
            .env("GITHUB_STEP_SUMMARY", at("summary"))
            .env("RUNNER_NAME", "runner-1")
            // As the action gives them for a job without a matrix.
            .env("ONE_COMMENT_LEG", "null")
            .env("ONE_COMMENT_LEGS", "1")
            // The most that a step ever says, so that each test sees it.
            .env("RUNNER_DEBUG", "1")
            .env("RUNNER_TEMP", files.path());
        Self {
            runner,
            command,
            files,
            token: JOB_TOKEN.into(),
            payload: payload("pull_request/synchronize.payload.json", HEAD),
            settle: SETTLE.into(),
        }
    }

    pub(crate) fn arg(mut self, argument: &str) -> Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn section(self, name: &str) -> Self {
        self.env("ONE_COMMENT_SECTION", name)
    }

    pub(crate) fn run_id(self, id: u32) -> Self {
        self.env("GITHUB_RUN_ID", &id.to_string())
    }

    /// The job's own token from now on.
    pub(crate) fn token(mut self, token: &str) -> Self {
        self.token = token.into();
        self
    }

    /// The recorded payload `file`, for a push of `head`.
    pub(crate) fn event(mut self, file: &str, head: &str) -> Self {
        self.payload = payload(file, head);
        self
    }

    /// An event of this name with this payload, whatever it is about.
    pub(crate) fn caused_by(mut self, event: &str, payload: Value) -> Self {
        self.payload = payload;
        self.env("GITHUB_EVENT_NAME", event)
    }

    /// A push of `head` onto `before`.
    pub(crate) fn pushed(mut self, before: &str, head: &str) -> Self {
        self = self.event("pull_request/synchronize.payload.json", head);
        self.payload["before"] = json!(before);
        self
    }

    /// How long a server takes to show a write.
    pub(crate) fn settle(mut self, settle: &str) -> Self {
        self.settle = settle.into();
        self
    }

    /// GitHub is down: its port is one that nobody listens on.
    pub(crate) fn nobody_listens(self) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", port.local_addr().unwrap());
        drop(port);
        let step = self.env("GITHUB_API_URL", &url);
        step.env("GITHUB_GRAPHQL_URL", &format!("{url}/graphql"))
    }

    /// On a person's machine instead: no runner and no event.
    pub(crate) fn on_a_terminal(mut self) -> Self {
        let names: Vec<_> = self
            .command
            .as_std()
            .get_envs()
            .map(|(name, _)| name.to_owned())
            .filter(|name| {
                let name = name.to_string_lossy();
                (name.starts_with("GITHUB_") && !name.ends_with("_URL"))
                    || name.starts_with("RUNNER_")
                    || name.starts_with("ONE_COMMENT_LEG")
            })
            .collect();
        for name in names {
            self.command.env_remove(name);
        }
        self
    }

    /// Starts it.
    pub(crate) fn start(mut self) -> Started<'a> {
        let event = self.files.path().join("event.json");
        fs::write(event, self.payload.to_string()).unwrap();
        for name in ["output", "summary"] {
            fs::write(self.files.path().join(name), "").unwrap();
        }
        if !self.token.is_empty() {
            self.command
                .env("ONE_COMMENT_TOKEN", &self.token)
                .env("ONE_COMMENT_JOB_TOKEN", &self.token);
        }
        self.command
            .args(["--settle", &self.settle])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let journal = |runner: &Runner| runner.sandbox.hub().with(|state| state.journal().clone());
        Started {
            requests_before: journal(self.runner).requests.len(),
            child: self.command.spawn().unwrap(),
            step: self,
        }
    }

    /// Starts it and waits for its end.
    pub(crate) async fn run(self) -> End {
        self.start().end().await
    }
}

/// A step that runs.
pub(crate) struct Started<'a> {
    step: Step<'a>,
    child: Child,
    requests_before: usize,
}

impl Started<'_> {
    /// Its process id.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Waits for its end.
    pub(crate) async fn end(self) -> End {
        let output = self.child.wait_with_output().await.unwrap();
        let journal = self
            .step
            .runner
            .sandbox
            .hub()
            .with(|state| state.journal().clone());
        let file = |name: &str| fs::read_to_string(self.step.files.path().join(name)).unwrap();
        let end = End {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            output_file: file("output"),
            summary: file("summary"),
            requests: Journal {
                requests: journal.requests[self.requests_before..].to_vec(),
                audit: Vec::new(),
            },
        };
        end.shows_no(&self.step.token);
        end.gives_no_foreign_command();
        let foreign = journal
            .audit
            .iter()
            .find(|entry| entry.is_foreign() && &*entry.who == "github-actions[bot]");
        assert!(foreign.is_none(), "touched another's comment: {foreign:?}");
        end
    }
}
