//! GitHub refuses: exit codes, one line that says what to do, and `on-error`, `stale`, `locked`, `archived`.

use one_comment_sandbox::state::{Effect, FalseAnswer, Operation};

use crate::setup::{HEAD, NEXT_HEAD, READ_ONLY_TOKEN, Runner};

// case 37
#[tokio::test]
async fn a_read_only_token_is_told_which_permission_is_missing_and_why_it_may_be() {
    let runner = Runner::new().await;
    for (event, why) in [
        (
            "pull_request/synchronize.payload.json",
            "GitHub does not lower the token",
        ),
        ("derived/pull_request.synchronize.fork.json", "from a fork"),
        (
            "derived/pull_request.synchronize.dependabot.json",
            "Dependabot",
        ),
    ] {
        let step = runner
            .publish("text")
            .token(READ_ONLY_TOKEN)
            .env("ONE_COMMENT_ON_FORK", "fail")
            .event(event, HEAD);
        let end = step.run().await;
        end.exits(77);
        let error = end.error();
        assert!(
            error.contains("pull-requests: write") && error.contains(why),
            "{error}"
        );
        assert_eq!(end.outcome(), "");
    }
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn a_token_for_issues_does_not_do_for_a_pull_request() {
    let runner = Runner::new().await;
    let end = runner.publish("text").token("issues-token").run().await;
    end.exits(77);
    assert!(end.error().contains("pull-requests: write"), "{end:#?}");
}

#[tokio::test]
async fn a_bad_token_is_called_bad() {
    for api in ["auto", "rest"] {
        let runner = Runner::new().await;
        let step = runner.publish("text").token("ghs_nobodysToken");
        let end = step.arg("--api").arg(api).run().await;
        end.exits(77);
        assert!(end.error().contains("valid `token`"), "{end:#?}");
    }
}

#[tokio::test]
async fn a_number_that_nothing_has_is_a_failure_that_says_what_to_check() {
    for api in ["auto", "rest"] {
        let runner = Runner::new().await;
        let step = runner.publish("text").env("ONE_COMMENT_NUMBER", "999");
        let end = step.arg("--api").arg(api).run().await;
        end.exits(1);
        assert!(
            end.error().contains("check `repository` and `number`"),
            "{end:#?}"
        );
    }
}

#[tokio::test]
async fn a_full_conversation_is_a_failure_of_its_own() {
    let runner = Runner::new().await;
    runner.talk(3);
    let fill = |limit| {
        let hub = runner.sandbox.hub();
        hub.with(|state| state.rules_mut().comments_per_conversation = limit);
    };
    fill(3);
    let end = runner.publish("text").run().await;
    end.exits(1);
    assert!(end.error().contains("2,500"), "{end:#?}");
    assert_eq!(runner.comments().len(), 3);

    fill(4);
    runner.publish("text").run().await.is("created");
    runner.publish("other").run().await.is("updated");
}

#[tokio::test]
async fn locked_and_archived_are_outcomes_and_a_warning() {
    for (outcome, close) in [
        ("locked", Runner::lock as fn(&Runner)),
        ("archived", Runner::archive),
    ] {
        let runner = Runner::new().await;
        close(&runner);
        let end = runner.publish("text").run().await;
        end.is(outcome);
        assert_eq!(end.annotations("warning").len(), 1, "{end:#?}");
        assert!(end.annotations("error").is_empty() && runner.comments().is_empty());
    }
}

#[tokio::test]
async fn a_superseded_run_writes_nothing_and_fails_only_if_it_is_asked_to() {
    let runner = Runner::new().await;
    runner.push(NEXT_HEAD);
    let new = runner.publish("new").pushed(HEAD, NEXT_HEAD).run_id(101);
    new.run().await.is("created");

    let end = runner.publish("old").run().await;
    end.is("superseded");
    assert_eq!(end.writes(), 0);
    let end = runner
        .publish("old")
        .env("ONE_COMMENT_STALE", "fail")
        .run()
        .await;
    end.exits(75);
    assert_eq!((end.outcome(), end.writes()), ("superseded".into(), 0));
    assert!(runner.body().contains("new"));
}

#[tokio::test]
async fn an_interface_that_is_down_is_waited_for_and_then_left_alone() {
    for api in ["auto", "graphql", "rest"] {
        let runner = Runner::new().await;
        let step = runner.publish("text").nobody_listens();
        let end = step.arg("--api").arg(api).settle("2ms").run().await;
        end.exits(75);
        assert!(end.error().contains("run it again"), "{end:#?}");
        assert!(end.requests.requests.is_empty() && runner.comments().is_empty());
    }
}

#[tokio::test]
async fn a_rate_limit_longer_than_the_timeout_is_not_waited_for() {
    let runner = Runner::new().await;
    let limit = FalseAnswer::SecondaryLimit {
        status: 403,
        retry_after: Some(3_600),
    };
    runner.fault(Operation::Create, Effect::Refuse(limit));
    let end = runner.publish("text").run().await;
    end.exits(75);
    runner.all_faults_happened();
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn on_error_warn_turns_every_failure_but_wrong_usage_into_a_warning() {
    let runner = Runner::new().await;
    runner.file("binary.md", b"\xff\x00\xfe");
    let limit = FalseAnswer::PrimaryLimit {
        status: 403,
        resets_in: 3_600,
    };
    runner.fault(Operation::Create, Effect::Refuse(limit));
    let warned = || runner.publish("text").env("ONE_COMMENT_ON_ERROR", "warn");
    for (code, step) in [
        (75, warned()),
        (77, warned().token(READ_ONLY_TOKEN)),
        (1, warned().env("ONE_COMMENT_NUMBER", "999")),
        (
            65,
            warned()
                .without("ONE_COMMENT_MESSAGE")
                .env("ONE_COMMENT_MESSAGE_PATH", "binary.md"),
        ),
    ] {
        let end = step.run().await;
        end.exits(0);
        assert_eq!(
            end.annotations("warning").len(),
            1,
            "instead of {code}: {end:#?}"
        );
        assert!(
            end.annotations("error").is_empty(),
            "instead of {code}: {end:#?}"
        );
    }
    let missing = warned().without("ONE_COMMENT_MESSAGE");
    let missing = missing.env("ONE_COMMENT_MESSAGE_PATH", "missing.md");
    for usage in [warned().env("ONE_COMMENT_NUMBER", "12abc"), missing] {
        usage.run().await.exits(2);
    }
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn a_repository_that_is_not_there_is_named() {
    let runner = Runner::new().await;
    let step = runner
        .publish("text")
        .env("ONE_COMMENT_REPOSITORY", "octo-org/elsewhere");
    let end = step.env("ONE_COMMENT_NUMBER", "7").run().await;
    end.exits(1);
    assert!(end.error().contains("elsewhere"), "{end:#?}");
}
