//! One start of the binary: the environment that a runner gives it and nothing of the tester's own, and how it ended.
//! Checks at each end what must hold for every step, whatever the test is about.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use one_comment_sandbox::state::{Counters, Journal};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::setup::{HEAD, JOB_TOKEN, Runner, payload};

/// What GitHub takes to show a write, here; all waits of the binary are multiples of it.
const SETTLE: &str = "20ms";
/// What a runner takes for a command.
const COMMANDS: [&str; 5] = [
    "::error title=one-comment::",
    "::warning title=one-comment::",
    "::notice title=one-comment::",
    "::group::",
    "::endgroup::",
];

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

/// How a step ended.
#[derive(Debug)]
pub(crate) struct End {
    /// None where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) output_file: String,
    pub(crate) summary: String,
    /// What GitHub was asked in the meantime.
    pub(crate) requests: Journal,
}

impl End {
    /// The step's outputs, read by the runner's rule.
    #[track_caller]
    pub(crate) fn outputs(&self) -> BTreeMap<&str, String> {
        let mut lines = self.output_file.lines();
        let mut outputs = BTreeMap::new();
        while let Some(line) = lines.next() {
            let (name, end) = line.split_once("<<").expect("an output without heredoc");
            let value: Vec<_> = lines.by_ref().take_while(|line| *line != end).collect();
            outputs.insert(name, value.join("\n"));
        }
        outputs
    }

    #[track_caller]
    pub(crate) fn outcome(&self) -> String {
        self.outputs()["outcome"].clone()
    }

    /// Ended well, and so.
    #[track_caller]
    pub(crate) fn is(&self, outcome: &str) {
        assert_eq!(
            (self.code, &*self.outcome()),
            (Some(0), outcome),
            "{self:#?}"
        );
    }

    /// Ended with this code.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:#?}");
    }

    /// The annotations of this level.
    pub(crate) fn annotations(&self, level: &str) -> Vec<&str> {
        let start = format!("::{level} title=one-comment::");
        let found = self
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix(&start));
        found.collect()
    }

    /// The only error.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        match *self.annotations("error") {
            [error] => error,
            _ => panic!("not one error: {self:#?}"),
        }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.requests.counters()
    }

    pub(crate) fn writes(&self) -> usize {
        let counters = self.counters();
        counters.rest_writes + counters.graphql_mutations
    }

    /// Everything that is kept of a step.
    pub(crate) fn everything(&self) -> [&str; 4] {
        [&self.stdout, &self.stderr, &self.output_file, &self.summary]
    }

    #[track_caller]
    fn shows_no(&self, token: &str) {
        let shown = self.everything().iter().any(|text| text.contains(token));
        assert!(token.is_empty() || !shown, "the token is shown: {self:#?}");
    }

    /// The runner obeys whatever line starts with two colons, on either stream.
    #[track_caller]
    fn gives_no_foreign_command(&self) {
        let lines = self.stdout.lines().chain(self.stderr.lines());
        let mut commands = lines.filter(|line| line.trim_start().starts_with("::"));
        let known = |line: &str| COMMANDS.iter().any(|known| line.starts_with(known));
        assert!(commands.all(known), "a foreign command: {self:#?}");
        let text = format!("{}{}", self.stdout, self.stderr);
        assert!(!text.contains("##["), "an old command: {self:#?}");
    }
}
