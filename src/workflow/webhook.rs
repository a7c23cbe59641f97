//! From the name and the payload of a webhook to an [`Event`], one function for each kind.
//!
//! Never from `GITHUB_SHA`, which is a merge commit or the default branch (fact 36). What is missing or malformed
//! in a payload is not guessed from the rest of it.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::comment::Sha;
use crate::converge::{Clue, Sought};

use super::environment::Environment;
use super::event::{Commit, Event, NoNumber, Nothing, Subject};
use super::payload::{
    CheckRunEvent, CheckSuiteEvent, Checked, CheckedSide, DeploymentEvent, IssueEvent,
    MergeGroupEvent, PullRequestEvent, PushEvent, Repository, RunEvent, Sender, StatusEvent,
};

/// GitHub sends at most 25 MB.
const LARGEST_PAYLOAD: u64 = 32 * 1024 * 1024;

/// What GitHub puts before the branches of its merge queues, whose names end in `/pr-NUMBER-COMMIT`.
const QUEUE: &str = "refs/heads/gh-readonly-queue/";

impl Event {
    /// The event that started this run. A payload that cannot be read is an event without a number.
    pub fn of_this_run(environment: &Environment) -> Self {
        match (&environment.event_name, &environment.event_path) {
            (Some(name), Some(path)) => match read(path) {
                Ok(payload) => Self::parse(name, &payload),
                Err(why) => Self::without_number(NoNumber::Unreadable {
                    path: path.display().to_string(),
                    why: why.to_string(),
                }),
            },
            (Some(name), None) => Self::without_number(NoNumber::NotNamed(name.clone())),
            (None, _) => Self::without_number(NoNumber::NoEvent),
        }
    }

    /// Reads an event from its name and its payload in JSON.
    pub fn parse(name: &str, payload: &str) -> Self {
        let event = match name {
            "pull_request" | "pull_request_review" | "pull_request_review_comment" => {
                shape(payload).and_then(of_pull_request)
            }
            "pull_request_target" => shape(payload).and_then(of_pull_request_target),
            "issue_comment" => shape(payload).and_then(of_issue),
            "workflow_run" => shape(payload).and_then(of_workflow_run),
            "check_run" => shape(payload).and_then(of_check_run),
            "check_suite" => shape(payload).and_then(of_check_suite),
            "push" => shape(payload).and_then(of_push),
            "merge_group" => shape(payload).and_then(of_merge_group),
            "deployment" | "deployment_status" => shape(payload).and_then(of_deployment),
            "status" => shape(payload).and_then(of_status),
            _ => return Self::without_number(NoNumber::NotNamed(name.into())),
        };
        event.unwrap_or_else(|| Self::without_number(NoNumber::Malformed(name.into())))
    }
}

/// The run whose end started this one.
pub fn triggering_run(environment: &Environment) -> Option<u64> {
    let path = environment.event_path.as_ref();
    let path = path.filter(|_| environment.event_name.as_deref() == Some("workflow_run"))?;
    shape::<RunEvent>(&read(path).ok()?)?.workflow_run.id
}

fn read(path: &Path) -> io::Result<String> {
    let mut payload = String::new();
    File::open(path)?
        .take(LARGEST_PAYLOAD)
        .read_to_string(&mut payload)?;
    Ok(payload)
}

fn shape<T: DeserializeOwned>(payload: &str) -> Option<T> {
    serde_json::from_slice(payload.as_bytes()).ok()
}

fn of_pull_request(payload: PullRequestEvent) -> Option<Event> {
    let fork = is_from_fork(&payload);
    let fork_deleted = payload.pull_request.head.repo.is_none();
    let dependabot = is_dependabot(payload.sender.as_ref());
    let repository = payload.repository.map(|repository| repository.full_name);
    // Other actions carry a leftover of the last push.
    let pushed = payload.action.as_deref() == Some("synchronize");
    let before = payload.before.filter(|_| pushed);
    Some(Event {
        subject: Ok(Subject::Number(payload.pull_request.number.get())),
        commit: Commit::Known(payload.pull_request.head.sha),
        before: before.as_deref().and_then(commit),
        fork,
        fork_deleted,
        dependabot,
        repository,
    })
}

/// The same payload, but the job token may write, unless the pull request is Dependabot's, whoever acts on it
/// (fact 72).
fn of_pull_request_target(payload: PullRequestEvent) -> Option<Event> {
    let dependabot = is_dependabot(payload.pull_request.user.as_ref());
    Some(Event {
        fork: false,
        dependabot,
        ..of_pull_request(payload)?
    })
}

fn is_from_fork(payload: &PullRequestEvent) -> bool {
    let name = |repository: &Option<Repository>| {
        let repository = repository.as_ref();
        repository.map(|repository| repository.full_name.clone())
    };
    let base = payload.pull_request.base.as_ref();
    let base = base
        .and_then(|base| name(&base.repo))
        .or_else(|| name(&payload.repository));
    name(&payload.pull_request.head.repo) != base
}

