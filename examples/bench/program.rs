//! Who is measured, and how it is started for a job. Knows nothing of what the job is about.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::ensure;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::job::Job;
use crate::server::{REPOSITORY, Server};
use crate::usage;

/// Where programs are; without the other Windows opens no socket.
const OF_THE_MACHINE: [&str; 2] = ["PATH", "SystemRoot"];

/// Who is measured.
#[derive(Clone)]
pub(crate) struct Program {
    who: Who,
    /// The words of another program whose argument it is.
    under: &'static [&'static str],
}

#[derive(Clone)]
enum Who {
    Own { binary: PathBuf, settle: String },
    Peer { command: String },
}

/// A job that runs.
pub(crate) struct Started {
    child: Child,
    /// The files by which runner and program talk.
    files: TempDir,
}

/// How a job ended that ended well.
pub(crate) struct Ended {
    /// The most memory at any time, in KiB; none where that is not known.
    pub(crate) peak: Option<u64>,
    pub(crate) stderr: String,
}

impl Program {
    /// The product; `settle` is how long it watches for other writers.
    pub(crate) fn own(binary: PathBuf, settle: String) -> Self {
        Self {
            who: Who::Own { binary, settle },
            under: usage::meter(),
        }
    }

    /// A shell command.
    pub(crate) fn peer(command: String) -> Self {
        Self {
            who: Who::Peer { command },
            under: usage::meter(),
        }
    }

    /// The same in a hurry, to prepare what is measured later.
    pub(crate) fn hasty(&self) -> Self {
        let mut hasty = self.clone();
        if let Who::Own { settle, .. } = &mut hasty.who {
            "0".clone_into(settle);
        }
        hasty
    }

    /// The same as an argument of another program, instead of the one that says how much memory it took.
    pub(crate) fn under(&self, other: &'static [&'static str]) -> Self {
        Self {
            who: self.who.clone(),
            under: other,
        }
    }

    /// Whether it can do the job: a peer publishes.
    pub(crate) fn can(&self, job: &Job) -> bool {
        matches!(self.who, Who::Own { .. }) || job.command == "publish"
    }

    /// Runs it for a job to its end.
    pub(crate) async fn run(&self, server: &Server, job: &Job) -> anyhow::Result<Ended> {
        self.start(server, job)?.end().await
    }

    /// Starts it for a job.
    pub(crate) fn start(&self, server: &Server, job: &Job) -> anyhow::Result<Started> {
        let files = tempfile::tempdir()?;
        let own = match &self.who {
            Who::Own { binary, settle } => {
                let flags = [job.command, "--apply", "--settle", settle].map(OsString::from);
                [vec![binary.into()], flags.into()].concat()
            }
            Who::Peer { command } => ["sh", "-c", command].map(OsString::from).into(),
        };
        let mut words = self.under.iter().map(OsString::from).chain(own);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        environment(&mut command, server, job, files.path())?;
        command
            .current_dir(files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let child = command.spawn()?;
        Ok(Started { child, files })
    }
}

impl Started {
    /// Waits for its end.
    pub(crate) async fn end(self) -> anyhow::Result<Ended> {
        let output = self.child.wait_with_output().await?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(
            output.status.success(),
            "a run failed. It said:\n{stdout}{stderr}"
        );
        Ok(Ended {
            peak: usage::peak(self.files.path()),
            stderr,
        })
    }
}

/// What a runner gives a step, and nothing of the tester's own.
fn environment(
    command: &mut Command,
    server: &Server,
    job: &Job,
    files: &Path,
) -> anyhow::Result<()> {
    let event = files.join("event.json");
    std::fs::write(&event, job.payload.to_string())?;
    command
        .env_clear()
        .envs(
            OF_THE_MACHINE
                .iter()
                .filter_map(|name| Some((name, std::env::var_os(name)?))),
        )
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_API_URL", server.api_url())
        .env("GITHUB_GRAPHQL_URL", server.graphql_url())
        .env("GITHUB_SERVER_URL", server.url())
        .env("GITHUB_REPOSITORY", REPOSITORY)
        .env("GITHUB_EVENT_NAME", job.event)
        .env("GITHUB_EVENT_PATH", event)
        .env("GITHUB_WORKFLOW", "CI")
        .env("GITHUB_JOB", "bench")
        .env("GITHUB_RUN_ID", "100")
        .env("GITHUB_RUN_ATTEMPT", "1")
        .env("GITHUB_WORKSPACE", files)
        .env("GITHUB_OUTPUT", files.join("output"))
        .env("GITHUB_STEP_SUMMARY", files.join("summary"))
        .env("RUNNER_TEMP", files)
        .env("GITHUB_TOKEN", &job.token)
        .env("BENCH_MESSAGE", &job.text)
        .env("BENCH_SECTION", &job.section)
        .env("ONE_COMMENT_TOKEN", &job.token)
        .env("ONE_COMMENT_JOB_TOKEN", &job.token)
        .env("ONE_COMMENT_MESSAGE", &job.text)
        .env("ONE_COMMENT_SECTION", &job.section)
        .env("ONE_COMMENT_LEG", "null")
        .env("ONE_COMMENT_LEGS", job.legs.to_string());
    Ok(())
}
