//! GitHub without HTTP: executes a session's calls on the sandbox's state. One call is one atomic step.

use one_comment::comment::Sha;
use one_comment::converge::{
    Account, AccountKind, Call, Classifier, Comment, CommentRef, Cursor, Failure, Glance, Head,
    History, Reply, Sight, Subject,
};
use one_comment_sandbox::state::{
    self, ActorKind, CommentId, Conversation, FalseAnswer, HideReason, Identity, Lag, Operation,
    Refusal, State, Transport, View,
};

/// What a request may see at once (the product's own windows).
const OLDEST: usize = 100;
const RECENT: usize = 25;
const REVISIONS: usize = 10;

/// One token's way to one conversation.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) who: Identity,
    pub(crate) on: state::Subject,
    pub(crate) transport: Transport,
}

impl Memory {
    pub(crate) fn execute(&self, state: &mut State, call: &Call) -> Reply {
        let operation = operation(call);
        let effects = state.arrive(&self.who, self.transport, &[operation]);
        let mut lag = Lag::default();
        for effect in &effects {
            match effect {
                state::Effect::Lag(by) => lag = *by,
                state::Effect::Refuse(answer) => return Reply::Failed(refused(answer, operation)),
                _ => {}
            }
        }
        let reply = self.perform(state, call, &lag);
        let lost = effects
            .iter()
            .any(|e| matches!(e, state::Effect::Lose(_) | state::Effect::HalfAnswer));
        match (lost, operation.is_write()) {
            (true, true) => Reply::Failed(Failure::Unknown("lost".to_owned())),
            (true, false) => Reply::Failed(Failure::Unavailable("lost".to_owned())),
            (false, _) => reply,
        }
    }

    fn perform(&self, state: &mut State, call: &Call, lag: &Lag) -> Reply {
        let done = match call {
            Call::Observe { comment } => {
                return self.observe(state, &state.view(lag), comment.as_ref());
            }
            Call::Page { after } => return self.page(&state.view(lag), after),
            Call::Read { comments } => return self.read(&state.view(lag), comments),
            Call::Revisions { comment, after } => {
                let skip = after.0.parse().unwrap();
                return Reply::Revisions(self.history(&state.view(lag), comment.id, skip));
            }
            Call::Create { body, .. } => state
                .create_comment(&self.who, &self.on, body)
                .map(|c| c.id),
            Call::Update { comment, body } => state
                .update_comment(&self.who, CommentId(comment.id), body)
                .map(|c| c.id),
            Call::Delete { comment } => {
                return match state.delete_comment(&self.who, CommentId(comment.id)) {
                    Ok(()) => Reply::Deleted,
                    Err(refusal) => Reply::Failed(failure(&refusal)),
                };
            }
            Call::Hide { .. } | Call::Show { .. } if self.transport == Transport::Rest => {
                return Reply::Failed(Failure::Unsupported("REST cannot hide".to_owned()));
            }
            Call::Hide { comment, reason } => state
                .minimize(&self.who, CommentId(comment.id), hide_reason(*reason))
                .map(|c| c.id),
            Call::Show { comment } => state
                .unminimize(&self.who, CommentId(comment.id))
                .map(|c| c.id),
        };
        match done {
            Ok(id) => self.written(state, id, lag),
            Err(refusal) => Reply::Failed(failure(&refusal)),
        }
    }

