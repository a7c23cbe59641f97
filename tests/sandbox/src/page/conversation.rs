//! What the page shows: a conversation as plain data, and where it comes from.
//!
//! Nothing here says how it looks, or how the sandbox stores it. All times are in seconds since
//! the Unix epoch.

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Gives the page its conversations, and says when one may have changed.
pub trait ConversationSource: Clone + Send + Sync + 'static {
    /// The conversation as it is now, or `None` where the repository or the number is unknown.
    fn conversation(&self, owner: &str, repository: &str, number: u64) -> Option<Conversation>;

    /// Receives a new value after every change to any conversation. The streams to open browsers
    /// end when the sender is dropped.
    fn changes(&self) -> watch::Receiver<u64>;
}

/// An issue or a pull request with its comments.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Conversation {
    /// `owner/name`.
    pub repository: String,
    /// The number in the repository; issues and pull requests count together.
    pub number: u64,
    /// Issue or pull request.
    pub kind: ConversationKind,
    /// Plain text.
    pub title: String,
    /// Open, closed or merged.
    pub state: ConversationState,
    /// Whether commenting is limited to collaborators.
    pub locked: bool,
    /// The head commit of a pull request, in full.
    pub head: Option<String>,
    /// The pull request's commits, oldest first, in full.
    pub commits: Vec<String>,
    /// Who opened it.
    pub author: Author,
    /// When it was opened.
    pub created: i64,
    /// The description, in Markdown.
    pub body: String,
    /// The comments, oldest first.
    pub comments: Vec<CommentView>,
}

/// What the conversation belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConversationKind {
    /// A plain issue.
    Issue,
    /// A pull request.
    PullRequest,
}

/// The badge beside the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConversationState {
    /// Work goes on.
    Open,
    /// Closed without a merge.
    Closed,
    /// Merged; pull requests only.
    Merged,
}

/// Who wrote something.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Author {
    /// The login, with or without the `[bot]` that REST adds to an app's name.
    pub login: String,
    /// Person or app.
    pub kind: AuthorKind,
    /// A label behind the name, such as `bot`.
    pub badge: Option<String>,
}

/// Whether a person or a program writes; GitHub draws them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthorKind {
    /// A person, in a round picture.
    User,
    /// An app, in a square picture.
    Bot,
}

/// One comment.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CommentView {
    /// The number in `#issuecomment-…`.
    pub id: u64,
    /// Who wrote it first.
    pub author: Author,
    /// The current text, in Markdown.
    pub body: String,
    /// When it was written.
    pub created: i64,
    /// When anything about it changed last.
    pub updated: i64,
    /// Its revisions, newest first, ending with the original; empty until the first edit (fact 93).
    pub edits: Vec<EditView>,
    /// Why it is hidden: GitHub's classifier in any case, such as `OUTDATED` (fact 7).
    pub hidden: Option<String>,
}

/// One revision of a comment.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EditView {
    /// When it was made.
    pub at: i64,
    /// The login of who made it.
    pub editor: String,
    /// The whole text of the revision; `None` where somebody deleted it (fact 93).
    pub text: Option<String>,
}
