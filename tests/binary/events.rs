//! Every kind of event, from the recorded payload to the comment on the right pull request, or to none and the reason.
//!
//! Number 7 is from branch `feature` of the repository, 9 from branch `patch-1` of the fork; 8 is an issue.

use std::fs;
use std::path::Path;

use one_comment_sandbox::state::{
    Change, Effect, FalseAnswer, Fault, Lag, Operation, Progress, RepositoryName, Subject,
};
use serde_json::{Value, json};

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner, pull_request};
use crate::step::Step;

/// Of the fork's pull request.
const FORKS_HEAD: &str = "9999999999999999999999999999999999999999";

/// A recorded payload, made to speak of the sandbox's repositories and of this commit.
fn recorded(file: &str, commit: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/payloads")
        .join(file);
    let mut text = fs::read_to_string(path).unwrap();
    for (recorded, ours) in [
        ("Codertocat/Hello-World", "octo-org/hello"),
        ("octo-org/octo-repo", "octo-org/hello"),
        ("contributor/octo-repo", "contributor/hello"),
        // Whatever commit the recorded events are about.
        ("ec26c3e57ca3a959ca5aad62de7213c562f8c821", commit),
        ("f95f852bd8fca8fcc58a9a2d6c842781e32a215e", commit),
        ("6113728f27ae82c7b1a177c8d03f9e96e0adf246", commit),
        ("3484a3fb816e0859fd6e1cea078d76385ff50625", commit),
    ] {
        text = text.replace(recorded, ours);
    }
    serde_json::from_str(&text).unwrap()
}

/// The end of a run for the fork's branch.
fn run_of_the_fork(commit: &str) -> Value {
    let file = "derived/workflow_run.completed.pull_request-fork.json";
    let mut payload = recorded(file, commit);
    payload["workflow_run"]["head_branch"] = json!("patch-1");
    payload
}

fn push(reference: &str, before: &str, after: &str) -> Value {
    let mut payload = recorded("push/with-new-branch.payload.json", after);
    payload["ref"] = json!(reference);
    payload["before"] = json!(before);
    payload
}

fn queue_into(base: &str) -> Value {
    let mut payload = recorded("merge_group/checks_requested.payload.json", NEXT_HEAD);
    let head_ref = format!("refs/heads/gh-readonly-queue/{base}/pr-7-{NEXT_HEAD}");
    payload["merge_group"]["head_ref"] = json!(head_ref);
    payload
}

fn on(number: u64) -> Subject {
    Subject::new("octo-org", "hello", number)
}

/// Another pull request with the fork's head, from a branch of the same name.
fn open_another(runner: &Runner, number: u64, fork: &str) {
    runner.change(Change::OpenPullRequest {
        on: on(number),
        by: "contributor".into(),
        branch: "patch-1".into(),
        commits: vec![FORKS_HEAD.into()],
        fork: Some(RepositoryName::new(fork, "hello")),
    });
}

fn step<'a>(runner: &'a Runner, event: &str, payload: Value) -> Step<'a> {
    runner.publish("the report").caused_by(event, payload)
}

/// Commented on this one and no other.
#[track_caller]
fn lands_on(runner: &Runner, end: &End, number: u64, head: &str) {
    end.is("created");
    let outputs = end.outputs();
    assert_eq!(
        (outputs["number"].as_str(), outputs["head-sha"].as_str()),
        (number.to_string().as_str(), head)
    );
    assert_eq!(commented(runner), [number]);
}

/// The numbers of the conversations that have comments.
fn commented(runner: &Runner) -> Vec<u64> {
    runner.sandbox.hub().with(|state| {
        let repository = state.world().repository(&on(1).repository).unwrap();
        let conversations = repository.conversations.values();
        let with_comments = conversations.filter(|one| !one.comments.is_empty());
        with_comments.map(|one| one.number).collect()
    })
}

/// Green, nothing written, and the one warning says why (case 35).
#[track_caller]
fn is_skipped(runner: &Runner, end: &End, why: &str) {
    end.is("skipped");
    let warnings = end.annotations("warning");
    assert!(
        warnings.len() == 1 && warnings[0].contains(why),
        "{warnings:?} lacks {why:?}"
    );
    assert!(end.outputs()["reason"].contains(why), "{end:#?}");
    assert!(commented(runner).is_empty());
}

