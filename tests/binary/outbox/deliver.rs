//! Delivering: from the artifacts of a run, and from a folder.

use std::fs;

use one_comment_sandbox::state::{Change, Operation, RepositoryName};
use serde_json::{Value, json};

use super::fork::{
    FORKS_HEAD, FORKS_NUMBER, RUN, entry, forks_pull_request, hello, results, run, words,
};
use crate::setup::{JOB_TOKEN, NEXT_HEAD, Runner};

// case 38
#[tokio::test]
async fn what_a_fork_s_run_staged_is_delivered_and_only_once() {
    let runner = Runner::new().await;
    let staged = runner.in_fork("All tests pass.").section("tests");
    let staged = staged.run().await;
    staged.is("staged");
    runner.ended(run(RUN));
    runner.upload_staged(RUN, &staged);

    let end = runner.deliver().run().await;
    end.is("created");
    assert_eq!(words(&end), ["published"]);
    let outputs = end.outputs();
    assert_eq!(outputs["number"], FORKS_NUMBER.to_string());
    assert_eq!(outputs["head-sha"], FORKS_HEAD);
    let bodies = runner.delivered();
    assert_eq!(bodies.len(), 1);
    assert!(bodies[0].contains("All tests pass."), "{}", bodies[0]);
    assert!(bodies[0].contains("without write access"), "{}", bodies[0]);
    let of_the_run = format!("actions/runs/{RUN}/attempts/1");
    assert!(bodies[0].contains(&of_the_run), "{}", bodies[0]);

    let end = runner.deliver().run().await;
    end.is("unchanged");
    assert_eq!(words(&end), ["reconciled"]);
    assert_eq!((end.writes(), runner.delivered()), (0, bodies));
}

#[tokio::test]
async fn all_entries_of_a_run_go_out_in_one_write() {
    let runner = Runner::new().await;
    let entries: Vec<Value> = (0..30)
        .map(|n| entry(&format!("leg {n}"), "fine"))
        .collect();
    runner.left(&entries);
    let end = runner.deliver().run().await;
    end.is("created");
    assert_eq!(end.writes(), 1);
    assert_eq!(words(&end), ["published"; 30]);
    let body = &runner.delivered()[0];
    assert_eq!(body.matches(":start -->").count(), 30 + 1, "{body}");
}

#[tokio::test]
async fn the_newest_entry_of_a_section_speaks() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "first")]);
    runner.sandbox.hub().with(|state| state.advance(5_000));
    let label = "one-comment-outbox-ffffffffffffffff";
    let newer = entry("a", "second").to_string();
    let file = super::fork::archive(&format!("{label}.json"), newer.as_bytes());
    runner.upload(RUN, label, file);
    let end = runner.deliver().run().await;
    assert_eq!(words(&end), ["superseded", "published"]);
    assert!(runner.delivered()[0].contains("second"));
}

#[tokio::test]
async fn what_is_older_than_all_that_one_delivery_takes_is_not_even_fetched() {
    let runner = Runner::new().await;
    let entries: Vec<Value> = (0..257).map(|n| entry("a", &format!("{n}"))).collect();
    runner.left(&entries);
    let end = runner.deliver().run().await;
    end.exits(65);
    let results = results(&end);
    assert_eq!(results[0], ("refused".into(), "too-many".into()));
    assert_eq!(results[256], ("published".into(), String::new()));
    let asked = end.requests.requests.iter();
    let fetched = asked.filter(|request| request.name.ends_with("/zip"));
    assert_eq!(fetched.count(), 256);
}

#[tokio::test]
async fn a_push_in_between_supersedes_it() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    let (on, sha) = (forks_pull_request(), NEXT_HEAD.into());
    runner.change(Change::Push { on, sha });
    let end = runner.deliver().run().await;
    end.is("superseded");
    assert_eq!((end.writes(), runner.delivered().len()), (0, 0));
}

