//! Why the server did not do what was asked.
//! How a refusal is worded in REST and in GraphQL is the face's matter.

use std::fmt;

/// A request that was understood and not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The token is unknown.
    BadCredentials,
    /// A write without a token.
    AuthenticationRequired,
    /// An installation token lacks the permission (fact 14).
    NotAccessibleByIntegration,
    /// A person lacks the right.
    NotPermitted {
        /// Who was refused.
        login: String,
    },
    /// There is no such thing, or this identity may not see it.
    NotFound(Missing),
    /// The conversation is locked (fact 19, case 39).
    Locked,
    /// The repository is archived (fact 19).
    Archived,
    /// The conversation takes no more comments (fact 94).
    ConversationFull {
        /// How many it takes.
        limit: usize,
    },
    /// The body is empty (fact 22).
    BodyEmpty,
    /// The body is too long; the old one is kept (fact 21).
    BodyTooLong,
}

/// What was not found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// `owner/name`.
    Repository(String),
    /// An issue or pull request of this number.
    Conversation(u64),
    /// A pull request of this number; an issue may be there.
    PullRequest(u64),
    /// An issue of this number; a pull request may be there.
    Issue(u64),
    /// A comment of this number.
    Comment(u64),
    /// A workflow run of this number.
    Run(u64),
    /// An artifact of this number.
    Artifact(u64),
    /// A node of this id.
    Node(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadCredentials => f.write_str("Bad credentials"),
            Self::AuthenticationRequired => f.write_str("Requires authentication"),
            Self::NotAccessibleByIntegration => {
                f.write_str("Resource not accessible by integration")
            }
            Self::NotPermitted { login } => {
                write!(
                    f,
                    "{login} does not have the correct permissions to do this"
                )
            }
            Self::NotFound(missing) => missing.fmt(f),
            Self::Locked => f.write_str("Unable to create comment because issue is locked"),
            Self::Archived => f.write_str("Repository was archived so is read-only."),
            Self::ConversationFull { limit } => {
                write!(
                    f,
                    "Commenting is disabled on issues with more than {limit} comments"
                )
            }
            Self::BodyEmpty => f.write_str("Body cannot be blank"),
            Self::BodyTooLong => f.write_str("Body is too long (maximum is 65536 characters)"),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Could not resolve to ")?;
        match self {
            Self::Repository(name) => write!(f, "a Repository with the name '{name}'."),
            Self::Conversation(number) => {
                write!(f, "an issue or pull request with the number of {number}.")
            }
            Self::PullRequest(number) => write!(f, "a PullRequest with the number of {number}."),
            Self::Issue(number) => write!(f, "an Issue with the number of {number}."),
            Self::Comment(id) => write!(f, "a comment with the number of {id}."),
            Self::Run(id) => write!(f, "a run with the number of {id}."),
            Self::Artifact(id) => write!(f, "an artifact with the number of {id}."),
            Self::Node(id) => write!(f, "a node with the global id of '{id}'"),
        }
    }
}
