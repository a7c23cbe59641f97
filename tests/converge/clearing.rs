//! What goes: sections beside a message or alone, and the comment in which none is left.

use one_comment::converge::{Classifier, Emptied, Intent, Message, Selector, Settings};
use one_comment_sandbox::state::{Deed, Effect, FalseAnswer, Fault, HideReason, Operation};

use crate::check;
use crate::command::{clear, clear_and, name, publish, settings};
use crate::schedule::{Schedule, words};

const HIDDEN: Emptied = Emptied::Hidden(Classifier::Resolved);

fn clearing(section: &str, text: &str, clears: &[&str]) -> Intent {
    let clears = clears.iter().map(|text| Selector::parse(text).unwrap());
    Intent::Publish(Box::new(Message {
        clears: clears.collect(),
        ..Message::new(name(section), text)
    }))
}

fn with_sections(sections: &[&str]) -> Schedule {
    let mut s = Schedule::new(1);
    for section in sections {
        s.alone(settings(1, publish(section, "x")));
    }
    s
}

/// Another job of the same run.
fn leg(run: u64, intent: Intent) -> Settings {
    let mut leg = settings(run, intent);
    leg.run.nonce += 1_000;
    leg
}

#[test]
fn one_write_publishes_and_clears() {
    let mut s = with_sections(&["m/1", "m/2", "other"]);
    check(
        &mut s,
        settings(2, clearing("m/1", "new", &["m/*", "absent"])),
        "updated",
        2,
    );
    assert_eq!(s.sections(), ["m/1=new", "other=x"]);
}

#[test]
fn a_section_that_is_newer_is_not_cleared_beside_a_message() {
    let mut s = with_sections(&["a"]);
    s.alone(settings(9, publish("b", "newer")));
    s.alone(settings(5, clearing("a", "new", &["b"])));
    assert_eq!(s.sections(), ["a=new", "b=newer"]);
}

#[test]
fn what_was_cleared_beside_a_message_is_not_brought_back_by_a_session_that_carries_it() {
    let mut s = with_sections(&["b"]);
    s.add(settings(2, publish("c", "new")));
    s.add(settings(3, clearing("a", "new", &["b"])));
    s.run();
    assert_eq!(s.sections(), ["a=new", "c=new"]);
}

#[test]
fn a_comment_with_another_section_is_neither_hidden_nor_deleted() {
    for emptied in [HIDDEN, Emptied::Deleted] {
        let mut s = with_sections(&["a", "b"]);
        check(
            &mut s,
            settings(2, clear_and(&["a"], emptied)),
            "updated",
            2,
        );
        assert_eq!((s.sections(), s.hidden()), (vec!["b=x".to_owned()], None));
    }
}

#[test]
fn an_emptied_comment_is_hidden_and_the_next_publish_shows_it() {
    let mut s = with_sections(&["a"]);
    check(&mut s, settings(2, clear_and(&["a"], HIDDEN)), "hidden", 3);
    assert_eq!(s.hidden(), Some(HideReason::Resolved));
    // Another report that has nothing to say does not show an empty comment.
    s.alone(settings(3, clear(&["b"])));
    assert_eq!(s.hidden(), Some(HideReason::Resolved));
    check(&mut s, settings(4, publish("a", "x")), "updated", 3);
    assert_eq!((s.sections(), s.hidden()), (vec!["a=x".to_owned()], None));
}

#[test]
fn an_emptied_comment_in_which_a_person_wrote_is_not_deleted() {
    let mut s = with_sections(&["a"]);
    let body = s.bodies()[0].replace(
        "<!-- one-comment:footer:start",
        "Mind this.\n\n<!-- one-comment:footer:start",
    );
    s.person(Deed::Edit {
        comment: None,
        body,
    });
    s.alone(settings(2, clear_and(&["a"], Emptied::Deleted)));
    assert!(s.bodies()[0].contains("Mind this."), "{:?}", s.bodies());
}