#[tokio::test]
async fn an_event_leads_to_the_pull_request_that_it_is_about() {
    let mut own_run = recorded(
        "derived/workflow_run.completed.pull_request-same-repo.json",
        HEAD,
    );
    own_run["workflow_run"]["head_branch"] = json!("feature");
    let mut own_check = recorded("check_suite/completed.1.payload.json", HEAD);
    own_check["check_suite"]["head_branch"] = json!("feature");
    let named = |file, of: &str| {
        let mut payload = recorded(file, HEAD);
        payload[of]["pull_requests"][0]["number"] = json!(7);
        payload
    };
    let mut comment = recorded("derived/issue_comment.created.on-pull-request.json", HEAD);
    comment["issue"]["number"] = json!(7);
    for (event, payload, number) in [
        // cases 31 and 32
        ("workflow_run", run_of_the_fork(FORKS_HEAD), 9),
        ("workflow_run", own_run, 7),
        (
            "check_suite",
            recorded("derived/check_suite.completed.fork.json", FORKS_HEAD),
            9,
        ),
        (
            "check_run",
            recorded("derived/check_run.completed.fork.json", FORKS_HEAD),
            9,
        ),
        ("check_suite", own_check, 7),
        (
            "check_suite",
            named("check_suite/completed.payload.json", "check_suite"),
            7,
        ),
        (
            "check_run",
            named("check_run/completed.payload.json", "check_run"),
            7,
        ),
        ("push", push("refs/heads/feature", NEXT_HEAD, HEAD), 7),
        ("push", push("refs/tags/v1", NEXT_HEAD, HEAD), 7),
        ("merge_group", queue_into("main"), 7),
        (
            "deployment_status",
            recorded("deployment_status/payload.json", FORKS_HEAD),
            9,
        ),
        (
            "deployment",
            recorded("deployment/payload.json", FORKS_HEAD),
            9,
        ),
        ("status", recorded("status/payload.json", FORKS_HEAD), 9),
        ("issue_comment", comment, 7),
    ] {
        let runner = Runner::new().await;
        let end = step(&runner, event, payload).run().await;
        let head = if number == 9 { FORKS_HEAD } else { HEAD };
        lands_on(&runner, &end, number, head);
    }
}

#[tokio::test]
async fn a_comment_on_an_issue_is_about_no_commit() {
    let runner = Runner::new().await;
    let mut payload = recorded("issue_comment/created.payload.json", HEAD);
    payload["issue"]["number"] = json!(8);
    let end = step(&runner, "issue_comment", payload).run().await;
    lands_on(&runner, &end, 8, "");
}

// case 33
#[tokio::test]
async fn a_branch_of_the_same_name_in_another_fork_is_not_taken_for_it() {
    let runner = Runner::new().await;
    open_another(&runner, 10, "somebody");
    let payload = run_of_the_fork(FORKS_HEAD);
    let end = step(&runner, "workflow_run", payload).run().await;
    lands_on(&runner, &end, 9, FORKS_HEAD);
}

// case 33
#[tokio::test]
async fn two_pull_requests_with_one_head_are_refused_and_listed_with_links() {
    for (event, payload) in [
        ("workflow_run", run_of_the_fork(FORKS_HEAD)),
        ("status", recorded("status/payload.json", FORKS_HEAD)),
    ] {
        let runner = Runner::new().await;
        open_another(&runner, 10, "contributor");
        let end = step(&runner, event, payload).run().await;
        end.exits(65);
        assert_eq!(end.outcome(), "refused");
        for number in [9, 10] {
            let link = format!("{}/octo-org/hello/pull/{number}", runner.sandbox.url());
            assert!(end.error().contains(&link), "{end:#?}");
        }
        assert!(end.error().contains("give `number`"), "{end:#?}");
        assert!(commented(&runner).is_empty());
        assert!(end.summary.contains("the report"), "{end:#?}");
    }
}

// case 34
#[tokio::test]
async fn a_number_of_the_users_is_not_looked_up() {
    let runner = Runner::new().await;
    let step = step(&runner, "workflow_run", run_of_the_fork(FORKS_HEAD));
    let end = step.env("ONE_COMMENT_NUMBER", "7").run().await;
    lands_on(&runner, &end, 7, HEAD);
    assert_eq!(end.counters().rest_reads, 0, "{end:#?}");
}

// case 35
#[tokio::test]
async fn an_event_whose_commit_has_no_pull_request_is_skipped_and_says_why() {
    let gone = {
        let mut payload = run_of_the_fork(FORKS_HEAD);
        payload["workflow_run"]["head_repository"] = Value::Null;
        payload
    };
    for (event, payload, why) in [
        (
            "push",
            push("refs/heads/main", NEXT_HEAD, HEAD),
            "branch \"main\" of octo-org/hello",
        ),
        (
            "push",
            recorded("push/payload.json", HEAD),
            "the push deleted its branch or tag",
        ),
        (
            "workflow_run",
            run_of_the_fork(NEXT_HEAD),
            "that of its branch, #9, is at 9999999",
        ),
        (
            "workflow_run",
            gone,
            "the repository that the triggering run came from is gone",
        ),
        (
            "merge_group",
            queue_into("release/1.x"),
            "no pull request into \"release/1.x\"",
        ),
        (
            "status",
            recorded("status/payload.json", NEXT_HEAD),
            "no open pull request has 2222222",
        ),
    ] {
        let runner = Runner::new().await;
        let end = step(&runner, event, payload).run().await;
        is_skipped(&runner, &end, why);
    }
}

