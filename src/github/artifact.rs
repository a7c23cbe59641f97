//! A workflow run and the artifacts that it left, by REST (fact 73). Says what GitHub says of them; what may be
//! believed, and what is in them, is judged elsewhere.

use http::Method;
use serde::Deserialize;

use super::failure::{self, About};
use super::request::{decode, get};
use super::settings::{self, Settings, SetupError};
use super::time;
use super::token::Token;
use super::transport::Transport;
use crate::converge::{Failure, Seconds};

/// Artifacts on one page, GitHub's most.
const PAGE: u32 = 100;

/// Pages that are read. A run that left more artifacts left too many.
const PAGES: u32 = 10;

/// The artifacts of one repository.
pub struct Artifacts {
    transport: Transport,
    repository: String,
}

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

impl Artifacts {
    /// Checks the settings; sends nothing. Must be called inside a tokio runtime with time and I/O.
    ///
    /// # Errors
    /// [`SetupError`] where the URLs, the names or this machine's certificates cannot be used.
    pub fn new(
        owner: &str,
        repository: &str,
        token: Token,
        settings: &Settings,
    ) -> Result<Self, SetupError> {
        settings::check_repository(owner, repository)?;
        let endpoints = settings::check(settings)?;
        Ok(Self {
            transport: Transport::new(endpoints, token, settings.timeouts, settings.trace)?,
            repository: format!("/repos/{owner}/{repository}"),
        })
    }

    /// The run of this number.
    ///
    /// # Errors
    /// The [`Failure`] of the request.
    pub async fn run(&mut self, id: u64) -> Result<Run, Failure> {
        let path = format!("{}/actions/runs/{id}", self.repository);
        decode(
            &get(&mut self.transport, &path, About::READ).await?,
            About::READ,
        )
    }

    /// What a run left.
    ///
    /// # Errors
    /// The [`Failure`] of the first request that failed; refused where there is no end to them.
    pub async fn of_run(&mut self, id: u64) -> Result<Vec<Artifact>, Failure> {
        let mut found = Vec::new();
        for number in 1..=PAGES {
            let path = format!(
                "{}/actions/runs/{id}/artifacts?per_page={PAGE}&page={number}",
                self.repository
            );
            let answer = get(&mut self.transport, &path, About::READ).await?;
            let page: WirePage = decode(&answer, About::READ)?;
            found.extend(page.artifacts.into_iter().map(WireArtifact::into_artifact));
            if !answer.headers.next_page {
                // One that came meanwhile has moved another onto the next page as well.
                found.sort_by_key(|artifact: &Artifact| artifact.id);
                found.dedup_by_key(|artifact| artifact.id);
                return Ok(found);
            }
        }
        let most = PAGE * PAGES;
        Err(Failure::Refused(format!(
            "run {id} left more than {most} artifacts"
        )))
    }

    /// The archive of an artifact, of at most `limit` bytes. `None` where it is gone.
    ///
    /// GitHub leads to another host, which is asked without the token.
    ///
    /// # Errors
    /// The [`Failure`] of a request.
    pub async fn download(&mut self, id: u64, limit: usize) -> Result<Option<Vec<u8>>, Failure> {
        let path = format!("{}/actions/artifacts/{id}/zip", self.repository);
        let led = self.transport.rest(Method::GET, &path, None::<&()>).await;
        let led = led.map_err(|lost| failure::of_lost(lost, About::READ))?;
        let location = match (led.status, &led.location) {
            (404 | 410, _) => return Ok(None),
            (301 | 302 | 303 | 307 | 308, Some(location)) => location,
            _ => return Err(failure::of_status(&led, About::READ)),
        };
        let label = format!("the archive of artifact {id}");
        let archive = self.transport.fetch(&label, location, limit).await;
        match archive.map_err(|lost| failure::of_lost(lost, About::READ))? {
            archive if archive.is_success() => Ok(Some(archive.body)),
            archive if matches!(archive.status, 404 | 410) => Ok(None),
            // Whatever another host says, it does not speak of our token.
            archive => Err(Failure::Unavailable(archive.describe(""))),
        }
    }

    /// What was sent since the last call, a line a request, for people. Empty unless [`Settings::trace`].
    pub fn take_trace(&mut self) -> Vec<String> {
        self.transport.take_trace()
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
