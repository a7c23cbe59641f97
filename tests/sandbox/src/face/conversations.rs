//! The state's conversations, for the page that shows them to people.
//! Says nothing about how they look.

use tokio::sync::watch;

use crate::page::{
    Author, AuthorKind, CommentView, Conversation, ConversationKind, ConversationSource,
    ConversationState, EditView,
};
use crate::state::{Actor, ActorKind, Comment, Edit, Progress, Rules, Subject, World};

use super::hub::Hub;

impl ConversationSource for Hub {
    fn conversation(&self, owner: &str, repository: &str, number: u64) -> Option<Conversation> {
        let subject = Subject::new(owner, repository, number);
        self.with(|state| show(state.world(), &subject))
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.watch()
    }
}

fn show(world: &World, subject: &Subject) -> Option<Conversation> {
    let conversation = world.conversation(subject).ok()?;
    let pull_request = conversation.pull_request.as_ref();
    let comments = conversation.comments.values();
    Some(Conversation {
        repository: world.repository(&subject.repository).ok()?.name.to_string(),
        number: conversation.number,
        kind: match pull_request {
            Some(_) => ConversationKind::PullRequest,
            None => ConversationKind::Issue,
        },
        title: conversation.title.to_string(),
        state: match conversation.progress {
            Progress::Open => ConversationState::Open,
            Progress::Closed => ConversationState::Closed,
            Progress::Merged => ConversationState::Merged,
        },
        locked: conversation.locked,
        head: pull_request.map(|part| part.head().to_string()),
        commits: pull_request.map_or_else(Vec::new, |part| {
            part.commits().iter().map(|sha| sha.to_string()).collect()
        }),
        author: author(&conversation.author),
        created: seconds(conversation.created_ms),
        body: conversation.body.to_string(),
        comments: comments.map(|one| comment(one, &world.rules)).collect(),
    })
}

fn comment(comment: &Comment, rules: &Rules) -> CommentView {
    let history = comment.history(rules).unwrap_or_default();
    CommentView {
        id: comment.id.0,
        author: author(&comment.author),
        body: comment.body.to_string(),
        created: seconds(comment.created_ms),
        updated: seconds(comment.updated_ms),
        edits: history.iter().map(edit).collect(),
        hidden: comment.hidden.map(|reason| reason.as_str().to_owned()),
    }
}

fn edit(edit: &Edit) -> EditView {
    EditView {
        at: seconds(edit.at_ms),
        editor: edit.editor.login.to_string(),
        text: edit.text.as_ref().map(|text| text.to_string()),
    }
}

fn author(actor: &Actor) -> Author {
    let (kind, badge) = match actor.kind {
        ActorKind::User => (AuthorKind::User, None),
        ActorKind::Bot => (AuthorKind::Bot, Some("bot".to_owned())),
    };
    Author {
        login: actor.login.to_string(),
        kind,
        badge,
    }
}

fn seconds(ms: u64) -> i64 {
    i64::try_from(ms / 1_000).unwrap_or(i64::MAX)
}
