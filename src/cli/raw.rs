//! Every flag, as text. Checks nothing: the runner gives `''` for an input that was not set, and one wording
//! of errors serves flags and inputs alike.

mod content;
mod manner;
mod outbox;
mod place;
mod terminal;

/// Keeps exactly one comment per pull request, always current.
///
/// Every flag of the action's inputs also reads the variable named beside it. The token comes from
/// ONE_COMMENT_TOKEN, GITHUB_TOKEN or GH_TOKEN, never from a flag.
#[derive(Debug, clap::Parser)]
#[command(name = "one-comment", version, max_term_width = 100)]
pub struct Raw {
    /// What to do [default: publish]
    #[arg(
        value_name = "publish|check|stage|deliver|hide|delete|show|preview|doctor",
        env = "ONE_COMMENT_COMMAND"
    )]
    pub(super) command: Option<String>,
    #[command(flatten)]
    pub(super) content: content::Content,
    #[command(flatten)]
    pub(super) place: place::Place,
    #[command(flatten)]
    pub(super) manner: manner::Manner,
    #[command(flatten)]
    pub(super) outbox: outbox::Outbox,
    #[command(flatten)]
    pub(super) terminal: terminal::Terminal,
}

impl Raw {
    /// Whether the result is asked for as JSON, known also where nothing else of it can be meant.
    pub fn wants_json(&self) -> bool {
        self.terminal.json
    }
}
