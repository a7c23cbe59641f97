//! From checked options to what a session is told.

use super::random::random;
use crate::cli::{self, Command, Empty, Options, Stale, StaleSections};
use crate::comment::{Digest, Frame, Name};
use crate::converge::{
    self, Clearing, Emptied, Intent, Message, Millis, Mode, Pace, Predecessor, Rules, Run, Selector,
};
use crate::message;
use crate::workflow::{Commit, Environment, Target};

/// What a command asks for.
///
/// # Errors
/// There is no message, and nothing else to do.
pub(super) fn intent(
    options: &Options,
    environment: &Environment,
    message: Option<&str>,
    now: Millis,
) -> Result<Option<Intent>, message::UsageError> {
    Ok(Some(match options.command {
        Command::Publish | Command::Preview => {
            let (mode, section) = mode(options, environment, now);
            match message {
                Some(text) => Intent::Publish(Box::new(Message {
                    order: options.order,
                    mode,
                    clears: options.clear.clone(),
                    even_if_stale: options.stale == Stale::Mark,
                    ..Message::new(section, text)
                })),
                None => return Ok(clearing(options, section)?.map(Intent::Clear)),
            }
        }
        Command::Hide => Intent::Hide(options.hide_as),
        Command::Delete => Intent::Delete,
        Command::Check => Intent::Check,
        // Neither has a session of its own here.
        Command::Show | Command::Stage | Command::Deliver => Intent::Show,
    }))
}

/// Without a message: what goes, or `None` where that is nothing. A message that was to be there and is empty is no
/// wish to clear the rest.
fn clearing(options: &Options, own: Name) -> Result<Option<Clearing>, message::UsageError> {
    let mut sections = options.clear.clone();
    let emptied = match options.empty {
        Empty::Fail if sections.is_empty() || !options.message_paths.is_empty() => {
            return Err(message::UsageError::NoMessage);
        }
        Empty::Fail | Empty::Skip if sections.is_empty() => return Ok(None),
        Empty::Fail | Empty::Skip => {
            return Ok(Some(Clearing {
                sections,
                emptied: Emptied::Kept,
            }));
        }
        Empty::Clear => Emptied::Kept,
        Empty::Hide => Emptied::Hidden(options.hide_as),
        Empty::Delete => Emptied::Deleted,
    };
    sections.push(Selector::Named(own));
    Ok(Some(Clearing { sections, emptied }))
}

/// When to write, and into which section. Outside Actions there is no run that could be repeated: each entry is new.
fn mode(options: &Options, environment: &Environment, now: Millis) -> (Mode, Name) {
    let mode = match options.mode {
        cli::Mode::Upsert => Mode::Upsert,
        cli::Mode::Create => Mode::Create,
        cli::Mode::Update => Mode::Update,
        cli::Mode::Insert => Mode::Insert,
        cli::Mode::Once => Mode::Once,
        cli::Mode::Recreate if options.hide_old => {
            Mode::Recreate(Predecessor::Hidden(options.hide_as))
        }
        cli::Mode::Recreate => Mode::Recreate(Predecessor::Deleted),
        cli::Mode::Append => {
            let run = environment.run_id.unwrap_or(now);
            let job = environment.job.as_deref().unwrap_or_default();
            let entry = format!("{run}.{job}.{}", options.leg);
            let (list, entry) = options.section.with_entry(&entry);
            let limit = options.append_limit;
            return (Mode::Append { list, limit }, entry);
        }
    };
    (mode, options.section.clone())
}

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
        hint: options.comment_id,
        legs: options.legs,
        rules: Rules::default(),
        dry: !options.write || options.command == Command::Preview,
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
