//! From the event to the pull request, by way of GitHub where the event does not name it.

use super::access::Access;
use super::drive::Clock;
use super::ending::Ending;
use super::request;
use crate::cli::{HeadSha, Options};
use crate::converge::{Clue, Found};
use crate::workflow::{Commit, Event, Log, NoNumber, Subject, Target};

/// Where a command is to act.
pub(super) enum Place {
    /// On this pull request or issue.
    At(Target),
    /// On the pull request that GitHub finds by this.
    Unknown(Clue),
    /// Nowhere, which ends it.
    Nowhere(Ending),
}

impl Place {
    /// As far as it can be told without asking GitHub. What the user gave always wins (case 34).
    ///
    /// # Errors
    /// [`NoNumber`] where neither the user nor the event names one.
    pub(super) fn of(options: &Options, event: &Event) -> Result<Self, NoNumber> {
        if let Some(number) = options.number {
            return Ok(Self::At(target(options, event, number)));
        }
        Ok(match event.subject_in(&options.repository.to_string())? {
            Subject::Number(number) => Self::At(target(options, event, *number)),
            Subject::Clue(clue) => Self::Unknown(clue.clone()),
            Subject::Nothing(why) => Self::Nowhere(Ending::no_pull_request(why.to_string())),
        })
    }

    /// The same, with GitHub's help. The event learns what GitHub said.
    pub(super) fn resolve(
        self,
        options: &Options,
        event: &mut Event,
        access: &Access<'_>,
        clock: Clock,
        log: &mut Log<'_>,
    ) -> anyhow::Result<Result<Target, Ending>> {
        let clue = match self {
            Self::At(target) => return Ok(Ok(target)),
            Self::Nowhere(ending) => return Ok(Err(ending)),
            Self::Unknown(clue) => clue,
        };
        let (found, trace) = access.find(&clue, request::pace(options), clock)?;
        log.group("Looking for the pull request", &trace.join("\n"));
        Ok(match found {
            Found::One(candidate) => {
                event.found(candidate.number, candidate.head);
                Ok(target(options, event, candidate.number))
            }
            Found::None(why) | Found::Moved(why) => Err(Ending::no_pull_request(why)),
            Found::Unclear(why) => Err(Ending::refused(why)),
            Found::Failed(failure) => Err(Ending::of_failure(&failure, event)),
        })
    }
}

fn target(options: &Options, event: &Event, number: u64) -> Target {
    let commit = options.head_sha.as_ref().map(|given| match given {
        HeadSha::Commit(sha) => Commit::Known(sha.clone()),
        HeadSha::None => Commit::NotAPullRequest,
    });
    event.target(&options.repository.to_string(), number, commit)
}
