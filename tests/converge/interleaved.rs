//! Orders of calls in which the protocol once failed, as the explorer found them: each the shortest.

use one_comment::converge::{Classifier, Intent, Mode, Predecessor};
use one_comment_sandbox::state::{
    Action, Deed, Effect, FalseAnswer, Fault, History, Identity, Lag, Operation, Transport,
};

use crate::command::{clear, publish, publish_as, settings};
use crate::schedule::{Schedule, words};

fn lag(by: Lag) -> Fault {
    Fault::once(&[Operation::Read], Effect::Lag(by))
}

fn lose(operation: Operation) -> Fault {
    Fault::once(&[operation], Effect::Lose(FalseAnswer::Closed))
}

fn remark_in_the_duplicate(s: &mut Schedule) {
    let footer = "\n\n<!-- one-comment:footer";
    let body = s.bodies()[1].replacen(footer, &format!("\n\nA remark.{footer}"), 1);
    s.person(Deed::Edit {
        comment: None,
        body,
    });
    assert!(s.bodies()[1].contains("A remark."));
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
    s.state.add_fault(lose(Operation::Update));
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
    remark_in_the_duplicate(&mut s);
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

#[test]
fn a_duplicate_is_not_deleted_on_a_look_that_took_long() {
    let mut s = Schedule::new(1);
    for (run, section) in [(101, "a"), (102, "b")] {
        let settings = settings(run, publish(section, "text"));
        s.add_as(settings, Identity::job(), Transport::Rest);
    }
    // Both create; the second joins its own into the first, and looks whether its own is unchanged.
    [0, 1, 0, 1].into_iter().for_each(|n| s.step(n));
    while !s.bodies()[0].contains("section b") {
        s.step(1);
    }
    s.step_while(1, |s| {
        remark_in_the_duplicate(s);
        s.state.advance(3_000);
    });
    s.run();
    assert_eq!(s.sections(), ["a=text", "b=text"]);
    assert!(s.bodies()[0].contains("A remark."), "{}", s.bodies()[0]);
}

#[test]
fn a_look_is_not_old_for_not_showing_what_was_written_into_another_comment() {
    let mut s = Schedule::new(1);
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    // Both create; the answer to the second's join into the comment of the first is lost.
    [0, 1, 0, 1].into_iter().for_each(|n| s.step(n));
    s.state.add_fault(lose(Operation::Update));
    s.step(1);
    s.step(1);
    let calls = s.made.len();
    assert!(s.state.faults().is_empty(), "the update was lost");
    // A look finds the join; the next call closes with a write, whose answer tells.
    s.step(1);
    s.step(1);
    s.step(1);
    assert_eq!(s.made.len(), calls + 3);
    let updates = s.state.journal().audit.iter();
    let updates = updates.filter(|entry| entry.action == Action::Update);
    assert_eq!(updates.count(), 2);
}

#[test]
fn what_a_lost_update_overwrote_is_owed_before_its_comment_is_recreated() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("old", "before")));
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    s.add(settings(
        103,
        publish_as(Mode::Recreate(Predecessor::Deleted), "c", "three"),
    ));
    // The second writes and ends; the first, which had looked before, overwrites it, and its answer is lost.
    [0, 1, 1].into_iter().for_each(|n| s.step(n));
    s.state.add_fault(lose(Operation::Update));
    s.step(0);
    // The third makes the comment anew from what is there; the first sees the old one for the last time.
    [2, 2, 0].into_iter().for_each(|n| s.step(n));
    assert_eq!(s.bodies().len(), 2);
    while s.bodies().len() == 2 {
        s.step(2);
    }
    s.run();
    assert_eq!(s.sections(), ["a=one", "b=two", "c=three", "old=before"]);
}

#[test]
fn a_show_whose_answer_was_lost_is_looked_for_when_it_cannot_land_any_more() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(2, Intent::Hide(Classifier::Outdated)));
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state
        .add_fault(Fault::once(&[Operation::Unminimize], lost));
    s.add(settings(3, publish("a", "two")));
    // A look, the text, the show.
    [0, 0, 0].into_iter().for_each(|n| s.step(n));
    let sent = s.state.now_ms();
    s.step(0);
    assert!(s.state.now_ms() >= sent + 10_000);
    s.run();
    assert_eq!(s.hidden(), None);
}

#[test]
fn a_delete_whose_answer_was_lost_is_looked_for_when_it_cannot_land_any_more() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault::once(&[Operation::Delete], lost));
    s.add(settings(2, Intent::Delete));
    // A look, the delete.
    [0, 0].into_iter().for_each(|n| s.step(n));
    let sent = s.state.now_ms();
    s.step(0);
    assert!(s.state.now_ms() >= sent + 10_000);
    assert_eq!(words(&s.run()), ["deleted"]);
    assert!(s.bodies().is_empty());
}

// Case 8.
#[test]
fn each_of_several_duplicates_is_seen_anew_before_it_is_removed() {
    let mut s = Schedule::new(1);
    for (run, section) in [(101, "a"), (102, "b"), (103, "c")] {
        s.add(settings(run, publish(section, "text")));
    }
    // All create; the first joins the others into its own, and removes one.
    [0, 1, 2, 0, 1, 2].into_iter().for_each(|n| s.step(n));
    while s.bodies().len() == 3 {
        s.step(0);
    }
    remark_in_the_duplicate(&mut s);
    s.run();
    assert_eq!(s.sections(), ["a=text", "b=text", "c=text"]);
    assert!(s.bodies()[0].contains("A remark."), "{}", s.bodies()[0]);
}

#[test]
fn one_old_look_without_a_comment_does_not_end_a_clear() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.add(settings(2, clear(&["a"])));
    // The first look took so long that a second follows; it is an old one.
    s.step_while(0, |s| s.state.advance(3_000));
    s.state.add_fault(lag(Lag {
        versions: 1,
        ..Lag::default()
    }));
    s.step(0);
    assert_eq!(words(&s.run()), ["updated"]);
    assert!(s.sections().is_empty());
}

#[test]
fn a_lost_update_that_many_others_have_written_over_gives_back_what_it_overwrote() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("old", "before")));
    s.add(settings(101, publish("a", "one")));
    s.add(settings(102, publish("b", "two")));
    // The second has looked when the first writes and ends.
    [1, 0, 0].into_iter().for_each(|n| s.step(n));
    s.state.add_fault(lose(Operation::Update));
    s.step(1);
    for n in 2..14 {
        s.add(settings(200, publish(&format!("c{n}"), "three")));
        s.step(n);
        s.step(n);
    }
    s.run();
    assert!(s.sections().contains(&"a=one".to_owned()));
}
