//! A comment that somebody remembers by its number: found where a list lags, and judged like any other.

use one_comment::converge::{Call, CommentRef, Settings};
use one_comment_sandbox::state::{Deed, Effect, Fault, Identity, Lag, Operation, Transport};

use crate::command::{on, publish, settings};
use crate::schedule::{Schedule, word};

fn hinting(id: u64) -> Settings {
    Settings {
        hint: Some(id),
        ..settings(2, publish("b", "two"))
    }
}

/// The id of the newest comment.
fn newest(s: &Schedule) -> u64 {
    let comments = s.state.world().comments(&on()).unwrap();
    comments.last().unwrap().id.0
}

/// However often they are asked for, so that they are believed in the end.
fn lists_lag(s: &mut Schedule) {
    let lag = Effect::Lag(Lag {
        comments: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: None,
        ..Fault::once(&[Operation::Read], lag)
    });
}

fn creates(s: &Schedule) -> usize {
    let creates = |call: &&Call| matches!(call, Call::Create { .. });
    s.made.iter().filter(creates).count()
}

#[test]
fn it_is_found_where_the_list_does_not_show_it() {
    for transport in [Transport::Graphql, Transport::Rest] {
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "one")));
        lists_lag(&mut s);
        let (hinted, mut unhinted) = (hinting(newest(&s)), s.clone());
        unhinted.add_as(settings(2, publish("b", "two")), Identity::job(), transport);
        unhinted.run();
        assert_eq!(creates(&unhinted), 2, "the list does not lag");
        s.add_as(hinted, Identity::job(), transport);
        assert_eq!(word(&s.run()[0].verdict), "updated");
        assert_eq!(
            (creates(&s), s.sections()),
            (1, vec!["a=one".to_owned(), "b=two".to_owned()])
        );
    }
}

#[test]
fn it_costs_nothing_where_the_list_shows_it() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let hint = hinting(newest(&s));
    crate::check(&mut s, hint, "updated", 2);
}

#[test]
fn it_is_no_licence_to_write_another_s_comment() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let body = s.bodies()[0].clone();
    let theirs = s.person(Deed::Comment { body });
    s.alone(hinting(theirs.0));
    let last = s.bodies().pop().unwrap();
    assert!(!last.contains("two"), "{last}");
    s.assert_nothing_foreign_was_touched();
}

#[test]
fn one_that_is_gone_is_nothing() {
    let mut s = Schedule::new(1);
    let outcome = s.alone(hinting(999));
    assert_eq!(word(&outcome.verdict), "created");
    assert_eq!(s.sections(), ["b=two"]);
}

#[test]
fn only_a_comment_with_a_node_id_can_be_asked_for_by_graphql() {
    for (node, has_node) in [("IC_7", true), ("", false)] {
        let node = node.to_owned();
        assert_eq!(CommentRef { id: 7, node }.has_node(), has_node);
    }
}
