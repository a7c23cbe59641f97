//! What a look has to show before a session believes it.

use one_comment::converge::{Call, Failure, Head, Reply, Settings, Sight, Trouble, Verdict};
use one_comment_sandbox::state::{Change, Deed, History, State};

use crate::by_hand::ByHand;
use crate::command::{on, publish, settings, sha};
use crate::schedule::{Schedule, word};

/// Between two looks that should agree.
const AGAIN: u64 = 1_000;
/// A write whose answer was lost may still land so long after it was sent.
const LATE: u64 = 10_000;

/// A world in which section `a` says "old".
fn published() -> State {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "old")));
    s.state
}

fn updating() -> ByHand {
    ByHand::new(settings(2, publish("a", "new")), published())
}

/// Answers the look that the session wants with one that is not quite true.
fn look(s: &mut ByHand, now: u64, change: impl FnOnce(&mut Sight)) {
    let call = s.call(now);
    let Reply::Seen(mut sight) = s.reply(&call) else {
        panic!("no look: {call:?}");
    };
    change(&mut sight);
    s.answer(Reply::Seen(sight), now);
}

/// An update between whose look and write a person wrote a remark: another write is due, after a wait and a look.
fn overwritten(s: &mut ByHand) -> u64 {
    s.turn(0, 0);
    let Call::Update { body, .. } = s.call(0) else {
        panic!("no update");
    };
    s.person(Deed::Edit {
        comment: None,
        body: body.replace("a:end -->", "a:end -->\n\nremark"),
    });
    s.turn(0, 0);
    s.waits(0)
}

#[test]
fn three_equal_lists_that_are_shorter_than_the_count_are_believed() {
    let mut s = ByHand::new(settings(1, publish("a", "x")), State::seeded());
    for now in [0, AGAIN] {
        look(&mut s, now, |sight| sight.total += 1);
        assert_eq!(s.waits(now), now + AGAIN);
    }
    look(&mut s, 2 * AGAIN, |sight| sight.total += 1);
    assert!(matches!(s.turn(2 * AGAIN, 2 * AGAIN), Call::Create { .. }));
    let settled = s.waits(2 * AGAIN);
    s.turn(settled, settled);
    let warnings = s.outcome(settled).warnings;
    assert!(warnings[0].contains("three equal lists"), "{warnings:?}");
}

#[test]
fn short_lists_of_different_lengths_do_not_agree() {
    let mut s = ByHand::new(settings(1, publish("a", "x")), State::seeded());
    for (n, now) in [0, AGAIN, 2 * AGAIN, 3 * AGAIN].into_iter().enumerate() {
        if n == 2 {
            let body = "A remark.".to_owned();
            s.person(Deed::Comment { body });
        }
        look(&mut s, now, |sight| sight.total += 1);
        assert_eq!(s.waits(now), now + AGAIN);
    }
    look(&mut s, 4 * AGAIN, |sight| sight.total += 1);
    assert!(matches!(s.call(4 * AGAIN), Call::Create { .. }));
}

#[test]
fn where_the_comment_is_there_a_short_list_is_long_enough() {
    let mut s = updating();
    look(&mut s, 0, |sight| sight.total += 1);
    assert!(matches!(s.call(0), Call::Update { .. }));
}

#[test]
fn without_knowing_who_the_token_is_nothing_is_written() {
    let mut s = updating();
    look(&mut s, 0, |sight| sight.viewer = None);
    let outcome = s.outcome(0);
    assert_eq!(outcome.verdict, Verdict::Failed(Trouble::UnknownIdentity));
}

#[test]
fn a_look_that_shows_the_last_write_neither_in_the_body_nor_in_the_history_is_an_old_one() {
    let mut s = updating();
    let mut now = overwritten(&mut s);
    for _ in 0..5 {
        look(&mut s, now, |sight| {
            sight.asked.as_mut().unwrap().body = Some(before_all(sight));
            sight.recent.clear();
            let history = sight.history.as_mut().unwrap();
            history.revisions = history.revisions.split_off(2);
            assert!(!history.revisions.is_empty());
        });
        assert_eq!(s.waits(now), now + AGAIN);
        now += AGAIN;
    }
    // Five old looks are enough.
    look(&mut s, now, |sight| {
        sight.asked.as_mut().unwrap().body = Some(before_all(sight));
        sight.recent.clear();
        let history = sight.history.as_mut().unwrap();
        history.revisions = history.revisions.split_off(2);
    });
    assert!(matches!(s.call(now), Call::Update { .. }));
}

/// The body as it was before the session wrote.
fn before_all(sight: &Sight) -> String {
    let history = sight.history.as_ref().unwrap();
    history.revisions.last().unwrap().clone().unwrap()
}

