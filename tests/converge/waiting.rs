//! When a session waits before it writes, and when it looks again.

use one_comment::converge::{Call, Intent, Settings, Verdict};
use one_comment_sandbox::state::{Deed, History, State};

use crate::by_hand::ByHand;
use crate::command::{publish, settings};
use crate::schedule::Schedule;

/// A look that was sent so long ago is still written on.
const FRESH: u64 = 2_000;

fn legs(legs: u32, intent: Intent) -> Settings {
    Settings {
        legs,
        ..settings(2, intent)
    }
}

/// A world in which section `a` says "old".
fn published() -> State {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "old")));
    s.state
}

fn without_history(mut state: State) -> State {
    state.rules_mut().history = History::Absent;
    state
}

/// Lets a person write this behind section `a` before the update that the session wants.
fn remark(s: &mut ByHand, text: &str) {
    if let Call::Update { body, .. } = s.call(0) {
        let body = body.replace("a:end -->", &format!("a:end -->\n\n{text}"));
        s.person(Deed::Edit {
            comment: None,
            body,
        });
    }
}

#[test]
fn the_legs_of_a_matrix_wait_and_look_again_before_they_create() {
    let mut s = ByHand::new(legs(3, publish("a", "new")), State::seeded());
    s.turn(0, 0);
    let until = s.waits(0);
    assert!((1..=1_000).contains(&until), "{until}");
    assert!(matches!(s.turn(until, until), Call::Observe { .. }));
    assert!(matches!(s.turn(until, until), Call::Create { .. }));
}

#[test]
fn a_lone_job_and_one_that_finds_a_comment_write_at_once() {
    for (legs_of_it, state) in [(1, State::seeded()), (3, published())] {
        let mut s = ByHand::new(legs(legs_of_it, publish("a", "new")), state);
        s.turn(0, 0);
        assert!(s.call(0).is_write());
    }
}

#[test]
fn a_crowd_waits_before_it_looks_and_a_dry_run_never_waits() {
    let mut crowd = ByHand::new(legs(21, publish("a", "new")), State::seeded());
    assert!(crowd.waits(0) > 0);
    let mut few = ByHand::new(legs(20, publish("a", "new")), State::seeded());
    assert!(matches!(few.call(0), Call::Observe { .. }));
    for many in [3, 100] {
        let dry = Settings {
            dry: true,
            ..legs(many, publish("a", "new"))
        };
        let mut dry = ByHand::new(dry, State::seeded());
        // However old the look is: nothing will be written on it.
        dry.turn(0, FRESH + 1);
        let verdict = dry.outcome(FRESH + 1).verdict;
        assert!(matches!(verdict, Verdict::Planned(Call::Create { .. })));
    }
    let dry = Settings {
        dry: true,
        ..legs(1, publish("a", "new"))
    };
    let mut dry = ByHand::new(dry, published());
    dry.turn(0, FRESH + 1);
    let verdict = dry.outcome(FRESH + 1).verdict;
    assert!(matches!(verdict, Verdict::Planned(Call::Update { .. })));
}

#[test]
fn a_look_is_written_on_while_it_is_fresh_and_once_repeated_before_the_comment_alone_is_read() {
    let begin = || ByHand::new(settings(2, publish("a", "new")), published());
    let mut fresh = begin();
    fresh.turn(0, FRESH);
    assert!(matches!(fresh.call(FRESH), Call::Update { .. }));

    let mut slow = begin();
    let late = FRESH + 1;
    slow.turn(0, late);
    assert!(matches!(slow.turn(late, 2 * late), Call::Observe { .. }));
    assert!(matches!(slow.turn(2 * late, 3 * late), Call::Read { .. }));
    assert!(matches!(slow.call(3 * late), Call::Update { .. }));

    let mut once_slow = begin();
    once_slow.turn(0, late);
    once_slow.turn(late, late);
    assert!(matches!(once_slow.call(late), Call::Update { .. }));
}

#[test]
fn without_a_history_each_write_is_based_on_a_fresh_look() {
    let state = without_history(published());
    let mut s = ByHand::new(settings(2, publish("a", "new")), state);
    s.turn(0, 0);
    remark(&mut s, "one");
    s.turn(0, 0);
    let settled = s.waits(0);
    assert_eq!(settled, 2_000);
    s.turn(settled, settled + FRESH + 1);
    // What the update overwrote is not known: nothing differs, and nothing is written.
    assert_eq!(s.outcome(settled + FRESH + 1).verdict, Verdict::Updated);
}

#[test]
fn once_the_history_has_told_what_was_overwritten_a_slow_look_is_written_on() {
    let mut s = ByHand::new(settings(2, publish("a", "new")), published());
    s.turn(0, 0);
    remark(&mut s, "one");
    s.turn(0, 0);
    let until = s.waits(0);
    assert!((1..=2_000).contains(&until), "{until}");
    let late = until + FRESH + 1;
    assert!(matches!(s.turn(until, late), Call::Observe { .. }));
    assert!(matches!(s.turn(late, late), Call::Update { .. }));
    assert_eq!(s.outcome(late).verdict, Verdict::Updated);
}

#[test]
fn what_is_deleted_was_looked_at_just_before() {
    let mut s = ByHand::new(settings(2, Intent::Delete), published());
    let late = FRESH + 1;
    s.turn(0, late);
    assert!(matches!(s.turn(late, late), Call::Observe { .. }));
    assert!(matches!(s.call(late), Call::Delete { .. }));
}

#[test]
fn a_slow_server_is_waited_for_longer() {
    let mut s = ByHand::new(settings(2, publish("a", "new")), State::seeded());
    s.turn(0, 300);
    s.turn(300, 1_000);
    // 2 s, and twice the slowest round trip.
    assert_eq!(s.waits(1_000), 1_000 + 2_000 + 2 * 700);
}
