//! A workflow run and the artifacts that it left, by REST (fact 73). Says what GitHub says of them; what may be
//! believed, and what is in them, is judged elsewhere.

use serde::Deserialize;

use super::failure::{self, About};
use super::repository::Repository;
use super::time;
use crate::converge::{Failure, Seconds};

/// Pages of artifacts that are read. A run that left more left too many.
const PAGES: u32 = 10;

/// A workflow run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Run {
    /// Its number, which orders runs.
    pub id: u64,
    /// From 1.
    #[serde(rename = "run_attempt")]
    pub attempt: u32,
    /// What started it.
    pub event: String,
    /// The commit that it ran for: of `pull_request` the head, not the merge (fact 36). As GitHub gives it.
    pub head_sha: String,
    /// The branch that holds it.
    pub head_branch: Option<String>,
    /// The repository that holds it; `None` once a fork was deleted.
    pub head_repository: Option<Named>,
    /// The repository that it ran in.
    pub repository: Named,
}

/// A repository by its full name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Named {
    /// `OWNER/NAME`.
    pub full_name: String,
}

/// What a job of a run uploaded. Its name is whatever that job chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its number.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Bytes of its archive.
    pub size: u64,
    /// When it came.
    pub created_at: Option<Seconds>,
    /// Whether GitHub has dropped it.
    pub expired: bool,
    /// The run that GitHub says it is of.
    pub run: Option<u64>,
}

#[derive(Deserialize)]
struct WirePage {
    artifacts: Vec<WireArtifact>,
}

#[derive(Deserialize)]
struct WireArtifact {
    id: u64,
    name: String,
    size_in_bytes: u64,
    created_at: Option<String>,
    expired: bool,
    workflow_run: Option<WireRun>,
}

#[derive(Deserialize)]
struct WireRun {
    id: Option<u64>,
}

impl Repository {
    /// The run of this number.
    ///
    /// # Errors
    /// The [`Failure`] of the request.
    pub async fn run(&mut self, id: u64) -> Result<Run, Failure> {
        self.get(&format!("/actions/runs/{id}")).await
    }

    /// What a run left.
    ///
    /// # Errors
    /// The [`Failure`] of the first request that failed; refused where there is no end to them.
    pub async fn artifacts(&mut self, run: u64) -> Result<Vec<Artifact>, Failure> {
        let path = format!("/actions/runs/{run}/artifacts");
        let artifacts = |page: WirePage| page.artifacts.into_iter();
        let listed = self.list(&path, PAGES, artifacts, |artifact| artifact.id);
        let listed = listed.await?;
        if !listed.complete {
            let most = listed.entries.len();
            let reason = format!("run {run} left more than {most} artifacts");
            return Err(Failure::Refused(reason));
        }
        let artifacts = listed.entries.into_iter();
        Ok(artifacts.map(WireArtifact::into_artifact).collect())
    }

    /// The archive of an artifact, of at most `limit` bytes. `None` where it is gone.
    ///
    /// GitHub leads to another host, which is asked without the token.
    ///
    /// # Errors
    /// The [`Failure`] of a request.
    pub async fn download(&mut self, id: u64, limit: usize) -> Result<Option<Vec<u8>>, Failure> {
        let led = self.ask(&format!("/actions/artifacts/{id}/zip")).await;
        let led = led.map_err(|lost| failure::of_lost(lost, About::READ))?;
        let location = match (led.status, &led.location) {
            (404 | 410, _) => return Ok(None),
            (301 | 302 | 303 | 307 | 308, Some(location)) => location,
            _ => return Err(failure::of_status(&led, About::READ)),
        };
        let label = format!("the archive of artifact {id}");
        let archive = self.fetch(&label, location, limit).await;
        match archive.map_err(|lost| failure::of_lost(lost, About::READ))? {
            archive if archive.is_success() => Ok(Some(archive.body)),
            archive if matches!(archive.status, 404 | 410) => Ok(None),
            // Whatever another host says, it does not speak of our token.
            archive => Err(Failure::Unavailable(archive.describe(""))),
        }
    }
}

impl WireArtifact {
    fn into_artifact(self) -> Artifact {
        Artifact {
            id: self.id,
            name: self.name,
            size: self.size_in_bytes,
            created_at: self.created_at.as_deref().and_then(time::from_json),
            expired: self.expired,
            run: self.workflow_run.and_then(|run| run.id),
        }
    }
}
