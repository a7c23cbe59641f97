//! What programs took of the machine. Starts none.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What some programs took together.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// From the start of the first to the end of the last.
    pub(crate) wall: Duration,
    /// Of the processor, for them and for the system on their behalf.
    pub(crate) cpu: Duration,
    /// The most memory of one of them at any time, in KiB; none where that is not known.
    pub(crate) peak: Option<u64>,
}

/// Whose argument is a program: GNU time. It says how much memory the program took. Whoever starts a program lends it
/// a memory of the size of its own, as the system counts, so that nobody can say so who holds a GitHub.
const METER: [&str; 4] = ["time", "--quiet", "--format=%M", "--output=peak"];

/// What programs are to be started under; nothing where this machine has no GNU time.
pub(crate) fn meter() -> &'static [&'static str] {
    let [time, ..] = METER;
    let version = Command::new(time).arg("--version").output();
    let found = version.is_ok_and(|said| {
        let said = [said.stdout, said.stderr].concat();
        String::from_utf8_lossy(&said).contains("GNU")
    });
    if found { &METER } else { &[] }
}

/// What the meter wrote into the folder that it was started in, in KiB.
pub(crate) fn peak(folder: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(folder.join("peak")).ok()?;
    text.trim().parse().ok()
}

/// Of all children that have ended, with theirs.
#[cfg(unix)]
pub(crate) fn cpu_of_children() -> anyhow::Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;

    let children = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let both = children.user_time() + children.system_time();
    Ok(Duration::from_micros(u64::try_from(
        both.num_microseconds(),
    )?))
}

/// Not known there.
#[cfg(not(unix))]
pub(crate) fn cpu_of_children() -> anyhow::Result<Duration> {
    Ok(Duration::ZERO)
}
