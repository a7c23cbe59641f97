//! When to write, on whose behalf, and what a failure means. Flags as text; checks nothing.

/// When to write, on whose behalf, and what a failure means.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How it is done")]
pub(in crate::cli) struct Manner {
    /// When to write: always, or only if the comment is missing, is there, or lacks the section [default: upsert]
    #[arg(
        long,
        value_name = "upsert|create|update|insert",
        env = "ONE_COMMENT_MODE"
    )]
    pub(in crate::cli) mode: Option<String>,
    /// What a run does that a newer one has overtaken [default: skip]
    #[arg(long, value_name = "skip|fail", env = "ONE_COMMENT_STALE")]
    pub(in crate::cli) stale: Option<String>,
    /// What a comment that failed does to the step; wrong usage always fails [default: fail]
    #[arg(long, value_name = "fail|warn", env = "ONE_COMMENT_ON_ERROR")]
    pub(in crate::cli) on_error: Option<String>,
    /// A further account whose comments are ours, `[bot]` included
    #[arg(long, value_name = "LOGIN", env = "ONE_COMMENT_AUTHOR")]
    pub(in crate::cli) author: Option<String>,
    /// The reason that `hide` gives [default: outdated]
    #[arg(
        long,
        value_name = "outdated|resolved|duplicate|off-topic|spam|abuse",
        env = "ONE_COMMENT_HIDE_AS"
    )]
    pub(in crate::cli) hide_as: Option<String>,
    /// When to give up, as in 90s or 2m30s [default: 4m]
    #[arg(long, value_name = "DURATION", env = "ONE_COMMENT_TIMEOUT")]
    pub(in crate::cli) timeout: Option<String>,
    /// Print the plan, write nothing [default: false]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_DRY_RUN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(in crate::cli) dry_run: Option<String>,
}
