//! `doctor`: what a publish would do, and why. Asks, and writes nothing; its words are in `words.rs`.

mod words;

use super::access::Access;
use super::drive::Clock;
use super::ending::{Ending, Finding};
use super::request;
use crate::cli::{Command, Options};
use crate::comment::{Name, Parsed};
use crate::converge::{Comment, Failure, Intent, Reply, Sight, Verdict};
use crate::github::Allowance;
use crate::workflow::{Environment, Event, Target};
use words::{Answer, May};

/// The message of a publish that is only asked about.
const STAND_IN: &str = "…";

/// A message where the doctor was given none: what a publish would do hardly depends on it.
pub(super) fn stand_in(options: &Options) -> Option<String> {
    let none_given = options.message.is_none()
        && options.message_paths.is_empty()
        // Sections may be removed without saying anything.
        && options.clear.is_empty();
    (options.command == Command::Doctor && none_given).then(|| STAND_IN.to_owned())
}

/// The ending of a dry publish, with everything that it depends on; `access` and `target` as far as it came.
pub(super) fn examine(
    publish: Ending,
    options: &Options,
    environment: &Environment,
    access: Option<&Access<'_>>,
    target: Option<&Target>,
) -> Ending {
    let event = Event::of_this_run(environment);
    let answers = match access.zip(target) {
        Some((access, target)) => Answers::ask(access, target, options, environment),
        None => Answers::none("GitHub was not asked"),
    };
    let of_the_job = access.is_some_and(Access::is_of_the_job);
    let may = words::may_write(&answers.allowance, &event, of_the_job);
    let mut ending = match &may {
        May::No(why) if publish.plan.is_some() => {
            Ending::of_failure(&Failure::Denied(why.clone()), &event)
        }
        _ => publish,
    };
    let Answers { sight, .. } = &answers;
    let findings = [
        ("program", words::program(environment)),
        ("token", words::identity(sight, of_the_job)),
        ("may write", may.to_string()),
        ("event", words::event(environment, &event)),
        ("conversation", words::conversation(options, target, sight)),
        ("commit", words::commit(target, sight)),
        ("our comments", words::comments(&answers.ours)),
        ("our marker by others", words::comments(&answers.others)),
        ("requests left", words::requests(&answers.allowance, sight)),
        ("publish", words::publish(&ending)),
    ];
    ending.findings = findings.map(|finding| safe(finding, access)).into();
    // The plan holds the whole message, which need not be shown where this is pasted.
    ending.plan = None;
    ending
}

/// Nobody shall paste the token.
fn safe((what, text): (&'static str, String), access: Option<&Access<'_>>) -> Finding {
    let text = if access.is_some_and(|access| access.is_secret(&text)) {
        "withheld, since it holds the token".to_owned()
    } else {
        text
    };
    Finding { what, text }
}

/// What GitHub said of the conversation and of the token.
struct Answers {
    sight: Answer<Sight>,
    allowance: Answer<Allowance>,
    ours: Answer<Vec<Comment>>,
    others: Answer<Vec<Comment>>,
}

impl Answers {
    fn none(why: &str) -> Self {
        Self {
            sight: Err(why.to_owned()),
            allowance: Err(why.to_owned()),
            ours: Err(why.to_owned()),
            others: Err(why.to_owned()),
        }
    }

    fn ask(
        access: &Access<'_>,
        target: &Target,
        options: &Options,
        environment: &Environment,
    ) -> Self {
        let (seen, allowance) = match access.look(target.number) {
            Ok(looked) => looked,
            Err(error) => return Self::none(&format!("{error:#}")),
        };
        let allowance = allowance.map_err(|failure| failure.to_string());
        let sight = match seen {
            Reply::Seen(sight) => *sight,
            Reply::Failed(failure) => {
                return Self {
                    allowance,
                    ..Self::none(&failure.to_string())
                };
            }
            _ => {
                return Self {
                    allowance,
                    ..Self::none("GitHub answered something else")
                };
            }
        };
        let ours = ours(access, target, options, environment);
        let others = ours.clone().map(|ours| others(&sight, &ours, &options.key));
        Self {
            sight: Ok(sight),
            allowance,
            ours,
            others,
        }
    }
}

/// Our comments of this key, as `show` finds them.
fn ours(
    access: &Access<'_>,
    target: &Target,
    options: &Options,
    environment: &Environment,
) -> Answer<Vec<Comment>> {
    let clock = Clock::start();
    let show = request::settings(options, environment, target, Intent::Show, clock.started());
    let shown = access.converge(target.number, show, clock);
    let outcome = shown.map_err(|error| format!("{error:#}"))?.outcome;
    match outcome.verdict {
        Verdict::Shown(comments) => Ok(comments),
        _ => Err(outcome.reason),
    }
}

/// Those that begin with our marker and are not ours, among the comments whose text the look showed.
fn others(sight: &Sight, ours: &[Comment], key: &Name) -> Vec<Comment> {
    let claims = |comment: &&Comment| match comment.body.as_deref().map(Parsed::read) {
        Some(Parsed::Ours { document, .. }) => document.key == *key,
        Some(Parsed::Newer { key: other, .. }) => other == *key,
        Some(Parsed::Foreign) | None => false,
    };
    let is_ours = |comment: &&Comment| ours.iter().any(|own| own.at == comment.at);
    let mut others: Vec<Comment> = sight
        .oldest
        .iter()
        .chain(&sight.recent)
        .filter(claims)
        .filter(|comment| !is_ours(comment))
        .cloned()
        .collect();
    others.sort_unstable_by_key(|comment| comment.at.id);
    others.dedup_by_key(|comment| comment.at.id);
    others
}

#[cfg(test)]
mod tests;
