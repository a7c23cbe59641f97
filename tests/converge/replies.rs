//! What a session makes of each reply that is not the one it hoped for.

use one_comment::converge::{
    AccountKind, Call, Classifier, Failure, Intent, Millis, Reply, Settings, Trouble, Verdict,
};
use one_comment_sandbox::state::{Deed, Identity, State, Transport};

use crate::by_hand::ByHand;
use crate::command::{name, publish, settings};
use crate::schedule::{Schedule, word};

/// A world in which section `a` says "old".
fn published() -> State {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "old")));
    s.state
}

fn begin(intent: Intent) -> ByHand {
    ByHand::new(settings(2, intent), published())
}

fn updating() -> ByHand {
    begin(publish("a", "new"))
}

fn unavailable() -> Reply {
    Reply::Failed(Failure::Unavailable("down".to_owned()))
}

fn limited(wait: Option<Millis>) -> Reply {
    let message = "slowly".to_owned();
    Reply::Failed(Failure::RateLimited { wait, message })
}

fn lost() -> Reply {
    Reply::Failed(Failure::Unknown("lost".to_owned()))
}

#[test]
fn requests_that_find_nobody_are_repeated_ever_later_and_the_sixth_in_a_row_is_the_last() {
    let mut s = updating();
    let mut now = 0;
    for wait in [1_000, 2_000, 4_000, 8_000, 16_000] {
        s.told(unavailable(), now);
        assert_eq!(s.waits(now), now + wait);
        now += wait;
    }
    s.told(unavailable(), now);
    let verdict = s.outcome(now).verdict;
    assert!(matches!(verdict, Verdict::Failed(Trouble::GitHub(_))));
}

#[test]
fn an_answer_begins_the_count_of_requests_that_find_nobody_anew() {
    let mut s = updating();
    s.told(unavailable(), 0);
    s.told(unavailable(), 1_000);
    s.turn(3_000, 3_000);
    s.told(unavailable(), 3_000);
    assert_eq!(s.waits(3_000), 4_000);
}

#[test]
fn a_limit_without_advice_is_waited_for_a_minute_then_for_two() {
    let mut s = updating();
    s.told(limited(None), 0);
    assert_eq!(s.waits(0), 60_000);
    s.told(limited(None), 60_000);
    assert_eq!(s.waits(60_000), 180_000);
    let mut advised = updating();
    advised.told(limited(Some(7)), 0);
    assert_eq!(advised.waits(0), 7);
}

#[test]
fn a_read_whose_answer_was_lost_is_one_that_found_nobody() {
    let mut s = updating();
    s.told(lost(), 0);
    assert_eq!(s.waits(0), 1_000);
}

#[test]
fn an_answer_that_does_not_fit_its_request_ends_the_session() {
    let unfit = |s: &mut ByHand| {
        let outcome = s.outcome(0);
        assert!(outcome.reason.contains("does not fit"), "{outcome:?}");
    };
    let mut s = updating();
    s.told(Reply::Deleted, 0);
    unfit(&mut s);

    let mut s = updating();
    s.turn(0, 0);
    let update = s.call(0);
    let Reply::Written { .. } = s.reply(&update) else {
        panic!("not written");
    };
    s.answer(Reply::Bodies(Vec::new()), 0);
    unfit(&mut s);

    let mut s = begin(Intent::Delete);
    s.turn(0, 0);
    s.call(0);
    let written = updating_reply();
    s.answer(written, 0);
    unfit(&mut s);
}

fn updating_reply() -> Reply {
    let mut s = updating();
    s.turn(0, 0);
    let update = s.call(0);
    s.reply(&update)
}

#[test]
fn a_reply_that_nobody_waits_for_changes_nothing() {
    let mut s = updating();
    s.turn(0, 0);
    s.answer(Reply::Deleted, 0);
    assert!(matches!(s.call(0), Call::Update { .. }));
    s.answer(unavailable(), 0);
    s.answer(unavailable(), 0);
    assert_eq!(s.waits(0), 1_000);
}

#[test]
fn what_was_created_and_is_not_recognised_ends_the_session() {
    type Change = fn(&mut one_comment::converge::Comment);
    let changes: [Change; 2] = [
        |comment| {
            comment.viewer_did_author = Some(false);
            comment.author.as_mut().unwrap().kind = AccountKind::User;
        },
        |comment| comment.body = Some("filtered".to_owned()),
    ];
    for change in changes {
        let mut s = ByHand::new(settings(2, publish("a", "new")), State::seeded());
        s.turn(0, 0);
        let create = s.call(0);
        let mut reply = s.reply(&create);
        if let Reply::Written { comment, .. } = &mut reply {
            change(comment);
        }
        s.answer(reply, 0);
        let outcome = s.outcome(0);
        assert_eq!(outcome.verdict, Verdict::Failed(Trouble::NotRecognised));
        assert!(outcome.changed);
    }
}

#[test]
fn a_hide_or_a_delete_whose_answer_was_lost_is_looked_for_when_it_cannot_land_any_more() {
    for intent in [Intent::Delete, Intent::Hide(Classifier::Outdated)] {
        let mut s = begin(intent);
        s.turn(0, 0);
        while matches!(s.call(0), Call::Update { .. }) {
            s.turn(0, 0);
        }
        s.call(100);
        s.answer(lost(), 300);
        assert_eq!(s.waits(300), 10_100);
        assert!(matches!(s.call(10_100), Call::Observe { .. }));
    }
}