#[test]
fn a_look_is_not_old_where_the_body_or_the_history_shows_the_write_or_no_history_tells() {
    let changes: [fn(&mut Sight); 4] = [
        |_| {},
        |sight| sight.history = None,
        |sight| sight.history.as_mut().unwrap().revisions.clear(),
        |sight| {
            let history = sight.history.as_mut().unwrap();
            history.revisions = history.revisions.split_off(2);
        },
    ];
    for change in changes {
        let mut s = updating();
        let now = overwritten(&mut s);
        look(&mut s, now, change);
        assert!(matches!(s.call(now), Call::Update { .. }));
    }
    let mut s = updating();
    let now = overwritten(&mut s);
    // Somebody has written since, above the session's own write.
    look(&mut s, now, |sight| {
        sight.asked.as_mut().unwrap().body = Some(before_all(sight));
    });
    assert!(matches!(s.call(now), Call::Update { .. }));
}

fn lose(s: &mut ByHand, now: u64, happens: bool) -> Call {
    let call = s.call(now);
    if happens {
        s.reply(&call);
    }
    let lost = Failure::Unknown("lost".to_owned());
    s.answer(Reply::Failed(lost), now);
    call
}

#[test]
fn a_write_whose_answer_was_lost_and_that_no_look_shows_is_repeated_when_it_cannot_land_any_more() {
    for (state, update) in [(State::seeded(), false), (published(), true)] {
        let mut s = ByHand::new(settings(2, publish("a", "new")), state);
        s.turn(0, 0);
        lose(&mut s, 100, false);
        s.turn(200, 200);
        assert_eq!(s.waits(200), 100 + LATE);
        s.turn(100 + LATE, 100 + LATE);
        let again = s.call(100 + LATE);
        assert_eq!(matches!(again, Call::Update { .. }), update, "{again:?}");
        assert!(again.is_write());
    }
}

#[test]
fn a_create_whose_answer_was_lost_and_that_a_look_shows_is_done_once_it_has_settled() {
    let mut s = ByHand::new(settings(2, publish("a", "new")), State::seeded());
    s.turn(0, 0);
    lose(&mut s, 0, true);
    s.turn(0, 0);
    let settled = s.waits(0);
    s.turn(settled, settled);
    let outcome = s.outcome(settled);
    assert_eq!(
        (word(&outcome.verdict), outcome.changed),
        ("created".to_owned(), true)
    );
}

#[test]
fn an_update_whose_answer_was_lost_and_that_a_look_shows_is_followed_by_one_that_is_answered() {
    let mut s = updating();
    s.turn(0, 0);
    lose(&mut s, 0, true);
    s.turn(0, 0);
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
}

#[test]
fn an_update_whose_answer_was_lost_is_found_in_the_history_below_what_was_written_since() {
    let mut s = updating();
    s.turn(0, 0);
    let Call::Update { body, .. } = lose(&mut s, 0, true) else {
        panic!("no update");
    };
    s.person(Deed::Edit {
        comment: None,
        body: body.replace("a:end -->", "a:end -->\n\nremark"),
    });
    s.turn(0, 0);
    // It is not waited for: it has landed.
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
}

#[test]
fn a_head_that_may_be_an_old_answer_is_waited_for_as_long_as_there_is_time() {
    for (timeout, waits) in [(5_000, true), (4_999, false)] {
        let mut lagging = settings(2, publish("a", "new"));
        lagging.commit = Some(sha("2"));
        lagging.before = Some(sha("1"));
        lagging.pace.timeout = timeout;
        let mut s = ByHand::new(lagging, published());
        s.turn(0, 0);
        if waits {
            assert_eq!(s.waits(0), 5_000);
        } else {
            let outcome = s.outcome(0);
            assert_eq!(outcome.verdict, Verdict::Failed(Trouble::HeadUnconfirmed));
            assert!(outcome.reason.contains("1111111"), "{outcome:?}");
        }
    }
}

#[test]
fn a_head_that_github_does_not_name_is_not_guessed() {
    let mut s = updating();
    look(&mut s, 0, |sight| sight.subject.head = Head::Unconfirmed);
    let outcome = s.outcome(0);
    assert_eq!(outcome.verdict, Verdict::Failed(Trouble::HeadUnconfirmed));
}

#[test]
fn without_a_commit_the_head_of_the_first_look_is_spoken_for() {
    let any = Settings {
        commit: None,
        ..settings(2, publish("a", "new"))
    };
    let mut s = ByHand::new(any, published());
    s.turn(0, 0);
    let down = Failure::Unavailable("down".to_owned());
    assert!(s.told(Reply::Failed(down), 0).is_write());
    let push = Change::Push {
        on: on(),
        sha: "2".repeat(40).into(),
    };
    s.state.change(push).unwrap();
    let now = s.waits(0);
    s.turn(now, now);
    assert_eq!(s.outcome(now).verdict, Verdict::Superseded);
}

#[test]
fn without_a_history_a_look_after_a_wait_ends_the_session() {
    let mut state = published();
    state.rules_mut().history = History::Absent;
    let mut s = ByHand::new(settings(2, publish("a", "new")), state);
    s.turn(0, 0);
    s.turn(0, 0);
    let settled = s.waits(0);
    assert!(matches!(s.turn(settled, settled), Call::Observe { .. }));
    assert_eq!(s.outcome(settled).verdict, Verdict::Updated);
}
