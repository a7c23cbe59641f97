//! Real sessions against the sandbox's state in memory: what each command does, and what many do together.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests"
)]

mod adopt;
mod bounds;
mod by_hand;
mod clearing;
mod command;
mod crowd;
mod delivery;
mod every_mode;
mod faults;
mod hint;
mod interleaved;
mod long;
mod looking;
mod meanwhile;
mod memory;
mod mended;
mod modes;
mod order;
mod overtaken;
mod persons;
mod recreate;
mod redelivery;
mod replies;
mod requests;
mod room;
mod schedule;
mod shared;
mod stopped;
mod stranger;
mod together;
mod waiting;

use one_comment::converge::Settings;

use schedule::{Schedule, word};

fn check(schedule: &mut Schedule, settings: Settings, expected: &str, calls: usize) {
    let before = schedule.made.len();
    let outcome = schedule.alone(settings);
    assert_eq!(word(&outcome.verdict), expected, "{outcome:#?}");
    assert_eq!(
        schedule.made.len() - before,
        calls,
        "calls of {expected}: {outcome:#?}"
    );
}
