//! What `doctor` found, in plain words that are safe to paste. What is not known is said to be so. Asks nobody.

use std::fmt;

use crate::cli::Options;
use crate::converge::{Account, AccountKind, Comment, Head, Seconds, Sight};
use crate::github::{Allowance, Budget, redacted};
use crate::run::ending::Ending;
use crate::run::report::described;
use crate::workflow::{Commit, Environment, Event, Subject, Target};

/// What GitHub said, or why it is not known.
pub(super) type Answer<T> = Result<T, String>;

/// Whether the token may write comments.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum May {
    /// As far as its scopes tell.
    Yes(String),
    /// For certain.
    No(String),
    /// GitHub tells only by refusing a write.
    Unknown(&'static str),
}

impl fmt::Display for May {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes(why) => write!(f, "yes: {why}"),
            Self::No(why) => write!(f, "no: {why}"),
            Self::Unknown(why) => write!(
                f,
                "unknown, since GitHub tells only by refusing a write; {why}"
            ),
        }
    }
}

/// The scopes of a classic personal token are all that GitHub tells (fact 110); an event tells how a job's token was
/// made (facts 71, 72).
pub(super) fn may_write(allowance: &Answer<Allowance>, event: &Event, of_the_job: bool) -> May {
    let scopes = allowance.as_ref().ok().and_then(|it| it.scopes.as_ref());
    if let Some(scopes) = scopes {
        let enough = scopes
            .split(',')
            .any(|scope| ["repo", "public_repo"].contains(&scope.trim()));
        return if enough {
            May::Yes(format!("its scopes are {scopes}"))
        } else {
            May::No(format!(
                "its scopes are {scopes}; a comment needs repo, or public_repo in a public repository"
            ))
        };
    }
    May::Unknown(match (of_the_job, event.fork, event.dependabot) {
        (true, true, _) => "a fork's event, whose job token is read-only",
        (true, _, true) => {
            "Dependabot's event, whose job token is read-only unless `permissions` of the job raise it"
        }
        (true, ..) => "the job needs `permissions: pull-requests: write`",
        (false, ..) => "it needs write access to pull requests",
    })
}

/// Which program talks to which server.
pub(super) fn program(environment: &Environment) -> String {
    let (version, server) = (env!("CARGO_PKG_VERSION"), redacted(&environment.api_url));
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
    sight: &Answer<Sight>,
) -> String {
    let repository = &options.repository;
    let Some(Target { number, .. }) = target else {
        return format!("in {repository}, which one is unknown");
    };
    let subject = match sight {
        Ok(sight) => &sight.subject,
        Err(why) => return format!("#{number} in {repository}; {}", unknown(why)),
    };
    let kind = match subject.head {
        Head::None => "issue",
        Head::Confirmed(_) | Head::Unconfirmed => "pull request",
    };
    let locked = if subject.locked { ", locked" } else { "" };
    let state = &subject.state;
    format!("{kind} #{number} in {repository}, {state}{locked}")
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
pub(super) fn publish(ending: &Ending) -> String {
    let reason = &ending.reason;
    match (&ending.plan, ending.outcome, ending.code) {
        (Some(plan), ..) => format!("would {}", described(plan).0),
        (None, Some(outcome), 0) => format!("would write nothing: {outcome}, {reason}"),
        (.., code) => format!("would end with exit code {code}: {reason}"),
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
