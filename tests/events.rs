//! Every recorded payload, and what is read from it. A wrong line here is a comment on a wrong pull request.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use one_comment::workflow::{Commit, Event};

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

fn summary(event: &Event) -> String {
    let number = match &event.number {
        Ok(number) => format!("#{number}"),
        Err(why) => return why.to_string(),
    };
    let commit = match &event.commit {
        Commit::Known(sha) => sha.short().to_owned(),
        Commit::FromApi => "head from the API".into(),
        Commit::NotAPullRequest => "plain issue".into(),
    };
    let before = event
        .before
        .as_ref()
        .map(|sha| format!(" after {}", sha.short()));
    let fork = if event.fork { " fork" } else { "" };
    let dependabot = if event.dependabot { " dependabot" } else { "" };
    let repository = event.repository.as_deref().unwrap_or("nowhere");
    format!(
        "{repository}{number} {commit}{}{fork}{dependabot}",
        before.unwrap_or_default()
    )
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
    assert!(lines.len() > 40, "the payloads are missing: {lines:?}");
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn no_payload_makes_another_event_name_a_pull_request() {
    for (name, payload) in payloads() {
        for event in [
            "push",
            "schedule",
            "workflow_dispatch",
            "workflow_run",
            "unheard_of",
        ] {
            assert!(
                Event::parse(event, &payload).number.is_err(),
                "{name} as {event}"
            );
        }
    }
}

#[test]
fn half_a_payload_is_no_payload() {
    for (name, payload) in payloads() {
        let half: String = payload.chars().take(payload.chars().count() / 2).collect();
        assert!(
            Event::parse(event_of(&name), &half).number.is_err(),
            "{name}"
        );
    }
}
