//! What `doctor` found, in plain words that are safe to paste. What is not known is said to be so. Asks nobody.

use super::answers::{Answer, Answers};
use super::foresight::Foreseen;
use crate::cli::Options;
use crate::converge::{Account, AccountKind, Comment, Head, Seconds, Sight};
use crate::github::{Allowance, Budget, redacted};
use crate::run::report::described;
use crate::workflow::{Commit, Environment, Event, Subject, Target};

/// Which program talks to which server.
pub(super) fn program(environment: &Environment) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let server = redacted(&environment.api_url);
    let place = if environment.in_actions {
        "in Actions"
    } else {
        "outside Actions"
    };
    format!("one-comment {version}, {place}, asking {server}")
}

/// Who the token writes as.
pub(super) fn identity(sight: &Answer<Sight>, of_the_job: bool) -> String {
    let viewer = match sight {
        Ok(sight) => sight.viewer.as_ref().map(account),
        Err(why) => return unknown(why),
    };
    let of = if of_the_job { "the job's own, " } else { "" };
    match viewer {
        Some(account) => format!("{of}writes as {account}"),
        None => format!("{of}GitHub does not say as whom it writes"),
    }
}

/// What started the run, and what that says of the pull request.
pub(super) fn event(environment: &Environment, event: &Event) -> String {
    let name = environment.event_name.as_deref().unwrap_or("none");
    let from = match (event.fork, event.dependabot) {
        (true, _) => ", of a fork",
        (_, true) => ", by Dependabot",
        _ => "",
    };
    let says = match &event.subject {
        Ok(Subject::Number(number)) => format!("about #{number}"),
        Ok(Subject::Clue(_)) => "GitHub has to be asked for its pull request".to_owned(),
        Ok(Subject::Nothing(why)) => why.to_string(),
        Err(why) => why.to_string(),
    };
    format!("{name}{from}; {says}")
}

/// Which pull request or issue it is, and whether it can be commented on.
pub(super) fn conversation(
    options: &Options,
    target: Option<&Target>,
    answers: &Answers,
) -> String {
    let repository = &options.repository;
    let Some(Target { number, .. }) = target else {
        return format!("in {repository}, which one is unknown");
    };
    let subject = match &answers.sight {
        Ok(sight) => &sight.subject,
        Err(why) => return format!("#{number} in {repository}; {}", unknown(why)),
    };
    let kind = match subject.head {
        Head::None => "issue",
        Head::Confirmed(_) | Head::Unconfirmed => "pull request",
    };
    let locked = if subject.locked { ", locked" } else { "" };
    let archived = match &answers.standing {
        Ok(standing) if standing.archived => ", in an archived repository",
        _ => "",
    };
    let state = &subject.state;
    format!("{kind} #{number} in {repository}, {state}{locked}{archived}")
}

/// Which commit the message would be about, and whether that is the newest one.
pub(super) fn commit(target: Option<&Target>, sight: &Answer<Sight>) -> String {
    let mine = match target.map(|target| &target.commit) {
        Some(Commit::Known(sha)) => Some(sha),
        Some(Commit::NotAPullRequest) => return "none".to_owned(),
        Some(Commit::FromApi) | None => None,
    };
    let head = match sight {
        Ok(sight) => &sight.subject.head,
        Err(why) => {
            return mine.map_or_else(
                || unknown(why),
                |mine| format!("{mine}; whether it is the head is {}", unknown(why)),
            );
        }
    };
    match (mine, head) {
        (_, Head::None) => "none, since an issue has no commits".to_owned(),
        (Some(mine), Head::Confirmed(head)) if mine == head => format!("{mine}, the head"),
        (Some(mine), Head::Confirmed(head)) => {
            format!("{mine}, while GitHub shows {head} as the head")
        }
        (None, Head::Confirmed(head)) => format!("{head}, the head; nobody named another"),
        (Some(mine), Head::Unconfirmed) => format!("{mine}; GitHub does not say which is the head"),
        (None, Head::Unconfirmed) => "unknown: GitHub does not say which is the head".to_owned(),
    }
}

/// Links, each with its author.
pub(super) fn comments(comments: &Answer<Vec<Comment>>) -> String {
    let comments = match comments {
        Ok(comments) => comments,
        Err(why) => return unknown(why),
    };
    let told = comments.iter().map(|comment| {
        let author = comment
            .author
            .as_ref()
            .map_or_else(|| "a deleted account".to_owned(), account);
        let hidden = comment
            .hidden
            .as_ref()
            .map_or_else(String::new, |why| format!(", hidden as {why}"));
        format!("{} by {author}{hidden}", comment.url)
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        "none".to_owned()
    } else {
        told.join(", ")
    }
}

/// What the token may still ask.
pub(super) fn requests(allowance: &Answer<Allowance>, sight: &Answer<Sight>) -> String {
    let now = sight.as_ref().map_or(0, |sight| sight.server_time);
    match allowance {
        Ok(allowance) => {
            let graphql = budget(allowance.graphql, now);
            let rest = budget(allowance.rest, now);
            format!("by GraphQL {graphql}; by REST {rest}")
        }
        Err(why) => unknown(why),
    }
}

/// What a publish would do.
pub(super) fn publish(foreseen: &Foreseen) -> String {
    let ending = &foreseen.ending;
    let reason = &ending.reason;
    let likely = match (&ending.plan, ending.outcome, ending.code) {
        (Some(plan), ..) => format!("would {}", described(plan).0),
        (None, _, 0) if ending.entry.is_some() => {
            "would stage the message for a workflow that may write".to_owned()
        }
        (None, Some(outcome), 0) => format!("would write nothing: {outcome}, {reason}"),
        (.., code) => format!("would end with exit code {code}: {reason}"),
    };
    match &foreseen.otherwise {
        Some(otherwise) => {
            format!("{likely}; if its token may write all the same, would {otherwise}")
        }
        None => likely,
    }
}

fn budget(budget: Option<Budget>, now: Seconds) -> String {
    let Some(budget) = budget else {
        return "not counted by this server".to_owned();
    };
    let minutes = budget.reset.saturating_sub(now).div_ceil(60);
    let until = if now == 0 {
        String::new()
    } else {
        format!(", again whole in {minutes} min")
    };
    format!("{} of {}{until}", budget.remaining, budget.limit)
}

fn account(account: &Account) -> String {
    let kind = match account.kind {
        AccountKind::User => "a user",
        AccountKind::Bot => "a bot",
        AccountKind::Other => "neither user nor bot",
    };
    format!("{} ({kind})", account.login)
}

fn unknown(why: &str) -> String {
    format!("unknown: {why}")
}
