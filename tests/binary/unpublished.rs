//! A message that could not be published is not lost: it stands in the job summary.

use crate::setup::{JOB_TOKEN, NEXT_HEAD, READ_ONLY_TOKEN, Runner};

const MESSAGE: &str = "# Report\n\nall is well";

#[tokio::test]
async fn what_the_comment_could_not_take_stands_in_the_summary() {
    let runner = Runner::new().await;
    let denied = runner.publish(MESSAGE).token(READ_ONLY_TOKEN).run().await;
    denied.exits(77);
    let missing = runner
        .publish(MESSAGE)
        .env("ONE_COMMENT_NUMBER", "999")
        .run()
        .await;
    missing.exits(1);
    runner.lock();
    let locked = runner.publish(MESSAGE).run().await;
    locked.is("locked");
    runner.archive();
    let archived = runner.publish(MESSAGE).run().await;
    archived.is("archived");
    for end in [denied, missing, locked, archived] {
        assert!(end.summary.contains(MESSAGE), "{end:#?}");
    }
}

#[tokio::test]
async fn what_was_published_or_superseded_does_not() {
    let runner = Runner::new().await;
    let created = runner.publish(MESSAGE).run().await;
    created.is("created");
    let unchanged = runner.publish(MESSAGE).run().await;
    runner.push(NEXT_HEAD);
    let superseded = runner.publish(MESSAGE).run().await;
    superseded.is("superseded");
    for end in [created, unchanged, superseded] {
        assert_eq!(end.summary, "", "{end:#?}");
    }
}

#[tokio::test]
async fn a_message_with_the_token_in_it_stands_nowhere() {
    let runner = Runner::new().await;
    let end = runner.publish(&format!("it is {JOB_TOKEN}")).run().await;
    end.exits(65);
    assert_eq!(end.summary, "");
}
