//! A recreation that hides what it takes the place of.

use one_comment::converge::{Call, Classifier, Failure, Intent, Mode, Predecessor, Reply, Step};
use one_comment_sandbox::state::{
    Deed, Effect, FalseAnswer, Fault, HideReason, Identity, Operation, Transport,
};

use crate::by_hand::ByHand;
use crate::command::{on, publish, publish_as, settings};
use crate::schedule::{Schedule, word};

fn recreate() -> Intent {
    let hidden = Predecessor::Hidden(Classifier::Resolved);
    publish_as(Mode::Recreate(hidden), "a", "new")
}

fn begun() -> Schedule {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s
}

/// Why each comment is hidden, in the order of their age.
fn hidden(s: &Schedule) -> Vec<Option<HideReason>> {
    let comments = s.state.world().comments(&on()).unwrap();
    comments.map(|comment| comment.hidden).collect()
}

#[test]
fn the_old_comment_stays_hidden_and_no_run_touches_it_again() {
    let mut s = begun();
    s.alone(settings(2, recreate()));
    let old = s.bodies()[0].clone();
    assert!(old.starts_with("<!-- one-comment:retired default -->\n"));
    assert!(old.contains("\none\n"), "{old}");
    for run in 3..6 {
        s.alone(settings(run, publish("a", &format!("{run}"))));
    }
    assert_eq!(s.bodies()[0], old);
    assert_eq!(hidden(&s), [Some(HideReason::Resolved), None]);
    assert_eq!(s.sections(), ["a=5"]);
}

#[test]
fn by_rest_the_old_comment_stays_without_being_hidden_and_the_step_says_so() {
    let mut s = begun();
    s.add_as(settings(2, recreate()), Identity::job(), Transport::Rest);
    let outcome = s.run().remove(0);
    assert_eq!(word(&outcome.verdict), "created");
    assert!(outcome.warnings[0].contains("GraphQL"), "{outcome:?}");
    assert_eq!(
        (s.sections(), hidden(&s)),
        (vec!["a=new".to_owned()], vec![None, None])
    );
}

#[test]
fn whatever_answer_is_lost_there_is_one_comment_with_a_key() {
    for operation in [
        Operation::Create,
        Operation::Minimize,
        Operation::Update,
        Operation::Read,
    ] {
        for effect in [
            Effect::Lose(FalseAnswer::Closed),
            Effect::Refuse(FalseAnswer::Status(502)),
        ] {
            let mut s = begun();
            s.state.add_fault(Fault::once(&[operation], effect));
            s.alone(settings(2, recreate()));
            assert!(s.state.faults().is_empty());
            assert_eq!(s.sections(), ["a=new"], "{operation:?}");
            let expected = [Some(HideReason::Resolved), None];
            assert_eq!(hidden(&s), expected, "{operation:?}");
        }
    }
}

#[test]
fn what_a_person_writes_into_the_old_comment_meanwhile_is_in_the_new_one() {
    // Before each of its calls.
    for step in 0..6 {
        let mut s = begun();
        s.add(settings(2, recreate()));
        (0..step).for_each(|_| s.step(0));
        let old = s.bodies()[0].clone();
        if s.made.iter().any(is_retirement) {
            break;
        }
        let footer = "<!-- one-comment:footer:start";
        let body = old.replace(footer, &format!("Mind this.\n\n{footer}"));
        let comment = s.state.world().comments(&on()).unwrap().next().unwrap().id;
        s.person(Deed::Edit {
            comment: Some(comment),
            body,
        });
        s.run();
        let new = s.bodies().pop().unwrap();
        assert!(new.contains("Mind this."), "step {step}: {:#?}", s.bodies());
        assert_eq!(s.sections(), ["a=new"]);
    }
}

fn is_retirement(call: &Call) -> bool {
    matches!(call, Call::Update { body, .. } if body.starts_with("<!-- one-comment:retired "))
}

#[test]
fn a_crash_before_the_old_comment_lost_its_key_is_mended_by_the_next_run() {
    let mut s = begun();
    s.add(settings(2, recreate()));
    (0..3).for_each(|_| s.step(0));
    let mut crashed = Schedule::new(1);
    crashed.state = s.state.clone();
    assert_eq!(crashed.bodies().len(), 2);
    crashed.alone(settings(3, publish("b", "next")));
    assert_eq!(crashed.sections(), ["a=new", "b=next"]);
    assert_eq!(crashed.bodies().len(), 1);
}

#[test]
fn what_a_newer_run_has_said_already_is_not_said_in_a_new_comment_by_an_older_run() {
    let mut s = Schedule::new(1);
    s.alone(settings(5, publish("a", "new")));
    let calls = s.made.len();
    assert_eq!(word(&s.alone(settings(2, recreate())).verdict), "unchanged");
    assert_eq!(s.made.len(), calls + 1);
    assert_eq!(hidden(&s), [None]);
}

#[test]
fn a_retirement_whose_answer_was_lost_may_still_land_for_ten_seconds() {
    let mut s = ByHand::new(settings(2, recreate()), begun().state);
    let mut now = 0;
    let retirement = loop {
        match s.next(now) {
            Step::Wait(until) => now = until,
            Step::Call(call) if is_retirement(&call) => break call,
            Step::Call(call) => {
                let reply = s.reply(&call);
                s.answer(reply, now);
            }
            Step::Done(outcome) => panic!("retired nothing: {outcome:?}"),
        }
    };
    s.answer(Reply::Failed(Failure::Unknown("lost".to_owned())), now);
    assert_eq!(s.waits(now), now + 10_000, "{retirement:?}");
}
