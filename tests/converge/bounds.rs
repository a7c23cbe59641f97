//! What bounds a session: time, tries and lengths. Each bound from both of its sides.

use one_comment::converge::{
    Call, Cursor, Failure, Intent, Outcome, Overflow, Pace, Reply, Settings, Step, Trouble, Verdict,
};
use one_comment_sandbox::state::{Deed, State};

use crate::by_hand::ByHand;
use crate::command::{name, publish, settings};
use crate::schedule::Schedule;

const TIMEOUT: u64 = 240_000;

fn with_timeout(timeout: u64, intent: Intent) -> Settings {
    let settings = settings(1, intent);
    Settings {
        pace: Pace {
            timeout,
            ..settings.pace
        },
        ..settings
    }
}

fn assert_not_converged(outcome: &Outcome, reason: &str) {
    assert_eq!(outcome.verdict, Verdict::Failed(Trouble::NotConverged));
    assert!(outcome.reason.contains(reason), "{outcome:?}");
}

/// A world in which section `a` says this.
fn published(text: &str) -> State {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", text)));
    s.state
}

#[test]
fn the_deadline_is_the_timeout_after_the_beginning() {
    let by_hand = ByHand::new(settings(1, publish("a", "x")), State::seeded());
    assert_eq!(by_hand.deadline(), TIMEOUT);
}

#[test]
fn a_list_without_an_end_is_read_with_a_thousand_requests() {
    let mut s = ByHand::new(settings(1, publish("a", "x")), State::seeded());
    let look = s.call(0);
    let Reply::Seen(mut sight) = s.reply(&look) else {
        panic!("no look");
    };
    sight.total = 1_000_000;
    sight.next = Some(Cursor("next".to_owned()));
    s.answer(Reply::Seen(sight), 0);
    let page = Reply::Page {
        comments: Vec::new(),
        next: Some(Cursor("next".to_owned())),
        total: 1_000_000,
    };
    for _ in 1..1_000 {
        assert!(matches!(s.told(page.clone(), 0), Call::Page { .. }));
    }
    assert_not_converged(&s.outcome(0), "too many requests");
}

#[test]
fn a_wait_may_last_until_the_deadline_and_no_longer() {
    for (timeout, waits) in [(2_000, true), (1_999, false)] {
        let mut s = ByHand::new(with_timeout(timeout, publish("a", "x")), State::seeded());
        s.turn(0, 0);
        assert!(matches!(s.turn(0, 0), Call::Create { .. }));
        // A list may lag: after a create there is a look when all has settled.
        if waits {
            assert_eq!(s.waits(0), 2_000);
        } else {
            assert_not_converged(&s.outcome(0), "settle; gave up after 1 s");
        }
    }
}

#[test]
fn a_wait_that_github_asks_for_may_last_until_the_deadline_and_no_longer() {
    for wait in [TIMEOUT, TIMEOUT + 1] {
        let mut s = ByHand::new(settings(1, publish("a", "x")), State::seeded());
        let limit = Failure::RateLimited {
            wait: Some(wait),
            message: "slowly".to_owned(),
        };
        s.told(Reply::Failed(limit.clone()), 0);
        if wait == TIMEOUT {
            assert_eq!(s.waits(0), TIMEOUT);
        } else {
            let verdict = s.outcome(0).verdict;
            assert_eq!(verdict, Verdict::Failed(Trouble::GitHub(limit)));
        }
    }
}

#[test]
fn a_write_may_begin_at_the_deadline_and_no_later() {
    let begin = |answered| {
        let mut s = ByHand::new(settings(1, publish("a", "x")), State::seeded());
        s.turn(0, answered);
        s
    };
    assert!(matches!(begin(TIMEOUT).call(TIMEOUT), Call::Create { .. }));
    let late = begin(TIMEOUT + 1).outcome(TIMEOUT + 1);
    assert_not_converged(&late, "gave up after 240 s");
}

/// A session about to create a comment. Its key stands in the body as it is, so that each character of it is one more.
fn about_to_create(key: usize, text: &str, overflow: Overflow) -> ByHand {
    let wish = Settings {
        key: name(&"k".repeat(key)),
        overflow,
        ..settings(1, publish("a", text))
    };
    let mut s = ByHand::new(wish, State::seeded());
    s.turn(0, 0);
    s
}

/// A key and a text whose body has just so many characters.
fn with_a_body_of(length: usize) -> (usize, String) {
    let length_of = |key: usize, text: &str| {
        let call = about_to_create(key, text, Overflow::Fail).call(0);
        let Call::Create { body, .. } = call else {
            panic!("no create: {call:?}")
        };
        body.chars().count()
    };
    let frame = length_of(1, "é") - 1;
    let text = "é".repeat(length - frame - 50);
    let key = 1 + length - length_of(1, &text);
    assert_eq!(length_of(key, &text), length);
    (key, text)
}

#[test]
fn a_body_has_as_many_characters_as_github_takes_and_no_more() {
    let (key, text) = with_a_body_of(65_536);
    let refused = about_to_create(key + 1, &text, Overflow::Fail).outcome(0);
    assert!(refused.reason.contains("65537"), "{refused:?}");
}

// Case 42.
#[test]
fn a_body_that_a_server_refuses_is_cut_to_a_quarter_unless_it_is_that_short_already() {
    let (key, text) = with_a_body_of(65_536 / 4);
    let too_long = || Failure::TooLong("too long".to_owned());
    for (key, is_cut) in [(key, false), (key + 1, true)] {
        let mut s = about_to_create(key, &text, Overflow::Truncate);
        s.told(Reply::Failed(too_long()), 0);
        if is_cut {
            assert!(matches!(s.turn(0, 0), Call::Observe { .. }));
        } else {
            let verdict = s.outcome(0).verdict;
            assert_eq!(verdict, Verdict::Failed(Trouble::GitHub(too_long())));
        }
    }
}

#[test]
fn a_session_whose_every_write_overwrites_somebody_ends_after_thirty_two() {
    // With time for all of them.
    let patient = with_timeout(100 * TIMEOUT, publish("a", "mine"));
    let mut s = ByHand::new(patient, published("old"));
    let (mut now, mut writes) = (0, 0);
    let outcome = loop {
        match s.next(now) {
            Step::Done(outcome) => break outcome,
            Step::Wait(until) => now = until,
            Step::Call(call) => {
                if let Call::Update { body, .. } = &call {
                    writes += 1;
                    let remark = format!("a:end -->\n\nremark {writes}");
                    s.person(Deed::Edit {
                        comment: None,
                        body: body.replace("a:end -->", &remark),
                    });
                }
                let reply = s.reply(&call);
                s.answer(reply, now);
            }
        }
    };
    assert_eq!(writes, 32);
    assert_not_converged(&outcome, "too many writes");
}
