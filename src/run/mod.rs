//! The composition: from flags, inputs and the runner's variables to one session, and from its outcome to the exit code.
//! The one caller with effects; every rule is somewhere else.

mod access;
mod content;
mod deliver;
mod doctor;
mod drive;
mod ending;
mod error;
mod intent;
mod place;
mod preview;
mod random;
mod report;
mod request;
mod stage;
mod wording;

use std::io;

use crate::cli::{self, Command, Empty, OnError, Options, Raw};
use crate::converge::{Intent, Selector};
use crate::github::Token;
use crate::message::{MessageError, UsageError::NoMessage};
use crate::workflow::{Environment, Event, Log, Style, Target};

pub use drive::{Clock, Driven, drive};

use access::Access;
use deliver::Task;
use ending::{Ending, TokenInComment};
use error::StageError;
use place::Place;
use random::random;
use report::Report;
use wording::ThisRun;

/// Runs one command to its end and answers the exit code.
pub fn run(raw: &Raw) -> u8 {
    let environment = Environment::read(|name| std::env::var(name).ok());
    let options = Options::resolve(raw, &defaults(&environment)).map_err(anyhow::Error::from);
    let verbose = options.as_ref().is_ok_and(|options| options.verbose);
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let style = Style {
        in_actions: environment.in_actions,
        verbose,
    };
    let mut log = Log::new(&mut out, &mut err, style);
    let mut facts = Facts::default();
    let (on_error, json) = options
        .as_ref()
        .map_or((OnError::Fail, raw.wants_json()), |o| (o.on_error, o.json));
    let ending = match &options {
        Ok(options) => carry_out(options, &environment, &mut log, &mut facts),
        Err(error) => Ending::of_error(error),
    };
    let report = Report {
        ending: &ending,
        outcome: facts.driven.as_ref().map(|driven| &driven.outcome),
        number: facts.target.as_ref().map(|target| target.number),
        message: facts.message.as_deref(),
        on_error,
        json,
    };
    report.tell(&environment, &mut log, random);
    ending.exit_code(on_error)
}

/// What is known by the end, whichever way the command ended.
#[derive(Default)]
struct Facts<'a> {
    access: Option<Access<'a>>,
    target: Option<Target>,
    message: Option<String>,
    driven: Option<Driven>,
}

fn defaults(environment: &Environment) -> cli::Defaults<'_> {
    cli::Defaults {
        repository: environment.repository.as_deref(),
        workflow: environment.workflow.as_deref(),
        job: environment.job.as_deref(),
        verbose: environment.debug,
    }
}

fn carry_out<'a>(
    options: &'a Options,
    environment: &Environment,
    log: &mut Log<'_>,
    facts: &mut Facts<'a>,
) -> Ending {
    let ending =
        execute(options, environment, log, facts).unwrap_or_else(|error| Ending::of_error(&error));
    if options.command != Command::Doctor {
        return ending;
    }
    // Whatever became of it: nothing was to be published.
    facts.message = None;
    let (access, target) = (facts.access.as_ref(), facts.target.as_ref());
    doctor::examine(ending, options, environment, access, target)
}

fn execute<'a>(
    options: &'a Options,
    environment: &Environment,
    log: &mut Log<'_>,
    facts: &mut Facts<'a>,
) -> anyhow::Result<Ending> {
    let clock = Clock::start();
    let event = Event::of_this_run(environment);
    match options.command {
        Command::Deliver => deliver(options, environment, &event, clock, log, facts),
        Command::Stage => stage_only(options, environment, &event, facts),
        _ => converse(options, environment, event, clock, log, facts),
    }
}

