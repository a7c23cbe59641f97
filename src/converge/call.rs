//! The seam between the protocol and the network: what a session may ask of GitHub, and what it may hear.
//!
//! Values only. The edge executes a [`Call`] and answers a [`Reply`]; it never decides.
//! Nothing here retries, sleeps or knows a URL.

use std::fmt;

use crate::comment::Sha;

/// Milliseconds since the Unix epoch, as the caller's clock gives them.
pub type Millis = u64;

/// Seconds since the Unix epoch, as the server gives them: whole, and not for ordering writes (fact 93).
pub type Seconds = u64;

/// A comment's two names: the REST id, which orders comments (fact 90), and the GraphQL node id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommentRef {
    /// REST id. The lowest of our comments survives.
    pub id: u64,
    /// GraphQL node id; empty where only the other name is known.
    pub node: String,
}

impl CommentRef {
    /// Of a comment of which only the REST id is known.
    pub(super) fn of_id(id: u64) -> Self {
        Self {
            id,
            node: String::new(),
        }
    }

    /// Whether GraphQL can be asked for it.
    pub fn has_node(&self) -> bool {
        !self.node.is_empty()
    }
}

/// What sort of account wrote a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccountKind {
    /// A person, or a machine with a person's account.
    User,
    /// An App's bot.
    Bot,
    /// Organisations, mannequins and what GitHub may add.
    Other,
}

/// An account as REST spells it: a bot's login carries its `[bot]` suffix, whatever transport it came by (facts 3, 4).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Account {
    /// Login, `[bot]` included for bots.
    pub login: String,
    /// Login alone never proves who wrote: a user may be named like a bot (case 21).
    pub kind: AccountKind,
}

/// One comment of the conversation, as an answer showed it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment {
    /// Its two names.
    pub at: CommentRef,
    /// `None` where the account was deleted (fact 4).
    pub author: Option<Account>,
    /// GraphQL's own word on whether our token wrote it; `None` by REST (fact 5).
    pub viewer_did_author: Option<bool>,
    /// When it last changed.
    pub updated_at: Seconds,
    /// `None` where the answer did not carry bodies.
    pub body: Option<String>,
    /// Why it is hidden, in lower case, as GitHub gives it (`outdated`, `spam`, …); `None` where it is shown
    /// or the answer does not say.
    pub hidden: Option<String>,
    /// Link for people.
    pub url: String,
}

/// Which commit GitHub says is the newest of the pull request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// GitHub's word.
    Confirmed(Sha),
    /// GitHub did not say: nothing may be written.
    Unconfirmed,
    /// A plain issue, which has no commits.
    None,
}

/// What the conversation hangs on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// GraphQL node id, needed to create a comment.
    pub node: String,
    /// The newest commit.
    pub head: Head,
    /// Commits of the pull request, oldest first, at most the last 100; empty where the answer does not carry them.
    pub commits: Vec<Sha>,
    /// Only people with write access may comment; a hint, the refused write decides.
    pub locked: bool,
    /// `open`, `closed` or `merged`; for people, no reason to write or not to write.
    pub state: String,
}

/// A place in a long list, opaque, from the transport that gave it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(pub String);

/// Revisions of one comment, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct History {
    /// The whole text of each revision; `None` where GitHub no longer has it (fact 93).
    pub revisions: Vec<Option<String>>,
    /// Where older ones continue.
    pub more: Option<Cursor>,
}

/// What one look at the conversation showed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// Who our token writes as; `None` where nobody could say.
    pub viewer: Option<Account>,
    /// The pull request or issue.
    pub subject: Subject,
    /// How many comments GitHub counts.
    pub total: u32,
    /// The server's clock at the answer, 0 where unknown.
    pub server_time: Seconds,
    /// The oldest comments, by id: at most 100 and without bodies by GraphQL, all and with bodies by REST.
    pub oldest: Vec<Comment>,
    /// Where `oldest` continues.
    pub next: Option<Cursor>,
    /// The most recently updated, newest first, with bodies: at most 25 by GraphQL, empty by REST.
    pub recent: Vec<Comment>,
    /// The comment that was asked for by name, if it is still there.
    pub asked: Option<Comment>,
    /// Its edit history; `None` where there is none to have (REST, an older server).
    pub history: Option<History>,
}

/// What the answer to a write shows of its surroundings, in the same round trip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Glance {
    /// The newest commit now.
    pub head: Head,
    /// How many comments GitHub counts.
    pub total: u32,
    /// The most recently updated, newest first, with bodies.
    pub recent: Vec<Comment>,
}

/// GitHub's reasons to hide a comment, by their GraphQL names (fact 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classifier {
    /// Newer text exists elsewhere.
    Outdated,
    /// The matter is settled.
    Resolved,
    /// Said already.
    Duplicate,
    /// About something else.
    OffTopic,
    /// Unsolicited.
    Spam,
    /// Harmful.
    Abuse,
}

