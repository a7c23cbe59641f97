//! What the action does not have: it always writes, and speaks to a log. Flags as text; checks nothing.

/// What the action does not have: it always writes, and speaks to a log.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Of the command line only")]
pub(in crate::cli) struct Terminal {
    /// Write; without it a command only prints its plan
    #[arg(long)]
    pub(in crate::cli) apply: bool,
    /// How long to watch for other writers after a write [default: 2s]
    #[arg(long, value_name = "DURATION")]
    pub(in crate::cli) settle: Option<String>,
    /// How to talk to GitHub [default: auto]
    #[arg(long, value_name = "auto|graphql|rest")]
    pub(in crate::cli) api: Option<String>,
    /// Where `preview` writes its page [default: one-comment-preview.html]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Print what was seen and planned
    #[arg(long)]
    pub(in crate::cli) verbose: bool,
}
