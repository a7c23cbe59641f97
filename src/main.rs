//! The `one-comment` command: parse, run, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    match one_comment::cli::parse(std::env::args_os()) {
        Ok(raw) => ExitCode::from(one_comment::run(&raw)),
        Err(error) => error.exit(),
    }
}