    fn conversation<'a>(&self, view: &'a View) -> &'a Conversation {
        view.world().conversation(&self.on).unwrap()
    }

    fn observe(&self, state: &State, view: &View, named: Option<&CommentRef>) -> Reply {
        let conversation = self.conversation(view);
        let all = view.comments(conversation);
        let rest = self.transport == Transport::Rest;
        let mut oldest: Vec<Comment> = all.iter().map(|c| self.shown(c)).collect();
        let next = (oldest.len() > OLDEST && !rest).then(|| Cursor(OLDEST.to_string()));
        if !rest {
            oldest.truncate(OLDEST);
            oldest.iter_mut().for_each(|comment| {
                comment.body = None;
                comment.hidden = None;
            });
        }
        let asked = named.and_then(|at| conversation.comments.get(&CommentId(at.id)));
        Reply::Seen(Box::new(Sight {
            viewer: self.who.actor.as_ref().map(account),
            subject: Subject {
                node: "PR_1".to_owned(),
                head: head(conversation),
                commits: match &conversation.pull_request {
                    Some(pull) if !rest => pull.commits().iter().map(sha).collect(),
                    _ => Vec::new(),
                },
                locked: conversation.locked,
                state: "open".to_owned(),
            },
            total: u32::try_from(conversation.comments.len()).unwrap(),
            server_time: state.now_ms() / 1000,
            oldest,
            next,
            recent: if rest { Vec::new() } else { self.recent(&all) },
            asked: asked.map(|c| self.shown(c)),
            history: named.and_then(|at| self.history(view, at.id, 0)),
        }))
    }

    fn page(&self, view: &View, after: &Cursor) -> Reply {
        let skip: usize = after.0.parse().unwrap();
        let conversation = self.conversation(view);
        let all = view.comments(conversation);
        let comments = all.iter().skip(skip).take(OLDEST).map(|c| Comment {
            body: None,
            ..self.shown(c)
        });
        Reply::Page {
            comments: comments.collect(),
            next: (all.len() > skip + OLDEST).then(|| Cursor((skip + OLDEST).to_string())),
            total: u32::try_from(conversation.comments.len()).unwrap(),
        }
    }

    fn read(&self, view: &View, comments: &[CommentRef]) -> Reply {
        let known = &self.conversation(view).comments;
        let found = comments
            .iter()
            .filter_map(|at| known.get(&CommentId(at.id)));
        Reply::Bodies(found.map(|c| self.shown(c)).collect())
    }

    fn written(&self, state: &State, id: CommentId, lag: &Lag) -> Reply {
        let view = state.view_after_write(lag);
        let conversation = self.conversation(&view);
        let comment = self.shown(&conversation.comments[&id]);
        let glance = (self.transport == Transport::Graphql).then(|| {
            Box::new(Glance {
                head: head(conversation),
                total: u32::try_from(conversation.comments.len()).unwrap(),
                recent: self.recent(&view.comments(conversation)),
            })
        });
        Reply::Written {
            comment: Box::new(comment),
            glance,
            history: self.history(&view, id.0, 0),
        }
    }

    fn recent(&self, all: &[std::sync::Arc<state::Comment>]) -> Vec<Comment> {
        let mut recent: Vec<_> = all.iter().collect();
        recent.sort_by_key(|c| std::cmp::Reverse((c.updated_ms / 1000, c.id)));
        recent
            .into_iter()
            .take(RECENT)
            .map(|c| self.shown(c))
            .collect()
    }

    fn history(&self, view: &View, id: u64, skip: usize) -> Option<History> {
        if self.transport == Transport::Rest {
            return None;
        }
        let comment = self.conversation(view).comments.get(&CommentId(id))?;
        let edits = view.history(comment)?;
        let revisions = edits.iter().skip(skip).take(REVISIONS);
        Some(History {
            revisions: revisions
                .map(|edit| edit.text.as_deref().map(str::to_owned))
                .collect(),
            more: (edits.len() > skip + REVISIONS).then(|| Cursor((skip + REVISIONS).to_string())),
        })
    }

    fn shown(&self, comment: &state::Comment) -> Comment {
        let graphql = self.transport == Transport::Graphql;
        Comment {
            at: CommentRef {
                id: comment.id.0,
                node: format!("IC_{}", comment.id.0),
            },
            author: Some(account(&comment.author)),
            viewer_did_author: graphql.then(|| self.who.is(&comment.author)),
            updated_at: comment.updated_ms / 1000,
            body: Some(comment.body.to_string()),
            hidden: comment.hidden.map(|reason| reason.as_str().to_owned()),
            url: format!("https://github.example/{}#{}", self.on.number, comment.id.0),
        }
    }
}

fn account(actor: &state::Actor) -> Account {
    let kind = match actor.kind {
        ActorKind::Bot => AccountKind::Bot,
        _ => AccountKind::User,
    };
    Account {
        login: actor.login.to_string(),
        kind,
    }
}

fn sha(sha: &state::Sha) -> Sha {
    Sha::parse(sha.as_ref()).unwrap()
}

fn head(conversation: &Conversation) -> Head {
    conversation
        .pull_request
        .as_ref()
        .map_or(Head::None, |pull| Head::Confirmed(sha(&pull.head())))
}

fn operation(call: &Call) -> Operation {
    match call {
        Call::Create { .. } => Operation::Create,
        Call::Update { .. } => Operation::Update,
        Call::Delete { .. } => Operation::Delete,
        Call::Hide { .. } => Operation::Minimize,
        Call::Show { .. } => Operation::Unminimize,
        _ => Operation::Read,
    }
}

fn hide_reason(classifier: Classifier) -> HideReason {
    match classifier {
        Classifier::Outdated => HideReason::Outdated,
        Classifier::Resolved => HideReason::Resolved,
        Classifier::Duplicate => HideReason::Duplicate,
        Classifier::OffTopic => HideReason::OffTopic,
        Classifier::Spam => HideReason::Spam,
        Classifier::Abuse => HideReason::Abuse,
    }
}

fn failure(refusal: &Refusal) -> Failure {
    let text = refusal.to_string();
    match refusal {
        Refusal::BadCredentials => Failure::BadCredentials(text),
        Refusal::AuthenticationRequired
        | Refusal::NotAccessibleByIntegration
        | Refusal::NotPermitted { .. } => Failure::Denied(text),
        Refusal::NotFound(_) => Failure::Gone,
        Refusal::Locked => Failure::Locked(text),
        Refusal::Archived => Failure::Archived(text),
        Refusal::ConversationFull { .. } => Failure::Full(text),
        Refusal::BodyTooLong => Failure::TooLong(text),
        Refusal::BodyEmpty => Failure::Refused(text),
    }
}

fn refused(answer: &FalseAnswer, operation: Operation) -> Failure {
    match answer {
        FalseAnswer::SecondaryLimit { retry_after, .. } => Failure::RateLimited {
            wait: retry_after.map(|s| s * 1000),
            message: "secondary".to_owned(),
        },
        FalseAnswer::PrimaryLimit { resets_in, .. } => Failure::RateLimited {
            wait: Some(resets_in * 1000),
            message: "primary".to_owned(),
        },
        FalseAnswer::BadCredentials => Failure::BadCredentials("Bad credentials".to_owned()),
        FalseAnswer::MissingPermission => Failure::Denied("Resource not accessible".to_owned()),
        _ if operation.is_write() => Failure::Unknown("502".to_owned()),
        _ => Failure::Unavailable("502".to_owned()),
    }
}
