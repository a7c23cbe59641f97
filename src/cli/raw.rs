//! Every flag, as text. Checks nothing: the runner gives `''` for an input that was not set, and one wording
//! of errors serves flags and inputs alike.

/// Keeps exactly one comment per pull request, always current.
///
/// Every flag of the action's inputs also reads the variable named beside it. The token comes from
/// ONE_COMMENT_TOKEN, GITHUB_TOKEN or GH_TOKEN, never from a flag.
#[derive(Debug, clap::Parser)]
#[command(name = "one-comment", version, max_term_width = 100)]
pub struct Raw {
    /// What to do [default: publish]
    #[arg(
        value_name = "publish|check|hide|delete|show",
        env = "ONE_COMMENT_COMMAND"
    )]
    pub(super) command: Option<String>,

    /// Markdown to publish
    #[arg(
        long,
        value_name = "TEXT",
        env = "ONE_COMMENT_MESSAGE",
        allow_hyphen_values = true,
        help_heading = "What it says"
    )]
    pub(super) message: Option<String>,
    /// Files to publish, one a line, `-` for standard input; with a message they replace its `{content}`
    #[arg(
        long,
        value_name = "FILES",
        env = "ONE_COMMENT_MESSAGE_PATH",
        help_heading = "What it says"
    )]
    pub(super) message_path: Option<String>,
    /// What an empty message does [default: fail]
    #[arg(
        long,
        value_name = "fail|skip",
        env = "ONE_COMMENT_EMPTY",
        help_heading = "What it says"
    )]
    pub(super) empty: Option<String>,
    /// A small line at the end with commit, run and time [default: true]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_FOOTER",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        help_heading = "What it says"
    )]
    pub(super) footer: Option<String>,

    /// Which comment [default: default]
    #[arg(
        long,
        value_name = "NAME",
        env = "ONE_COMMENT_KEY",
        help_heading = "Where it goes"
    )]
    pub(super) key: Option<String>,
    /// Which part of the comment is ours [default: in the action workflow, job and leg; else main]
    #[arg(
        long,
        value_name = "NAME",
        env = "ONE_COMMENT_SECTION",
        help_heading = "Where it goes"
    )]
    pub(super) section: Option<String>,
    /// Where the section stands among the others, 0 to 999999 [default: 500000]
    #[arg(
        long,
        value_name = "NUMBER",
        env = "ONE_COMMENT_ORDER",
        help_heading = "Where it goes"
    )]
    pub(super) order: Option<String>,
    /// The pull request or issue [default: the event's]
    #[arg(
        long,
        value_name = "NUMBER",
        env = "ONE_COMMENT_NUMBER",
        help_heading = "Where it goes"
    )]
    pub(super) number: Option<String>,
    /// The repository [default: the workflow's]
    #[arg(
        long,
        value_name = "OWNER/NAME",
        env = "ONE_COMMENT_REPOSITORY",
        help_heading = "Where it goes"
    )]
    pub(super) repository: Option<String>,
    /// The commit that the message is about, `none` for a plain issue [default: the event's]
    #[arg(
        long,
        value_name = "SHA",
        env = "ONE_COMMENT_HEAD_SHA",
        help_heading = "Where it goes"
    )]
    pub(super) head_sha: Option<String>,
    /// The values of the matrix as JSON, which name the section
    #[arg(long, value_name = "JSON", env = "ONE_COMMENT_LEG", hide = true)]
    pub(super) leg: Option<String>,
    /// How many jobs the matrix has, where the runner knows
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_LEGS", hide = true)]
    pub(super) legs: Option<String>,

    /// When to write: always, or only if the comment is missing, is there, or lacks the section [default: upsert]
    #[arg(
        long,
        value_name = "upsert|create|update|insert",
        env = "ONE_COMMENT_MODE",
        help_heading = "How it is done"
    )]
    pub(super) mode: Option<String>,
    /// What a run does that a newer one has overtaken [default: skip]
    #[arg(
        long,
        value_name = "skip|fail",
        env = "ONE_COMMENT_STALE",
        help_heading = "How it is done"
    )]
    pub(super) stale: Option<String>,
    /// What a comment that failed does to the step; wrong usage always fails [default: fail]
    #[arg(
        long,
        value_name = "fail|warn",
        env = "ONE_COMMENT_ON_ERROR",
        help_heading = "How it is done"
    )]
    pub(super) on_error: Option<String>,
    /// A further account whose comments are ours, `[bot]` included
    #[arg(
        long,
        value_name = "LOGIN",
        env = "ONE_COMMENT_AUTHOR",
        help_heading = "How it is done"
    )]
    pub(super) author: Option<String>,
    /// The reason that `hide` gives [default: outdated]
    #[arg(
        long,
        value_name = "outdated|resolved|duplicate|off-topic|spam|abuse",
        env = "ONE_COMMENT_HIDE_AS",
        help_heading = "How it is done"
    )]
    pub(super) hide_as: Option<String>,
    /// When to give up, as in 90s or 2m30s [default: 4m]
    #[arg(
        long,
        value_name = "DURATION",
        env = "ONE_COMMENT_TIMEOUT",
        help_heading = "How it is done"
    )]
    pub(super) timeout: Option<String>,
    /// Print the plan, write nothing [default: false]
    #[arg(
        long,
        value_name = "true|false",
        env = "ONE_COMMENT_DRY_RUN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        help_heading = "How it is done"
    )]
    pub(super) dry_run: Option<String>,

    /// Write; without it a command only prints its plan
    #[arg(long, help_heading = "Of the command line only")]
    pub(super) apply: bool,
    /// How long to watch for other writers after a write [default: 2s]
    #[arg(
        long,
        value_name = "DURATION",
        help_heading = "Of the command line only"
    )]
    pub(super) settle: Option<String>,
    /// How to talk to GitHub [default: auto]
    #[arg(
        long,
        value_name = "auto|graphql|rest",
        help_heading = "Of the command line only"
    )]
    pub(super) api: Option<String>,
    /// Print the result as JSON
    #[arg(long, help_heading = "Of the command line only")]
    pub(super) json: bool,
    /// Print what was seen and planned
    #[arg(long, help_heading = "Of the command line only")]
    pub(super) verbose: bool,
}

impl Raw {
    /// Whether the result is asked for as JSON, known also where nothing else of it can be meant.
    pub fn wants_json(&self) -> bool {
        self.json
    }
}