/// One request that a session wants executed. One call is one attempt: nothing below resends it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// Everything there is to know, in one round trip. With `comment`, that comment and its history too.
    Observe {
        /// A comment to read by name, whatever the windows hold.
        comment: Option<CommentRef>,
    },
    /// More of [`Sight::oldest`].
    Page {
        /// From where.
        after: Cursor,
    },
    /// The bodies of comments that a look listed without.
    Read {
        /// At most 100.
        comments: Vec<CommentRef>,
    },
    /// More of [`History::revisions`].
    Revisions {
        /// Whose.
        comment: CommentRef,
        /// From where.
        after: Cursor,
    },
    /// A new comment.
    Create {
        /// [`Subject::node`].
        subject: String,
        /// Whole marked body.
        body: String,
    },
    /// A new body for a comment of ours.
    Update {
        /// Which.
        comment: CommentRef,
        /// Whole marked body.
        body: String,
    },
    /// Removes a comment of ours.
    Delete {
        /// Which.
        comment: CommentRef,
    },
    /// Minimises a comment of ours.
    Hide {
        /// Which.
        comment: CommentRef,
        /// Why.
        reason: Classifier,
    },
    /// Undoes [`Call::Hide`].
    Show {
        /// Which.
        comment: CommentRef,
    },
}

impl Call {
    /// Whether executing it may change something on GitHub.
    pub fn is_write(&self) -> bool {
        !matches!(
            self,
            Self::Observe { .. } | Self::Page { .. } | Self::Read { .. } | Self::Revisions { .. }
        )
    }
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// To [`Call::Observe`].
    Seen(Box<Sight>),
    /// To [`Call::Page`].
    Page {
        /// The next oldest, by id.
        comments: Vec<Comment>,
        /// Where the list continues.
        next: Option<Cursor>,
        /// How many comments GitHub counts now.
        total: u32,
    },
    /// To [`Call::Read`]: those that are still there, with bodies.
    Bodies(Vec<Comment>),
    /// To [`Call::Revisions`]; `None` where there is no history to have.
    Revisions(Option<History>),
    /// To a create, update, hide or show that happened.
    Written {
        /// The comment as the answer shows it.
        comment: Box<Comment>,
        /// What the same answer shows around it; `None` by REST.
        glance: Option<Box<Glance>>,
        /// Its edit history; `None` where there is none to have.
        history: Option<History>,
    },
    /// To a delete that happened.
    Deleted,
    /// It did not work out, or nobody knows.
    Failed(Failure),
}

/// Why a call has no proper answer, by what the caller can do about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// A write whose answer was lost (timeout, reset, 5xx, half an answer): it may have happened, or may still (fact 32).
    Unknown(String),
    /// Nothing was done and it may work later: no connection, a read that failed, 5xx on a read.
    Unavailable(String),
    /// Nothing was done; GitHub asks to wait this long, where it says (fact 31).
    RateLimited {
        /// Milliseconds, from `retry-after` or the reset time.
        wait: Option<Millis>,
        /// GitHub's words.
        message: String,
    },
    /// The comment is not there (404, 410, `NOT_FOUND`).
    Gone,
    /// No such repository, pull request or issue, or the token may not see it.
    NoSubject(String),
    /// The token is not valid (401).
    BadCredentials(String),
    /// The token lacks a permission (fact 14).
    Denied(String),
    /// The conversation is locked (fact 19).
    Locked(String),
    /// The repository is archived (fact 19).
    Archived(String),
    /// 2,500 comments: no more can be created (fact 94).
    Full(String),
    /// The body is longer than the server takes (fact 21).
    TooLong(String),
    /// This transport cannot do it (REST cannot hide).
    Unsupported(String),
    /// Any other refusal. Nothing was done.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(why) => write!(f, "the answer to a write was lost: {why}"),
            Self::Unavailable(why) => write!(f, "GitHub cannot be reached: {why}"),
            Self::RateLimited {
                wait: Some(wait),
                message,
            } => {
                write!(
                    f,
                    "GitHub asks to wait {} s: {message}",
                    wait.div_ceil(1000)
                )
            }
            Self::RateLimited {
                wait: None,
                message,
            } => write!(f, "GitHub limits requests: {message}"),
            Self::Gone => f.write_str("the comment is not there"),
            Self::NoSubject(why) => write!(f, "no such pull request or issue: {why}"),
            Self::BadCredentials(why) => write!(f, "the token is not valid: {why}"),
            Self::Denied(why) => write!(f, "the token lacks a permission: {why}"),
            Self::Locked(why) => write!(f, "the conversation is locked: {why}"),
            Self::Archived(why) => write!(f, "the repository is archived: {why}"),
            Self::Full(why) => write!(f, "the conversation is full: {why}"),
            Self::TooLong(why) => write!(f, "the comment is too long: {why}"),
            Self::Unsupported(why) => write!(f, "this API cannot do it: {why}"),
            Self::Refused(why) => write!(f, "GitHub refused: {why}"),
        }
    }
}
