//! The composition: from flags, inputs and the runner's variables to one session, and from its outcome to the exit code.
//! The one caller with effects; every rule is somewhere else.

mod drive;
mod ending;
mod report;

use std::io;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::cli::{self, Command, Empty, HeadSha, OnError, Options, Raw};
use crate::comment::{Content, Digest, Frame, input_digest};
use crate::converge::{self, Intent, Message, Millis, Mode, Pace, Rules, Run, Session};
use crate::github::{self, Client, Timeouts, Token};
use crate::message::{self, Places, Sources};
use crate::workflow::{Commit, Environment, Event, Log, Style, Target};

pub use drive::{Clock, Driven, drive};

use ending::{Ending, NoToken, TokenInComment};
use report::Report;

/// Runs one command to its end and answers the exit code.
pub fn run(raw: &Raw) -> u8 {
    let environment = Environment::read(|name| std::env::var(name).ok());
    let options = Options::resolve(raw, &defaults(&environment));
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
    let ending = options
        .map_err(anyhow::Error::from)
        .and_then(|options| execute(&options, &environment, &mut log, &mut facts))
        .unwrap_or_else(|error| Ending::of_error(&error));
    let report = Report {
        ending: &ending,
        outcome: facts.driven.as_ref().map(|driven| &driven.outcome),
        number: facts.number,
        message: facts.message.as_deref(),
        on_error,
        json,
    };
    report.tell(&environment, &mut log, random);
    ending.exit_code(on_error)
}

/// What is known by the end, whichever way the command ended.
#[derive(Default)]
struct Facts {
    number: Option<u64>,
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

fn execute(
    options: &Options,
    environment: &Environment,
    log: &mut Log<'_>,
    facts: &mut Facts,
) -> anyhow::Result<Ending> {
    let event = Event::of_this_run(environment);
    let commit = options.head_sha.clone().map(|given| match given {
        HeadSha::Commit(sha) => Commit::Known(sha),
        HeadSha::None => Commit::NotAPullRequest,
    });
    let target = event.target(&options.repository.to_string(), options.number, commit)?;
    facts.number = Some(target.number);
    if options.command == Command::Publish {
        facts.message = read_message(options, environment)?;
        if facts.message.is_none() {
            return match options.empty {
                Empty::Skip => Ok(Ending::empty_message()),
                Empty::Fail => {
                    Err(message::MessageError::from(message::UsageError::NoMessage).into())
                }
            };
        }
    }
    let token = token(environment)?;
    // Names are written into the comment too.
    let (key, section) = (options.key.as_str(), options.section.as_str());
    let public = [facts.message.as_deref(), Some(key), Some(section)];
    if public.into_iter().flatten().any(|text| token.is_in(text)) {
        facts.message = None;
        return Err(TokenInComment.into());
    }
    let clock = Clock::start();
    let settings = settings(
        options,
        environment,
        &target,
        facts.message.as_deref(),
        clock.now(),
    );
    let driven = converge(options, environment, target.number, token, settings, clock)?;
    if options.verbose {
        log.group("What was asked of GitHub", &driven.trace.join("\n"));
    }
    let ending = Ending::of(&driven.outcome, options, &event, driven.signal);
    facts.driven = Some(driven);
    Ok(ending)
}

fn converge(
    options: &Options,
    environment: &Environment,
    number: u64,
    token: Token,
    settings: converge::Settings,
    clock: Clock,
) -> anyhow::Result<Driven> {
    let target = github::Target {
        owner: options.repository.owner.clone(),
        repository: options.repository.name.clone(),
        number,
    };
    let access = github::Settings {
        api_url: environment.api_url.clone(),
        graphql_url: environment.graphql_url.clone(),
        api: match options.api {
            cli::Api::Auto => github::Api::Auto,
            cli::Api::Graphql => github::Api::Graphql,
            cli::Api::Rest => github::Api::Rest,
        },
        job_token: variable("ONE_COMMENT_JOB_TOKEN").is_some_and(|job| token.is_exactly(&job)),
        timeouts: Timeouts::default(),
        trace: options.verbose,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the asynchronous runtime could not start")?;
    runtime.block_on(async {
        let mut client = Client::new(target, token, access)?;
        Ok(drive(Session::new(settings, clock.now()), &mut client, clock).await)
    })
}

/// Everything a session is told.
fn settings(
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
        pace: Pace {
            settle: millis(options.settle),
            timeout: millis(options.timeout),
            seed: random(),
        },
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

fn read_message(options: &Options, environment: &Environment) -> anyhow::Result<Option<String>> {
    let sources = Sources {
        text: options.message.as_deref(),
        paths: &options.message_paths,
    };
    let allowed = || {
        [&environment.workspace, &environment.runner_temp]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    };
    let places = Places {
        working_folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
        only_within: environment.in_actions.then(allowed),
    };
    Ok(message::read(&sources, &places, &mut io::stdin().lock())?)
}

/// The token, from the environment; outside Actions also from a `gh` that is logged in. Never from a flag.
fn token(environment: &Environment) -> anyhow::Result<Token> {
    let given = ["ONE_COMMENT_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"]
        .into_iter()
        .find_map(variable);
    let text = match given {
        Some(text) => text,
        None if environment.in_actions => return Err(NoToken.into()),
        None => gh_token().ok_or(NoToken)?,
    };
    Ok(Token::new(&text)?)
}

fn gh_token() -> Option<String> {
    let output = std::process::Command::new("gh")
        .args(["auth", "token"])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())
        .flatten()
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name)
        .ok()
        .filter(|value| !value.trim().is_empty())
}

fn millis(duration: std::time::Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}

/// From the operating system; what it decides is a nonce or a wait, never a secret.
fn random() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(std::process::id())
}
