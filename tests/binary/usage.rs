//! Wrong usage and wrong data: refused before GitHub is asked anything.

use crate::end::End;
use crate::setup::Runner;
use crate::step::Step;

/// Refused so, in one line that says all of this, and GitHub heard nothing.
#[track_caller]
fn refused(end: &End, code: i32, says: &[&str]) {
    end.exits(code);
    let error = end.error();
    for word in says {
        assert!(error.contains(word), "{error:?} does not say {word:?}");
    }
    assert!(end.requests.requests.is_empty(), "{end:#?}");
}

async fn usage(step: Step<'_>, says: &[&str]) {
    refused(&step.run().await, 2, says);
}

#[tokio::test]
async fn an_unknown_word_is_answered_with_the_known_ones() {
    let runner = Runner::new().await;
    let publish = || runner.publish("text");
    usage(
        publish().env("ONE_COMMENT_MODE", "replace"),
        &["mode", "replace", "upsert", "insert"],
    )
    .await;
    usage(
        publish().env("ONE_COMMENT_STALE", "never "),
        &["stale", "never", "skip", "fail", "mark"],
    )
    .await;
    usage(
        publish().env("ONE_COMMENT_DRY_RUN", "yes"),
        &["dry-run", "true", "false"],
    )
    .await;
    usage(runner.step("post"), &["command", "post", "publish", "show"]).await;
}

// Case 36.
#[tokio::test]
async fn a_number_is_digits_and_nothing_else() {
    let runner = Runner::new().await;
    for number in ["12abc", "#12", "0", "-1", "1.0"] {
        usage(
            runner.publish("text").env("ONE_COMMENT_NUMBER", number),
            &["number", number],
        )
        .await;
    }
}

#[tokio::test]
async fn a_missing_file_is_named_and_so_is_where_it_was_looked_for() {
    let runner = Runner::new().await;
    let step = runner
        .step("publish")
        .env("ONE_COMMENT_MESSAGE_PATH", "missing.md");
    usage(step, &["missing.md", runner.workspace().to_str().unwrap()]).await;
}

#[tokio::test]
async fn an_empty_message_is_wrong_usage_unless_it_is_allowed() {
    let runner = Runner::new().await;
    usage(runner.publish(" \n"), &["no message", "empty: skip"]).await;
    let end = runner
        .publish(" \n")
        .env("ONE_COMMENT_EMPTY", "skip")
        .run()
        .await;
    end.is("skipped");
    assert!(end.requests.requests.is_empty());
}

#[tokio::test]
async fn without_a_token_nobody_is_asked() {
    let runner = Runner::new().await;
    usage(runner.publish("text").token(""), &["ONE_COMMENT_TOKEN"]).await;
    let by_hand = runner.publish("text").on_a_terminal().token("");
    let by_hand = by_hand.arg("--repository=octo-org/hello").arg("--number=7");
    let end = by_hand.run().await;
    end.exits(2);
    assert!(end.stderr.contains("gh auth login"), "{end:#?}");
    assert!(end.requests.requests.is_empty());
}

#[tokio::test]
async fn without_an_event_a_number_must_be_given() {
    let runner = Runner::new().await;
    let without = || {
        runner
            .publish("text")
            .without("GITHUB_EVENT_PATH")
            .without("GITHUB_EVENT_NAME")
    };
    usage(without(), &["number"]).await;
    usage(
        runner.publish("text").env("GITHUB_EVENT_NAME", "schedule"),
        &["schedule", "number"],
    )
    .await;
    without()
        .env("ONE_COMMENT_NUMBER", "7")
        .run()
        .await
        .is("created");
}

#[tokio::test]
async fn an_event_of_another_repository_gives_no_number() {
    let runner = Runner::new().await;
    let step = runner
        .publish("text")
        .env("ONE_COMMENT_REPOSITORY", "octo-org/other");
    usage(step, &["octo-org/hello", "octo-org/other", "number"]).await;
}

#[tokio::test]
async fn a_file_that_is_no_text_is_refused_by_its_name() {
    let runner = Runner::new().await;
    runner.file("report.md", b"caf\xe9");
    let step = runner
        .step("publish")
        .env("ONE_COMMENT_MESSAGE_PATH", "report.md");
    let end = step.run().await;
    refused(&end, 65, &["report.md", "UTF-8"]);
    assert_eq!(end.outcome(), "refused");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_out_of_the_workspace_is_not_followed() {
    let runner = Runner::new().await;
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("secret"), "of the machine").unwrap();
    std::os::unix::fs::symlink(
        elsewhere.path().join("secret"),
        runner.workspace().join("report.md"),
    )
    .unwrap();
    let step = runner
        .step("publish")
        .env("ONE_COMMENT_MESSAGE_PATH", "report.md");
    let end = step.run().await;
    refused(&end, 65, &["report.md", "outside"]);
    assert!(!end.everything().concat().contains("of the machine"));
}

#[tokio::test]
async fn an_interface_of_another_host_gets_no_token() {
    let runner = Runner::new().await;
    let step = runner
        .publish("text")
        .env("GITHUB_GRAPHQL_URL", "http://127.0.0.1:1/graphql");
    usage(step, &["origin", "one host"]).await;
}

#[tokio::test]
async fn an_unknown_flag_is_wrong_usage() {
    let runner = Runner::new().await;
    let end = runner.publish("text").arg("--force").run().await;
    end.exits(2);
    assert!(end.stderr.contains("--force"), "{end:#?}");
    assert!(end.requests.requests.is_empty());
}
