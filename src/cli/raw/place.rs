//! Which comment, which part of it, and for which commit. Flags as text; checks nothing.

/// Which comment, which part of it, and for which commit.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Where it goes")]
pub(in crate::cli) struct Place {
    /// Which comment [default: default]
    #[arg(long, value_name = "NAME", env = "ONE_COMMENT_KEY")]
    pub(in crate::cli) key: Option<String>,
    /// Which part of the comment is ours [default: in the action workflow, job and leg; else main]
    #[arg(long, value_name = "NAME", env = "ONE_COMMENT_SECTION")]
    pub(in crate::cli) section: Option<String>,
    /// Where the section stands among the others, 0 to 999999 [default: 500000]
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_ORDER")]
    pub(in crate::cli) order: Option<String>,
    /// The pull request or issue [default: the event's]
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_NUMBER")]
    pub(in crate::cli) number: Option<String>,
    /// The repository [default: the workflow's]
    #[arg(long, value_name = "OWNER/NAME", env = "ONE_COMMENT_REPOSITORY")]
    pub(in crate::cli) repository: Option<String>,
    /// The commit that the message is about, `none` for a plain issue [default: the event's]
    #[arg(long, value_name = "SHA", env = "ONE_COMMENT_HEAD_SHA")]
    pub(in crate::cli) head_sha: Option<String>,
    /// The comment's id, where it is remembered: found even where GitHub's list does not show it yet
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_COMMENT_ID")]
    pub(in crate::cli) comment_id: Option<String>,
    /// The values of the matrix as JSON, which name the section
    #[arg(long, value_name = "JSON", env = "ONE_COMMENT_LEG", hide = true)]
    pub(in crate::cli) leg: Option<String>,
    /// How many jobs the matrix has, where the runner knows
    #[arg(long, value_name = "NUMBER", env = "ONE_COMMENT_LEGS", hide = true)]
    pub(in crate::cli) legs: Option<String>,
}
