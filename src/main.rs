//! The `one-comment` command: parse, run, error to exit code.
fn main() {}
