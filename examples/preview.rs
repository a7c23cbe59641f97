//! What a publish would show, without a network: `cargo run --example preview -- --message-path report.md`.
//!
//! Takes the flags of `one-comment publish`, publishes to a GitHub that lives in this process, serves the conversation
//! as a page on the loopback interface, and publishes again whenever a file that a flag names has changed: the page
//! follows by itself. With `--once` it publishes once and ends.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what it is for"
)]

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::State;
use tokio::process::Command;

/// Set where this program is to be the product, so that it reads its flags as the product does.
const IS_PRODUCT: &str = "ONE_COMMENT_EXAMPLE_IS_PRODUCT";

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(300);

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    if std::env::var_os(IS_PRODUCT).is_some() {
        let flags =
            one_comment::cli::parse(std::env::args_os()).unwrap_or_else(|error| error.exit());
        return ExitCode::from(one_comment::run(&flags));
    }
    match serve() {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve() -> Result<ExitCode, Failure> {
    let (switches, flags): (Vec<_>, Vec<_>) = std::env::args_os()
        .skip(1)
        .partition(|argument| argument == "--once");
    let sandbox = Sandbox::start(State::seeded(), Clock::System).await?;
    let published = publish(&sandbox, &flags).await?;
    println!("{}/octo-org/hello/pull/7", sandbox.url());
    if !switches.is_empty() {
        return Ok(if published {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    println!("Publishes again when a file changes. Ctrl-C ends it.");
    tokio::select! {
        ended = follow(&sandbox, &flags) => ended.map(|()| ExitCode::SUCCESS),
        pressed = tokio::signal::ctrl_c() => Ok(pressed.map(|()| ExitCode::SUCCESS)?),
    }
}

/// Publishes again and again. Ends only where it cannot go on.
async fn follow(sandbox: &Sandbox, flags: &[OsString]) -> Result<(), Failure> {
    let mut seen = changes(flags);
    loop {
        tokio::time::sleep(PAUSE).await;
        let now = changes(flags);
        if now != seen {
            seen = now;
            publish(sandbox, flags).await?;
        }
    }
}

/// The files that the flags name, each with the time of its last change.
fn changes(flags: &[OsString]) -> BTreeMap<PathBuf, Option<SystemTime>> {
    let words = flags.iter().filter_map(|flag| flag.to_str());
    words
        .flat_map(|word| word.split(['=', '\n']))
        .map(Path::new)
        .filter(|path| path.is_file())
        .map(|path| {
            let changed = path.metadata().and_then(|file| file.modified());
            (path.to_owned(), changed.ok())
        })
        .collect()
}

/// Whether the product could publish; it says itself why not.
async fn publish(sandbox: &Sandbox, flags: &[OsString]) -> Result<bool, Failure> {
    let mut product = Command::new(std::env::current_exe()?);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if ["GITHUB_", "GH_", "RUNNER_", "ONE_COMMENT_"]
            .iter()
            .any(|prefix| text.starts_with(prefix))
        {
            product.env_remove(&name);
        }
    }
    let status = product
        .args(["publish", "--apply", "--settle=0ms"])
        .args(["--repository=octo-org/hello", "--number=7"])
        .args(flags)
        .env(IS_PRODUCT, "1")
        .env("GITHUB_API_URL", sandbox.api_url())
        .env("GITHUB_GRAPHQL_URL", sandbox.graphql_url())
        .env("GITHUB_SERVER_URL", sandbox.url())
        .env("GITHUB_TOKEN", "job-token")
        .status()
        .await?;
    Ok(status.success())
}
