//! What a step tells: outputs, JSON, plans; and the commands that do not publish.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner};

fn json_of(end: &End) -> Value {
    let line = end.stdout.lines().find(|line| line.starts_with('{'));
    serde_json::from_str(line.expect("a line of JSON")).unwrap()
}

// Case 58.
#[tokio::test]
async fn every_output_reaches_the_next_step() {
    let runner = Runner::new().await;
    let end = runner.publish("text").run().await;
    let comment = runner.the_comment();
    let url = format!(
        "{}/octo-org/hello/pull/7#issuecomment-{}",
        runner.sandbox.url(),
        comment.id.0
    );
    let expected = BTreeMap::from([
        ("outcome", "created".to_owned()),
        ("reason", "the comment was created".to_owned()),
        ("changed", "true".to_owned()),
        ("comment-id", comment.id.0.to_string()),
        ("comment-url", url.clone()),
        ("number", "7".to_owned()),
        ("head-sha", HEAD.to_owned()),
        ("outbox-path", String::new()),
        ("entries", String::new()),
        ("full-body-path", String::new()),
    ]);
    assert_eq!(end.outputs(), expected);
    assert!(
        end.stdout
            .contains(&format!("created: the comment was created {url}\n")),
        "{end:#?}"
    );

    let again = runner.publish("text").run().await.outputs()["changed"].clone();
    assert_eq!(again, "false");
}

#[tokio::test]
async fn the_result_as_data_has_the_names_of_the_outputs() {
    let runner = Runner::new().await;
    let end = runner.publish("text").arg("--json").run().await;
    let comment = runner.the_comment();
    let url = format!(
        "{}/octo-org/hello/pull/7#issuecomment-{}",
        runner.sandbox.url(),
        comment.id.0
    );
    let expected = json!({
        "outcome": "created",
        "reason": "the comment was created",
        "changed": true,
        "comment-id": comment.id.0,
        "comment-url": url,
        "number": 7,
        "head-sha": HEAD,
        "outbox-path": null,
        "entries": null,
        "full-body-path": null,
        "warnings": [],
    });
    assert_eq!(json_of(&end), expected);
}

#[tokio::test]
async fn a_failure_as_data_has_a_reason_and_nothing_made_up() {
    let runner = Runner::new().await;
    let end = runner
        .publish("text")
        .env("ONE_COMMENT_NUMBER", "999")
        .arg("--json")
        .run()
        .await;
    let told = json_of(&end);
    assert_eq!(
        (&told["outcome"], &told["comment-id"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&told["changed"], &told["number"]),
        (&json!(false), &json!(999))
    );
    assert!(!told["reason"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn without_apply_a_plan_is_printed_and_nothing_written() {
    let runner = Runner::new().await;
    let plan = runner
        .step("publish")
        .env("ONE_COMMENT_MESSAGE", "text")
        .run()
        .await;
    plan.is("planned");
    assert!(
        plan.stdout.contains("would create a comment\n"),
        "{plan:#?}"
    );
    assert!(plan.stdout.contains("\ntext\n"), "{plan:#?}");

    runner.publish("text").run().await.is("created");
    let plan = runner
        .step("publish")
        .env("ONE_COMMENT_MESSAGE", "other")
        .arg("--json")
        .run()
        .await;
    plan.is("planned");
    let told = json_of(&plan);
    let would = format!("update comment {}", runner.the_comment().id.0);
    assert_eq!(told["plan"]["would"], would);
    assert!(told["plan"]["body"].as_str().unwrap().contains("other"));
    // Before a comment is hidden, it is written into it that it is.
    for (command, would) in [("hide", "update"), ("delete", "delete")] {
        let plan = runner.step(command).run().await;
        plan.is("planned");
        assert_eq!(plan.writes(), 0);
        let would = format!("would {would} comment ");
        assert!(plan.stdout.contains(&would), "{plan:#?}");
    }
    assert!(runner.body().contains("text"));
}

#[tokio::test]
async fn a_dry_run_wins_over_apply() {
    let runner = Runner::new().await;
    let end = runner
        .publish("text")
        .env("ONE_COMMENT_DRY_RUN", "true")
        .run()
        .await;
    end.is("planned");
    assert_eq!((end.writes(), runner.comments().len()), (0, 0));
}

#[tokio::test]
async fn show_prints_the_comment_and_skips_where_there_is_none() {
    let runner = Runner::new().await;
    runner.step("show").run().await.is("skipped");
    runner.publish("# What it says").run().await.is("created");
    let end = runner.step("show").run().await;
    end.exits(0);
    assert!(end.stdout.contains("\n# What it says\n"), "{end:#?}");
    let told = json_of(&runner.step("show").arg("--json").run().await);
    assert_eq!(told["comments"][0]["body"], *runner.body());
}

#[tokio::test]
async fn check_says_whether_the_commit_is_still_the_head() {
    let runner = Runner::new().await;
    let end = runner.step("check").run().await;
    end.is("current");
    assert_eq!(end.outputs()["head-sha"], HEAD);
    runner.push(NEXT_HEAD);
    runner.step("check").run().await.is("superseded");
    let end = runner
        .step("check")
        .env("ONE_COMMENT_STALE", "fail")
        .run()
        .await;
    end.exits(75);
}

#[tokio::test]
async fn hide_hides_and_the_next_publish_shows_again() {
    let runner = Runner::new().await;
    runner.step("hide").arg("--apply").run().await.is("skipped");
    runner.publish("text").run().await.is("created");
    let hide = runner.step("hide").arg("--apply").run_id(101);
    hide.env("ONE_COMMENT_HIDE_AS", "resolved")
        .run()
        .await
        .is("hidden");
    let hidden = runner.the_comment().hidden.map(|reason| reason.as_str());
    assert_eq!(hidden, Some("resolved"));
    runner.publish("text").run_id(102).run().await.is("updated");
    assert_eq!(runner.the_comment().hidden, None);
}

#[tokio::test]
async fn rest_cannot_hide_and_says_so() {
    let runner = Runner::new().await;
    runner.publish("text").run().await.is("created");
    let hide = runner
        .step("hide")
        .arg("--apply")
        .arg("--api=rest")
        .run_id(101);
    let end = hide.run().await;
    end.exits(1);
    assert!(end.error().contains("GraphQL"), "{end:#?}");
}

#[tokio::test]
async fn delete_removes_the_comment_and_then_there_is_none() {
    let runner = Runner::new().await;
    runner.talk(1);
    runner.publish("text").run().await.is("created");
    runner
        .step("delete")
        .arg("--apply")
        .run_id(101)
        .run()
        .await
        .is("deleted");
    assert_eq!((runner.ours().len(), runner.comments().len()), (0, 1));
    runner
        .step("delete")
        .arg("--apply")
        .run_id(102)
        .run()
        .await
        .is("skipped");
}

#[tokio::test]
async fn a_person_at_a_terminal_names_what_a_runner_would_know() {
    let runner = Runner::new().await;
    let publish = || {
        let step = runner.publish("by hand").on_a_terminal();
        step.arg("--repository=octo-org/hello").arg("--number=7")
    };
    let end = publish().run().await;
    end.exits(0);
    assert!(end.stdout.starts_with("created: "), "{end:#?}");
    assert!(runner.body().contains("section main:start"));
    let end = publish()
        .token(crate::setup::READ_ONLY_TOKEN)
        .arg("--section=x")
        .run()
        .await;
    end.exits(77);
    assert!(end.stderr.starts_with("error: "), "{end:#?}");
}
