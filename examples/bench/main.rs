//! What a run costs: the real binary as a process, against a GitHub in this process on the loopback interface.
//!
//! ```sh
//! cargo build --release && cargo run --release --example bench
//! ```
//!
//! Prints a Markdown table of medians. `--peer COMMAND` lets another command do the same on the same server and adds
//! its figures; `--budgets` holds counts, which no busy machine changes, against what a run may cost, and fails above.
//! It tells what a run took, not where in it: that is a profiler's.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod budget;
mod instructions;
mod job;
mod program;
mod scenario;
mod server;
mod table;
mod usage;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Parser;

use program::Program;

/// Measure what a run of one-comment costs.
#[derive(Parser)]
struct Arguments {
    /// The binary to measure [default: the one of this build]
    #[arg(long)]
    binary: Option<PathBuf>,
    /// A shell command to compare with. It finds a job's variables, the token in GITHUB_TOKEN and the text in
    /// BENCH_MESSAGE
    #[arg(long)]
    peer: Option<String>,
    /// How often each scenario happens to each
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Milliseconds that the server takes for a request, one or more
    #[arg(long, value_delimiter = ',', default_value = "0,60")]
    latency: Vec<u64>,
    /// How long one-comment watches for other writers after a write
    #[arg(long, default_value = "2s")]
    settle: String,
    /// Hold counts against the budgets instead
    #[arg(long)]
    budgets: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let binary = match arguments.binary {
        Some(binary) => std::path::absolute(binary)?,
        None => of_this_build()?,
    };
    ensure!(
        binary.is_file(),
        "there is no {}: build it, or name another with --binary",
        binary.display()
    );
    let own = Program::own(binary, arguments.settle);
    if arguments.budgets {
        return budget::check(&own).await;
    }
    let peer = arguments.peer.map(Program::peer);
    table::print(&own, peer.as_ref(), arguments.runs, &arguments.latency).await?;
    Ok(ExitCode::SUCCESS)
}

/// `target/PROFILE/one-comment`, where this is `target/PROFILE/examples/bench`.
fn of_this_build() -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let profile = this.ancestors().nth(2).context("this runs from no build")?;
    let name = format!("one-comment{}", std::env::consts::EXE_SUFFIX);
    Ok(profile.join(name))
}
