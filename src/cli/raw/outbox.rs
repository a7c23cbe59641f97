//! What becomes of a message whose job may not write, and who delivers it. Flags as text; checks nothing.

/// What becomes of a message whose job may not write.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Pull requests from forks and by Dependabot")]
pub(in crate::cli) struct Outbox {
    /// What `publish` does where the token of a fork's or Dependabot's run may not write [default: stage]
    #[arg(long, value_name = "stage|skip|fail", env = "ONE_COMMENT_ON_FORK")]
    pub(in crate::cli) on_fork: Option<String>,
    /// The folder that entries are staged in, or that `deliver` takes them from [default: to stage, in the runner's
    /// temporary folder; to deliver, the artifacts of the run]
    #[arg(long, value_name = "FOLDER", env = "ONE_COMMENT_OUTBOX")]
    pub(in crate::cli) outbox: Option<String>,
    /// Keys whose comments `deliver` may write, one a line [default: default]
    #[arg(long, value_name = "KEYS", env = "ONE_COMMENT_ALLOW")]
    pub(in crate::cli) allow: Option<String>,
    /// The run whose entries `deliver` delivers [default: the one that triggered this one]
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_RUN_ID")]
    pub(in crate::cli) run_id: Option<String>,
}
