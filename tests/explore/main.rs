//! Explores the protocol: real sessions against the sandbox's state in memory, in every order of their calls
//! or in very many random ones, with what can go wrong in between.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests, which show their tables"
)]

mod chance;
#[path = "../converge/command.rs"]
mod command;
mod course;
mod exhaustive;
mod happening;
#[path = "../converge/memory.rs"]
mod memory;
mod people;
mod random;
mod remains;
mod rules;
mod scenario;
mod search;
mod start;
mod verdict;
mod watch;
mod world;
mod writer;
