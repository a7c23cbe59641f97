//! From checked options to what a session is told.

use super::random::random;
use crate::cli::{self, Command, Options};
use crate::comment::{Content, Digest, Frame, input_digest};
use crate::converge::{self, Intent, Message, Millis, Mode, Pace, Rules, Run};
use crate::workflow::{Commit, Environment, Target};

/// Everything a session is told.
pub(super) fn settings(
    options: &Options,
    environment: &Environment,
    target: &Target,
    message: Option<&str>,
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
        intent: match options.command {
            Command::Publish => {
                Intent::Publish(Box::new(publish(options, message.unwrap_or_default())))
            }
            Command::Hide => Intent::Hide(options.hide_as),
            Command::Delete => Intent::Delete,
            Command::Check => Intent::Check,
            Command::Show => Intent::Show,
        },
        frame: Frame {
            server: environment.server_url.clone(),
            repository: options.repository.to_string(),
            run: run.id,
            attempt: run.attempt,
            footer: options.footer,
        },
        run,
        commit: match &target.commit {
            Commit::Known(sha) => Some(sha.clone()),
            Commit::FromApi | Commit::NotAPullRequest => None,
        },
        before: target.before.clone(),
        author: options.author.clone(),
        legs: options.legs,
        rules: Rules::default(),
        dry: !options.write,
        pace: pace(options),
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

fn publish(options: &Options, text: &str) -> Message {
    Message {
        section: options.section.clone(),
        order: options.order,
        content: Content::new(text),
        input: input_digest(text),
        mode: match options.mode {
            cli::Mode::Upsert => Mode::Upsert,
            cli::Mode::Create => Mode::Create,
            cli::Mode::Update => Mode::Update,
            cli::Mode::Insert => Mode::Insert,
        },
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
