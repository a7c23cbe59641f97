//! A few things that go wrong between here and GitHub, end to end. All of them, in all orders, are tested in memory.

use one_comment_sandbox::state::{
    Deed, Effect, FalseAnswer, Fault, Lag, Matcher, Operation, Transport,
};

use crate::setup::{HEAD, NEXT_HEAD, Runner, by_person};

const LOST: [Effect; 3] = [
    Effect::Lose(FalseAnswer::Closed),
    Effect::Lose(FalseAnswer::Status(502)),
    Effect::HalfAnswer,
];

#[tokio::test]
async fn a_create_whose_answer_is_lost_is_found_and_not_sent_again() {
    for api in ["--api=auto", "--api=rest"] {
        for effect in LOST {
            let runner = Runner::new().await;
            runner.fault(Operation::Create, effect.clone());
            let end = runner.publish("text").arg(api).run().await;
            end.is("created");
            runner.all_faults_happened();
            assert!(runner.body().contains("text"), "{api} {effect:?}");
            assert_eq!(end.writes(), 1, "{api} {effect:?} {end:#?}");
        }
    }
}

#[tokio::test]
async fn an_update_whose_answer_is_lost_is_in_place_at_the_end() {
    for api in ["--api=auto", "--api=rest"] {
        for effect in LOST {
            let runner = Runner::new().await;
            runner.publish("first").arg(api).run().await.is("created");
            runner.fault(Operation::Update, effect.clone());
            runner.publish("second").arg(api).run().await.is("updated");
            runner.all_faults_happened();
            assert!(runner.body().contains("second"), "{api} {effect:?}");
        }
    }
}

#[tokio::test]
async fn a_create_that_never_arrived_is_made_once() {
    for answer in [
        FalseAnswer::Closed,
        FalseAnswer::Status(502),
        FalseAnswer::HtmlPage(504),
    ] {
        let runner = Runner::new().await;
        runner.fault(Operation::Create, Effect::Refuse(answer));
        runner.publish("text").run().await.is("created");
        runner.all_faults_happened();
        assert!(runner.body().contains("text"));
    }
}

#[tokio::test]
async fn a_server_without_graphql_is_served_by_rest_within_the_same_run() {
    let runner = Runner::new().await;
    runner
        .sandbox
        .hub()
        .with(|state| state.rules_mut().graphql = false);
    let end = runner.publish("first").run().await;
    end.is("created");
    assert_eq!(end.counters().rest_writes, 1);
    runner.publish("second").run().await.is("updated");
    assert!(runner.body().contains("second"));
}

#[tokio::test]
async fn graphql_that_keeps_failing_gives_way_to_rest() {
    let runner = Runner::new().await;
    let failing = Fault {
        when: Matcher {
            transport: Some(Transport::Graphql),
            ..Matcher::default()
        },
        skip: 0,
        times: None,
        effect: Effect::Refuse(FalseAnswer::Status(502)),
    };
    runner.sandbox.hub().with(|state| state.add_fault(failing));
    let end = runner.publish("text").run().await;
    end.is("created");
    assert_eq!(end.counters().rest_writes, 1);
    assert!(runner.body().contains("text"));
}

#[tokio::test]
async fn a_read_that_is_answered_by_rubbish_is_asked_again() {
    for effect in [
        Effect::HalfAnswer,
        Effect::PartialData,
        Effect::Refuse(FalseAnswer::HtmlPage(200)),
        Effect::Refuse(FalseAnswer::HtmlPage(503)),
        Effect::Refuse(FalseAnswer::Closed),
    ] {
        let runner = Runner::new().await;
        runner.fault(Operation::Read, effect.clone());
        runner.publish("text").run().await.is("created");
        runner.all_faults_happened();
        assert_eq!(runner.comments().len(), 1, "{effect:?}");
    }
}

/// Lists as they were before the last push, so many times.
fn head_lags(runner: &Runner, times: Option<u32>) {
    let lag = Lag {
        pushes: 1,
        ..Lag::default()
    };
    let fault = Fault {
        when: Matcher::operations(&[Operation::Read]),
        skip: 0,
        times,
        effect: Effect::Lag(lag),
    };
    runner.sandbox.hub().with(|state| state.add_fault(fault));
}

#[tokio::test]
async fn a_head_that_lags_behind_the_push_is_waited_for() {
    let runner = Runner::new().await;
    runner.push(NEXT_HEAD);
    head_lags(&runner, Some(2));
    runner
        .publish("text")
        .pushed(HEAD, NEXT_HEAD)
        .run()
        .await
        .is("created");
    runner.all_faults_happened();
    assert!(runner.body().contains(NEXT_HEAD));
}

#[tokio::test]
async fn a_head_that_lags_for_too_long_is_not_guessed() {
    let runner = Runner::new().await;
    runner.push(NEXT_HEAD);
    head_lags(&runner, None);
    let step = runner.publish("text").pushed(HEAD, NEXT_HEAD);
    let end = step.env("ONE_COMMENT_TIMEOUT", "200ms").run().await;
    end.exits(75);
    assert!(end.error().contains("1111111"), "{end:#?}");
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn a_comment_that_is_deleted_before_it_is_written_is_made_anew() {
    for api in ["--api=auto", "--api=rest"] {
        let runner = Runner::new().await;
        runner.publish("first").arg(api).run().await.is("created");
        let deleted = by_person(Deed::Delete { comment: None });
        runner.fault(Operation::Update, Effect::Meanwhile(vec![deleted]));
        runner.publish("second").arg(api).run().await.exits(0);
        runner.all_faults_happened();
        assert!(runner.body().contains("second"));
    }
}

#[tokio::test]
async fn a_list_that_lags_leads_to_no_second_comment() {
    let runner = Runner::new().await;
    runner.publish("first").run().await.is("created");
    let lag = Lag {
        comments: 1,
        ..Lag::default()
    };
    runner.fault(Operation::Read, Effect::Lag(lag));
    runner.publish("second").run().await.is("updated");
    runner.all_faults_happened();
    assert!(runner.body().contains("second"));
}
