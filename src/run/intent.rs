//! What a session is for: from the command, the message and the inputs that say when, where and what goes.

use super::content;
use crate::cli::{self, Command, Empty, Options, Stale};
use crate::comment::Name;
use crate::converge::{Clearing, Emptied, Intent, Message, Millis, Mode, Predecessor, Selector};
use crate::message;
use crate::workflow::Environment;

/// What a command asks for.
///
/// # Errors
/// There is no message, and nothing else to do.
pub(super) fn of(
    options: &Options,
    environment: &Environment,
    message: Option<&str>,
    now: Millis,
) -> Result<Option<Intent>, message::UsageError> {
    Ok(Some(match options.command {
        Command::Publish | Command::Preview | Command::Doctor => {
            let (mode, section) = mode(options, environment, now);
            match message {
                Some(text) => {
                    let (content, input) =
                        content::of(options, &section, &environment.server_url, text);
                    Intent::Publish(Box::new(Message {
                        section,
                        order: options.order,
                        content,
                        input,
                        mode,
                        clears: options.clear.clone(),
                        even_if_stale: options.stale == Stale::Mark,
                    }))
                }
                None => return Ok(clearing(options, section)?.map(Intent::Clear)),
            }
        }
        Command::Hide => Intent::Hide(options.hide_as),
        Command::Delete => Intent::Delete,
        Command::Check => Intent::Check,
        // Staging and delivering have no session of their own.
        Command::Show | Command::Stage | Command::Deliver => Intent::Show,
    }))
}

/// Without a message: what goes, or `None` where that is nothing. A message that was to be there and is empty is no
/// wish to clear the rest.
fn clearing(options: &Options, own: Name) -> Result<Option<Clearing>, message::UsageError> {
    let mut sections = options.clear.clone();
    let emptied = match options.empty {
        Empty::Fail
            if sections.is_empty()
                || !options.message_paths.is_empty()
                || options.template_path.is_some() =>
        {
            return Err(match &options.template_path {
                Some(_) => message::UsageError::EmptyTemplate,
                None => message::UsageError::NoMessage,
            });
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