/// The commands that are one session on one conversation.
fn converse<'a>(
    options: &'a Options,
    environment: &Environment,
    mut event: Event,
    clock: Clock,
    log: &mut Log<'_>,
    facts: &mut Facts<'a>,
) -> anyhow::Result<Ending> {
    let place = Place::of(options, &event)?;
    let intent = |message: Option<&str>| {
        let intent = intent::of(options, environment, message, clock.started());
        intent.map_err(MessageError::from)
    };
    let mut asked = None;
    if options.command.publishes() {
        facts.message =
            wording::message(options, environment)?.or_else(|| doctor::stand_in(options));
    }
    // What a template says is known when it is known what it is about; all else can be refused before.
    if !wording::is_templated(options) {
        asked = intent(facts.message.as_deref())?;
        if asked.is_none() {
            return Ok(Ending::empty_message());
        }
    }
    let token = access::token(environment)?;
    if is_published(options, facts.message.as_deref(), &token) {
        facts.message = None;
        return Err(TokenInComment.into());
    }
    let access = &*facts
        .access
        .insert(Access::new(options, environment, token)?);
    let template = access.keep_secret(wording::template(options, environment))?;
    let target = match place.resolve(options, &mut event, access, clock, log)? {
        Ok(target) => &*facts.target.insert(target),
        Err(ending) => return Ok(ending),
    };
    let this_run = ThisRun {
        options,
        environment,
        target,
        access,
    };
    if let Some(template) = template {
        let content = facts.message.take().unwrap_or_default();
        facts.message = wording::rendered(&template, &content, &this_run)?;
        asked = intent(facts.message.as_deref())?;
    }
    let Some(intent) = asked else {
        return Ok(Ending::empty_message());
    };
    let (driven, previewed) = act(&this_run, intent, clock, log)?;
    let driven = &*facts.driven.insert(driven);
    match (previewed, &facts.message) {
        (Some(page), _) => Ok(Ending::previewed(page)),
        (None, Some(message)) if stage::is_powerless(&driven.outcome, options, &event) => {
            let staged = stage::instead(options, environment, &event, message)?;
            Ok(staged.unwrap_or_else(|| ended(driven, options, &event)))
        }
        _ => Ok(ended(driven, options, &event)),
    }
}

/// Runs one session, and says where the preview of its plan is, if that is what was asked for.
fn act(
    this_run: &ThisRun<'_>,
    intent: Intent,
    clock: Clock,
    log: &mut Log<'_>,
) -> anyhow::Result<(Driven, Option<String>)> {
    let ThisRun {
        options,
        environment,
        target,
        access,
    } = this_run;
    let settings = request::settings(options, environment, target, intent, clock.started());
    let mut driven = access.converge(target.number, settings.clone(), clock)?;
    let previewed = match options.command {
        Command::Preview => {
            preview::preview(access, &mut driven, options, target.number, settings)?
        }
        _ => None,
    };
    log.group("What was asked of GitHub", &driven.trace.join("\n"));
    Ok((driven, previewed))
}

fn ended(driven: &Driven, options: &Options, event: &Event) -> Ending {
    Ending::of(&driven.outcome, options, event, driven.signal)
}

fn deliver(
    options: &Options,
    environment: &Environment,
    event: &Event,
    clock: Clock,
    log: &mut Log<'_>,
    facts: &mut Facts<'_>,
) -> anyhow::Result<Ending> {
    let task = Task {
        options,
        environment,
        event,
        clock,
    };
    let end = deliver::deliver(&task, log)?;
    (facts.target, facts.driven) = (end.target, end.driven);
    Ok(end.ending)
}

/// On purpose, without asking anybody. A token is not needed, but where there is one it must not get into the entry.
fn stage_only(
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
    if token.is_some_and(|token| is_published(options, Some(&message), &token)) {
        return Err(TokenInComment.into());
    }
    let ending = stage::stage(options, environment, event, &message)?;
    facts.message = Some(message);
    Ok(ending)
}

/// Whether the token would be in the comment. Names are written into it too.
fn is_published(options: &Options, message: Option<&str>, token: &Token) -> bool {
    let (key, section) = (options.key.as_str(), options.section.as_str());
    let names = [
        Some(key),
        Some(section),
        Some(options.leg.as_str()),
        options.title.as_deref(),
        message,
    ];
    let cleared = options.clear.iter().map(Selector::as_str);
    let mut public = names.into_iter().flatten().chain(cleared);
    public.any(|text| token.is_in(text))
}
