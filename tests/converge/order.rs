//! Which run is newer, and whose commit is the head.

use one_comment::converge::{Settings, Trouble, Verdict};
use one_comment_sandbox::state::{Change, Effect, Fault, Lag, Operation};

use crate::check;
use crate::command::{on, publish, settings, sha};
use crate::schedule::{Schedule, word};

// Cases 28 and 29.
#[test]
fn an_older_run_does_not_overwrite_a_newer_one() {
    let mut s = Schedule::new(1);
    s.alone(settings(9, publish("a", "new")));
    check(&mut s, settings(5, publish("a", "old")), "superseded", 1);
    assert_eq!(s.sections(), ["a=new"]);
}

#[test]
fn a_rerun_of_an_older_run_is_a_deliberate_act() {
    let mut s = Schedule::new(1);
    s.alone(settings(9, publish("a", "new")));
    let mut rerun = settings(5, publish("a", "again"));
    rerun.run.attempt = 2;
    check(&mut s, rerun, "updated", 2);
    check(&mut s, settings(8, publish("a", "late")), "superseded", 1);
    check(&mut s, settings(10, publish("a", "next")), "updated", 2);
}

#[test]
fn a_run_for_an_old_commit_is_superseded_at_once_where_the_pull_request_tells() {
    let mut s = Schedule::new(1);
    s.push("2");
    check(&mut s, settings(9, publish("a", "old")), "superseded", 1);
    assert!(s.bodies().is_empty());
}

#[test]
fn after_a_force_push_three_looks_are_the_proof() {
    let mut s = Schedule::new(1);
    s.state
        .change(Change::ForcePush {
            on: on(),
            commits: vec!["3".repeat(40).into()],
        })
        .unwrap();
    check(&mut s, settings(9, publish("a", "old")), "superseded", 3);
}

#[test]
fn a_head_that_lags_is_waited_for() {
    let mut s = Schedule::new(1);
    s.push("2");
    let lag = Effect::Lag(Lag {
        pushes: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: Some(3),
        ..Fault::once(&[Operation::Read], lag)
    });
    let new = Settings {
        commit: Some(sha("2")),
        before: Some(sha("1")),
        ..settings(1, publish("a", "x"))
    };
    assert_eq!(word(&s.alone(new).verdict), "created");
}

#[test]
fn a_head_that_lags_for_ever_is_not_written_on() {
    let mut s = Schedule::new(1);
    s.push("2");
    let lag = Effect::Lag(Lag {
        pushes: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: None,
        ..Fault::once(&[Operation::Read], lag)
    });
    let new = Settings {
        commit: Some(sha("2")),
        before: Some(sha("1")),
        ..settings(1, publish("a", "x"))
    };
    assert_eq!(
        s.alone(new).verdict,
        Verdict::Failed(Trouble::HeadUnconfirmed)
    );
    assert!(s.bodies().is_empty());
}
