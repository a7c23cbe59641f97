//! Node ids: the names of things in GraphQL, opaque to clients.
//! Does not look anything up.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::state::{Actor, ActorKind, Conversation};

/// What a node id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeId {
    Repository(u64),
    PullRequest { repository: u64, number: u64 },
    Issue { repository: u64, number: u64 },
    Comment(u64),
    Edit(u64),
    User(u64),
    Bot(u64),
}

impl NodeId {
    /// The id of an account.
    pub(super) fn of_actor(actor: &Actor) -> Self {
        match actor.kind {
            ActorKind::User => Self::User(actor.id),
            ActorKind::Bot => Self::Bot(actor.id),
        }
    }

    /// The id of an issue or a pull request of the repository numbered `repository`.
    pub(super) fn of_conversation(repository: u64, conversation: &Conversation) -> Self {
        let number = conversation.number;
        match conversation.pull_request {
            Some(_) => Self::PullRequest { repository, number },
            None => Self::Issue { repository, number },
        }
    }

    /// As clients see it.
    pub(super) fn print(self) -> String {
        let (prefix, numbers) = match self {
            Self::Repository(id) => ("R", format!("{id}")),
            Self::PullRequest { repository, number } => ("PR", format!("{repository}.{number}")),
            Self::Issue { repository, number } => ("I", format!("{repository}.{number}")),
            Self::Comment(id) => ("IC", format!("{id}")),
            Self::Edit(id) => ("UCE", format!("{id}")),
            Self::User(id) => ("U", format!("{id}")),
            Self::Bot(id) => ("BOT", format!("{id}")),
        };
        format!("{prefix}_{}", URL_SAFE_NO_PAD.encode(numbers))
    }

    /// Reads what `print` wrote.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (prefix, encoded) = text.split_once('_')?;
        let decoded = String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
        if let Some((repository, number)) = decoded.split_once('.') {
            let (repository, number) = (repository.parse().ok()?, number.parse().ok()?);
            return match prefix {
                "PR" => Some(Self::PullRequest { repository, number }),
                "I" => Some(Self::Issue { repository, number }),
                _ => None,
            };
        }
        let id = decoded.parse().ok()?;
        match prefix {
            "R" => Some(Self::Repository(id)),
            "IC" => Some(Self::Comment(id)),
            "UCE" => Some(Self::Edit(id)),
            "U" => Some(Self::User(id)),
            "BOT" => Some(Self::Bot(id)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NodeId;

    #[test]
    fn a_node_id_is_read_as_it_was_printed() {
        for id in [
            NodeId::Repository(1),
            NodeId::PullRequest {
                repository: 1,
                number: 7,
            },
            NodeId::Issue {
                repository: 1,
                number: 8,
            },
            NodeId::Comment(3_500_000_001),
            NodeId::Edit(2),
            NodeId::User(3),
            NodeId::Bot(41_898_282),
        ] {
            assert_eq!(NodeId::parse(&id.print()), Some(id));
        }
    }

    #[test]
    fn what_is_no_node_id_names_nothing() {
        for text in ["", "IC", "IC_", "IC_!", "XX_MQ", "IC_MS4y", "7"] {
            assert_eq!(NodeId::parse(text), None, "{text}");
        }
    }
}
