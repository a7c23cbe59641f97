//! The commands that are one session on one conversation: what is to be said, where, and how it went.

use super::access::{self, Access};
use super::doctor;
use super::drive::{Clock, Driven};
use super::ending::{Ending, TokenInComment};
use super::facts::Facts;
use super::place::Place;
use super::wording::{self, ThisRun};
use super::{intent, preview, request, stage};
use crate::cli::{Command, Options};
use crate::converge::Intent;
use crate::message::MessageError;
use crate::workflow::{Environment, Event, Log};

/// Runs the command to its end.
pub(super) fn converse<'a>(
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
    if wording::is_published(options, facts.message.as_deref(), &token) {
        facts.message = None;
        return Err(TokenInComment.into());
    }
    let access = &*facts
        .access
        .insert(Access::new(options, environment, token)?);
    let content = facts.message.clone();
    if wording::is_templated(options) {
        facts.message = wording::untold(options, facts.message.take());
    }
    let until = clock.after(options.timeout);
    let template = access.keep_secret(wording::template(options, environment, until))?;
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
        let content = content.unwrap_or_default();
        facts.message = wording::rendered(template, &content, &this_run)?;
        asked = intent(facts.message.as_deref())?;
    }
    let Some(intent) = asked else {
        return Ok(Ending::empty_message());
    };
    let (driven, previewed) = act(&this_run, intent, clock, log)?;
    let driven = &*facts.driven.insert(driven);
    if let Some(page) = previewed {
        return Ok(Ending::previewed(page));
    }
    conclude(driven, facts.message.as_deref(), &this_run, &event)
}

/// How it ended; for a run that turned out not to be allowed to write, after staging what there is to stage.
fn conclude(
    driven: &Driven,
    message: Option<&str>,
    this_run: &ThisRun<'_>,
    event: &Event,
) -> anyhow::Result<Ending> {
    let ThisRun {
        options,
        environment,
        ..
    } = this_run;
    let ending = Ending::of(&driven.outcome, options, event, driven.signal);
    if !stage::is_powerless(&driven.outcome, options, event) {
        return Ok(ending);
    }
    Ok(stage::instead(
        ending,
        options,
        environment,
        event,
        message,
    )?)
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
