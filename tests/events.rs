//! Every recorded payload, and what is read from it. A wrong line here is a comment on a wrong pull request.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use one_comment::converge::{Clue, Sought};
use one_comment::workflow::{Commit, Event, Subject};

/// `<event>/<file>` or `derived/<event>.<file>`, sorted, with contents.
fn payloads() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/payloads");
    let folders = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut found = Vec::new();
    for folder in folders.filter(|path| path.is_dir()) {
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            let name = format!(
                "{}/{}",
                folder.file_name().unwrap().display(),
                file.file_name().unwrap().display()
            );
            found.push((name, fs::read_to_string(&file).unwrap()));
        }
    }
    found.sort();
    found
}

fn event_of(name: &str) -> &str {
    let name = name.strip_prefix("derived/").unwrap_or(name);
    name.split(['/', '.']).next().unwrap()
}

/// What is looked for where the payload names no number.
fn clue(clue: &Clue) -> String {
    match clue {
        Clue::Head(Sought {
            commit,
            repository,
            branch,
            before,
        }) => {
            let repository = repository.as_deref().unwrap_or("any repository");
            let branch = branch.as_ref().map(|branch| format!(", branch {branch}"));
            let before = before.as_ref().map(|sha| format!(" after {}", sha.short()));
            format!(
                " look for {}{} of {repository}{}",
                commit.short(),
                before.unwrap_or_default(),
                branch.unwrap_or_default()
            )
        }
        Clue::Queue { number, base } => format!(" look whether #{number} is into {base}"),
    }
}

fn summary(event: &Event) -> String {
    let subject = match &event.subject {
        Ok(Subject::Number(number)) => format!("#{number}"),
        Ok(Subject::Clue(sought)) => clue(sought),
        Ok(Subject::Nothing(why)) => return format!("skipped: {why}"),
        Err(why) => return why.to_string(),
    };
    let commit = match (&event.commit, &event.subject) {
        (_, Ok(Subject::Clue(_))) => "",
        (Commit::Known(sha), _) => sha.short(),
        (Commit::FromApi, _) => "head from the API",
        (Commit::NotAPullRequest, _) => "plain issue",
    };
    let named = matches!(event.subject, Ok(Subject::Number(_)));
    let before = event.before.as_ref().filter(|_| named);
    let before = before.map(|sha| format!(" after {}", sha.short()));
    let fork = if event.fork { " fork" } else { "" };
    let dependabot = if event.dependabot { " dependabot" } else { "" };
    let repository = event.repository.as_deref().unwrap_or("nowhere");
    let line = format!(
        "{repository}{subject} {commit}{}{fork}{dependabot}",
        before.unwrap_or_default()
    );
    line.trim_end().to_owned()
}

#[test]
fn every_payload_names_its_pull_request_and_commit() {
    let lines: Vec<_> = payloads()
        .iter()
        .map(|(name, payload)| {
            format!(
                "{name}: {}",
                summary(&Event::parse(event_of(name), payload))
            )
        })
        .collect();
    assert!(lines.len() > 90, "the payloads are missing: {lines:?}");
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn no_payload_makes_an_event_without_a_pull_request_name_one() {
    for (name, payload) in payloads() {
        for event in [
            "schedule",
            "workflow_dispatch",
            "repository_dispatch",
            "unheard_of",
        ] {
            let subject = Event::parse(event, &payload).subject;
            assert!(subject.is_err(), "{name} as {event}");
        }
    }
}

#[test]
fn half_a_payload_is_no_payload() {
    for (name, payload) in payloads() {
        let half: String = payload.chars().take(payload.chars().count() / 2).collect();
        let subject = Event::parse(event_of(&name), &half).subject;
        assert!(subject.is_err(), "{name}");
    }
}