#[tokio::test]
async fn a_run_that_left_nothing_is_nothing_to_do() {
    let runner = Runner::new().await;
    runner.ended(run(RUN));
    runner.upload(RUN, "coverage", vec![1, 2, 3]);
    runner.deliver().run().await.is("skipped");
}

#[tokio::test]
async fn other_keys_are_delivered_where_they_are_allowed() {
    let runner = Runner::new().await;
    let mut other = entry("a", "text");
    other["key"] = json!("coverage");
    runner.left(&[entry("a", "text"), other]);
    let step = runner
        .deliver()
        .env("ONE_COMMENT_ALLOW", "default\ncoverage");
    let end = step.run().await;
    end.is("created");
    assert_eq!(words(&end), ["published", "published"]);
    assert_eq!((runner.delivered().len(), end.writes()), (2, 2));
}

#[tokio::test]
async fn the_run_may_be_named() {
    let runner = Runner::new().await;
    runner.ended(run(501));
    let file = super::fork::archive(
        "one-comment-outbox-0000000000000000.json",
        {
            let mut entry = entry("a", "text");
            entry["hints"] = json!({});
            entry
        }
        .to_string()
        .as_bytes(),
    );
    runner.upload(501, "one-comment-outbox-0000000000000000", file);
    let step = runner.deliver().env("ONE_COMMENT_RUN_ID", "501");
    step.run().await.is("created");
    let step = runner.deliver().env("ONE_COMMENT_RUN_ID", "999");
    let end = step.run().await;
    end.exits(1);
    assert!(end.error().contains("run-id"), "{end:#?}");
}

// case 37
#[tokio::test]
async fn a_token_that_may_not_read_artifacts_is_told_which_permission_is_missing() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    let end = runner.deliver().token("comments-only-token").run().await;
    end.exits(77);
    assert!(end.error().contains("actions: read"), "{end:#?}");
}

#[tokio::test]
async fn a_run_that_is_not_there_is_called_a_run() {
    let runner = Runner::new().await;
    let end = runner.deliver().env("ONE_COMMENT_RUN_ID", "12345");
    let end = end.run().await;
    end.exits(1);
    assert!(end.error().starts_with("no such run: "), "{end:#?}");
}

#[tokio::test]
async fn without_apply_the_plan_is_shown_and_nothing_written() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "the text")]);
    let step = runner.deliver().env("ONE_COMMENT_DRY_RUN", "true");
    let end = step.run().await;
    end.is("planned");
    assert_eq!(words(&end), ["pending"]);
    assert!(end.stdout.contains("the text"), "{end:#?}");
    assert!(runner.delivered().is_empty());
}

#[tokio::test]
async fn where_github_does_not_answer_it_is_asked_again() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    let down = one_comment_sandbox::state::FalseAnswer::Status(502);
    for _ in 0..2 {
        let refused = one_comment_sandbox::state::Effect::Refuse(down.clone());
        runner.fault(Operation::Read, refused);
    }
    runner.deliver().run().await.is("created");
    runner.all_faults_happened();
}

#[tokio::test]
async fn a_locked_conversation_leaves_the_entries_pending() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    let (on, locked) = (forks_pull_request(), true);
    runner.change(Change::SetLocked { on, locked });
    let end = runner.deliver().run().await;
    end.is("locked");
    assert_eq!(words(&end), ["pending"]);
}

/// A folder of a person's, with the entries in it.
fn folder(runner: &Runner, entries: &[Value]) -> std::path::PathBuf {
    let folder = runner.workspace().join("outbox");
    fs::create_dir(&folder).unwrap();
    for (number, entry) in entries.iter().enumerate() {
        let file = format!("one-comment-outbox-{number:016x}.json");
        fs::write(folder.join(file), entry.to_string()).unwrap();
    }
    folder
}

