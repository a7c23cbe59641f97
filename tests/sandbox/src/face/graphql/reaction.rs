//! Reactions, which `gh` asks for along with every comment. Nobody reacts here.

use async_graphql::{Enum, Object, SimpleObject};

/// The emoji that GitHub offers.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum ReactionContent {
    ThumbsUp,
    ThumbsDown,
    Laugh,
    Hooray,
    Confused,
    Heart,
    Rocket,
    Eyes,
}

/// All reactions of one kind; GitHub lists a kind that nobody used, too.
pub(super) struct ReactionGroup {
    content: ReactionContent,
}

impl ReactionGroup {
    /// One for each kind.
    pub(super) fn all() -> Vec<Self> {
        use ReactionContent::{Confused, Eyes, Heart, Hooray, Laugh, Rocket, ThumbsDown, ThumbsUp};
        [
            ThumbsUp, ThumbsDown, Laugh, Hooray, Confused, Heart, Rocket, Eyes,
        ]
        .map(|content| Self { content })
        .into()
    }
}

#[Object]
impl ReactionGroup {
    pub(super) async fn content(&self) -> ReactionContent {
        self.content
    }

    pub(super) async fn users(&self) -> ReactingUserConnection {
        ReactingUserConnection { total_count: 0 }
    }
}

/// Who reacted.
#[derive(SimpleObject)]
pub(super) struct ReactingUserConnection {
    total_count: i32,
}
