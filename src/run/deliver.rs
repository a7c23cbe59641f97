//! Delivers what runs staged that may not write: finds out by GitHub where it belongs, and sends all that may go
//! out into one comment at once. The rules are in `outbox`; who wins is the session's business.

mod batch;
mod post;
mod result;
mod stop;
mod task;

use super::access::{self, Access};
use super::drive::Driven;
use super::ending::Ending;
use super::random::random;
use super::request;
use crate::comment::{Frame, Name};
use crate::converge::{self, Intent, Message, Rules, Run};
use crate::outbox::{self, Decision, Refusal};
use crate::workflow::{Commit, Log, Target};

pub(super) use task::Task;

use batch::{Batch, Parcel};
use result::{Delivered, ending};
use stop::Stop;

/// The end of a delivery, with where it went and how its sessions went, as one.
pub(super) struct End {
    pub(super) ending: Ending,
    pub(super) target: Option<Target>,
    pub(super) driven: Option<Driven>,
}

impl End {
    fn before(ending: Ending) -> Self {
        Self {
            ending,
            target: None,
            driven: None,
        }
    }
}

/// Runs a delivery to its end.
pub(super) fn deliver(task: &Task<'_>, log: &mut Log<'_>) -> anyhow::Result<End> {
    let token = access::token(task.environment)?;
    let access = Access::new(task.options, task.environment, token)?;
    let batch = match Batch::gather(task, &access, log) {
        Ok(batch) => batch,
        Err(Stop::Ended(ending)) => return Ok(End::before(*ending)),
        Err(Stop::Wrong(error)) => return Err(error),
    };
    let found = batch.parcels.iter().map(|parcel| parcel.found.clone());
    let mut decisions = outbox::decide(found.collect(), &batch.destination, &task.options.allow);
    keep_secret(&access, &mut decisions);
    let mut results: Vec<Delivered> = decisions.iter().map(Delivered::of).collect();
    note(task, &batch.parcels, &results, log);
    let mut sessions = Vec::new();
    for (key, messages) in by_key(decisions) {
        let (places, messages): (Vec<_>, Vec<_>) = messages.into_iter().unzip();
        let settings = settings(task, key, messages, &batch);
        let driven = access.converge(batch.destination.number, settings, task.clock)?;
        log.group("What was asked of GitHub", &driven.trace.join("\n"));
        for (place, fate) in places.into_iter().zip(&driven.outcome.fates) {
            if let Some(result) = results.get_mut(place) {
                result.settle(*fate, &driven.outcome);
            }
        }
        sessions.push(driven);
    }
    note(task, &batch.parcels, &results, log);
    Ok(End {
        ending: ending(&sessions, &batch.parcels, &results, task, log),
        target: Some(Target {
            number: batch.destination.number,
            commit: Commit::Known(batch.destination.head),
            before: None,
        }),
        driven: result::together(sessions),
    })
}

/// Looks through what would be published, and not what was left.
fn keep_secret(access: &Access<'_>, decisions: &mut [Decision]) {
    for decision in decisions {
        let Decision::Send(key, message) = decision else {
            continue;
        };
        let published = [
            key.as_str(),
            message.section.as_str(),
            message.content.as_str(),
        ];
        if published.into_iter().any(|text| access.is_secret(text)) {
            *decision = Decision::Refuse(Refusal::Token);
        }
    }
}

/// The run is the one that staged, as GitHub knows it: neither this one nor what an entry says.
fn settings(
    task: &Task<'_>,
    key: Name,
    messages: Vec<Message>,
    batch: &Batch,
) -> converge::Settings {
    let run = Run {
        id: batch.destination.run.unwrap_or(0),
        attempt: batch.attempt,
        start: task.clock.started(),
        nonce: random(),
        writer: String::new(),
        runner: None,
    };
    converge::Settings {
        key,
        intent: Intent::Deliver(messages),
        frame: Frame {
            run: run.id,
            attempt: run.attempt,
            ..request::frame(task.options, task.environment)
        },
        run,
        commit: Some(batch.destination.head.clone()),
        before: None,
        author: task.options.author.clone(),
        // What a stranger left is written into no comment but ours.
        adopt: Vec::new(),
        hint: task.options.comment_id,
        legs: 0,
        overflow: task.options.overflow,
        rules: Rules::default(),
        dry: !task.options.write,
        pace: request::pace(task.options),
    }
}

/// Receipts beside entries of a folder, in case this is interrupted. They decide nothing.
fn note(task: &Task<'_>, parcels: &[Parcel], results: &[Delivered], log: &mut Log<'_>) {
    if !task.options.write {
        return;
    }
    for (parcel, result) in parcels.iter().zip(results) {
        let written = parcel
            .filed
            .as_ref()
            .map(|filed| filed.receipt(result.word(), result.comment()));
        if let Some(Err(why)) = written {
            log.warning(&format!("a receipt could not be written: {why}"));
        }
    }
}

/// The messages of each comment, each with its place among the entries.
fn by_key(decisions: Vec<Decision>) -> Vec<(Name, Vec<(usize, Message)>)> {
    let mut comments: Vec<(Name, Vec<(usize, Message)>)> = Vec::new();
    for (place, decision) in decisions.into_iter().enumerate() {
        let Decision::Send(key, message) = decision else {
            continue;
        };
        match comments.iter_mut().find(|(known, _)| *known == key) {
            Some((_, messages)) => messages.push((place, *message)),
            None => comments.push((key, vec![(place, *message)])),
        }
    }
    comments
}
