//! Things as REST shows them.
//! Shows what it is given; finds nothing and forbids nothing.

use serde_json::{Value, json};

use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::face::time::timestamp;
use crate::state::{
    Actor, ActorKind, Comment, Conversation, Progress, PullRequest, Repository, RepositoryName,
    Subject,
};

/// An account; a ghost stands for one that was deleted.
pub(super) fn user(lens: &Lens, actor: &Actor) -> Value {
    if !lens.world().has_account(actor) {
        return user(lens, &Actor::ghost());
    }
    let kind = match actor.kind {
        ActorKind::User => "User",
        ActorKind::Bot => "Bot",
    };
    json!({
        "login": actor.login,
        "id": actor.id,
        "node_id": NodeId::of_actor(actor).print(),
        "avatar_url": lens.html(&format!("avatars/{}", actor.id)),
        "gravatar_id": "",
        "url": lens.api(&format!("users/{}", actor.login)),
        "html_url": lens.html(&account_path(actor)),
        "followers_url": lens.api(&format!("users/{}/followers", actor.login)),
        "following_url": lens.api(&format!("users/{}/following", actor.login)),
        "gists_url": lens.api(&format!("users/{}/gists", actor.login)),
        "starred_url": lens.api(&format!("users/{}/starred", actor.login)),
        "subscriptions_url": lens.api(&format!("users/{}/subscriptions", actor.login)),
        "organizations_url": lens.api(&format!("users/{}/orgs", actor.login)),
        "repos_url": lens.api(&format!("users/{}/repos", actor.login)),
        "events_url": lens.api(&format!("users/{}/events", actor.login)),
        "received_events_url": lens.api(&format!("users/{}/received_events", actor.login)),
        "type": kind,
        "user_view_type": "public",
        "site_admin": false,
    })
}

/// The page of a person or of an app.
fn account_path(actor: &Actor) -> String {
    match &actor.app {
        Some(app) => format!("apps/{}", app.slug),
        None => actor.login.to_string(),
    }
}

pub(super) fn comment(lens: &Lens, subject: &Subject, comment: &Comment) -> Value {
    let repository = format!("repos/{}", subject.repository);
    let app = comment.author.app.as_ref().map(|app| {
        json!({
            "id": app.id,
            "slug": app.slug,
            "name": app.slug,
            "html_url": lens.html(&format!("apps/{}", app.slug)),
        })
    });
    json!({
        "id": comment.id.0,
        "node_id": NodeId::Comment(comment.id.0).print(),
        "url": lens.api(&format!("{repository}/issues/comments/{}", comment.id.0)),
        "html_url": lens.comment_page(subject, comment),
        "issue_url": lens.api(&format!("{repository}/issues/{}", subject.number)),
        "user": user(lens, &comment.author),
        "body": comment.body,
        "created_at": timestamp(comment.created_ms),
        "updated_at": timestamp(comment.updated_ms),
        "author_association": "NONE",
        "performed_via_github_app": app,
        "minimized": comment.hidden.map(|reason| json!({ "reason": reason.as_str() })),
        "pin": null,
    })
}

pub(super) fn repository(lens: &Lens, repository: &Repository) -> Value {
    json!({
        "id": repository.id,
        "node_id": NodeId::Repository(repository.id).print(),
        "name": repository.name.name,
        "full_name": repository.name.to_string(),
        "owner": user(lens, &Actor::person(&repository.name.owner)),
        "private": false,
        "fork": repository.fork_of.is_some(),
        "archived": repository.archived,
        "default_branch": "main",
        "url": lens.api(&format!("repos/{}", repository.name)),
        "html_url": lens.html(&repository.name.to_string()),
    })
}

/// An issue; a pull request is one too, with a `pull_request` object.
pub(super) fn issue(lens: &Lens, subject: &Subject, conversation: &Conversation) -> Value {
    let path = format!("repos/{}/issues/{}", subject.repository, subject.number);
    let repository = lens.world().repository(&subject.repository);
    let repository = repository.map_or(0, |repository| repository.id);
    let mut issue = json!({
        "id": repository * 1_000_000 + conversation.number,
        "node_id": NodeId::of_conversation(repository, conversation).print(),
        "number": conversation.number,
        "title": conversation.title,
        "body": conversation.body,
        "state": state_of(conversation),
        "locked": conversation.locked,
        "comments": conversation.comments.len(),
        "user": user(lens, &conversation.author),
        "author_association": "NONE",
        "created_at": timestamp(conversation.created_ms),
        "updated_at": timestamp(conversation.created_ms),
        "url": lens.api(&path),
        "comments_url": lens.api(&format!("{path}/comments")),
        "html_url": lens.page(subject),
    });
    if let (Value::Object(issue), true) = (&mut issue, conversation.pull_request.is_some()) {
        let pull = format!("repos/{}/pulls/{}", subject.repository, subject.number);
        let link = json!({ "url": lens.api(&pull), "html_url": lens.page(subject) });
        issue.insert("pull_request".to_owned(), link);
    }
    issue
}

pub(super) fn pull_request(
    lens: &Lens,
    subject: &Subject,
    conversation: &Conversation,
    pull_request: &PullRequest,
) -> Value {
    let pull = format!("repos/{}/pulls/{}", subject.repository, subject.number);
    let head = side(
        lens,
        pull_request.head_repository.as_ref(),
        &pull_request.head_branch,
        &pull_request.head(),
    );
    let base = side(
        lens,
        Some(&subject.repository),
        &pull_request.base_branch,
        &pull_request.base_sha,
    );
    let mut shape = issue(lens, subject, conversation);
    let own = json!({
        "url": lens.api(&pull),
        "draft": false,
        "merged": conversation.progress == Progress::Merged,
        "commits": pull_request.commits().len(),
        "head": head,
        "base": base,
    });
    if let (Value::Object(shape), Value::Object(own)) = (&mut shape, own) {
        shape.remove("pull_request");
        shape.extend(own);
    }
    shape
}

/// The head or the base; a fork that was deleted is null (fact 41).
fn side(lens: &Lens, name: Option<&RepositoryName>, branch: &str, sha: &str) -> Value {
    let repository = name.and_then(|name| lens.world().repository(name).ok());
    let owner = repository.map_or("unknown", |repository| &repository.name.owner);
    json!({
        "label": format!("{owner}:{branch}"),
        "ref": branch,
        "sha": sha,
        "user": repository.map(|_| user(lens, &Actor::person(owner))),
        "repo": repository.map(|repository| self::repository(lens, repository)),
    })
}

fn state_of(conversation: &Conversation) -> &'static str {
    match conversation.progress {
        Progress::Open => "open",
        Progress::Closed | Progress::Merged => "closed",
    }
}