#[test]
fn a_deletion_whose_answer_is_lost_is_a_deletion() {
    let mut s = with_sections(&["a"]);
    let lost = Effect::Lose(FalseAnswer::Closed);
    s.state.add_fault(Fault::once(&[Operation::Delete], lost));
    let outcome = s.alone(settings(2, clear_and(&["a"], Emptied::Deleted)));
    assert_eq!(words(&[outcome]), ["deleted"]);
    assert!(s.bodies().is_empty());
}

/// Whatever the order of their calls.
#[test]
fn a_report_that_comes_while_another_hides_an_emptied_comment_is_seen() {
    for seed in 1..300 {
        let mut s = Schedule::new(seed);
        s.alone(settings(1, publish("a", "x")));
        s.add(settings(2, clear_and(&["a"], HIDDEN)));
        s.add(leg(2, publish("b", "new")));
        s.run();
        let seen = (s.sections(), s.hidden());
        assert_eq!(seen, (vec!["b=new".to_owned()], None), "seed {seed}");
    }
}

#[test]
fn two_reports_that_both_have_nothing_to_say_leave_a_hidden_comment() {
    for seed in 1..100 {
        let mut s = Schedule::new(seed);
        s.alone(settings(1, publish("a", "x")));
        s.alone(settings(1, publish("b", "x")));
        s.add(settings(2, clear_and(&["a"], HIDDEN)));
        s.add(leg(2, clear_and(&["b"], HIDDEN)));
        s.run();
        assert!(s.document().sections().is_empty());
        assert_eq!(s.hidden(), Some(HideReason::Resolved), "seed {seed}");
    }
}

// Cases 54 and 55: what removes never makes.
#[test]
fn nothing_that_clears_creates() {
    for emptied in [Emptied::Kept, HIDDEN, Emptied::Deleted] {
        let mut s = Schedule::new(1);
        check(
            &mut s,
            settings(1, clear_and(&["a"], emptied)),
            "skipped",
            1,
        );
        assert!(s.bodies().is_empty());
    }
}

#[test]
fn a_stale_clear_is_superseded_also_where_a_stale_message_would_be_marked() {
    let mut s = with_sections(&["a"]);
    s.push("2");
    let outcome = s.alone(settings(2, clear(&["a"])));
    assert_eq!(words(&[outcome]), ["superseded"]);
    assert_eq!(s.sections(), ["a=x"]);
}

fn stale(run: u64) -> Settings {
    let message = Message {
        even_if_stale: true,
        ..Message::new(name("a"), &format!("late, of run {run}"))
    };
    settings(run, Intent::Publish(Box::new(message)))
}

#[test]
fn a_stale_run_that_may_speak_is_marked_as_of_its_commit() {
    let mut s = Schedule::new(1);
    s.push("2");
    let outcome = s.alone(stale(1));
    assert_eq!(words(&[outcome]), ["created"]);
    let document = s.document();
    let note = document.sections()[0].above.as_deref().unwrap();
    assert!(note.contains("<code>1111111</code>"), "{note}");
    assert_eq!(document.head.unwrap().as_str(), "2".repeat(40));
}

#[test]
fn a_stale_run_does_not_replace_what_a_newer_commit_or_run_said() {
    let mut s = Schedule::new(1);
    s.push("2");
    let mut newer = settings(1, publish("a", "of the head"));
    newer.commit = Some(crate::command::sha("2"));
    s.alone(newer);
    // Not even with a higher run id: it is a re-run's, or one that GitHub started late.
    for run in [5, 9] {
        let outcome = s.alone(stale(run));
        assert_eq!(words(&[outcome]), ["superseded"]);
    }
    assert_eq!(s.sections(), ["a=of the head"]);

    let mut s = Schedule::new(1);
    s.push("2");
    s.alone(stale(5));
    let outcome = s.alone(stale(4));
    assert_eq!(words(&[outcome]), ["superseded"]);
}

#[test]
fn a_stale_run_says_its_text_once() {
    let mut s = Schedule::new(1);
    s.push("2");
    s.alone(stale(1));
    let outcome = s.alone(stale(1));
    assert_eq!(words(&[outcome]), ["unchanged"]);
}
