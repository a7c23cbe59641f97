//! What goes wrong on the way.

use one_comment::converge::{Mode, Trouble, Verdict};
use one_comment_sandbox::state::{
    Change, Effect, FalseAnswer, Fault, Identity, Lag, Operation, Transport,
};

use crate::command::{on, publish, publish_as, settings};
use crate::schedule::{Schedule, word};

#[test]
fn an_answer_that_was_lost_makes_no_second_comment() {
    for operation in [Operation::Create, Operation::Update] {
        for lost in [
            Effect::Lose(FalseAnswer::Closed),
            Effect::HalfAnswer,
            Effect::Refuse(FalseAnswer::Status(502)),
        ] {
            let mut s = Schedule::new(1);
            if operation == Operation::Update {
                s.alone(settings(1, publish("b", "before")));
            }
            s.state.add_fault(Fault::once(&[operation], lost));
            let outcome = s.alone(settings(2, publish("a", "one")));
            let expected = if operation == Operation::Create {
                "created"
            } else {
                "updated"
            };
            assert_eq!(word(&outcome.verdict), expected, "{outcome:?}");
            assert!(s.sections().contains(&"a=one".to_owned()));
            assert!(s.state.faults().is_empty());
        }
    }
}

#[test]
fn refusals_end_the_session_and_write_nothing() {
    let mut s = Schedule::new(1);
    s.add_as(
        settings(1, publish("a", "x")),
        Identity::read_only_job(),
        Transport::Graphql,
    );
    assert!(matches!(
        s.run()[0].verdict,
        Verdict::Failed(Trouble::GitHub(_))
    ));
    s.state
        .change(Change::SetLocked {
            on: on(),
            locked: true,
        })
        .unwrap();
    s.state
        .change(Change::SetArchived {
            repository: on().repository,
            archived: true,
        })
        .unwrap();
    let outcome = s.alone(settings(1, publish("a", "x")));
    assert!(
        matches!(outcome.verdict, Verdict::Locked | Verdict::Archived),
        "{outcome:?}"
    );
    assert!(s.bodies().is_empty());
}

// Cases 17 and 19.
#[test]
fn a_list_shorter_than_its_count_never_leads_to_a_create() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let short = Effect::Lag(Lag {
        comments: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: Some(2),
        ..Fault::once(&[Operation::Read], short)
    });
    assert_eq!(
        word(&s.alone(settings(2, publish("b", "two"))).verdict),
        "updated"
    );
    assert_eq!(s.sections(), ["a=one", "b=two"]);
}

#[test]
fn a_secondary_limit_without_advice_is_waited_out() {
    let mut s = Schedule::new(1);
    let limit = Effect::Refuse(FalseAnswer::SecondaryLimit {
        status: 403,
        retry_after: None,
    });
    s.state.add_fault(Fault {
        times: Some(2),
        ..Fault::once(&[Operation::Create], limit)
    });
    assert_eq!(
        word(&s.alone(settings(1, publish("a", "x"))).verdict),
        "created"
    );
}

// Case 18.
#[test]
fn nobody_there_ends_with_nothing_written() {
    let mut s = Schedule::new(1);
    let down = Effect::Refuse(FalseAnswer::Status(503));
    s.state.add_fault(Fault {
        times: None,
        ..Fault::once(&[], down)
    });
    let outcome = s.alone(settings(1, publish("a", "x")));
    assert!(
        matches!(outcome.verdict, Verdict::Failed(Trouble::GitHub(_))),
        "{outcome:?}"
    );
    assert!(!outcome.changed && s.bodies().is_empty());
}

#[test]
fn what_was_said_once_and_cut_is_whole_again_although_an_answer_is_lost() {
    let lines = |of: &str, lines| format!("a line of {of}\n").repeat(lines);
    for lost in [
        Effect::Lose(FalseAnswer::Closed),
        Effect::Refuse(FalseAnswer::Status(502)),
    ] {
        let mut s = Schedule::new(1);
        let once = |run| settings(run, publish_as(Mode::Once, "a", &lines("a", 3_500)));
        s.alone(once(1));
        s.alone(settings(2, publish("b", &lines("b", 3_500))));
        s.alone(settings(3, publish("b", "short")));
        s.state.add_fault(Fault::once(&[Operation::Update], lost));
        let outcome = s.alone(once(4));
        assert_eq!(word(&outcome.verdict), "updated", "{outcome:?}");
        assert!(!outcome.cut && s.state.faults().is_empty());
    }
}
