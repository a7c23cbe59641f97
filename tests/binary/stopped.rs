//! A runner or a person stops the step.

#![cfg(unix)]

use std::time::{Duration, Instant};

use one_comment_sandbox::state::{Change, Deed, Effect, Fault, Lag, Matcher, Operation};
use rustix::process::{Pid, Signal, kill_process};

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner, by_person};
use crate::step::{Started, Step};

const MUCH_LONGER_THAN_IT_TAKES: Duration = Duration::from_secs(60);
/// Milliseconds.
const LONGER_THAN_A_SIGNAL_TAKES: u64 = 500;

/// Starts it, and stops it as soon as something changes on GitHub.
async fn stopped(step: Step<'_>, runner: &Runner, signal: Signal) -> End {
    let mut changes = runner.sandbox.hub().watch();
    let started = step.start();
    changes.changed().await.unwrap();
    stopped_now(started, signal).await
}

async fn stopped_now(started: Started<'_>, signal: Signal) -> End {
    let process = Pid::from_raw(started.id().try_into().unwrap()).unwrap();
    kill_process(process, signal).unwrap();
    let end = tokio::time::timeout(MUCH_LONGER_THAN_IT_TAKES, started.end());
    end.await.expect("it did not hear the signal")
}

/// With requests that ask for `operation`, after the first `skip`.
fn goes_wrong(
    runner: &Runner,
    operation: Operation,
    skip: u32,
    times: Option<u32>,
    effect: Effect,
) {
    let fault = Fault {
        when: Matcher::operations(&[operation]),
        skip,
        times,
        effect,
    };
    runner.sandbox.hub().with(|state| state.add_fault(fault));
}

/// The look after `skip` others comes with a remark, so that a test hears of it.
fn look_is_heard(runner: &Runner, skip: u32) {
    let remark = by_person(Deed::Comment {
        body: "It has asked.".into(),
    });
    goes_wrong(runner, Operation::Read, skip, Some(1), meanwhile(remark));
}

fn meanwhile(change: Change) -> Effect {
    Effect::Meanwhile(vec![change])
}

#[tokio::test]
async fn a_step_that_waits_ends_at_once_and_writes_nothing() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129)] {
        let runner = Runner::new().await;
        runner.push(NEXT_HEAD);
        let lag = Lag {
            pushes: 1,
            ..Lag::default()
        };
        goes_wrong(&runner, Operation::Read, 0, None, Effect::Lag(lag));
        look_is_heard(&runner, 0);
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
    runner.fault(
        Operation::Create,
        Effect::DelayAnswer(LONGER_THAN_A_SIGNAL_TAKES),
    );
    let step = runner.publish("text").settle("36s");
    let end = stopped(step, &runner, Signal::TERM).await;
    end.exits(143);
    assert_eq!(end.outcome(), "created", "{end:#?}");
    runner.all_faults_happened();
    assert_eq!(end.counters().graphql_queries, 1, "{end:#?}");
    runner.publish("text").run().await.is("unchanged");
    assert_eq!(runner.comments().len(), 1);
}

#[tokio::test]
async fn a_step_that_has_only_looked_writes_nothing() {
    let runner = Runner::new().await;
    look_is_heard(&runner, 0);
    runner.fault(
        Operation::Read,
        Effect::DelayAnswer(LONGER_THAN_A_SIGNAL_TAKES),
    );
    let end = stopped(runner.publish("text"), &runner, Signal::TERM).await;
    end.exits(143);
    assert_eq!(end.outcome(), "", "{end:#?}");
    assert!(end.writes() == 0 && runner.ours().is_empty());
}

#[tokio::test]
async fn a_step_that_has_written_says_what_it_has_done() {
    let runner = Runner::new().await;
    look_is_heard(&runner, 1);
    let last_look = Effect::DelayAnswer(LONGER_THAN_A_SIGNAL_TAKES);
    goes_wrong(&runner, Operation::Read, 1, Some(1), last_look);
    let mut changes = runner.sandbox.hub().watch();
    let started = runner.publish("text").start();
    while runner.comments().len() < 2 {
        changes.changed().await.unwrap();
    }
    let end = stopped_now(started, Signal::TERM).await;
    end.exits(143);
    assert_eq!((end.outcome(), end.writes()), ("created".into(), 1));
}

/// However often others write on.
#[tokio::test]
async fn what_it_has_overwritten_is_put_back_with_one_write_and_no_more() {
    let runner = Runner::new().await;
    runner.publish("first").run().await.is("created");
    // One before each of the next two writes.
    for (skip, remark) in [(0, "A remark."), (1, "Another remark.")] {
        let edit = by_person(Deed::Edit {
            comment: Some(runner.the_comment().id),
            body: format!("{}\n{remark}\n", runner.body()),
        });
        let (update, edit) = (Operation::Update, meanwhile(edit));
        goes_wrong(&runner, update, skip, Some(1), edit);
    }
    let answer = Effect::DelayAnswer(LONGER_THAN_A_SIGNAL_TAKES);
    goes_wrong(&runner, Operation::Update, 0, Some(1), answer);
    let end = stopped(runner.publish("second"), &runner, Signal::TERM).await;
    end.exits(143);
    assert_eq!(end.writes(), 2, "{end:#?}");
    let body = runner.body();
    assert!(
        body.contains("A remark.") && body.contains("second"),
        "{body}"
    );
}

/// A runner kills after 7.5 s.
#[tokio::test]
async fn an_answer_that_does_not_come_is_not_waited_for() {
    let runner = Runner::new().await;
    runner.fault(Operation::Create, Effect::DelayAnswer(30_000));
    let start = Instant::now();
    let end = stopped(runner.publish("text"), &runner, Signal::TERM).await;
    assert!(start.elapsed() < Duration::from_secs(7), "{end:#?}");
    end.exits(143);
    assert_eq!(end.writes(), 0, "the journal notes answers: {end:#?}");
    runner.publish("text").run().await.is("unchanged");
    assert_eq!(runner.comments().len(), 1);
}
