//! A first world to start from: one repository, one pull request, a token for every identity.
//! Its tokens mean nothing outside this process.

use super::change::Change;
use super::identity::Identity;
use super::repository::{RepositoryName, Subject};
use super::server::State;

impl State {
    /// Repository `octo-org/hello` with pull request 7 of one commit, issue 8, and the fork
    /// `contributor/hello` with pull request 9.
    pub fn seeded() -> Self {
        let mut state = Self::default();
        // The first of January 2026, so that times look like times.
        state.set_clock(1_767_225_600_000);
        for (token, identity) in Self::seeded_tokens() {
            state.add_token(token, identity);
        }
        for change in beginning() {
            // Nothing in an empty world refuses these; the tests would show it.
            let _seeded = state.change(change);
        }
        // A read that lags never sees a world without the repository.
        state.past.clear();
        state
    }

    /// The tokens of the seeded world, each with the identity behind it.
    pub fn seeded_tokens() -> [(&'static str, Identity); 7] {
        [
            ("job-token", Identity::job()),
            ("read-only-token", Identity::read_only_job()),
            ("comments-only-token", Identity::comments_only_job()),
            ("issues-token", Identity::issues_job()),
            ("app-token", Identity::app("octo-app")),
            ("person-token", Identity::person("octocat")),
            ("outsider-token", Identity::outsider("visitor")),
        ]
    }
}

/// How the seeded world came about.
fn beginning() -> [Change; 5] {
    let repository = RepositoryName::new("octo-org", "hello");
    let fork = RepositoryName::new("contributor", "hello");
    let on = |number| Subject {
        repository: repository.clone(),
        number,
    };
    [
        Change::AddRepository {
            repository: repository.clone(),
            fork_of: None,
        },
        Change::AddRepository {
            repository: fork.clone(),
            fork_of: Some(repository.clone()),
        },
        Change::OpenPullRequest {
            on: on(7),
            by: "octocat".to_owned(),
            branch: "feature".to_owned(),
            commits: vec!["1".repeat(40).into()],
            fork: None,
        },
        Change::OpenIssue {
            on: on(8),
            by: "octocat".to_owned(),
        },
        Change::OpenPullRequest {
            on: on(9),
            by: "contributor".to_owned(),
            branch: "patch-1".to_owned(),
            commits: vec!["9".repeat(40).into()],
            fork: Some(fork),
        },
    ]
}
