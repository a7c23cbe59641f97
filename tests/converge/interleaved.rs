//! Orders of calls in which the protocol once failed, as the explorer found them: each the shortest.

use one_comment::converge::{Classifier, Intent, Mode, Predecessor};
use one_comment_sandbox::state::{Deed, Effect, FalseAnswer, Fault, History, Lag, Operation};

use crate::command::{publish, publish_as, settings};
use crate::schedule::{Schedule, words};

fn lag(by: Lag) -> Fault {
    Fault::once(&[Operation::Read], Effect::Lag(by))
}

#[test]
fn a_superseded_writer_folds_the_comment_that_it_created_beside_the_newer_one() {
    let mut s = Schedule::new(1);
    s.add(settings(101, publish("a", "old")));
    s.add(settings(102, publish("a", "new")));
    // Both look; the newer creates and has ended when the older creates.
    [1, 0, 1, 1, 0].into_iter().for_each(|n| s.step(n));
    assert_eq!(s.bodies().len(), 2);
    assert_eq!(words(&s.run()), ["superseded", "created"]);
    assert_eq!(s.sections(), ["a=new"]);
}

#[test]
fn an_update_whose_answer_was_lost_gives_back_what_it_overwrote() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("old", "before")));
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    // The second has looked when the first writes and ends.
    [1, 0, 0].into_iter().for_each(|n| s.step(n));
    let lost = Effect::Lose(FalseAnswer::Closed);
    s.state.add_fault(Fault::once(&[Operation::Update], lost));
    assert_eq!(words(&s.run()), ["updated", "updated"]);
    assert_eq!(s.sections(), ["a=one", "b=two", "old=before"]);
}

#[test]
fn one_old_look_without_a_comment_is_not_taken_for_a_deletion() {
    let mut s = Schedule::new(1);
    s.add(settings(101, publish("a", "old")));
    s.add(settings(102, publish("a", "new")));
    // Both create; the newer folds the comment of the older, which misses it.
    [1, 0, 1, 0, 1, 1, 0].into_iter().for_each(|n| s.step(n));
    s.state.add_fault(lag(Lag {
        versions: 3,
        ..Lag::default()
    }));
    s.step(0);
    assert_eq!(words(&s.run()), ["superseded", "created"]);
    assert_eq!(s.sections(), ["a=new"]);
}

#[test]
fn a_list_that_lags_is_counted_although_everything_old_is_known() {
    let mut s = Schedule::new(1);
    s.person(Deed::Comment {
        body: "A remark.".to_owned(),
    });
    s.state.advance(3_600_000);
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    // Both create; the second folds the comment of the first, which misses it.
    [1, 0, 1, 0, 1, 1, 1, 1, 0]
        .into_iter()
        .for_each(|n| s.step(n));
    let short = lag(Lag {
        comments: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: Some(2),
        ..short
    });
    assert_eq!(words(&s.run()), ["updated", "created"]);
}

#[test]
fn what_was_folded_is_owed_where_no_history_tells_that_it_was_overwritten() {
    let mut s = Schedule::new(1);
    s.state.rules_mut().history = History::Absent;
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    // Both create, and the second is about to join what it has seen of the first.
    [1, 0, 1, 0, 1, 1].into_iter().for_each(|n| s.step(n));
    let footer = "\n\n<!-- one-comment:footer";
    let body = s.bodies()[1].replacen(footer, &format!("\n\nA remark.{footer}"), 1);
    s.person(Deed::Edit {
        comment: None,
        body,
    });
    assert!(s.bodies()[1].contains("A remark."));
    // The first joins and removes the one with the remark; the second overwrites the only other copy.
    [0, 0, 0, 1].into_iter().for_each(|n| s.step(n));
    assert_eq!(s.bodies().len(), 1);
    assert!(!s.bodies()[0].contains("A remark."));
    s.run();
    assert_eq!(s.sections(), ["a=one", "b=two"]);
    assert!(s.bodies()[0].contains("A remark."), "{}", s.bodies()[0]);
}

#[test]
fn a_hide_whose_answer_was_lost_is_looked_for_when_it_cannot_land_any_more() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault::once(&[Operation::Minimize], lost));
    s.add(settings(2, Intent::Hide(Classifier::Outdated)));
    // A look, the mark, the hide.
    [0, 0, 0].into_iter().for_each(|n| s.step(n));
    let sent = s.state.now_ms();
    s.step(0);
    assert!(s.state.now_ms() >= sent + 10_000);
    assert_eq!(words(&s.run()), ["hidden"]);
}

#[test]
fn a_recreation_does_not_create_while_the_list_is_shorter_than_its_count() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.person(Deed::Comment {
        body: "A remark.".to_owned(),
    });
    s.state.add_fault(lag(Lag {
        comments: 1,
        ..Lag::default()
    }));
    s.add(settings(
        2,
        publish_as(Mode::Recreate(Predecessor::Deleted), "a", "two"),
    ));
    s.step(0);
    s.step(0);
    assert_eq!(s.bodies().len(), 2);
    assert_eq!(words(&s.run()), ["created"]);
    assert_eq!(s.sections(), ["a=two"]);
}
