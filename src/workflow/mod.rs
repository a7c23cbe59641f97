//! What the runner tells us, and what we tell it. Knows files and variables; talks to no server.

mod environment;
mod event;
mod log;
mod output;
mod payload;
mod unabridged;
mod webhook;

pub use environment::Environment;
pub use event::{Commit, Event, NoNumber, Nothing, Subject, Target};
pub use log::{Log, Style};
pub use output::Outputs;
pub use unabridged::{append_summary, save};
pub use webhook::triggering_run;
