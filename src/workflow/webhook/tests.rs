use serde_json::{Value, json};

use super::*;

const HERE: &str = "octo-org/hello";

fn sha(digit: &str) -> Sha {
    Sha::parse(&digit.repeat(40)).unwrap()
}

fn parse(name: &str, payload: Value) -> Event {
    Event::parse(name, &payload.to_string())
}

fn here() -> Value {
    json!({ "id": 1, "full_name": HERE })
}

fn sought(event: &Event) -> &Sought {
    match &event.subject {
        Ok(Subject::Clue(Clue::Head(sought))) => sought,
        other => panic!("{other:?}"),
    }
}

/// A pull request as a check names it, of repositories by their numbers.
fn checked(number: u64, head: &Sha, of: u64, into: u64) -> Value {
    json!({
        "number": number,
        "head": { "sha": head, "repo": { "id": of } },
        "base": { "sha": sha("0"), "repo": { "id": into } },
    })
}

fn suite(branch: Option<&str>, named: Value) -> Event {
    let suite = json!({ "head_sha": sha("b"), "head_branch": branch, "pull_requests": named });
    parse(
        "check_suite",
        json!({ "check_suite": suite, "repository": here() }),
    )
}

#[test]
fn a_check_names_a_pull_request_by_number_and_head() {
    let other = checked(6, &sha("a"), 1, 1);
    let event = suite(Some("feature"), json!([other, checked(7, &sha("b"), 1, 1)]));
    assert_eq!(event.subject, Ok(Subject::Number(7)));
    assert_eq!(event.commit, Commit::Known(sha("b")));
}

#[test]
fn a_check_that_names_two_or_those_of_other_repositories_is_looked_up() {
    let two = json!([checked(7, &sha("b"), 1, 1), checked(8, &sha("b"), 1, 1)]);
    let upstream = json!([checked(7, &sha("b"), 1, 2)]);
    let fork = json!([checked(7, &sha("b"), 2, 1)]);
    let moved = json!([checked(7, &sha("c"), 1, 1)]);
    for named in [two, upstream, fork, moved, json!([])] {
        let event = suite(Some("feature"), named);
        assert_eq!(sought(&event).repository.as_deref(), Some(HERE));
        assert_eq!(sought(&event).branch.as_deref(), Some("feature"));
    }
}

#[test]
fn a_check_of_a_fork_is_looked_up_by_its_commit() {
    let event = suite(None, json!([]));
    assert_eq!(sought(&event).commit, sha("b"));
    assert_eq!(
        (&sought(&event).repository, &sought(&event).branch),
        (&None, &None)
    );
}

#[test]
fn the_triggering_run_decides_and_not_what_it_lists() {
    let run = json!({
        "head_sha": sha("b"),
        "head_branch": "a/b",
        "head_repository": { "full_name": "contributor/hello" },
        "pull_requests": [checked(6, &sha("b"), 1, 1)],
    });
    let event = parse(
        "workflow_run",
        json!({ "workflow_run": run, "repository": here() }),
    );
    let expected = Sought {
        commit: sha("b"),
        repository: Some("contributor/hello".into()),
        branch: Some("a/b".into()),
        before: None,
    };
    assert_eq!(sought(&event), &expected);
    assert!(
        !event.fork,
        "this run's token is the default branch's, whoever's the pull request is"
    );
}

#[test]
fn a_run_of_a_fork_that_is_gone_leads_nowhere() {
    let run = json!({ "head_sha": sha("b"), "head_branch": "x", "head_repository": null });
    let event = parse(
        "workflow_run",
        json!({ "workflow_run": run, "repository": here() }),
    );
    assert_eq!(event.subject, Ok(Subject::Nothing(Nothing::ForkDeleted)));
}

fn push(reference: &str, before: &Sha, after: &Sha) -> Event {
    parse(
        "push",
        json!({ "ref": reference, "before": before, "after": after, "repository": here() }),
    )
}

#[test]
fn a_push_is_about_the_pull_requests_from_its_branch() {
    let event = push("refs/heads/fix/a", &sha("a"), &sha("b"));
    let expected = Sought {
        commit: sha("b"),
        repository: Some(HERE.into()),
        branch: Some("fix/a".into()),
        before: Some(sha("a")),
    };
    assert_eq!(sought(&event), &expected);
    assert_eq!(event.before, Some(sha("a")));
}

#[test]
fn a_new_branch_has_no_former_head_and_a_tag_no_branch() {
    let event = push("refs/tags/v1", &sha("0"), &sha("b"));
    assert_eq!(
        (&sought(&event).branch, &sought(&event).before),
        (&None, &None)
    );
}

#[test]
fn a_push_that_deletes_is_about_nothing() {
    let event = push("refs/heads/main", &sha("a"), &sha("0"));
    assert_eq!(event.subject, Ok(Subject::Nothing(Nothing::Deleted)));
}

