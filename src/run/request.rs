//! From checked options to what a session is told.

use super::random::random;
use crate::cli::{Options, StaleSections};
use crate::comment::{Digest, Frame};
use crate::converge::{self, Intent, Millis, Pace, Rules, Run};
use crate::workflow::{Commit, Environment, Target};

/// Everything a session is told.
pub(super) fn settings(
    options: &Options,
    environment: &Environment,
    target: &Target,
    intent: Intent,
    now: Millis,
) -> converge::Settings {
    let run = Run {
        id: environment.run_id.unwrap_or(0),
        attempt: environment.run_attempt.unwrap_or(0),
        start: now,
        nonce: random(),
        writer: writer(environment),
        runner: environment.runner_name.as_ref().map(Digest::of),
    };
    converge::Settings {
        key: options.key.clone(),
        intent,
        frame: frame(options, environment),
        run,
        commit: match &target.commit {
            Commit::Known(sha) => Some(sha.clone()),
            Commit::FromApi | Commit::NotAPullRequest => None,
        },
        before: target.before.clone(),
        author: options.author.clone(),
        adopt: options.adopt.clone(),
        hint: options.comment_id,
        overflow: options.overflow,
        legs: options.legs,
        rules: Rules::default(),
        dry: !options.write || options.command.only_plans(),
        pace: pace(options),
    }
}

/// What the reader sees around the sections.
pub(super) fn frame(options: &Options, environment: &Environment) -> Frame {
    Frame {
        server: environment.server_url.clone(),
        repository: options.repository.to_string(),
        run: environment.run_id.unwrap_or(0),
        attempt: environment.run_attempt.unwrap_or(0),
        footer: options.footer,
        marks_stale: options.stale_sections == StaleSections::Mark,
    }
}

/// How long to wait, and for how long at all.
pub(super) fn pace(options: &Options) -> Pace {
    Pace {
        settle: millis(options.settle),
        timeout: millis(options.timeout),
        seed: random(),
    }
}

fn writer(environment: &Environment) -> String {
    let parts = [&environment.workflow, &environment.job];
    parts
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("/")
}

fn millis(duration: std::time::Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}