fn of_issue(payload: IssueEvent) -> Option<Event> {
    let commit = match payload.issue.pull_request {
        Some(_) => Commit::FromApi,
        None => Commit::NotAPullRequest,
    };
    let subject = Subject::Number(payload.issue.number.get());
    Some(Event {
        commit,
        ..about(subject, payload.repository)
    })
}

/// The head of the triggering run, not this run's: that is the default branch's (case 31).
fn of_workflow_run(payload: RunEvent) -> Option<Event> {
    let run = payload.workflow_run;
    let subject = match run.head_repository {
        Some(repository) => head(Sought {
            commit: run.head_sha,
            repository: Some(repository.full_name),
            branch: run.head_branch,
            before: None,
        }),
        None => Subject::Nothing(Nothing::ForkDeleted),
    };
    Some(about(subject, payload.repository))
}

fn of_check_run(payload: CheckRunEvent) -> Option<Event> {
    let run = payload.check_run;
    let branch = run.check_suite.and_then(|suite| suite.head_branch);
    Some(of_check(
        run.head_sha,
        branch,
        &run.pull_requests,
        payload.repository,
    ))
}

fn of_check_suite(payload: CheckSuiteEvent) -> Option<Event> {
    let suite = payload.check_suite;
    Some(of_check(
        suite.head_sha,
        suite.head_branch,
        &suite.pull_requests,
        payload.repository,
    ))
}

/// The one pull request that it names by number and head; otherwise GitHub has to be asked. Without a branch it is a
/// fork's, and nothing says which.
fn of_check(
    commit: Sha,
    branch: Option<String>,
    named: &[Checked],
    repository: Repository,
) -> Event {
    let own = |side: Option<u64>| side.is_some() && side == repository.id;
    let mut matching = named.iter().filter(|named| {
        let id = |side: &CheckedSide| side.repo.as_ref().map(|repo| repo.id);
        named.head.sha == commit && own(id(&named.head)) && own(id(&named.base))
    });
    if let (Some(only), None) = (matching.next(), matching.next()) {
        return Event {
            commit: Commit::Known(commit),
            ..about(Subject::Number(only.number.get()), Some(repository))
        };
    }
    let sought = Sought {
        commit,
        repository: branch.as_ref().map(|_| repository.full_name.clone()),
        branch,
        before: None,
    };
    about(head(sought), Some(repository))
}

/// Open pull requests *from* the branch that was pushed to; of a tag only the commit counts.
fn of_push(payload: PushEvent) -> Option<Event> {
    let before = payload.before.as_deref().and_then(commit);
    let subject = if payload.after.is_zero() {
        Subject::Nothing(Nothing::Deleted)
    } else {
        let branch = payload.reference.strip_prefix("refs/heads/");
        head(Sought {
            commit: payload.after,
            repository: Some(payload.repository.full_name.clone()),
            branch: branch.map(str::to_owned),
            before: before.clone(),
        })
    };
    Some(Event {
        before,
        dependabot: is_dependabot(payload.sender.as_ref()),
        ..about(subject, Some(payload.repository))
    })
}

/// The number is in the branch's name only, and a group of several is named after the last (fact 36).
fn of_merge_group(payload: MergeGroupEvent) -> Option<Event> {
    let (base, name) = payload
        .merge_group
        .head_ref
        .strip_prefix(QUEUE)?
        .rsplit_once('/')?;
    let (number, _commit) = name.strip_prefix("pr-")?.split_once('-')?;
    let clue = Clue::Queue {
        number: number.parse::<NonZeroU64>().ok()?.get(),
        base: base.to_owned(),
    };
    Some(about(Subject::Clue(clue), payload.repository))
}

fn of_deployment(payload: DeploymentEvent) -> Option<Event> {
    let subject = head(of_commit(payload.deployment.sha));
    Some(Event {
        dependabot: is_dependabot(payload.sender.as_ref()),
        ..about(subject, payload.repository)
    })
}

fn of_status(payload: StatusEvent) -> Option<Event> {
    Some(about(head(of_commit(payload.sha)), payload.repository))
}

fn about(subject: Subject, repository: Option<Repository>) -> Event {
    Event {
        subject: Ok(subject),
        commit: Commit::FromApi,
        before: None,
        fork: false,
        fork_deleted: false,
        dependabot: false,
        repository: repository.map(|repository| repository.full_name),
    }
}

fn head(sought: Sought) -> Subject {
    Subject::Clue(Clue::Head(sought))
}

/// A commit of which nobody says where it is.
fn of_commit(commit: Sha) -> Sought {
    Sought {
        commit,
        repository: None,
        branch: None,
        before: None,
    }
}

/// Zeros stand for no commit.
fn commit(text: &str) -> Option<Sha> {
    Sha::parse(text).ok().filter(|sha| !sha.is_zero())
}

fn is_dependabot(sender: Option<&Sender>) -> bool {
    sender.is_some_and(|sender| sender.login == "dependabot[bot]")
}

#[cfg(test)]
mod tests;