fn queue(head_ref: &str) -> Result<Subject, NoNumber> {
    let group = json!({ "head_ref": head_ref, "head_sha": sha("b") });
    parse(
        "merge_group",
        json!({ "merge_group": group, "repository": here() }),
    )
    .subject
}

#[test]
fn a_merge_queue_names_the_last_pull_request_of_its_group_whatever_slashes_its_base_has() {
    for base in ["main", "release/1.x", "pr-9-a/b"] {
        let head_ref = format!("refs/heads/gh-readonly-queue/{base}/pr-104-{}", sha("c"));
        let base = base.to_owned();
        let clue = Clue::Queue { number: 104, base };
        assert_eq!(queue(&head_ref), Ok(Subject::Clue(clue)));
    }
}

#[test]
fn a_branch_that_is_no_merge_queues_names_nothing() {
    for head_ref in [
        "",
        "refs/heads/main",
        "refs/heads/gh-readonly-queue/pr-104-abc",
        "refs/heads/gh-readonly-queue/main/pr-104",
        "refs/heads/gh-readonly-queue/main/pr--1-abc",
        "refs/heads/gh-readonly-queue/main/pr-0-abc",
        "refs/heads/gh-readonly-queue/main/104-abc",
        "refs/heads/x/gh-readonly-queue/main/pr-104-abc",
    ] {
        let malformed = NoNumber::Malformed("merge_group".into());
        assert_eq!(queue(head_ref), Err(malformed), "{head_ref}");
    }
}

#[test]
fn what_a_run_may_write_is_the_events_matter() {
    let pull_request = json!({ "number": 7, "head": { "sha": sha("b"), "repo": null } });
    let payload = json!({
        "pull_request": pull_request, "repository": here(),
        "sender": { "login": "dependabot[bot]" },
    });
    let event = parse("pull_request", payload.clone());
    assert!(event.fork && event.dependabot);
    let event = parse("pull_request_target", payload.clone());
    assert!(!event.fork && !event.dependabot, "its token may write");
    let mut by_dependabot = payload;
    by_dependabot["pull_request"]["user"] = json!({ "login": "dependabot[bot]" });
    by_dependabot["sender"] = json!({ "login": "octocat" });
    let event = parse("pull_request_target", by_dependabot);
    assert!(!event.fork && event.dependabot, "whoever acts on it");
    let payload = json!({ "sha": sha("b"), "sender": { "login": "dependabot[bot]" } });
    assert!(!parse("status", payload).dependabot);
}

#[test]
fn an_event_that_names_no_pull_request_asks_for_a_number() {
    for name in [
        "schedule",
        "workflow_dispatch",
        "repository_dispatch",
        "workflow_call",
    ] {
        let event = Event::parse(name, r#"{"schedule":"0 0 * * *","inputs":null}"#);
        assert_eq!(
            event.subject_in(HERE).unwrap_err().to_string(),
            format!("the event {name:?} names no pull request: give `number`")
        );
    }
}

#[test]
fn a_payload_that_is_not_githubs_names_nothing() {
    let payloads = [
        "",
        "null",
        "[]",
        "{}",
        r#"{"pull_request":null,"issue":null,"workflow_run":null,"deployment":null}"#,
        r#"{"pull_request":{"number":-1},"issue":{"number":"7"},"sha":"main","after":7}"#,
        r#"{"pull_request":{"number":0,"head":{"sha":"1111111111111111111111111111111111111111"}},"issue":{"number":0}}"#,
        r#"{"pull_request":{"number":7,"head":{"sha":"main"}},"issue":{},"workflow_run":{}}"#,
    ];
    let names = [
        "pull_request",
        "pull_request_target",
        "issue_comment",
        "workflow_run",
        "check_run",
        "check_suite",
        "push",
        "merge_group",
        "deployment_status",
        "status",
    ];
    for payload in payloads {
        for name in names {
            let subject = Event::parse(name, payload).subject;
            assert_eq!(subject, Err(NoNumber::Malformed(name.into())), "{payload}");
        }
    }
}

#[test]
fn a_payload_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.json").display().to_string();
    let environment = Environment::read(|name| match name {
        "GITHUB_EVENT_NAME" => Some("pull_request".into()),
        "GITHUB_EVENT_PATH" => Some(path.clone()),
        _ => None,
    });
    let error = Event::of_this_run(&environment).subject.unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains(&path) && message.contains("give `number`"),
        "{message}"
    );
}

#[test]
fn outside_of_a_run_there_is_no_event() {
    let event = Event::of_this_run(&Environment::read(|_| None));
    assert_eq!(event.subject, Err(NoNumber::NoEvent));
}
