//! Deliveries of what was said before: by another attempt or run, or by the same run at the same time.

use one_comment::converge::{Fate, Mode, Settings};

use crate::command::{clear, name, settings};
use crate::delivery::{deliver, deliver_as, fates, writes};
use crate::schedule::Schedule;

fn attempt(run: u64, attempt: u32, messages: &[(&str, &str)]) -> Settings {
    let mut settings = deliver(run, messages);
    settings.run.attempt = attempt;
    settings
}

#[test]
fn attempts_of_different_runs_do_not_come_after_one_another() {
    let mut s = Schedule::new(1);
    s.alone(attempt(4, 2, &[("a", "four")]));
    let outcome = s.alone(attempt(5, 1, &[("a", "five")]));
    assert_eq!(fates(&outcome), ("updated".into(), vec![Fate::Published]));
}

#[test]
fn what_a_later_attempt_said_does_not_keep_back_the_rest_of_an_earlier_one() {
    let mut s = Schedule::new(1);
    s.alone(attempt(5, 2, &[("a", "second")]));
    let outcome = s.alone(attempt(5, 1, &[("a", "first"), ("b", "first")]));
    let expected = vec![Fate::Superseded, Fate::Published];
    assert_eq!(fates(&outcome), ("updated".into(), expected));
    assert_eq!(s.sections(), ["a=second", "b=first"]);
}

#[test]
fn what_a_later_attempt_removed_stays_removed_and_the_rest_goes_out() {
    let mut s = Schedule::new(1);
    s.alone(attempt(5, 1, &[("a", "first")]));
    let mut removal = settings(5, clear(&["a"]));
    removal.run.attempt = 2;
    s.add(removal);
    s.run();
    s.add(attempt(5, 1, &[("a", "first"), ("b", "first")]));
    let outcome = s.run().remove(0);
    let expected = vec![Fate::Superseded, Fate::Published];
    assert_eq!(fates(&outcome), ("updated".into(), expected));
}

#[test]
fn what_an_older_run_removed_may_be_said_again() {
    let mut s = Schedule::new(1);
    let append = |run: u64, entry: &str| {
        let (list, limit) = (name("log"), 1);
        deliver_as(run, Mode::Append { list, limit }, &[(entry, "x")])
    };
    // At once, so that the removal is still known.
    for settings in [append(1, "log/1."), append(2, "log/2.")] {
        s.add(settings);
        s.run();
    }
    assert_eq!(s.document().tombstones.len(), 1);
    s.add(deliver(3, &[("log/1.", "again")]));
    let outcome = s.run().remove(0);
    assert_eq!(fates(&outcome), ("updated".into(), vec![Fate::Published]));
}

#[test]
fn a_rerun_comes_after_what_it_replaces_and_not_after_all_else() {
    let mut s = Schedule::new(1);
    s.alone(deliver(9, &[("b", "nine")]));
    s.alone(deliver(7, &[("a", "seven")]));
    for (settings, section) in [
        (attempt(5, 2, &[("a", "five")]), "a=five"),
        (deliver(8, &[("a", "eight")]), "a=eight"),
    ] {
        let outcome = s.alone(settings);
        assert_eq!(fates(&outcome), ("updated".into(), vec![Fate::Published]));
        assert_eq!(s.sections(), [section, "b=nine"]);
    }
}

#[test]
fn of_two_messages_one_may_be_superseded_between_look_and_write() {
    let mut s = Schedule::new(1);
    s.alone(deliver(1, &[("a", "one"), ("b", "one")]));
    s.add(deliver(5, &[("a", "five"), ("b", "five")]));
    s.step(0);
    s.add(deliver(9, &[("b", "nine")]));
    [1, 1].into_iter().for_each(|n| s.step(n));
    let outcomes = s.run();
    let expected = vec![Fate::Published, Fate::Superseded];
    assert_eq!(fates(&outcomes[0]), ("updated".into(), expected));
    assert_eq!(s.sections(), ["a=five", "b=nine"]);
}

#[test]
fn what_is_delivered_twice_at_once_is_reconciled_by_whoever_comes_second() {
    let mut s = Schedule::new(1);
    let waits_first = Settings {
        legs: 3,
        ..deliver(5, &[("a", "one")])
    };
    s.add(waits_first);
    s.step(0);
    s.add(deliver(5, &[("a", "one")]));
    [1, 1].into_iter().for_each(|n| s.step(n));
    let outcomes = s.run();
    let expected = vec![Fate::Reconciled];
    assert_eq!(fates(&outcomes[0]), ("unchanged".into(), expected));
    assert_eq!(writes(&s), 1);
}
