//! What the user asks for, in two steps: text as given ([`Raw`]), then checked values ([`Options`]).
//!
//! Flags and the action's inputs are one list: each flag reads its input's variable too. Nothing here opens
//! a file, looks at the event or holds the token, for which there is no flag on purpose.

mod choice;
mod error;
mod options;
mod raw;
mod section;
mod value;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches};

pub use choice::{Api, Collapse, Command, Empty, Mode, OnError, OnFork, Stale, StaleSections};
pub use error::UsageError;
pub use options::{DEFAULT_KEY, Defaults, HeadSha, Options};
pub use raw::Raw;
pub use value::Repository;

/// Reads the command line, program name first, and for what it leaves out the inputs' variables.
///
/// # Errors
/// An unknown flag, or `--help` and `--version`, which clap treats alike: `error.exit()` prints them to the
/// right stream and ends with the right code.
pub fn parse<I, T>(arguments: I) -> Result<Raw, clap::Error>
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let mut matches = command().try_get_matches_from(arguments)?;
    Raw::from_arg_matches_mut(&mut matches)
}

/// The flags. Values of variables stay out of the help: a message may be long, and is nobody else's business.
fn command() -> clap::Command {
    Raw::command().mut_args(|flag| flag.hide_env_values(true))
}

#[cfg(test)]
mod tests;
