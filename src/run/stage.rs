//! Leaves a message for a run that may write: one entry in the outbox. Needs no token and asks nobody.

use super::ending::{Ending, Staged, TokenInComment};
use super::error::StageError;
use super::facts::Facts;
use super::random::random;
use super::{access, content, wording};
use crate::cli::{self, Command, Empty, OnFork, Options};
use crate::comment::{Name, cut};
use crate::converge::{Failure, LONGEST_BODY, Outcome, Overflow, Trouble, Verdict};
use crate::message::{MessageError, UsageError::NoMessage};
use crate::outbox::{self, DELIVERED_EVENT, Entry, Hints, Mode};
use crate::workflow::{Commit, Environment, Event, Subject};

/// Where entries are gathered in the runner's temporary folder.
const FOLDER: &str = "one-comment-outbox";

/// The command `stage`, without asking anybody. A token is not needed, but where there is one it must not get into the
/// entry.
pub(super) fn on_purpose(
    options: &Options,
    environment: &Environment,
    event: &Event,
    facts: &mut Facts<'_>,
) -> anyhow::Result<Ending> {
    if options.template_path.is_some() {
        return Err(StageError::Template.into());
    }
    let Some(message) = wording::message(options, environment)? else {
        return match options.empty {
            Empty::Fail => Err(MessageError::from(NoMessage).into()),
            _ => Ok(Ending::empty_message()),
        };
    };
    let token = access::token(environment).ok();
    if token.is_some_and(|token| wording::is_published(options, Some(&message), &token)) {
        return Err(TokenInComment.into());
    }
    let ending = stage(options, environment, event, &message)?;
    facts.message = Some(message);
    Ok(ending)
}

/// Whether a session ended because this run may not write, as GitHub has it with forks and Dependabot (case 38).
/// Any other run that lacks a permission has a mistake to be told of.
pub(super) fn is_powerless(outcome: &Outcome, options: &Options, event: &Event) -> bool {
    let denied = matches!(
        outcome.verdict,
        Verdict::Failed(Trouble::GitHub(Failure::Denied(_)))
    );
    options.command == Command::Publish && denied && is_lowered(options, event)
}

/// Whether GitHub makes the job token of such an event read-only, and the message is for the event's own pull request.
pub(super) fn is_lowered(options: &Options, event: &Event) -> bool {
    let own = match event.subject_in(&options.repository.to_string()) {
        Ok(Subject::Number(own)) => options.number.is_none_or(|number| number == *own),
        _ => false,
    };
    own && (event.fork || event.dependabot)
}

/// What to do instead of a publish that was `denied`. Nothing is staged that nobody would deliver, and no removal:
/// whoever delivers adds what a stranger says and takes nothing away.
///
/// # Errors
/// [`StageError`] where the message cannot be staged.
pub(super) fn instead(
    denied: Ending,
    options: &Options,
    environment: &Environment,
    event: &Event,
    message: Option<&str>,
) -> Result<Ending, StageError> {
    let undeliverable = undeliverable(environment, event);
    match (options.on_fork, message, undeliverable) {
        (OnFork::Fail, ..) | (OnFork::Stage, None, Some(_)) => Ok(denied),
        (OnFork::Skip, ..) => Ok(Ending::powerless()),
        (OnFork::Stage, None, None) => Ok(Ending::not_removed()),
        (OnFork::Stage, Some(_), Some(why)) => Ok(denied.with_advice(why)),
        (OnFork::Stage, Some(message), None) => stage(options, environment, event, message),
    }
}

/// Why nobody would deliver what this run stages.
fn undeliverable(environment: &Environment, event: &Event) -> Option<&'static str> {
    if environment.event_name.as_deref() != Some(DELIVERED_EVENT) {
        Some(
            "it was not staged, since only what runs of the event `pull_request` stage is delivered",
        )
    } else if event.fork_deleted {
        Some(
            "it was not staged, since the fork is gone: whoever delivers could not confirm the pull request",
        )
    } else {
        None
    }
}

/// Writes the entry, or only says so in a dry run.
///
/// # Errors
/// [`StageError`] where the message cannot be staged.
pub(super) fn stage(
    options: &Options,
    environment: &Environment,
    event: &Event,
    message: &str,
) -> Result<Ending, StageError> {
    let entry = Entry {
        key: options.key.clone(),
        section: options.section.clone(),
        order: options.order,
        mode: mode(options, environment)?,
        content: part(options, message)?,
        hints: hints(options, environment, event),
    };
    let json = entry.to_json()?;
    let temporary = environment.runner_temp.as_ref();
    let folder = options
        .outbox
        .clone()
        .or_else(|| temporary.map(|folder| folder.join(FOLDER)))
        .ok_or(StageError::NoFolder)?;
    if !options.write || options.command.only_plans() {
        return Ok(Ending::would_stage(&folder, json));
    }
    let label = outbox::label(random());
    if let Err(why) = outbox::stage(&folder, &label, &json) {
        return Err(StageError::Folder { folder, why });
    }
    Ok(Ending::staged(Staged { folder, label }, &options.key))
}

/// As much of the message as a comment can hold: more is of no use to whoever delivers it.
fn part(options: &Options, message: &str) -> Result<String, StageError> {
    let part = cut(&content::laid_out(options, message), LONGEST_BODY);
    if part.missing > 0 && options.overflow == Overflow::Fail {
        return Err(StageError::TooLong);
    }
    Ok(part.text)
}

fn mode(options: &Options, environment: &Environment) -> Result<Mode, StageError> {
    match options.mode {
        cli::Mode::Upsert => Ok(Mode::Upsert),
        cli::Mode::Once => Ok(Mode::Once),
        cli::Mode::Append => {
            let job = environment.job.as_deref().unwrap_or_default();
            let own = format!("{job}.{}", options.leg);
            Ok(Mode::Append {
                // Never empty: there is the dot.
                entry: Name::shortened(&own).unwrap_or_else(|_| options.section.clone()),
                limit: options.append_limit,
            })
        }
        cli::Mode::Create => Err(StageError::Mode("create")),
        cli::Mode::Update => Err(StageError::Mode("update")),
        cli::Mode::Insert => Err(StageError::Mode("insert")),
        cli::Mode::Recreate => Err(StageError::Mode("recreate")),
    }
}

/// What this run believes of where the message belongs. Whoever delivers asks GitHub.
fn hints(options: &Options, environment: &Environment, event: &Event) -> Hints {
    let repository = options.repository.to_string();
    let own = match event.subject_in(&repository) {
        Ok(Subject::Number(number)) => Some(*number),
        _ => None,
    };
    let number = options.number.or(own);
    let commit = match &options.head_sha {
        Some(cli::HeadSha::Commit(sha)) => Some(sha.clone()),
        Some(cli::HeadSha::None) => None,
        None => match number.map(|number| event.target(&repository, number, None).commit) {
            Some(Commit::Known(sha)) => Some(sha),
            _ => None,
        },
    };
    Hints {
        number,
        head: commit,
        run: environment.run_id,
    }
}
