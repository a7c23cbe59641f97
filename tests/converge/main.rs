//! Real sessions against the sandbox's state in memory: what each command does, and what many do together.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests"
)]

mod command;
mod crowd;
mod interleaved;
mod memory;
mod mended;
mod schedule;

use one_comment::converge::{Call, Classifier, Intent, Mode, Settings, Trouble, Verdict};
use one_comment_sandbox::state::{
    Change, Deed, Effect, FalseAnswer, Fault, HideReason, History, Identity, Lag, Operation,
    Transport,
};

use command::{name, on, publish, publish_as, settings, sha};
use schedule::{Schedule, word, words};

fn check(schedule: &mut Schedule, settings: Settings, expected: &str, calls: usize) {
    let before = schedule.calls;
    let outcome = schedule.alone(settings);
    assert_eq!(word(&outcome.verdict), expected, "{outcome:#?}");
    assert_eq!(
        schedule.calls - before,
        calls,
        "calls of {expected}: {outcome:#?}"
    );
}

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

#[test]
fn an_older_run_does_not_overwrite_a_newer_one() {
    let mut s = Schedule::new(1);
    s.alone(settings(9, publish("a", "new")));
    check(&mut s, settings(5, publish("a", "old")), "superseded", 1);
    assert_eq!(s.sections(), ["a=new"]);
}

#[test]
fn a_rerun_of_an_older_run_is_a_deliberate_act() {
    let mut s = Schedule::new(1);
    s.alone(settings(9, publish("a", "new")));
    let mut rerun = settings(5, publish("a", "again"));
    rerun.run.attempt = 2;
    check(&mut s, rerun, "updated", 2);
    check(&mut s, settings(8, publish("a", "late")), "superseded", 1);
    check(&mut s, settings(10, publish("a", "next")), "updated", 2);
}

#[test]
fn a_run_for_an_old_commit_is_superseded_at_once_where_the_pull_request_tells() {
    let mut s = Schedule::new(1);
    s.push("2");
    check(&mut s, settings(9, publish("a", "old")), "superseded", 1);
    assert!(s.bodies().is_empty());
}

#[test]
fn after_a_force_push_three_looks_are_the_proof() {
    let mut s = Schedule::new(1);
    s.state
        .change(Change::ForcePush {
            on: on(),
            commits: vec!["3".repeat(40).into()],
        })
        .unwrap();
    check(&mut s, settings(9, publish("a", "old")), "superseded", 3);
}

#[test]
fn a_head_that_lags_is_waited_for() {
    let mut s = Schedule::new(1);
    s.push("2");
    let lag = Effect::Lag(Lag {
        pushes: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: Some(3),
        ..Fault::once(&[Operation::Read], lag)
    });
    let new = Settings {
        commit: Some(sha("2")),
        before: Some(sha("1")),
        ..settings(1, publish("a", "x"))
    };
    assert_eq!(word(&s.alone(new).verdict), "created");
}

#[test]
fn a_head_that_lags_for_ever_is_not_written_on() {
    let mut s = Schedule::new(1);
    s.push("2");
    let lag = Effect::Lag(Lag {
        pushes: 1,
        ..Lag::default()
    });
    s.state.add_fault(Fault {
        times: None,
        ..Fault::once(&[Operation::Read], lag)
    });
    let new = Settings {
        commit: Some(sha("2")),
        before: Some(sha("1")),
        ..settings(1, publish("a", "x"))
    };
    assert_eq!(
        s.alone(new).verdict,
        Verdict::Failed(Trouble::HeadUnconfirmed)
    );
    assert!(s.bodies().is_empty());
}

