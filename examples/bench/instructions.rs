//! Counts the instructions of a run by valgrind. Knows no budget.

use anyhow::Context as _;
use tokio::process::Command;

use crate::job::Job;
use crate::program::Program;
use crate::server::Server;

/// Prints `Collected : N` at its end.
const CALLGRIND: [&str; 3] = [
    "valgrind",
    "--tool=callgrind",
    "--callgrind-out-file=/dev/null",
];

/// Of one job; none where valgrind is not on this machine.
pub(crate) async fn count(
    program: &Program,
    server: &Server,
    job: &Job,
) -> anyhow::Result<Option<u64>> {
    let there = Command::new("valgrind").arg("--version").output().await;
    if there.is_err() {
        return Ok(None);
    }
    let said = program.under(&CALLGRIND).run(server, job).await?.stderr;
    let mut counts = said
        .lines()
        .filter_map(|line| line.split_once("Collected : "));
    let count = counts.find_map(|(_, count)| count.trim().parse().ok());
    count
        .with_context(|| format!("valgrind counted nothing. It said:\n{said}"))
        .map(Some)
}
