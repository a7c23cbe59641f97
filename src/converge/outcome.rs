//! How a session ends. Does not know exit codes; `run/ending.rs` does.

use super::call::{Call, Comment, CommentRef, Failure};
use crate::comment::Sha;

/// What became of a session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// In one word.
    pub verdict: Verdict,
    /// In one line, for people.
    pub reason: String,
    /// Whether anything on GitHub was changed.
    pub changed: bool,
    /// Our comment, where there is one.
    pub comment: Option<(CommentRef, String)>,
    /// The newest commit, where GitHub confirmed one.
    pub head: Option<Sha>,
    /// Whether the comment holds only a part of the message.
    pub cut: bool,
    /// What a person should know, one line each.
    pub warnings: Vec<String>,
    /// Of a delivery: what became of each message, in their order.
    pub fates: Vec<Fate>,
}

/// What became of one message of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// The comment says it now.
    Published,
    /// The comment said it before anything was sent.
    Reconciled,
    /// A newer commit or run spoke.
    Superseded,
    /// A run with a token of its own wrote its section, or nobody knows who did.
    NotItsOwn,
    /// Of `once`: its section was made of another text.
    OtherText,
    /// The sections of strangers take half of the comment already.
    NoRoom,
    /// Nothing yet: the session ended before it could be told.
    Open,
}

/// The end in one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There was no comment, now there is.
    Created,
    /// The comment says something new.
    Updated,
    /// It said so already.
    Unchanged,
    /// A newer commit or a newer run spoke.
    Superseded,
    /// There was rightly nothing to do.
    Skipped,
    /// The conversation is locked.
    Locked,
    /// The repository is archived.
    Archived,
    /// The comment is hidden.
    Hidden,
    /// The comment is gone.
    Deleted,
    /// Of `check`: the commit is the head.
    Current,
    /// Of a dry run: the first call that would change something.
    Planned(Call),
    /// Of `show`: the comment as it stands, if there is one.
    Shown(Vec<Comment>),
    /// It did not work out.
    Failed(Trouble),
}

/// Why a session failed, by what a person can do about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// GitHub's refusal, or its silence.
    GitHub(Failure),
    /// GitHub did not confirm which commit is the head.
    HeadUnconfirmed,
    /// Time or tries ran out before everything was in place.
    NotConverged,
    /// Nobody could say who the token writes as.
    UnknownIdentity,
    /// What the session created is not recognised as its own.
    NotRecognised,
    /// The comment's state is of a newer version.
    NewerVersion,
    /// Of `once`: the section was made of another text.
    OtherText,
    /// More than one comment of another tool could be taken over.
    SeveralToAdopt,
    /// A signal.
    Interrupted,
}
