//! How many calls a publish needs, and what it says.

use one_comment::converge::{Intent, Settings};
use one_comment_sandbox::state::{Deed, Identity, Transport};

use crate::check;
use crate::command::{publish, settings, sha};
use crate::schedule::{Schedule, words};

#[test]
fn a_first_publish_creates_a_second_updates_and_the_same_again_writes_nothing() {
    let mut s = Schedule::new(1);
    check(&mut s, settings(1, publish("a", "one")), "created", 3);
    check(&mut s, settings(2, publish("a", "two")), "updated", 2);
    check(&mut s, settings(2, publish("a", "two")), "unchanged", 1);
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn the_number_of_other_comments_does_not_change_the_number_of_calls() {
    for others in [0_usize, 90, 100, 250] {
        let mut s = Schedule::new(1);
        for n in 0..others {
            s.person(Deed::Comment {
                body: format!("remark {n}"),
            });
        }
        // The first contact with a long conversation reads its pages once.
        let pages = if others > 100 {
            others.div_ceil(100) - 1
        } else {
            0
        };
        check(
            &mut s,
            settings(1, publish("a", "one")),
            "created",
            3 + pages,
        );
        check(&mut s, settings(2, publish("a", "two")), "updated", 2);
        check(&mut s, settings(2, publish("a", "two")), "unchanged", 1);
    }
}

#[test]
fn whether_a_commit_is_the_head_is_asked_without_reading_a_long_conversation() {
    let mut s = Schedule::new(1);
    for n in 0..250 {
        s.person(Deed::Comment {
            body: format!("remark {n}"),
        });
    }
    check(&mut s, settings(1, Intent::Check), "current", 1);
}

#[test]
fn the_same_text_for_a_new_commit_is_one_write() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.push("2");
    let new = Settings {
        commit: Some(sha("2")),
        ..settings(2, publish("a", "one"))
    };
    check(&mut s, new.clone(), "updated", 2);
    check(&mut s, new, "unchanged", 1);
    assert!(
        s.bodies()[0].contains("<code>2222222</code>"),
        "{}",
        s.bodies()[0]
    );
}

#[test]
fn by_rest_there_is_one_comment_too() {
    let mut s = Schedule::new(1);
    for (run, text, expected) in [
        (1, "one", "created"),
        (2, "two", "updated"),
        (2, "two", "unchanged"),
    ] {
        s.state.advance(3_600_000);
        s.add_as(
            settings(run, publish("a", text)),
            Identity::job(),
            Transport::Rest,
        );
        assert_eq!(words(&s.run()), [expected]);
    }
    assert_eq!(s.sections(), ["a=two"]);
}
