//! When to write, on whose behalf, and what a failure means. Flags as text; checks nothing.

/// When to write, on whose behalf, and what a failure means.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How it is done")]
pub(in crate::cli) struct Manner {
    /// When to write: always; only if the comment is missing, is there, or lacks the section; once; as a further
    /// entry; or into a new comment [default: upsert]
    #[arg(
        long,
        value_name = "upsert|create|update|insert|once|append|recreate",
        env = "ONE_COMMENT_MODE"
    )]
    pub(in crate::cli) mode: Option<String>,
    /// How many entries `append` keeps, the newest [default: 20]
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_APPEND_LIMIT")]
    pub(in crate::cli) append_limit: Option<String>,
    /// What `recreate` does with the old comment: hide it instead of deleting it [default: false]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_HIDE_OLD",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(in crate::cli) hide_old: Option<String>,
    /// What a run does that a newer one has overtaken [default: skip]
    #[arg(long, value_name = "skip|fail|mark", env = "ONE_COMMENT_STALE")]
    pub(in crate::cli) stale: Option<String>,
    /// How a section of another commit than the head's looks [default: mark]
    #[arg(long, value_name = "mark|keep", env = "ONE_COMMENT_STALE_SECTIONS")]
    pub(in crate::cli) stale_sections: Option<String>,
    /// What a comment that failed does to the step; wrong usage always fails [default: fail]
    #[arg(long, value_name = "fail|warn", env = "ONE_COMMENT_ON_ERROR")]
    pub(in crate::cli) on_error: Option<String>,
    /// A further account whose comments are ours, `[bot]` included
    #[arg(long, value_name = "LOGIN", env = "ONE_COMMENT_AUTHOR")]
    pub(in crate::cli) author: Option<String>,
    /// Comments of other tools to take over, one a line: a tool, or its HTML comment
    #[arg(long, value_name = "TOOL[:NAME]", env = "ONE_COMMENT_ADOPT")]
    pub(in crate::cli) adopt: Option<String>,
    /// The reason for hiding a comment [default: outdated]
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
