//! What each mode and command does.

use one_comment::converge::{Call, Classifier, Intent, Mode, Predecessor, Settings, Verdict};
use one_comment_sandbox::state::{Deed, Effect, FalseAnswer, Fault, HideReason, Operation};

use crate::check;
use crate::command::{clear, name, publish, publish_as, settings};
use crate::schedule::{Schedule, word, words};

#[test]
fn modes_write_when_they_say() {
    for (mode, missing, there, section_there) in [
        (Mode::Upsert, "created", "updated", "updated"),
        (Mode::Create, "created", "skipped", "skipped"),
        (Mode::Update, "skipped", "updated", "updated"),
        (Mode::Insert, "created", "updated", "skipped"),
    ] {
        let mut s = Schedule::new(1);
        assert_eq!(
            word(
                &s.alone(settings(1, publish_as(mode.clone(), "a", "x")))
                    .verdict
            ),
            missing,
            "{mode:?}"
        );
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("b", "other")));
        assert_eq!(
            word(
                &s.alone(settings(2, publish_as(mode.clone(), "a", "x")))
                    .verdict
            ),
            there,
            "{mode:?}"
        );
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "old")));
        assert_eq!(
            word(
                &s.alone(settings(2, publish_as(mode.clone(), "a", "x")))
                    .verdict
            ),
            section_there,
            "{mode:?}"
        );
    }
}

#[test]
fn a_recreation_makes_a_new_comment_first_and_then_removes_the_old() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(1, publish("b", "two")));
    check(
        &mut s,
        settings(
            2,
            publish_as(Mode::Recreate(Predecessor::Deleted), "a", "new"),
        ),
        "created",
        4,
    );
    assert_eq!(s.sections(), ["a=new", "b=two"]);
    assert_eq!(s.document().generation, 1);
    assert_eq!(s.bodies().len(), 1);
}

// Case 12.
#[test]
fn a_recreation_that_fails_leaves_the_old_comment() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let refused = Effect::Refuse(FalseAnswer::MissingPermission);
    s.state
        .add_fault(Fault::once(&[Operation::Create], refused));
    s.alone(settings(
        2,
        publish_as(Mode::Recreate(Predecessor::Deleted), "a", "new"),
    ));
    assert_eq!(s.sections(), ["a=one"]);
}

#[test]
fn entries_stand_beside_each_other_and_the_oldest_go() {
    let mut s = Schedule::new(1);
    let append = |run: u64, text: &str| {
        let list = name("log");
        let mode = Mode::Append { list, limit: 3 };
        settings(run, publish_as(mode, &format!("log/{run}.test."), text))
    };
    for run in 1..=4 {
        s.alone(append(run, "entry"));
    }
    let mut again = append(3, "again");
    again.run.attempt = 2;
    s.alone(again);
    assert_eq!(
        s.sections(),
        [
            "log/2.test.=entry",
            "log/3.test.=again",
            "log/4.test.=entry"
        ]
    );
}

#[test]
fn a_list_counts_its_own_entries_and_nothing_else_that_begins_like_it() {
    let mut s = Schedule::new(1);
    let append = |run: u64, list: &str| {
        let (section, list) = (format!("{list}/{run}.test."), name(list));
        settings(
            run,
            publish_as(Mode::Append { list, limit: 1 }, &section, "entry"),
        )
    };
    s.alone(append(1, "ci/db"));
    // A section of a job, and legs of a matrix: of versions, too.
    for section in ["ci/lint", "ci/20.x", "ci/3.test.x"] {
        s.alone(settings(2, publish(section, "x")));
    }
    s.alone(append(3, "ci"));
    let outcome = s.alone(append(4, "ci"));
    assert_eq!(word(&outcome.verdict), "updated");
    let own = ["ci/3.test.x=x", "ci/4.test.=entry", "ci/20.x=x"];
    let others = ["ci/db/1.test.=entry", "ci/lint=x"];
    assert_eq!(s.sections(), [&own[..], &others[..]].concat());
}

#[test]
fn a_clear_removes_what_it_names_and_what_begins_so_unless_it_is_newer() {
    let mut s = Schedule::new(1);
    for section in ["a", "m/1", "m/2", "mm"] {
        s.alone(settings(1, publish(section, "x")));
    }
    s.alone(settings(9, publish("m/3", "new")));
    let clear = clear(&["a", "m/*", "absent"]);
    check(&mut s, settings(5, clear.clone()), "updated", 2);
    assert_eq!(s.sections(), ["m/3=new", "mm=x"]);
    s.add(settings(5, clear));
    assert_eq!(words(&s.run()), ["unchanged"]);
}

