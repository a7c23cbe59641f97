//! A runner or a person stops the step.

#![cfg(unix)]

use std::time::Duration;

use one_comment_sandbox::state::{Deed, Effect, Fault, Lag, Matcher, Operation};
use rustix::process::{Pid, Signal, kill_process};

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner, by_person};
use crate::step::Step;

const MUCH_LONGER_THAN_IT_TAKES: Duration = Duration::from_secs(60);

/// Starts it, and stops it as soon as something changes on GitHub.
async fn stopped(step: Step<'_>, runner: &Runner, signal: Signal) -> End {
    let mut changes = runner.sandbox.hub().watch();
    let started = step.start();
    changes.changed().await.unwrap();
    let process = Pid::from_raw(started.id().try_into().unwrap()).unwrap();
    kill_process(process, signal).unwrap();
    let end = tokio::time::timeout(MUCH_LONGER_THAN_IT_TAKES, started.end());
    end.await.expect("it did not hear the signal")
}

/// Every look shows the head before the last push; the first one comes with a remark, so that a test hears of it.
fn head_lags(runner: &Runner) {
    let reads = |effect, times| Fault {
        when: Matcher::operations(&[Operation::Read]),
        skip: 0,
        times,
        effect,
    };
    let lag = Lag {
        pushes: 1,
        ..Lag::default()
    };
    let remark = Deed::Comment {
        body: "It has asked.".into(),
    };
    runner.sandbox.hub().with(|state| {
        state.add_fault(reads(Effect::Lag(lag), None));
        let remark = Effect::Meanwhile(vec![by_person(remark)]);
        state.add_fault(reads(remark, Some(1)));
    });
}

#[tokio::test]
async fn a_step_that_waits_ends_at_once_and_writes_nothing() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129)] {
        let runner = Runner::new().await;
        runner.push(NEXT_HEAD);
        head_lags(&runner);
        // It would wait for a minute and a half before it looks again.
        let step = runner.publish("text").pushed(HEAD, NEXT_HEAD).settle("36s");
        let end = stopped(step, &runner, signal).await;
        end.exits(code);
        assert!(end.error().contains("stopped by a signal"), "{end:#?}");
        assert_eq!(end.counters().graphql_queries, 1, "{end:#?}");
        assert!(end.writes() == 0 && runner.ours().is_empty());
    }
}

/// It has done what was asked, and says so beside the signal's code; only the look for duplicates after it is left to the next step.
#[tokio::test]
async fn a_step_that_writes_hears_the_answer_first_and_does_not_wait_after_it() {
    let runner = Runner::new().await;
    runner.fault(Operation::Create, Effect::DelayAnswer(100));
    let step = runner.publish("text").settle("36s");
    let end = stopped(step, &runner, Signal::TERM).await;
    end.exits(143);
    assert_eq!(end.outcome(), "created", "{end:#?}");
    runner.all_faults_happened();
    assert_eq!(end.counters().graphql_queries, 1, "{end:#?}");
    runner.publish("text").run().await.is("unchanged");
    assert_eq!(runner.comments().len(), 1);
}
