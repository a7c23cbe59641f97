//! What two faults look like from inside: how often it writes, and what it says. What all of them leave is in `table`.

use one_comment_sandbox::state::{Effect, FalseAnswer, Fault, Lag, Operation};

use crate::setup::{HEAD, NEXT_HEAD, Runner};

const LOST: [Effect; 3] = [
    Effect::Lose(FalseAnswer::Closed),
    Effect::Lose(FalseAnswer::Status(502)),
    Effect::HalfAnswer,
];

// Case 10.
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
async fn a_head_that_lags_for_too_long_is_not_guessed() {
    let runner = Runner::new().await;
    runner.push(NEXT_HEAD);
    let lag = Lag {
        pushes: 1,
        ..Lag::default()
    };
    let always = Fault {
        times: None,
        ..Fault::once(&[Operation::Read], Effect::Lag(lag))
    };
    runner.sandbox.hub().with(|state| state.add_fault(always));
    let step = runner.publish("text").pushed(HEAD, NEXT_HEAD);
    let end = step.env("ONE_COMMENT_TIMEOUT", "200ms").run().await;
    end.exits(75);
    assert!(end.error().contains("1111111"), "{end:#?}");
    assert!(runner.comments().is_empty());
}