#[test]
fn without_the_rule_of_the_late_look_a_delete_whose_answer_was_lost_is_looked_for_at_once() {
    let mut hasty = settings(2, Intent::Delete);
    hasty.rules.late_look = false;
    let mut s = ByHand::new(hasty, published());
    s.turn(0, 0);
    assert!(matches!(s.told(lost(), 0), Call::Delete { .. }));
    assert!(matches!(s.call(0), Call::Observe { .. }));
}

#[test]
fn what_github_has_just_listed_and_does_not_know_is_looked_for_again() {
    let mut s = updating();
    s.told(Reply::Failed(Failure::Gone), 0);
    assert_eq!(s.waits(0), 1_000);
}

// Case 9.
#[test]
fn a_comment_that_is_gone_before_it_is_deleted_is_deleted() {
    let mut s = begin(Intent::Delete);
    s.turn(0, 0);
    s.person(Deed::Delete { comment: None });
    s.turn(0, 0);
    let outcome = s.outcome(0);
    assert_eq!(outcome.verdict, Verdict::Deleted);
}

#[test]
fn by_rest_nothing_is_hidden_and_a_publish_into_a_hidden_comment_says_so() {
    let rest = |s: &mut Schedule, intent| {
        s.add_as(settings(3, intent), Identity::job(), Transport::Rest);
        s.run().remove(0)
    };
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "old")));
    let outcome = rest(&mut s, Intent::Hide(Classifier::Outdated));
    let unsupported = "this API cannot do it";
    assert!(outcome.reason.contains(unsupported), "{outcome:?}");

    s.alone(settings(4, Intent::Hide(Classifier::Outdated)));
    s.state.advance(3_600_000);
    let mut later = settings(5, publish("a", "new"));
    later.run.start = s.state.now_ms();
    s.add_as(later, Identity::job(), Transport::Rest);
    let outcome = s.run().remove(0);
    assert_eq!(word(&outcome.verdict), "updated");
    assert!(outcome.warnings[0].contains("only GraphQL"), "{outcome:?}");
    assert!(s.hidden().is_some());
}

#[test]
fn a_newer_release_that_wrote_in_between_ends_the_session() {
    // Deflated by hand: {"v":2}
    let newer = "<!-- one-comment:root default -->\n<!-- one-comment:state 1.1 q1YqU7IyqgUA -->";
    let mut s = updating();
    s.turn(0, 0);
    s.person(Deed::Edit {
        comment: None,
        body: newer.to_owned(),
    });
    s.turn(0, 0);
    assert_eq!(s.outcome(0).verdict, Verdict::Failed(Trouble::NewerVersion));
}

#[test]
fn a_body_with_another_key_that_was_overwritten_is_owed_nothing() {
    let mut s = updating();
    s.turn(0, 0);
    let other = "<!-- one-comment:root other -->\nremark";
    s.person(Deed::Edit {
        comment: None,
        body: other.to_owned(),
    });
    s.turn(0, 0);
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
}

#[test]
fn a_refusal_names_itself() {
    for failure in [
        Failure::Denied("no".to_owned()),
        Failure::Full("2,500".to_owned()),
        Failure::BadCredentials("bad".to_owned()),
    ] {
        let mut s = updating();
        s.turn(0, 0);
        s.told(Reply::Failed(failure.clone()), 0);
        let outcome = s.outcome(0);
        assert_eq!(outcome.reason, failure.to_string());
        assert_eq!(outcome.verdict, Verdict::Failed(Trouble::GitHub(failure)));
    }
    for (failure, expected) in [
        (Failure::Locked(String::new()), Verdict::Locked),
        (Failure::Archived(String::new()), Verdict::Archived),
    ] {
        let mut s = updating();
        s.turn(0, 0);
        s.told(Reply::Failed(failure), 0);
        assert_eq!(s.outcome(0).verdict, expected);
    }
}

#[test]
fn two_keys_are_two_comments() {
    let other = |run, text| Settings {
        key: name("other"),
        ..settings(run, publish("a", text))
    };
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(other(2, "two"));
    s.alone(other(3, "three"));
    assert_eq!(s.bodies().len(), 2);
    assert!(s.bodies()[0].contains("one") && s.bodies()[1].contains("three"));
}

#[test]
fn a_comment_is_created_on_the_subject_that_the_look_named() {
    let mut s = ByHand::new(settings(2, publish("a", "new")), State::seeded());
    s.turn(0, 0);
    match s.call(0) {
        Call::Create { subject, .. } => assert_eq!(subject, "PR_1"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_session_says_whether_it_has_changed_anything() {
    let changed = |intent| {
        let mut s = Schedule::new(1);
        s.alone(settings(2, publish("a", "old")));
        s.alone(settings(2, intent)).changed
    };
    assert!(changed(publish("a", "new")));
    assert!(changed(Intent::Delete));
    assert!(changed(Intent::Hide(Classifier::Outdated)));
    assert!(!changed(publish("a", "old")));
    assert!(!changed(Intent::Check));
    assert!(!changed(Intent::Show));
}