#[test]
fn a_persons_comment_with_the_marker_is_left_alone_and_named() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let ours = s.bodies()[0].clone();
    let quote: String = ours.lines().map(|line| format!("> {line}\n")).collect();
    s.person(Deed::Comment {
        body: quote.clone(),
    });
    s.person(Deed::Comment { body: ours.clone() });
    let outcome = s.alone(settings(2, publish("a", "two")));
    assert_eq!(word(&outcome.verdict), "updated");
    assert_eq!(outcome.warnings.len(), 1, "{outcome:?}");
    assert_eq!(s.bodies()[1..], [quote, ours]);
    s.assert_nothing_foreign_was_touched();
}

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
        settings(2, publish_as(Mode::Recreate, "a", "new")),
        "created",
        4,
    );
    assert_eq!(s.sections(), ["a=new", "b=two"]);
    assert_eq!(s.document().generation, 1);
    assert_eq!(s.bodies().len(), 1);
}

#[test]
fn a_recreation_that_fails_leaves_the_old_comment() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let refused = Effect::Refuse(FalseAnswer::MissingPermission);
    s.state
        .add_fault(Fault::once(&[Operation::Create], refused));
    s.alone(settings(2, publish_as(Mode::Recreate, "a", "new")));
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
fn a_clear_removes_what_it_names_and_what_begins_so_unless_it_is_newer() {
    let mut s = Schedule::new(1);
    for section in ["a", "m/1", "m/2", "mm"] {
        s.alone(settings(1, publish(section, "x")));
    }
    s.alone(settings(9, publish("m/3", "new")));
    let clear = Intent::Clear(vec!["a".to_owned(), "m/*".to_owned(), "absent".to_owned()]);
    check(&mut s, settings(5, clear.clone()), "updated", 2);
    assert_eq!(s.sections(), ["m/3=new", "mm=x"]);
    s.add(settings(5, clear));
    assert_eq!(words(&s.run()), ["unchanged"]);
}

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

#[test]
fn a_hidden_comment_is_shown_again_by_the_next_publish() {
    let mut s = Schedule::new(1);
    let hidden = |s: &Schedule| {
        s.state
            .world()
            .comments(&on())
            .unwrap()
            .next()
            .unwrap()
            .hidden
    };
    s.alone(settings(1, publish("a", "one")));
    check(
        &mut s,
        settings(2, Intent::Hide(Classifier::Resolved)),
        "hidden",
        3,
    );
    assert_eq!(hidden(&s), Some(HideReason::Resolved));
    check(
        &mut s,
        settings(2, Intent::Hide(Classifier::Resolved)),
        "unchanged",
        1,
    );
    check(&mut s, settings(3, publish("a", "one")), "updated", 3);
    assert_eq!((hidden(&s), s.sections()), (None, vec!["a=one".to_owned()]));
}

#[test]
fn what_a_person_hid_as_spam_stays_hidden() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.person(Deed::Hide {
        comment: None,
        reason: HideReason::Spam,
    });
    check(&mut s, settings(2, publish("a", "two")), "updated", 2);
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
fn a_comment_that_is_deleted_between_read_and_write_is_created_anew() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let gone = Change::Person {
        by: "octocat".to_owned(),
        on: on(),
        does: Deed::Delete { comment: None },
    };
    s.state.add_fault(Fault::once(
        &[Operation::Update],
        Effect::Meanwhile(vec![gone]),
    ));
    let outcome = s.alone(settings(2, publish("a", "two")));
    assert_eq!(word(&outcome.verdict), "created", "{outcome:?}");
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn what_a_person_edits_between_read_and_write_is_not_lost() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let body = s.bodies()[0].replace(
        "\n\n<!-- one-comment:footer",
        "\n\nA person's remark.\n\n<!-- one-comment:footer",
    );
    assert_ne!(body, s.bodies()[0]);
    let edit = Change::Person {
        by: "octocat".to_owned(),
        on: on(),
        does: Deed::Edit {
            comment: None,
            body,
        },
    };
    s.state.add_fault(Fault::once(
        &[Operation::Update],
        Effect::Meanwhile(vec![edit]),
    ));
    s.alone(settings(2, publish("a", "two")));
    assert_eq!(s.sections(), ["a=two"]);
    assert!(
        s.bodies()[0].contains("A person's remark."),
        "{}",
        s.bodies()[0]
    );
}

