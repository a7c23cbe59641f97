//! Runs work on a thread whose stack, time and memory are known. Fuel does not count what minijinja does without asking
//! for it: how deep a template or a value is, and how often a list that holds another many times is walked.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Twice what the release can need; a build for debugging needs some four times as much. A byte of a template's source
/// costs at most 500 bytes of it to be read; a level of a value, of which two bytes of source make one, 400 to be written,
/// in each loop that is within itself.
const STACK: usize = 256 * 1024 * 1024;

/// Bytes that the process may grow by, where the system says how large it is.
const MEMORY: u64 = 512 * 1024 * 1024;

/// How often it is looked at, which is how far it may grow beyond: some ten megabytes.
const EVERY: Duration = Duration::from_millis(10);

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum Exhausted {
    #[error("it was not done when the run's `timeout` was over; do less in it, or give less data")]
    Time,
    #[error("it took more than 512 MiB of memory; do less in it, or give less data")]
    Memory,
    #[error("the machine has no thread for it: {0}")]
    Thread(#[from] io::Error),
    #[error("it ended without a result")]
    Lost,
}

/// The result of the work. Where there is none the thread goes on, and ends with the process: nothing can stop it.
pub(super) fn run<T: Send + 'static>(
    until: Instant,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Exhausted> {
    let before = resident().unwrap_or_default();
    let (sender, receiver) = sync_channel(1);
    thread::Builder::new()
        .stack_size(STACK)
        // Nobody receives it where time was over.
        .spawn(move || sender.send(work()).unwrap_or_default())?;
    loop {
        match receiver.recv_timeout(EVERY) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(Exhausted::Lost),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => {
                return Err(Exhausted::Time);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if resident().is_some_and(|now| now.saturating_sub(before) > MEMORY) {
            return Err(Exhausted::Memory);
        }
    }
}

/// Bytes of memory that the process has, as Linux tells; `None` on other systems.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests;