// Case 54.
#[test]
fn hide_delete_and_update_never_create() {
    for intent in [
        Intent::Hide(Classifier::Outdated),
        Intent::Delete,
        publish_as(Mode::Update, "a", "x"),
    ] {
        let mut s = Schedule::new(1);
        check(&mut s, settings(1, intent), "skipped", 1);
        assert!(s.bodies().is_empty());
    }
}

// Case 15.
#[test]
fn a_hidden_comment_is_shown_again_by_the_next_publish() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    check(
        &mut s,
        settings(2, Intent::Hide(Classifier::Resolved)),
        "hidden",
        3,
    );
    assert_eq!(s.hidden(), Some(HideReason::Resolved));
    check(
        &mut s,
        settings(2, Intent::Hide(Classifier::Resolved)),
        "unchanged",
        1,
    );
    check(&mut s, settings(3, publish("a", "one")), "updated", 3);
    assert_eq!((s.hidden(), s.sections()), (None, vec!["a=one".to_owned()]));
}

#[test]
fn delete_removes_the_comment_and_an_older_delete_only_what_is_older() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(5, publish("b", "new")));
    check(&mut s, settings(3, Intent::Delete), "updated", 2);
    assert_eq!(s.sections(), ["b=new"]);
    check(&mut s, settings(2, Intent::Delete), "superseded", 1);
    check(&mut s, settings(6, Intent::Delete), "deleted", 2);
    assert!(s.bodies().is_empty());
}

#[test]
fn a_dry_run_says_what_it_would_do_and_writes_nothing() {
    let mut s = Schedule::new(1);
    let dry = Settings {
        dry: true,
        ..settings(1, publish("a", "one"))
    };
    let outcome = s.alone(dry);
    assert!(
        matches!(outcome.verdict, Verdict::Planned(Call::Create { .. })),
        "{outcome:?}"
    );
    assert!(s.bodies().is_empty() && !outcome.changed);
}

#[test]
fn a_comment_that_vanishes_before_it_is_updated_hidden_or_cleared_is_not_made_again() {
    for intent in [
        publish_as(Mode::Update, "a", "new"),
        Intent::Hide(Classifier::Outdated),
        clear(&["a"]),
    ] {
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "one")));
        s.meanwhile(Deed::Delete { comment: None });
        let outcome = s.alone(settings(2, intent));
        assert_eq!(outcome.verdict, Verdict::Skipped, "{outcome:?}");
        assert!(s.bodies().is_empty() && !outcome.changed);
    }
}

#[test]
fn a_session_that_writes_nothing_leaves_a_comment_hidden_or_shown_as_it_is() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let hide = Deed::Hide {
        comment: None,
        reason: HideReason::Outdated,
    };
    s.person(hide);
    check(&mut s, settings(1, publish("a", "one")), "unchanged", 1);
    assert!(s.hidden().is_some());
}

#[test]
fn what_somebody_has_shown_again_is_hidden_again_by_the_next_hide() {
    let hide = || settings(2, Intent::Hide(Classifier::Resolved));
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(hide());
    s.person(Deed::Show { comment: None });
    // The wish stands there already.
    check(&mut s, hide(), "hidden", 2);
    assert!(s.hidden().is_some());
}

#[test]
fn a_recreation_that_was_superseded_while_its_answer_was_lost_makes_nothing() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault::once(&[Operation::Create], lost));
    s.add(settings(
        2,
        publish_as(Mode::Recreate(Predecessor::Deleted), "a", "two"),
    ));
    s.step(0);
    s.step(0);
    s.add(settings(3, publish("a", "three")));
    [1, 1].into_iter().for_each(|n| s.step(n));
    assert_eq!(words(&s.run()), ["superseded", "updated"]);
    assert_eq!((s.bodies().len(), s.document().generation), (1, 0));
    assert_eq!(s.sections(), ["a=three"]);
}

#[test]
fn a_comment_that_is_hidden_already_is_not_written_to_hide_it() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(2, Intent::Hide(Classifier::Resolved)));
    let again = settings(3, Intent::Hide(Classifier::Resolved));
    check(&mut s, again, "unchanged", 1);
}

#[test]
fn a_text_that_was_published_after_the_hide_is_not_written_again_to_show_it() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.alone(settings(2, Intent::Hide(Classifier::Resolved)));
    s.alone(settings(3, publish("a", "one")));
    check(&mut s, settings(3, publish("a", "one")), "unchanged", 1);
}

#[test]
fn an_update_says_that_there_is_nothing_to_update() {
    let mut s = Schedule::new(1);
    let outcome = s.alone(settings(1, publish_as(Mode::Update, "a", "x")));
    assert_eq!(outcome.reason, "there is no comment to update");
}
