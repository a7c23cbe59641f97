//! A small conversation for the tests of this module.

use super::conversation::{
    Author, AuthorKind, CommentView, Conversation, ConversationKind, ConversationState, EditView,
};

/// An open pull request with two comments, by a person and by an app.
pub(super) fn conversation() -> Conversation {
    let mut question = report();
    question.id = 2;
    question.author = person();
    question.body = "Thanks, @github-actions!".to_owned();
    question.edits.clear();
    Conversation {
        repository: "octo/cat".to_owned(),
        number: 7,
        kind: ConversationKind::PullRequest,
        title: "Teach the cat to fetch".to_owned(),
        state: ConversationState::Open,
        locked: false,
        head: Some("b27c0d5e8f".to_owned()),
        commits: vec!["a91f3c7d20".to_owned(), "b27c0d5e8f".to_owned()],
        author: person(),
        created: 1_772_546_000,
        body: "It does not yet.".to_owned(),
        comments: vec![report(), question],
    }
}

/// A comment by an app that was edited once.
pub(super) fn report() -> CommentView {
    let edit = |at, text: &str| EditView {
        at,
        editor: "github-actions".to_owned(),
        text: Some(text.to_owned()),
    };
    CommentView {
        id: 1,
        author: Author {
            login: "github-actions[bot]".to_owned(),
            kind: AuthorKind::Bot,
            badge: Some("bot".to_owned()),
        },
        body: "All tests pass.".to_owned(),
        created: 1_772_546_709,
        updated: 1_772_546_800,
        edits: vec![
            edit(1_772_546_800, "All tests pass."),
            edit(1_772_546_709, "Two tests fail."),
        ],
        hidden: None,
    }
}

fn person() -> Author {
    Author {
        login: "octocat".to_owned(),
        kind: AuthorKind::User,
        badge: None,
    }
}
