//! From the event to the pull request: asks GitHub where the event does not name it. Decides nothing about comments.

use std::ops::ControlFlow;

use super::Clock;
use super::ending::Ending;
use crate::cli::{HeadSha, Options};
use crate::converge::{Clue, Found, Lookup, Pace};
use crate::github::{PullRequests, Settings, Token};
use crate::workflow::{Commit, Event, Subject, Target};

/// Where a command is to act.
pub(super) enum Place {
    /// On this pull request or issue.
    At(Target),
    /// Nowhere, which ends it.
    Nowhere(Ending),
    /// On the pull request that GitHub finds by this.
    Unknown(Clue),
}

impl Place {
    /// As far as it can be told without asking GitHub.
    ///
    /// # Errors
    /// [`NoNumber`](crate::workflow::NoNumber) where neither the user nor the event names one.
    pub(super) fn of(options: &Options, event: &Event) -> anyhow::Result<Self> {
        let repository = options.repository.to_string();
        let subject = match options.number {
            Some(number) => &Subject::Number(number),
            None => event.subject_in(&repository)?,
        };
        Ok(match subject {
            Subject::Number(number) => {
                let commit = options.head_sha.as_ref().map(commit);
                Self::At(event.target(&repository, *number, commit))
            }
            Subject::Clue(clue) => Self::Unknown(clue.clone()),
            Subject::Nothing(why) => Self::Nowhere(Ending::no_pull_request(why.to_string())),
        })
    }
}

fn commit(given: &HeadSha) -> Commit {
    match given {
        HeadSha::Commit(sha) => Commit::Known(sha.clone()),
        HeadSha::None => Commit::NotAPullRequest,
    }
}

/// Asks GitHub until it is clear what the clue leads to, or time is up. Tells what was asked.
pub(super) async fn find(
    clue: &Clue,
    options: &Options,
    token: Token,
    settings: &Settings,
    pace: Pace,
    clock: Clock,
) -> anyhow::Result<(Found, Vec<String>)> {
    let repository = &options.repository;
    let mut pull_requests =
        PullRequests::new(&repository.owner, &repository.name, token, settings)?;
    let mut lookup = Lookup::new(clue.clone(), pace, clock.now());
    loop {
        let answer = pull_requests.candidates(clue).await;
        match lookup.judge(answer, clock.now()) {
            ControlFlow::Break(found) => return Ok((found, pull_requests.take_trace())),
            ControlFlow::Continue(until) => clock.sleep_until(until).await,
        }
    }
}
