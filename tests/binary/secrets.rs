//! The token stays where it is, whatever happens. Each end of each step of all these tests is checked for it;
//! here are those in which it comes closest to being told.

use one_comment_sandbox::state::{Effect, FalseAnswer, Operation};

use crate::setup::{HEAD, JOB_TOKEN, NEXT_HEAD, READ_ONLY_TOKEN, Runner};
use crate::step::Step;

/// Ends with this code, and nothing that is kept of it holds the token, in part or whole.
async fn keeps(step: Step<'_>, token: &str, code: i32) {
    let end = step.arg("--verbose").run().await;
    end.exits(code);
    let kept = end.everything().concat();
    assert!(
        kept.contains("What was asked of GitHub") || end.requests.requests.is_empty(),
        "{kept}"
    );
    assert!(
        !kept.contains(token) && !kept.to_lowercase().contains("bearer "),
        "{kept}"
    );
}

#[tokio::test]
async fn no_success_shows_the_token() {
    for api in ["--api=graphql", "--api=rest"] {
        let runner = Runner::new().await;
        for (message, command) in [
            ("first", "publish"),
            ("second", "publish"),
            ("", "show"),
            ("", "doctor"),
            ("", "check"),
            ("", "delete"),
        ] {
            let step = runner.step(command).arg(api).arg("--apply");
            keeps(step.env("ONE_COMMENT_MESSAGE", message), JOB_TOKEN, 0).await;
        }
    }
}

#[tokio::test]
async fn no_failure_shows_the_token() {
    for api in ["--api=auto", "--api=rest"] {
        let runner = Runner::new().await;
        let publish = || runner.publish("text").arg(api);
        keeps(publish().token(READ_ONLY_TOKEN), READ_ONLY_TOKEN, 77).await;
        keeps(publish().token("ghs_nobodysToken"), "ghs_nobodysToken", 77).await;
        keeps(publish().env("ONE_COMMENT_NUMBER", "999"), JOB_TOKEN, 1).await;
        keeps(publish().env("ONE_COMMENT_MODE", "all"), JOB_TOKEN, 2).await;
        keeps(publish().settle("1ms").nobody_listens(), JOB_TOKEN, 75).await;

        runner.push(NEXT_HEAD);
        let new = || publish().pushed(HEAD, NEXT_HEAD).run_id(101);
        keeps(new(), JOB_TOKEN, 0).await;
        keeps(publish().env("ONE_COMMENT_STALE", "fail"), JOB_TOKEN, 75).await;
        runner.lock();
        keeps(new().env("ONE_COMMENT_MESSAGE", "other"), JOB_TOKEN, 0).await;
    }
}

#[tokio::test]
async fn no_broken_answer_shows_the_token() {
    for answer in [
        FalseAnswer::HtmlPage(502),
        FalseAnswer::Status(500),
        FalseAnswer::Closed,
    ] {
        let runner = Runner::new().await;
        runner.fault(Operation::Read, Effect::Refuse(answer));
        keeps(runner.publish("text"), JOB_TOKEN, 0).await;
        runner.all_faults_happened();
    }
}

/// A token that would end its header line, and the request with it, is no token.
#[tokio::test]
async fn a_token_with_a_line_end_is_refused_and_not_shown() {
    let runner = Runner::new().await;
    let token = format!("{JOB_TOKEN}\r\nx-injected: {HEAD}");
    let end = runner
        .publish("text")
        .token("")
        .env("ONE_COMMENT_TOKEN", &token)
        .run()
        .await;
    end.exits(2);
    assert!(!end.everything().concat().contains(JOB_TOKEN), "{end:#?}");
    assert!(end.requests.requests.is_empty());
}

#[tokio::test]
async fn no_part_of_a_comment_may_hold_the_token() {
    for part in ["MESSAGE", "TITLE", "SECTION", "KEY"] {
        let runner = Runner::new().await;
        let text = format!("it is {JOB_TOKEN}!");
        let step = runner.publish("text");
        let end = step.env(&format!("ONE_COMMENT_{part}"), &text).run().await;
        end.exits(65);
        assert_eq!(end.outcome(), "refused");
        assert!(end.error().contains("contains the token"), "{end:#?}");
        assert!(end.requests.requests.is_empty(), "{end:#?}");
    }
}
