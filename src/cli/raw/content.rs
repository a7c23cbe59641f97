//! What the comment says. Flags as text; checks nothing.

/// What the comment says.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What it says")]
pub(in crate::cli) struct Content {
    /// Markdown to publish
    #[arg(
        long,
        value_name = "TEXT",
        env = "ONE_COMMENT_MESSAGE",
        allow_hyphen_values = true
    )]
    pub(in crate::cli) message: Option<String>,
    /// Files to publish or patterns of files, one a line, `-` for standard input; with a message they replace its `{content}`
    #[arg(long, value_name = "FILES", env = "ONE_COMMENT_MESSAGE_PATH")]
    pub(in crate::cli) message_path: Option<String>,
    /// A template whose text is published; the message is its `{{ content }}`
    #[arg(long, value_name = "FILE", env = "ONE_COMMENT_TEMPLATE_PATH")]
    pub(in crate::cli) template_path: Option<String>,
    /// JSON that the template calls `data`
    #[arg(long, value_name = "FILE", env = "ONE_COMMENT_DATA_PATH")]
    pub(in crate::cli) data_path: Option<String>,
    /// A heading for the section, plain text
    #[arg(
        long,
        value_name = "TEXT",
        env = "ONE_COMMENT_TITLE",
        allow_hyphen_values = true
    )]
    pub(in crate::cli) title: Option<String>,
    /// The section behind its title; auto is open while it is short, or when the job failed
    #[arg(long, value_name = "auto|open|closed", env = "ONE_COMMENT_COLLAPSE")]
    pub(in crate::cli) collapse: Option<String>,
    /// What an empty message does [default: fail]
    #[arg(
        long,
        value_name = "fail|skip|clear|hide|delete",
        env = "ONE_COMMENT_EMPTY"
    )]
    pub(in crate::cli) empty: Option<String>,
    /// Sections to remove, one a line, `prefix/*` for all that begin so; with a message or without
    #[arg(long, value_name = "SECTIONS", env = "ONE_COMMENT_CLEAR")]
    pub(in crate::cli) clear: Option<String>,
    /// Colours and other escape sequences of terminals taken out [default: true]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_STRIP_ANSI",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(in crate::cli) strip_ansi: Option<String>,
    /// Mentions and issue references as plain text, which notifies nobody [default: false]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_PLAIN_MENTIONS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(in crate::cli) plain_mentions: Option<String>,
    /// What becomes of a message that there is no room for [default: truncate]
    #[arg(long, value_name = "truncate|fail", env = "ONE_COMMENT_OVERFLOW")]
    pub(in crate::cli) overflow: Option<String>,
    /// A small line at the end with commit, run and time [default: true]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_FOOTER",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(in crate::cli) footer: Option<String>,
    /// How the job stands so far
    #[arg(
        long,
        value_name = "STATUS",
        env = "ONE_COMMENT_JOB_STATUS",
        hide = true
    )]
    pub(in crate::cli) job_status: Option<String>,
}
