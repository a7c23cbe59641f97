//! Lists the pull requests that an event may be about, by REST. Which of them it is, is decided elsewhere.
//!
//! By branch, or else all open ones: asked for the pull requests of a fork's commit, the base repository answers an
//! empty list (fact 40), and a search would lag behind.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::repository::Repository;
use crate::comment::Sha;
use crate::converge::{Candidate, Candidates, Clue, Failure, Sought};

/// Pages that are read: of more than so many hundred open pull requests nobody can tell without a branch.
const PAGES: u32 = 20;

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

impl Repository {
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

    async fn open(&mut self, sought: &Sought) -> Result<Candidates, Failure> {
        let path = format!("/pulls?state=open{}", filter(sought));
        let pull_requests = |page: Vec<WirePullRequest>| page.into_iter();
        let listed = self.list(&path, PAGES, pull_requests, |found| found.number);
        let listed = listed.await?;
        let found = listed.entries.into_iter();
        Ok(Candidates {
            found: found.map(WirePullRequest::into_candidate).collect(),
            complete: listed.complete,
        })
    }

    /// The pull request of this number, whatever its state.
    ///
    /// # Errors
    /// The [`Failure`] of the request.
    pub async fn numbered(&mut self, number: u64) -> Result<Candidates, Failure> {
        let found = match self
            .get::<WirePullRequest>(&format!("/pulls/{number}"))
            .await
        {
            Ok(found) => vec![found.into_candidate()],
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