#[test]
fn damage_by_hand_is_mended_without_growth_and_without_loss() {
    type Damage = fn(&str) -> String;
    let damage: [(&str, Damage); 4] = [
        ("the end marker", |body| without_line(body, "section a:end")),
        ("the state", |body| without_line(body, "one-comment:state")),
        ("the text", |body| body.replace("alpha", "edited by hand")),
        ("the footer's end", |body| without_line(body, "footer:end")),
    ];
    for (what, damaged) in damage {
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "alpha")));
        s.alone(settings(1, publish("b", "beta")));
        let with_remark = s.bodies()[0].replace("a:end -->", "a:end -->\n\nA person's remark.");
        s.person(Deed::Edit {
            comment: None,
            body: with_remark.clone(),
        });
        s.person(Deed::Edit {
            comment: None,
            body: damaged(&with_remark),
        });
        for run in 2..6 {
            s.alone(settings(run, publish("a", "alpha")));
            s.alone(settings(run, publish("b", "beta")));
        }
        assert_eq!(s.sections(), ["a=alpha", "b=beta"], "{what}");
        let body = &s.bodies()[0];
        assert_eq!(
            body.matches("A person's remark.").count(),
            1,
            "{what}: {body}"
        );
        assert!(
            body.len() <= with_remark.len() + 16,
            "{what}: {} and {}",
            body.len(),
            with_remark.len()
        );
    }
}

fn without_line(body: &str, part: &str) -> String {
    body.lines()
        .filter(|line| !line.contains(part))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_comment_without_its_root_is_left_alone_and_a_new_one_is_made() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let body = without_line(&s.bodies()[0], ":root ");
    s.person(Deed::Edit {
        comment: None,
        body: body.clone(),
    });
    let outcome = s.alone(settings(2, publish("a", "two")));
    assert_eq!(word(&outcome.verdict), "created");
    assert!(outcome.warnings[0].contains("root marker"), "{outcome:?}");
    assert_eq!(s.bodies()[0], body);
    assert_eq!(s.sections(), ["a=two"]);
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

/// Eight writers with sections of their own, from nothing, from one comment, from duplicates.
fn crowd(history: History, transport: Transport, seeds: u64) {
    for start in ["nothing", "one", "duplicates"] {
        for seed in 1..=seeds {
            let mut s = Schedule::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            s.state.rules_mut().history = history;
            if start != "nothing" {
                s.alone(settings(1, publish("old", "before")));
            }
            if start == "duplicates" {
                let body = s.bodies()[0].replace("old", "other");
                s.state
                    .create_comment(&Identity::job(), &on(), &body)
                    .unwrap();
            }
            let legs = 8;
            for leg in 0..legs {
                let run = settings(
                    100 + leg,
                    publish(&format!("s{leg}"), &format!("text {leg}")),
                );
                let run = Settings {
                    legs: u32::try_from(legs).unwrap(),
                    ..run
                };
                s.add_as(run, Identity::job(), transport);
            }
            let outcomes = s.run();
            let written = outcomes
                .iter()
                .all(|o| matches!(o.verdict, Verdict::Created | Verdict::Updated));
            assert!(written, "{start}, seed {seed}: {outcomes:#?}");
            let document = s.document();
            for leg in 0..legs {
                let section = document.section(&name(&format!("s{leg}")));
                assert!(
                    section.is_some(),
                    "{start}, seed {seed}, leg {leg} is lost: {:#?}",
                    words(&outcomes)
                );
            }
            s.assert_nothing_foreign_was_touched();
        }
    }
}

#[test]
fn a_crowd_leaves_one_comment_with_every_section() {
    crowd(History::On, Transport::Graphql, 60);
}

#[test]
fn a_crowd_without_edit_history_settles() {
    crowd(History::Empty, Transport::Graphql, 20);
    crowd(History::Absent, Transport::Graphql, 20);
}

#[test]
fn a_crowd_by_rest_settles() {
    crowd(History::On, Transport::Rest, 20);
}
