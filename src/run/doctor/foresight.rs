//! How a publish would end that has something to write. GitHub refuses some writes for reasons that show before.
//! Asks nobody, stages nothing.

use super::answers::Answers;
use super::may::May;
use crate::cli::Options;
use crate::converge::{AccountKind, Failure};
use crate::run::ending::Ending;
use crate::run::report::described;
use crate::run::stage;
use crate::workflow::{Environment, Event};

/// The publish that is asked about.
pub(super) struct Publish<'a> {
    pub(super) options: &'a Options,
    pub(super) environment: &'a Environment,
    pub(super) event: &'a Event,
    /// `None` where it only removes.
    pub(super) message: Option<&'a str>,
    /// Its token is the job's own.
    pub(super) of_the_job: bool,
}

/// What is likely to become of it.
pub(super) struct Foreseen {
    pub(super) ending: Ending,
    /// What would become of it if the token may do more than such tokens may as a rule.
    pub(super) otherwise: Option<String>,
}

impl Publish<'_> {
    /// From how it ended dry, where GitHub has nothing to refuse.
    pub(super) fn foresee(&self, dry: Ending, may: &May, answers: &Answers) -> Foreseen {
        let Some(plan) = &dry.plan else {
            return Foreseen::surely(dry);
        };
        let otherwise = Some(described(plan).0);
        if let May::No(why) = may {
            return Foreseen::surely(self.denied(why));
        }
        if self.of_the_job && (self.event.fork || self.event.dependabot) {
            let ending = self.without_rights();
            return Foreseen { ending, otherwise };
        }
        if answers.standing.as_ref().is_ok_and(|it| it.archived) {
            return Foreseen::surely(Ending::archived());
        }
        match answers.sight.as_ref() {
            Ok(sight) if sight.subject.locked => {
                let viewer = sight.viewer.as_ref().map(|viewer| viewer.kind);
                let is_bot = self.of_the_job || viewer == Some(AccountKind::Bot);
                Foreseen {
                    ending: Ending::locked(),
                    // Only people with write access pass (case 39).
                    otherwise: otherwise.filter(|_| !is_bot),
                }
            }
            _ => Foreseen::surely(dry),
        }
    }

    /// With a token that reads only (facts 71, 72).
    fn without_rights(&self) -> Ending {
        let denied = self.denied("the job token of such a run is read-only");
        if !stage::is_lowered(self.options, self.event) {
            return denied;
        }
        let (options, environment) = (self.options, self.environment);
        stage::instead(denied, options, environment, self.event, self.message)
            .unwrap_or_else(|error| Ending::of_error(&error.into()))
    }

    fn denied(&self, why: &str) -> Ending {
        Ending::of_failure(&Failure::Denied(why.to_owned()), self.event)
    }
}

impl Foreseen {
    fn surely(ending: Ending) -> Self {
        Self {
            ending,
            otherwise: None,
        }
    }
}
