//! A signal: nothing new is written, and what is owed to others is paid with one write.

use one_comment::converge::{Call, Failure, Intent, Reply, Trouble, Verdict};
use one_comment_sandbox::state::{Deed, State};

use crate::by_hand::ByHand;
use crate::command::{publish, settings};
use crate::schedule::{Schedule, word};

const INTERRUPTED: Verdict = Verdict::Failed(Trouble::Interrupted);

fn begin(intent: Intent, state: State) -> ByHand {
    ByHand::new(settings(2, intent), state)
}

/// A world in which section `a` says "old".
fn published() -> State {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "old")));
    s.state
}

fn body(s: &ByHand) -> String {
    let comments = s.state.world().comments(&crate::command::on()).unwrap();
    comments.map(|comment| comment.body.to_string()).collect()
}

/// A session that has looked, and that somebody's remark meets on its way to the update.
fn with_a_remark_overwritten() -> ByHand {
    let mut s = begin(publish("a", "new"), published());
    s.turn(0, 0);
    let update = s.call(0);
    let remark = body(&s).replace("a:end -->", "a:end -->\n\nremark");
    s.person(Deed::Edit {
        comment: None,
        body: remark,
    });
    let reply = s.reply(&update);
    s.answer(reply, 0);
    s
}

#[test]
fn a_session_that_has_written_nothing_ends_at_once() {
    for looks in 0..=1 {
        let mut s = begin(publish("a", "new"), published());
        (0..looks).for_each(|_| {
            s.turn(0, 0);
        });
        s.session.interrupt();
        let outcome = s.outcome(0);
        assert_eq!(outcome.verdict, INTERRUPTED);
        assert!(!outcome.changed);
        assert!(body(&s).contains("old"));
    }
}

#[test]
fn a_session_that_has_ended_stays_as_it_ended() {
    let mut s = begin(publish("a", "new"), published());
    s.turn(0, 0);
    s.turn(0, 0);
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
    s.session.interrupt();
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
}

#[test]
fn a_session_that_only_waits_for_its_write_to_settle_has_published() {
    let mut s = begin(publish("a", "new"), State::seeded());
    s.turn(0, 0);
    assert!(matches!(s.turn(0, 0), Call::Create { .. }));
    s.waits(0);
    s.session.interrupt();
    assert_eq!(word(&s.outcome(0).verdict), "created");
}

#[test]
fn what_was_overwritten_is_paid_with_one_write_and_no_wait() {
    let mut s = with_a_remark_overwritten();
    assert!(!body(&s).contains("remark"));
    s.session.interrupt();
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    let outcome = s.outcome(0);
    assert_eq!(word(&outcome.verdict), "updated");
    assert!(outcome.warnings.is_empty(), "{outcome:?}");
    assert!(body(&s).contains("remark"));
    assert!(body(&s).contains("new"));
}

#[test]
fn what_is_owed_is_paid_once_whatever_becomes_of_it() {
    let mut s = with_a_remark_overwritten();
    s.session.interrupt();
    let refused = Reply::Failed(Failure::Unavailable("down".to_owned()));
    assert!(matches!(s.told(refused, 0), Call::Update { .. }));
    let outcome = s.outcome(0);
    assert_eq!(word(&outcome.verdict), "updated");
    assert!(outcome.warnings[0].contains("edit history"), "{outcome:?}");
    assert!(!body(&s).contains("remark"));
}

#[test]
fn before_a_debt_is_paid_on_an_old_base_there_is_one_look() {
    for (now, looks) in [(2_000, false), (2_001, true)] {
        let mut s = with_a_remark_overwritten();
        s.session.interrupt();
        if looks {
            assert!(matches!(s.turn(now, now), Call::Observe { .. }));
        }
        assert!(matches!(s.turn(now, now), Call::Update { .. }), "{now}");
        assert_eq!(word(&s.outcome(now).verdict), "updated");
        assert!(body(&s).contains("remark"));
    }
}

#[test]
fn a_comment_that_is_gone_when_a_debt_is_to_be_paid_is_not_said_to_be_updated() {
    let mut s = with_a_remark_overwritten();
    s.session.interrupt();
    s.person(Deed::Delete { comment: None });
    assert!(matches!(s.turn(9_000, 9_000), Call::Observe { .. }));
    assert_eq!(s.outcome(9_000).verdict, Verdict::Skipped);
}

#[test]
fn a_look_before_a_debt_is_paid_is_not_repeated() {
    let mut s = with_a_remark_overwritten();
    s.session.interrupt();
    let down = Reply::Failed(Failure::Unavailable("down".to_owned()));
    assert!(matches!(s.told(down, 9_000), Call::Observe { .. }));
    assert!(matches!(s.turn(9_000, 9_000), Call::Update { .. }));
    assert!(body(&s).contains("remark"));
}

#[test]
fn a_write_whose_answer_was_lost_is_looked_for_and_followed_by_one_that_is_answered() {
    let mut s = begin(publish("a", "new"), published());
    s.turn(0, 0);
    let update = s.call(0);
    s.reply(&update);
    s.answer(Reply::Failed(Failure::Unknown("lost".to_owned())), 0);
    s.session.interrupt();
    assert!(matches!(s.turn(0, 0), Call::Observe { .. }));
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert_eq!(word(&s.outcome(0).verdict), "updated");
}
