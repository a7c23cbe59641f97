//! Reading pull requests and issues, and finding a pull request by branch or commit.

use axum::extract::{OriginalUri, Path, Query};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::face::answer::RestRefusal;
use crate::face::gate::Caller;
use crate::face::lens::Lens;
use crate::state::{Conversation, Progress, PullRequest, Refusal, RepositoryName, Subject};

use super::paging::Paging;
use super::shapes;

/// The filters of the list of pull requests.
#[derive(Deserialize)]
pub(super) struct Filter {
    state: Option<String>,
    /// `owner:branch`; anything else is ignored (fact 41).
    head: Option<String>,
    base: Option<String>,
}

impl Filter {
    fn keeps(&self, conversation: &Conversation, pull_request: &PullRequest) -> bool {
        let open = conversation.progress == Progress::Open;
        let state = match self.state.as_deref() {
            Some("all") => true,
            Some("closed") => !open,
            _ => open,
        };
        let head = self.head.as_deref().and_then(|head| head.split_once(':'));
        let head = head.is_none_or(|(owner, branch)| {
            let repository = pull_request.head_repository.as_ref();
            repository.is_some_and(|repository| repository.owner.eq_ignore_ascii_case(owner))
                && *pull_request.head_branch == *branch
        });
        let base = self
            .base
            .as_ref()
            .is_none_or(|base| **base == *pull_request.base_branch);
        state && head && base
    }
}

pub(super) async fn one(
    Extension(caller): Extension<Caller>,
    Path((owner, name, number)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let subject = lens.pull_request(&RepositoryName::new(&owner, &name), number)?;
    let conversation = lens.world().conversation(&subject)?;
    let pull_request = lens.world().pull_request(&subject)?;
    let shape = shapes::pull_request(&lens, &subject, conversation, pull_request);
    Ok(Json(shape).into_response())
}

pub(super) async fn issue(
    Extension(caller): Extension<Caller>,
    Path((owner, name, number)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let subject = lens.subject(&RepositoryName::new(&owner, &name), number)?;
    let conversation = lens.world().conversation(&subject)?;
    Ok(Json(shapes::issue(&lens, &subject, conversation)).into_response())
}

pub(super) async fn list(
    Extension(caller): Extension<Caller>,
    Path((owner, name)): Path<(String, String)>,
    Query(paging): Query<Paging>,
    Query(filter): Query<Filter>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let keeps = |conversation: &Conversation, pull_request: &PullRequest| {
        filter.keeps(conversation, pull_request)
    };
    let found = pull_requests(&lens, &RepositoryName::new(&owner, &name), keeps)?;
    Ok(paging.answer(found, caller.hub.origin(), &uri))
}

/// The pull requests that a commit belongs to. For a fork's commit the base repository answers
/// an empty list, and only the fork knows (fact 40).
pub(super) async fn of_commit(
    Extension(caller): Extension<Caller>,
    Path((owner, name, sha)): Path<(String, String, String)>,
    Query(paging): Query<Paging>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let asked = lens
        .world()
        .repository(&RepositoryName::new(&owner, &name))?;
    let base = asked.fork_of.as_ref().unwrap_or(&asked.name);
    let keeps = |_: &Conversation, pull_request: &PullRequest| {
        pull_request.head_repository.as_ref() == Some(&asked.name)
            && pull_request.commits().iter().any(|commit| **commit == *sha)
    };
    let found = pull_requests(&lens, base, keeps)?;
    Ok(paging.answer(found, caller.hub.origin(), &uri))
}

pub(super) async fn commits(
    Extension(caller): Extension<Caller>,
    Path((owner, name, number)): Path<(String, String, u64)>,
    Query(paging): Query<Paging>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let subject = lens.pull_request(&RepositoryName::new(&owner, &name), number)?;
    let commits = lens.world().pull_request(&subject)?.commits();
    let shapes = commits.iter().map(|sha| json!({ "sha": sha })).collect();
    Ok(paging.answer(shapes, caller.hub.origin(), &uri))
}

/// The pull requests of a repository that are kept, newest first.
fn pull_requests(
    lens: &Lens,
    name: &RepositoryName,
    keeps: impl Fn(&Conversation, &PullRequest) -> bool,
) -> Result<Vec<Value>, Refusal> {
    let repository = lens.world().repository(name)?;
    let conversations = repository.conversations.values().rev();
    Ok(conversations
        .filter_map(|conversation| {
            let pull_request = conversation.pull_request.as_ref()?;
            let subject = Subject {
                repository: repository.name.clone(),
                number: conversation.number,
            };
            keeps(conversation, pull_request)
                .then(|| shapes::pull_request(lens, &subject, conversation, pull_request))
        })
        .collect())
}
