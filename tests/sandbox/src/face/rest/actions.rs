//! Workflow runs and their artifacts. An artifact itself is on another host, which this leads to (fact 73).

use axum::extract::{OriginalUri, Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};

use crate::face::answer::RestRefusal;
use crate::face::blob;
use crate::face::gate::Caller;
use crate::face::lens::Lens;
use crate::face::time::timestamp;
use crate::state::{Access, Artifact, Missing, Refusal, Repository, RepositoryName, Run};

use super::paging::Paging;
use super::shapes;

pub(super) async fn run(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let repository = readable(&lens, &owner, &name)?;
    let run = find(repository, id)?;
    Ok(Json(run_shape(&lens, repository, run)).into_response())
}

pub(super) async fn artifacts(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
    Query(paging): Query<Paging>,
    OriginalUri(uri): OriginalUri,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let repository = readable(&lens, &owner, &name)?;
    let run = find(repository, id)?;
    let of_run = repository.artifacts.values().rev();
    let shapes: Vec<Value> = of_run
        .filter(|artifact| artifact.run.is_none_or(|of| of == id))
        .map(|artifact| artifact_shape(&lens, repository, run, artifact))
        .collect();
    let total = shapes.len();
    let origin = caller.hub.origin();
    Ok(paging.answer_within(
        shapes,
        origin,
        &uri,
        |page| json!({ "total_count": total, "artifacts": page }),
    ))
}

/// The address of the archive holds for a minute at GitHub, and needs no token.
pub(super) async fn download(
    Extension(caller): Extension<Caller>,
    Path((owner, name, id)): Path<(String, String, u64)>,
) -> Result<Response, RestRefusal> {
    let lens = caller.lens();
    let repository = readable(&lens, &owner, &name)?;
    let missing = Refusal::NotFound(Missing::Artifact(id));
    let artifact = repository.artifacts.get(&id).ok_or(missing)?;
    if lens.viewer().actor.is_none() {
        return Err(Refusal::AuthenticationRequired.into());
    }
    if artifact.expired {
        let message = "Artifact has expired";
        return Err(RestRefusal::Unusable(StatusCode::GONE, message));
    }
    let address = blob::address(caller.hub.origin(), &repository.name, artifact.id);
    Ok((StatusCode::FOUND, [(header::LOCATION, address)]).into_response())
}

fn readable<'a>(lens: &'a Lens, owner: &str, name: &str) -> Result<&'a Repository, Refusal> {
    let repository = lens.world().repository(&RepositoryName::new(owner, name))?;
    match lens.viewer().actions {
        Access::None => Err(Refusal::NotAccessibleByIntegration),
        Access::Read | Access::Write => Ok(repository),
    }
}

fn find(repository: &Repository, id: u64) -> Result<&Run, Refusal> {
    let run = repository.runs.get(&id);
    run.map(|run| &**run)
        .ok_or(Refusal::NotFound(Missing::Run(id)))
}

fn run_shape(lens: &Lens, repository: &Repository, run: &Run) -> Value {
    let path = format!("{}/actions/runs/{}", repository.name, run.id);
    let head = run.head_repository.as_ref();
    let head = head.and_then(|name| lens.world().repository(name).ok());
    json!({
        "id": run.id,
        "run_attempt": run.attempt,
        "event": run.event,
        "status": "completed",
        "head_sha": run.head_sha,
        "head_branch": run.head_branch,
        "head_repository": head.map(|head| shapes::repository(lens, head)),
        "repository": shapes::repository(lens, repository),
        // Empty for forks, and not to be relied on otherwise (fact 39).
        "pull_requests": [],
        "html_url": lens.html(&path),
        "url": lens.api(&format!("repos/{path}")),
    })
}

fn artifact_shape(lens: &Lens, repository: &Repository, run: &Run, artifact: &Artifact) -> Value {
    let path = format!(
        "repos/{}/actions/artifacts/{}",
        repository.name, artifact.id
    );
    let of_run = artifact.run.map(|id| {
        json!({
            "id": id,
            "repository_id": repository.id,
            "head_branch": run.head_branch,
            "head_sha": run.head_sha,
        })
    });
    json!({
        "id": artifact.id,
        "name": artifact.name,
        "size_in_bytes": artifact.archive.len(),
        "url": lens.api(&path),
        "archive_download_url": lens.api(&format!("{path}/zip")),
        "expired": artifact.expired,
        "created_at": timestamp(artifact.created_ms),
        "workflow_run": of_run,
    })
}