#[tokio::test]
async fn a_folder_is_delivered_once_it_is_said_to_and_leaves_receipts() {
    let runner = Runner::new().await;
    let mut wrong = entry("b", "text");
    wrong["hints"]["number"] = json!(7);
    let folder = folder(&runner, &[entry("a", "text"), wrong]);
    let deliver = |apply: &[&str]| {
        let step = runner.step("deliver").on_a_terminal();
        let step = apply.iter().fold(step, |step, flag| step.arg(flag));
        step.arg("--outbox")
            .arg(folder.to_str().unwrap())
            .arg("--repository=octo-org/hello")
            .arg("--number=9")
            .token(JOB_TOKEN)
    };
    let end = deliver(&[]).run().await;
    assert_eq!((runner.delivered().len(), end.writes()), (0, 0));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);

    let end = deliver(&["--apply"]).run().await;
    end.exits(65);
    assert_eq!(runner.delivered().len(), 1);
    let receipt = |number: usize| {
        let file = format!("one-comment-outbox-{number:016x}.receipt.json");
        let text = fs::read(folder.join(file)).unwrap();
        serde_json::from_slice::<Value>(&text).unwrap()
    };
    assert_eq!(receipt(0)["result"], "published");
    assert!(receipt(0)["comment"].as_str().unwrap().contains("/pull/9"));
    assert_eq!(receipt(1)["result"], "refused");

    // Interrupted before the receipts were written: the comment tells.
    fs::remove_file(folder.join("one-comment-outbox-0000000000000000.receipt.json")).unwrap();
    let end = deliver(&["--apply"]).run().await;
    assert_eq!(end.writes(), 0);
    assert_eq!(receipt(0)["result"], "reconciled");
}

#[tokio::test]
async fn a_folder_may_be_said_to_be_a_run_s() {
    let runner = Runner::new().await;
    runner.ended(run(RUN));
    let folder = folder(&runner, &[entry("a", "text")]);
    let step = runner.deliver().env("ONE_COMMENT_RUN_ID", "500");
    let step = step.env("ONE_COMMENT_OUTBOX", folder.to_str().unwrap());
    step.run().await.is("created");
    assert!(runner.delivered()[0].contains("actions/runs/500"));
}

#[tokio::test]
async fn without_a_run_there_is_nothing_to_deliver_from() {
    let runner = Runner::new().await;
    let end = runner.step("deliver").arg("--apply").run().await;
    end.exits(2);
    assert!(end.error().contains("workflow_run"), "{end:#?}");
    let step = runner.deliver().env("ONE_COMMENT_OUTBOX", "missing");
    let end = step.run().await;
    end.exits(2);
    assert!(end.error().contains("missing"), "{end:#?}");
}

#[tokio::test]
async fn a_pull_request_of_the_repository_itself_is_delivered_too() {
    let runner = Runner::new().await;
    // Dependabot's branches are the repository's own.
    let own = one_comment_sandbox::state::Run {
        head_sha: crate::setup::HEAD.into(),
        head_branch: Some("feature".into()),
        head_repository: Some(hello()),
        ..run(RUN)
    };
    runner.ended(own);
    let mut entry = entry("a", "text");
    entry["hints"] = json!({"number": 7});
    let label = "one-comment-outbox-0000000000000000";
    let file = super::fork::archive(&format!("{label}.json"), entry.to_string().as_bytes());
    runner.upload(RUN, label, file);
    let end = runner.deliver().run().await;
    end.is("created");
    assert_eq!(results(&end), [("published".into(), String::new())]);
    assert_eq!(runner.ours().len(), 1);
}

#[tokio::test]
async fn two_pull_requests_of_one_branch_are_not_guessed_between() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    runner.change(Change::OpenPullRequest {
        on: one_comment_sandbox::state::Subject::new("octo-org", "hello", 10),
        by: "contributor".into(),
        branch: "patch-1".into(),
        commits: vec![FORKS_HEAD.into()],
        fork: Some(RepositoryName::new("contributor", "hello")),
    });
    let end = runner.deliver().run().await;
    end.exits(65);
    assert!(end.error().contains("#10"), "{end:#?}");
    assert!(runner.delivered().is_empty());
}
