//! Faults that were found and mended, each as the shortest way to it.

use one_comment::comment::{Document, Parsed};
use one_comment::converge::{Classifier, Intent, Settings, Trouble, Verdict};
use one_comment_sandbox::state::{Deed, Effect, FalseAnswer, Fault, History, Identity, Operation};

use crate::command::{clear, name, on, publish, settings, sha};
use crate::schedule::{Schedule, by_a_person, word};

const HOUR: u64 = 3_600_000;

fn read(body: &str) -> Document {
    match Parsed::read(body) {
        Parsed::Ours { document, .. } => document,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tombstone_in_a_duplicate_that_has_expired_is_not_demanded_for_ever() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(1, publish("b", "two")));
    s.alone(settings(2, clear(&["b"])));
    let duplicate = s.bodies()[0].clone();
    assert_eq!(read(&duplicate).tombstones.len(), 1);
    s.state.advance(HOUR);
    s.state
        .create_comment(&Identity::job(), &on(), &duplicate)
        .unwrap();
    assert_eq!(
        word(&s.alone(settings(3, publish("a", "three"))).verdict),
        "updated"
    );
    assert_eq!(s.sections(), ["a=three"]);
}

#[test]
fn a_publish_after_a_hide_is_seen_whoever_hid_it() {
    // Outside Actions, in a re-run, and in a re-run of an older run than the one that wrote last.
    for (run, attempt, before) in [(0, 0, 0), (5, 2, 0), (5, 2, 9)] {
        let with = |intent| {
            let mut settings = settings(run, intent);
            settings.run.attempt = attempt;
            settings
        };
        for text in ["one", "two"] {
            let mut s = Schedule::new(1);
            s.alone(with(publish("a", "one")));
            if before > 0 {
                s.alone(settings(before, publish("b", "other")));
            }
            assert_eq!(
                word(&s.alone(with(Intent::Hide(Classifier::Outdated))).verdict),
                "hidden"
            );
            assert!(s.hidden().is_some());
            assert_eq!(
                word(&s.alone(with(publish("a", text))).verdict),
                "updated",
                "{run}.{attempt} {text}"
            );
            assert_eq!(s.hidden(), None, "{run}.{attempt} {text}");
        }
    }
}

#[test]
fn a_server_that_answers_slowly_can_be_written_to() {
    let mut s = Schedule::new(1);
    s.state.rules_mut().history = History::Absent;
    s.alone(settings(1, publish("a", "one")));
    s.slowness = 2_500;
    assert_eq!(
        word(&s.alone(settings(2, publish("a", "two"))).verdict),
        "updated"
    );
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn a_newer_state_of_another_key_is_no_business_of_ours() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    // Deflated by hand: {"v":2}
    let newer = "<!-- one-comment:root other -->\n<!-- one-comment:state 1.1 q1YqU7IyqgUA -->";
    s.state
        .create_comment(&Identity::job(), &on(), newer)
        .unwrap();
    assert_eq!(
        word(&s.alone(settings(2, publish("a", "two"))).verdict),
        "updated"
    );
    let other = Settings {
        key: name("other"),
        ..settings(3, publish("a", "x"))
    };
    assert_eq!(
        s.alone(other).verdict,
        Verdict::Failed(Trouble::NewerVersion)
    );
}

#[test]
fn what_a_person_writes_into_the_footer_stays() {
    for (old, new) in [
        (
            "<!-- one-comment:footer:end -->",
            "line by hand\n<!-- one-comment:footer:end -->",
        ),
        (
            "<!-- one-comment:footer:start -->",
            "<!-- one-comment:footer:start -->\nline by hand",
        ),
        ("<!-- one-comment:footer:end -->", "line by hand"),
    ] {
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "one")));
        let body = s.bodies()[0].replace(old, new);
        s.person(Deed::Edit {
            comment: None,
            body,
        });
        s.alone(settings(2, publish("a", "two")));
        assert_eq!(
            s.bodies()[0].matches("line by hand").count(),
            1,
            "{}",
            s.bodies()[0]
        );
    }
}

#[test]
fn a_comment_that_a_person_rewrote_whole_while_it_was_written_keeps_the_persons_text() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.meanwhile(Deed::Edit {
        comment: None,
        body: "Written by hand instead.".to_owned(),
    });
    s.alone(settings(2, publish("a", "two")));
    assert!(
        s.bodies()[0].contains("Written by hand instead."),
        "{}",
        s.bodies()[0]
    );
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn outside_actions_a_section_for_another_head_is_no_proof() {
    let mut s = Schedule::new(1);
    s.alone(settings(11, publish("a", "one")));
    let mut late = Settings {
        commit: Some(sha("2")),
        before: Some(sha("1")),
        ..settings(0, publish("a", "x"))
    };
    late.run.attempt = 0;
    assert_eq!(
        s.alone(late).verdict,
        Verdict::Failed(Trouble::HeadUnconfirmed)
    );
}

#[test]
fn the_footer_names_the_run_whose_text_is_newest_and_not_the_one_that_repaired() {
    let mut s = Schedule::new(3);
    for run in 101..=108 {
        s.add(settings(run, publish("a", &format!("text of {run}"))));
    }
    s.run();
    assert!(
        s.bodies()[0].contains("actions/runs/108/"),
        "{}",
        s.bodies()[0]
    );
    assert_eq!(s.sections(), ["a=text of 108"]);
}

#[test]
fn what_lies_further_back_than_the_first_revisions_is_owed_even_where_reading_on_fails() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let body = s.bodies()[0].clone();
    let remarks = (0..12).map(|n| {
        let body = body.replace("a:end -->", &format!("a:end -->\n\nremark {n}."));
        by_a_person(Deed::Edit {
            comment: None,
            body,
        })
    });
    s.state.add_fault(Fault::once(
        &[Operation::Update],
        Effect::Meanwhile(remarks.collect()),
    ));
    // The first read is the look, the second reads on in the history.
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault {
        skip: 1,
        ..Fault::once(&[Operation::Read], lost)
    });
    assert_eq!(
        word(&s.alone(settings(2, publish("a", "two"))).verdict),
        "updated"
    );
    assert!(s.state.faults().is_empty());
    for n in 0..12 {
        assert!(
            s.bodies()[0].contains(&format!("remark {n}.")),
            "{n}: {}",
            s.bodies()[0]
        );
    }
}

#[test]
fn to_show_a_comment_no_commit_has_to_be_the_head() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.push("2");
    assert_eq!(word(&s.alone(settings(1, Intent::Show)).verdict), "shown");
}

#[test]
fn a_delete_whose_answer_was_lost_is_a_delete() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.state.add_fault(Fault::once(
        &[Operation::Delete],
        Effect::Lose(FalseAnswer::Closed),
    ));
    assert_eq!(
        word(&s.alone(settings(2, Intent::Delete)).verdict),
        "deleted"
    );
    assert!(s.bodies().is_empty());
}

#[test]
fn a_comment_that_somebody_deletes_after_it_was_written_is_not_made_again() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let body = s.bodies()[0].replace("a:end -->", "a:end -->\n\nremark.");
    s.meanwhile(Deed::Edit {
        comment: None,
        body,
    });
    let gone = by_a_person(Deed::Delete { comment: None });
    let second = Fault::once(&[Operation::Update], Effect::Meanwhile(vec![gone]));
    s.state.add_fault(Fault { skip: 1, ..second });
    assert_eq!(
        word(&s.alone(settings(2, publish("a", "two"))).verdict),
        "skipped"
    );
    assert!(s.bodies().is_empty());
}
