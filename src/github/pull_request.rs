//! Lists the pull requests that an event may be about, by REST. Which of them it is, is decided elsewhere.
//!
//! By branch, or else all open ones: asked for the pull requests of a fork's commit, the base repository answers an
//! empty list (fact 40), and a search would lag behind.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::failure::About;
use super::request::{decode, get};
use super::settings::{self, Settings, SetupError};
use super::token::Token;
use super::transport::Transport;
use crate::comment::Sha;
use crate::converge::{Candidate, Candidates, Clue, Failure, Sought};

/// Pull requests on one page, GitHub's most.
const PAGE: u32 = 100;

/// Pages that are read: of more than so many hundred open pull requests nobody can tell without a branch.
const PAGES: u32 = 20;

/// The pull requests of one repository.
pub struct PullRequests {
    transport: Transport,
    repository: String,
}

/// A pull request as REST shows it.
#[derive(Deserialize)]
struct WirePullRequest {
    number: u64,
    html_url: String,
    head: WireHead,
    base: WireBase,
}

#[derive(Deserialize)]
struct WireHead {
    sha: Sha,
    #[serde(rename = "ref")]
    branch: String,
    /// Null once a fork was deleted (fact 41).
    repo: Option<WireRepository>,
}

#[derive(Deserialize)]
struct WireBase {
    #[serde(rename = "ref")]
    branch: String,
}

#[derive(Deserialize)]
struct WireRepository {
    full_name: String,
}

impl PullRequests {
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

    /// Those that the clue may mean. Asks once, page by page; repeats nothing.
    ///
    /// # Errors
    /// The [`Failure`] of the first request that failed.
    pub async fn candidates(&mut self, clue: &Clue) -> Result<Candidates, Failure> {
        match clue {
            Clue::Head(sought) => self.open(sought).await,
            Clue::Queue { number, .. } => self.numbered(*number).await,
        }
    }

    /// What was sent since the last call, a line a request, for people. Empty unless [`Settings::trace`].
    pub fn take_trace(&mut self) -> Vec<String> {
        self.transport.take_trace()
    }

    async fn open(&mut self, sought: &Sought) -> Result<Candidates, Failure> {
        let filter = filter(sought);
        let mut found = Vec::new();
        for number in 1..=PAGES {
            let path = format!(
                "{}/pulls?state=open{filter}&per_page={PAGE}&page={number}",
                self.repository
            );
            let answer = get(&mut self.transport, &path, About::READ).await?;
            let page: Vec<WirePullRequest> = decode(&answer, About::READ)?;
            found.extend(page.into_iter().map(WirePullRequest::into_candidate));
            if !answer.headers.next_page {
                // A pull request that was opened meanwhile has moved another one onto the next page as well.
                found.sort_by_key(|candidate| candidate.number);
                found.dedup_by_key(|candidate| candidate.number);
                return Ok(Candidates {
                    found,
                    complete: true,
                });
            }
        }
        Ok(Candidates {
            found,
            complete: false,
        })
    }

    /// The pull request of this number, whatever its state.
    ///
    /// # Errors
    /// The [`Failure`] of the request.
    pub async fn numbered(&mut self, number: u64) -> Result<Candidates, Failure> {
        let path = format!("{}/pulls/{number}", self.repository);
        let found = match get(&mut self.transport, &path, About::READ).await {
            Ok(answer) => {
                let one: WirePullRequest = decode(&answer, About::READ)?;
                vec![one.into_candidate()]
            }
            Err(Failure::NoSubject(_)) => Vec::new(),
            Err(failure) => return Err(failure),
        };
        Ok(Candidates {
            found,
            complete: true,
        })
    }
}

/// By owner and branch, the only form that GitHub heeds (fact 41).
fn filter(sought: &Sought) -> String {
    let owner = sought.repository.as_deref();
    let owner = owner.and_then(|name| name.split_once('/'));
    match (owner, &sought.branch) {
        (Some((owner, _)), Some(branch)) => {
            let encode = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
            format!("&head={}:{}", encode(owner), encode(branch))
        }
        _ => String::new(),
    }
}

impl WirePullRequest {
    fn into_candidate(self) -> Candidate {
        Candidate {
            number: self.number,
            url: self.html_url,
            head: self.head.sha,
            repository: self.head.repo.map(|repository| repository.full_name),
            branch: self.head.branch,
            base: self.base.branch,
        }
    }
}
