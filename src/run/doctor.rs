//! `doctor`: what a publish would do, and why. Writes nothing. It asks by `answers.rs` and speaks by `words.rs`.

mod answers;
mod foresight;
mod may;
mod words;

use super::access::Access;
use super::ending::{Ending, Finding};
use crate::cli::{Command, Options};
use crate::comment::acts_unseen;
use crate::workflow::{Environment, Event, Target};
use answers::Answers;
use foresight::Publish;

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

/// A dry publish: how far it came, and how it ended.
pub(super) struct Tried<'a> {
    pub(super) ending: Ending,
    pub(super) message: Option<&'a str>,
    pub(super) access: Option<&'a Access<'a>>,
    pub(super) target: Option<&'a Target>,
}

/// The ending of a dry publish, with everything that it depends on.
pub(super) fn examine(tried: Tried<'_>, options: &Options, environment: &Environment) -> Ending {
    let event = Event::of_this_run(environment);
    let Tried { access, target, .. } = tried;
    let answers = match access.zip(target) {
        Some((access, target)) => Answers::ask(access, target, options, environment),
        None => Answers::none("GitHub was not asked"),
    };
    let of_the_job = access.is_some_and(Access::is_of_the_job);
    let may = may::may_write(&answers, &event, of_the_job);
    let publish = Publish {
        options,
        environment,
        event: &event,
        message: tried.message,
        of_the_job,
    };
    let foreseen = publish.foresee(tried.ending, &may, &answers);
    let Answers { sight, .. } = &answers;
    let findings = [
        ("program", words::program(environment)),
        ("token", words::identity(sight, of_the_job)),
        ("may write", may.to_string()),
        ("event", words::event(environment, &event)),
        (
            "conversation",
            words::conversation(options, target, &answers),
        ),
        ("commit", words::commit(target, sight)),
        ("our comments", words::comments(&answers.ours)),
        ("our marker by others", words::comments(&answers.others)),
        ("requests left", words::requests(&answers.allowance, sight)),
        ("publish", words::publish(&foreseen)),
    ];
    let mut ending = foreseen.ending;
    ending.findings = findings.map(|finding| safe(finding, access)).into();
    // They hold the whole message, which need not be shown where this is pasted.
    (ending.plan, ending.entry) = (None, None);
    ending
}

/// One line that reads as it stands, and nobody shall paste the token.
fn safe((what, text): (&'static str, String), access: Option<&Access<'_>>) -> Finding {
    let text = if access.is_some_and(|access| access.is_secret(&text)) {
        "withheld, since it holds the token".to_owned()
    } else {
        text.replace(acts_unseen, " ")
    };
    Finding { what, text }
}

#[cfg(test)]
mod tests;