#[tokio::test]
async fn a_closed_pull_request_and_one_of_a_deleted_fork_are_not_found() {
    let (on, progress) = (on(9), Progress::Closed);
    for change in [
        Change::SetProgress {
            on: on.clone(),
            progress,
        },
        Change::DeleteFork { on: on.clone() },
    ] {
        let runner = Runner::new().await;
        runner.change(change);
        let payload = run_of_the_fork(FORKS_HEAD);
        let end = step(&runner, "workflow_run", payload).run().await;
        is_skipped(&runner, &end, "none for the branch");
    }
}

#[tokio::test]
async fn a_merge_queue_into_a_branch_with_slashes_is_followed() {
    let runner = Runner::new().await;
    let base = "release/1.x".to_owned();
    let on = pull_request();
    runner.change(Change::Retarget { on, base });
    let end = step(&runner, "merge_group", queue_into("release/1.x"))
        .run()
        .await;
    lands_on(&runner, &end, 7, HEAD);
}

#[tokio::test]
async fn an_event_about_no_commit_wants_a_number() {
    let runner = Runner::new().await;
    for (event, file) in [
        ("schedule", "derived/schedule.nightly.json"),
        (
            "workflow_dispatch",
            "derived/workflow_dispatch.null-inputs.json",
        ),
        ("repository_dispatch", "repository_dispatch/payload.json"),
    ] {
        let end = step(&runner, event, recorded(file, HEAD)).run().await;
        end.exits(2);
        assert!(end.error().contains("give `number`"), "{end:#?}");
        let given = step(&runner, event, recorded(file, HEAD)).env("ONE_COMMENT_NUMBER", "7");
        assert_eq!(given.run().await.code, Some(0), "{event}");
    }
}

#[tokio::test]
async fn a_pull_request_on_a_later_page_is_found() {
    let runner = Runner::new().await;
    for number in 100..320 {
        runner.change(Change::OpenPullRequest {
            on: on(number),
            by: "octocat".into(),
            branch: format!("branch-{number}"),
            commits: vec![format!("{number:040}").into()],
            fork: None,
        });
    }
    let payload = recorded("status/payload.json", FORKS_HEAD);
    let end = step(&runner, "status", payload).run().await;
    lands_on(&runner, &end, 9, FORKS_HEAD);
    assert_eq!(end.counters().rest_reads, 3, "{end:#?}");
}

#[tokio::test]
async fn a_lookup_that_fails_once_or_is_answered_from_before_the_push_is_repeated() {
    let lag = Lag {
        pushes: 1,
        ..Lag::default()
    };
    for effect in [
        Effect::Refuse(FalseAnswer::Status(502)),
        Effect::Lag(lag),
        Effect::HalfAnswer,
    ] {
        let runner = Runner::new().await;
        runner.push(NEXT_HEAD);
        let fault = Fault::once(&[Operation::Read], effect);
        runner.sandbox.hub().with(|state| state.add_fault(fault));
        let payload = push("refs/heads/feature", HEAD, NEXT_HEAD);
        let end = step(&runner, "push", payload).run().await;
        runner.all_faults_happened();
        lands_on(&runner, &end, 7, NEXT_HEAD);
        assert_eq!(end.counters().rest_reads, 2, "{end:#?}");
    }
}

#[tokio::test]
async fn a_lookup_that_is_refused_ends_as_any_other_call_would() {
    let runner = Runner::new().await;
    let payload = run_of_the_fork(FORKS_HEAD);
    let step = step(&runner, "workflow_run", payload).token("ghs_nobodysToken");
    let end = step.run().await;
    end.exits(77);
    assert!(end.error().contains("valid `token`"), "{end:#?}");
    assert!(end.summary.contains("the report"), "{end:#?}");
}

#[tokio::test]
async fn a_hostile_branch_is_a_name_like_any_other() {
    for branch in [
        "a&state=all&head=octo-org:feature",
        "::error::x\n##[error]x",
        "../../issues/8?",
        "%2e%2e",
    ] {
        let runner = Runner::new().await;
        let mut payload = run_of_the_fork(HEAD);
        payload["workflow_run"]["head_branch"] = json!(branch);
        let end = step(&runner, "workflow_run", payload).run().await;
        is_skipped(&runner, &end, "no open pull request has 1111111");
    }
}
