//! The composition: from flags, inputs and the runner's variables to one session, and from its outcome to the exit code.
//! The one caller with effects; every rule is somewhere else.

mod access;
mod content;
mod converse;
mod deliver;
mod doctor;
mod drive;
mod ending;
mod error;
mod facts;
mod intent;
mod place;
mod preview;
mod random;
mod report;
mod request;
mod stage;
mod wording;

use std::io;

use crate::cli::{self, Command, OnError, Options, Raw};
use crate::workflow::{Environment, Event, Log, Style};

pub use drive::{Clock, Driven, drive};

use deliver::Task;
use doctor::Tried;
use ending::Ending;
use facts::Facts;
use random::random;
use report::Report;

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
    let message = facts.message.take();
    let tried = Tried {
        ending,
        message: message.as_deref(),
        access: facts.access.as_ref(),
        target: facts.target.as_ref(),
    };
    doctor::examine(tried, options, environment)
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
        Command::Stage => stage::on_purpose(options, environment, &event, facts),
        _ => converse::converse(options, environment, event, clock, log, facts),
    }
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
