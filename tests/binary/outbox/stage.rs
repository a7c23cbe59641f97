//! Staging: when, what, and when not.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::fork::{FORKS_HEAD, FORKS_NUMBER, RUN, entry, pull_request_event, run};
use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, READ_ONLY_TOKEN, Runner};

fn staged(end: &End) -> Value {
    let outputs = end.outputs();
    let label = &outputs["outbox-artifact"];
    let file = Path::new(&outputs["outbox-path"]).join(format!("{label}.json"));
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

// case 38
#[tokio::test]
async fn a_fork_s_run_stages_its_message_and_is_green() {
    let runner = Runner::new().await;
    let step = runner.in_fork("All tests pass.").section("tests");
    let end = step.run().await;
    end.is("staged");
    assert_eq!(end.outputs()["changed"], "false");
    assert!(end.summary.contains("All tests pass."), "{end:#?}");
    let entry = staged(&end);
    assert_eq!(entry["section"], "tests");
    assert_eq!(entry["content"], "All tests pass.");
    assert_eq!(
        entry["hints"],
        json!({"number": FORKS_NUMBER, "head": FORKS_HEAD, "run": RUN})
    );
    assert!(runner.comments().is_empty() && runner.delivered().is_empty());
}

// case 38
#[tokio::test]
async fn so_does_dependabot_s() {
    let runner = Runner::new().await;
    let step = runner.publish("text").token(READ_ONLY_TOKEN);
    let event = "derived/pull_request.synchronize.dependabot.json";
    step.event(event, HEAD).run().await.is("staged");
}

// case 37
#[tokio::test]
async fn a_missing_permission_on_any_other_event_is_no_reason_to_stage() {
    let runner = Runner::new().await;
    let end = runner.publish("text").token(READ_ONLY_TOKEN).run().await;
    end.exits(77);
    assert!(end.error().contains("pull-requests: write"), "{end:#?}");
    assert_eq!(end.outputs()["outbox-path"], "");

    // Nor is another pull request than the event's: nobody would deliver it there.
    let end = runner.in_fork("text").env("ONE_COMMENT_NUMBER", "7");
    end.run().await.exits(77);
}

#[tokio::test]
async fn a_bad_token_is_no_reason_to_stage_either() {
    let runner = Runner::new().await;
    let end = runner.in_fork("text").token("ghs_nobodysToken").run().await;
    end.exits(77);
}

#[tokio::test]
async fn on_fork_says_what_becomes_of_it() {
    let runner = Runner::new().await;
    let on_fork = |word| runner.in_fork("text").env("ONE_COMMENT_ON_FORK", word);
    on_fork("skip").run().await.is("skipped");
    let end = on_fork("fail").run().await;
    end.exits(77);
    assert!(end.error().contains("fork"), "{end:#?}");
    let end = on_fork("cancel").run().await;
    end.exits(2);
    assert!(end.error().contains("stage, skip, fail"), "{end:#?}");
}

#[tokio::test]
async fn a_run_that_may_write_writes_although_it_is_a_fork_s() {
    let runner = Runner::new().await;
    let step = runner.in_fork("text").token(crate::setup::JOB_TOKEN);
    step.run().await.is("created");
    assert_eq!(runner.delivered().len(), 1);
}

#[tokio::test]
async fn staging_on_purpose_needs_no_token_and_asks_nobody() {
    let runner = Runner::new().await;
    let outbox = runner.workspace().join("outbox");
    let step = runner
        .step("stage")
        .arg("--apply")
        .env("ONE_COMMENT_MESSAGE", "text")
        .env("ONE_COMMENT_MODE", "append")
        .env("ONE_COMMENT_OUTBOX", outbox.to_str().unwrap());
    let end = step.token("").run().await;
    end.is("staged");
    assert!(end.requests.requests.is_empty(), "{end:#?}");
    assert_eq!(
        staged(&end)["append"],
        json!({"entry": "build.", "limit": 20})
    );
    assert_eq!(fs::read_dir(outbox).unwrap().count(), 1);
}

#[tokio::test]
async fn title_and_fold_are_part_of_what_is_staged() {
    let runner = Runner::new().await;
    let step = runner.in_fork("text").env("ONE_COMMENT_TITLE", "Tests");
    let end = step.env("ONE_COMMENT_COLLAPSE", "closed").run().await;
    end.is("staged");
    let content = staged(&end)["content"].to_string();
    assert!(
        content.contains("<details>") && content.contains("Tests"),
        "{content}"
    );
}

#[tokio::test]
async fn without_apply_nothing_is_staged() {
    let runner = Runner::new().await;
    let outbox = runner.workspace().join("outbox");
    let step = runner.step("stage").env("ONE_COMMENT_MESSAGE", "text");
    let step = step.env("ONE_COMMENT_OUTBOX", outbox.to_str().unwrap());
    let end = step.run().await;
    end.is("planned");
    assert!(end.stdout.contains("\"content\": \"text\""), "{end:#?}");
    assert!(!outbox.exists());
}

#[tokio::test]
async fn what_would_be_refused_is_not_staged() {
    let runner = Runner::new().await;
    for (name, value, code, says) in [
        ("ONE_COMMENT_MODE", "recreate", 2, "upsert, once or append"),
        ("ONE_COMMENT_ORDER", "99999", 65, "100000"),
        ("ONE_COMMENT_SECTION", "a\u{7}b", 65, "`section`"),
        ("ONE_COMMENT_SECTION", "a\u{202e}b", 65, "`section`"),
    ] {
        let end = runner.in_fork("text").env(name, value).run().await;
        end.exits(code);
        // Once: the reason has no echo.
        assert_eq!(end.error().matches(says).count(), 1, "{end:#?}");
    }
}

#[tokio::test]
async fn of_a_text_that_no_comment_can_hold_the_beginning_is_staged_and_delivered() {
    let runner = Runner::new().await;
    let text = "a line of the report\n".repeat(60_000);
    let large = runner.file("large.md", &text);
    let in_fork = || {
        let step = runner.in_fork("").without("ONE_COMMENT_MESSAGE");
        step.env("ONE_COMMENT_MESSAGE_PATH", large.to_str().unwrap())
    };
    let end = in_fork().env("ONE_COMMENT_OVERFLOW", "fail").run().await;
    end.exits(65);
    assert!(end.error().contains("too long"), "{end:#?}");
    let end = runner.step("stage").arg("--apply");
    let end = end.env("ONE_COMMENT_MESSAGE_PATH", large.to_str().unwrap());
    let end = end.env("ONE_COMMENT_OVERFLOW", "fail").run().await;
    end.exits(65);
    assert!(
        end.error().contains("longer than a comment can be"),
        "{end:#?}"
    );

    let end = in_fork().run().await;
    end.is("staged");
    assert!(end.summary.matches("a line of the report").count() > 40_000);
    assert_eq!(staged(&end)["content"].as_str().unwrap().len(), 65_519);
    runner.ended(run(RUN));
    runner.upload_staged(RUN, &end);
    runner.deliver().run().await.is("created");
    assert!(runner.delivered()[0].contains("a line of the report"));
}

#[tokio::test]
async fn a_message_with_the_token_in_it_is_not_staged() {
    let runner = Runner::new().await;
    let step = runner.step("stage").arg("--apply");
    let end = step.env("ONE_COMMENT_MESSAGE", "see job-token").run().await;
    end.exits(65);
    assert!(end.error().contains("the token"), "{end:#?}");
}

#[tokio::test]
async fn outside_actions_the_folder_has_to_be_given() {
    let runner = Runner::new().await;
    let step = runner.step("stage").arg("--apply").on_a_terminal();
    let step = step.env("ONE_COMMENT_REPOSITORY", "octo-org/hello");
    let end = step.env("ONE_COMMENT_MESSAGE", "text").run().await;
    end.exits(2);
    assert!(end.stderr.contains("give `outbox`"), "{end:#?}");
}

/// Events whose token GitHub lowers, and whose runs are not delivered.
fn undeliverable() -> Vec<(&'static str, Value)> {
    let mut of_a_deleted_fork = pull_request_event();
    of_a_deleted_fork["pull_request"]["head"]["repo"] = Value::Null;
    let by_dependabot = |mut payload: Value| {
        payload["repository"] = json!({"full_name": "octo-org/hello"});
        payload["sender"] = json!({"login": "dependabot[bot]"});
        payload
    };
    let mut opened_by_dependabot = pull_request_event();
    opened_by_dependabot["pull_request"]["user"] = json!({"login": "dependabot[bot]"});
    let push = json!({"ref": "refs/heads/feature", "before": NEXT_HEAD, "after": HEAD});
    let deployment = json!({"deployment": {"sha": HEAD}});
    vec![
        ("pull_request_review", pull_request_event()),
        ("pull_request_review_comment", pull_request_event()),
        ("pull_request", of_a_deleted_fork),
        ("pull_request_target", opened_by_dependabot),
        ("push", by_dependabot(push)),
        ("deployment", by_dependabot(deployment.clone())),
        ("deployment_status", by_dependabot(deployment)),
    ]
}

// case 37
#[tokio::test]
async fn what_nobody_would_deliver_is_not_staged_and_the_step_says_so() {
    for (event, payload) in undeliverable() {
        let runner = Runner::new().await;
        let step = runner.in_fork("All tests pass.");
        let end = step.caused_by(event, payload.clone()).run().await;
        end.exits(77);
        let error = end.error();
        let told = error.contains("pull-requests: write") && error.contains("it was not staged");
        assert!(told, "{event}: {error}");
        assert_eq!(end.outputs()["outbox-path"], "");
        assert!(end.summary.contains("All tests pass."), "{end:#?}");

        let skip = runner.in_fork("text").env("ONE_COMMENT_ON_FORK", "skip");
        skip.caused_by(event, payload).run().await.is("skipped");
    }
}

#[tokio::test]
async fn on_fork_says_what_becomes_of_a_publish_that_only_removes() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "the old report")]);
    runner.deliver().run().await.is("created");
    let before = runner.delivered();
    for removes in [("ONE_COMMENT_EMPTY", "clear"), ("ONE_COMMENT_CLEAR", "a")] {
        let step = |on_fork| {
            let step = runner.in_fork("").section("a").env(removes.0, removes.1);
            step.env("ONE_COMMENT_ON_FORK", on_fork)
        };
        let skipped = step("skip").run().await;
        skipped.is("skipped");
        assert!(skipped.annotations("warning").is_empty(), "{skipped:#?}");
        let end = step("stage").run().await;
        end.is("skipped");
        let warnings = end.annotations("warning");
        let told = warnings.len() == 1 && warnings[0].contains("nothing was removed");
        assert!(told && end.outputs()["outbox-path"].is_empty(), "{end:#?}");
        step("fail").run().await.exits(77);
        let review = step("stage").caused_by("pull_request_review", pull_request_event());
        review.run().await.exits(77);
    }
    assert_eq!(runner.delivered(), before);
}

#[tokio::test]
async fn a_key_that_has_to_be_allowed_is_said_to_be_so() {
    let runner = Runner::new().await;
    let end = runner.in_fork("text").run().await;
    assert!(!end.outputs()["reason"].contains("allow"), "{end:#?}");
    let step = runner.in_fork("text").env("ONE_COMMENT_KEY", "coverage");
    let end = step.run().await;
    end.is("staged");
    let told = "only where its `allow` names the key `coverage`";
    assert!(end.stdout.contains(told), "{end:#?}");
}
