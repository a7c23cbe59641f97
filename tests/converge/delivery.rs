//! Deliveries: several messages of a run that may not write, in one write, and never over what another run wrote.

use one_comment::comment::Name;
use one_comment::converge::{Fate, Intent, Message, Mode, Outcome, Settings, Verdict};
use one_comment_sandbox::state::{Change, Deed};

use crate::command::{name, on, publish, publish_as, settings};
use crate::schedule::{Schedule, word};

pub(crate) fn deliver(run: u64, messages: &[(&str, &str)]) -> Settings {
    deliver_as(run, Mode::Upsert, messages)
}

pub(crate) fn deliver_as(run: u64, mode: Mode, messages: &[(&str, &str)]) -> Settings {
    let message = |(section, text): &(&str, &str)| Message {
        mode: mode.clone(),
        ..Message::new(name(section), text)
    };
    settings(run, Intent::Deliver(messages.iter().map(message).collect()))
}

pub(crate) fn fates(outcome: &Outcome) -> (String, Vec<Fate>) {
    (word(&outcome.verdict), outcome.fates.clone())
}

pub(crate) fn writes(s: &Schedule) -> usize {
    let requests = &s.state.journal().audit;
    requests.len()
}

#[test]
fn all_messages_go_out_in_one_write_and_say_how_they_came() {
    let mut s = Schedule::new(1);
    let outcome = s.alone(deliver(5, &[("a", "one"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("created".into(), vec![Fate::Published, Fate::Published])
    );
    assert_eq!(s.sections(), ["a=one", "b=two"]);
    assert_eq!(writes(&s), 1);
    for section in s.document().sections() {
        assert!(section.record.as_ref().unwrap().origin.delivered);
    }
    assert_eq!(
        s.bodies()[0]
            .matches("Written without write access")
            .count(),
        2
    );
}

#[test]
fn delivering_again_sends_nothing() {
    let mut s = Schedule::new(1);
    s.alone(deliver(5, &[("a", "one"), ("b", "two")]));
    let before = (writes(&s), s.bodies());
    let outcome = s.alone(deliver(5, &[("a", "one"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("unchanged".into(), vec![Fate::Reconciled, Fate::Reconciled])
    );
    assert_eq!((writes(&s), s.bodies()), before);
}

#[test]
fn a_half_finished_delivery_sends_only_what_is_missing() {
    let mut s = Schedule::new(1);
    s.alone(deliver(5, &[("a", "one")]));
    let outcome = s.alone(deliver(5, &[("a", "one"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("updated".into(), vec![Fate::Reconciled, Fate::Published])
    );
    assert_eq!(s.sections(), ["a=one", "b=two"]);
}

#[test]
fn what_a_run_with_a_token_of_its_own_wrote_is_not_replaced_and_the_rest_goes_out() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "trusted")));
    let outcome = s.alone(deliver(5, &[("a", "forged"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("updated".into(), vec![Fate::NotItsOwn, Fate::Published])
    );
    assert_eq!(s.sections(), ["a=trusted", "b=two"]);
    let outcome = s.alone(deliver(6, &[("a", "forged")]));
    assert_eq!(fates(&outcome), ("skipped".into(), vec![Fate::NotItsOwn]));
    assert_eq!(s.sections(), ["a=trusted", "b=two"]);
}

#[test]
fn a_section_whose_record_is_lost_may_be_anybodys() {
    let mut s = Schedule::new(1);
    s.alone(deliver(5, &[("a", "one")]));
    let body = s.bodies()[0].clone();
    let stateless: Vec<_> = body
        .lines()
        .filter(|line| !line.contains("one-comment:state"))
        .collect();
    s.person(Deed::Edit {
        comment: None,
        body: stateless.join("\n"),
    });
    let outcome = s.alone(deliver(6, &[("a", "two")]));
    assert_eq!(fates(&outcome), ("skipped".into(), vec![Fate::NotItsOwn]));
}

#[test]
fn a_run_with_a_token_of_its_own_takes_a_delivered_section_over_for_good() {
    let mut s = Schedule::new(1);
    s.alone(deliver(5, &[("a", "delivered")]));
    // Although its run is the older one: whoever may write decides.
    let outcome = s.alone(settings(1, publish("a", "trusted")));
    assert_eq!(outcome.verdict, Verdict::Updated);
    assert_eq!(s.sections(), ["a=trusted"]);
    assert!(!s.bodies()[0].contains("without write access"));
    let outcome = s.alone(deliver(6, &[("a", "delivered again")]));
    assert_eq!(fates(&outcome).1, [Fate::NotItsOwn]);
}

#[test]
fn in_any_race_for_one_section_the_run_with_a_token_of_its_own_wins() {
    for seed in 1..200 {
        let mut s = Schedule::new(seed);
        s.alone(settings(1, publish("other", "x")));
        s.add(deliver(9, &[("a", "delivered"), ("b", "two")]));
        s.add(settings(2, publish("a", "trusted")));
        let ended = s.run();
        assert_eq!(
            s.sections(),
            ["a=trusted", "b=two", "other=x"],
            "{seed}: {ended:#?}"
        );
    }
}

#[test]
fn a_push_in_between_supersedes_all_of_it() {
    let mut s = Schedule::new(1);
    s.push("2");
    let outcome = s.alone(deliver(5, &[("a", "one"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        (
            "superseded".into(),
            vec![Fate::Superseded, Fate::Superseded]
        )
    );
    assert!(s.bodies().is_empty());
}

#[test]
fn what_a_newer_run_delivered_is_left_and_the_rest_goes_out() {
    let mut s = Schedule::new(1);
    s.alone(deliver(7, &[("a", "new")]));
    let outcome = s.alone(deliver(5, &[("a", "old"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("updated".into(), vec![Fate::Superseded, Fate::Published])
    );
    assert_eq!(s.sections(), ["a=new", "b=two"]);
    let outcome = s.alone(deliver(5, &[("a", "old")]));
    assert_eq!(
        fates(&outcome),
        ("superseded".into(), vec![Fate::Superseded])
    );
}

#[test]
fn once_is_reconciled_by_the_same_text_and_refused_by_another() {
    let mut s = Schedule::new(1);
    s.alone(deliver_as(5, Mode::Once, &[("a", "one")]));
    let outcome = s.alone(deliver_as(6, Mode::Once, &[("a", "one")]));
    assert_eq!(
        fates(&outcome),
        ("unchanged".into(), vec![Fate::Reconciled])
    );
    let outcome = s.alone(deliver_as(7, Mode::Once, &[("a", "two"), ("b", "two")]));
    assert_eq!(
        fates(&outcome),
        ("updated".into(), vec![Fate::OtherText, Fate::Published])
    );
    assert_eq!(s.sections(), ["a=one", "b=two"]);
}

#[test]
fn a_list_keeps_its_newest_entries_and_all_that_a_delivery_may_not_remove() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("log/1.x", "trusted")));
    let append = |run: u64| {
        let (list, limit) = (name("log"), 2);
        let entry = format!("log/{run}.x");
        let mode = Mode::Append { list, limit };
        deliver_as(run, mode, &[(entry.as_str(), "entry")])
    };
    for run in 2..=5 {
        s.alone(append(run));
    }
    assert_eq!(s.sections(), ["log/1.x=trusted", "log/5.x=entry"]);
}

#[test]
fn a_list_of_a_job_loses_strangers_entries_before_its_own() {
    let mut s = Schedule::new(1);
    let append = |run: u64| {
        let (list, entry) = (name("log"), format!("log/{run}.x"));
        publish_as(Mode::Append { list, limit: 3 }, &entry, "trusted")
    };
    s.alone(settings(1, append(1)));
    s.alone(settings(2, append(2)));
    for run in 3..=6 {
        let entry = format!("log/{run}.y");
        s.alone(deliver(run, &[(entry.as_str(), "stranger")]));
    }
    s.alone(settings(7, append(7)));
    let trusted = ["log/1.x=trusted", "log/2.x=trusted", "log/7.x=trusted"];
    assert_eq!(s.sections(), trusted);
}

#[test]
fn a_strangers_section_does_not_take_a_jobs_place_in_any_mode() {
    for mode in [Mode::Insert, Mode::Create, Mode::Once] {
        let mut s = Schedule::new(1);
        s.alone(deliver(5, &[("a", "stranger")]));
        let outcome = s.alone(settings(6, publish_as(mode.clone(), "a", "trusted")));
        assert_eq!(word(&outcome.verdict), "updated", "{mode:?} {outcome:?}");
        assert_eq!(s.sections(), ["a=trusted"], "{mode:?}");
    }
}

#[test]
fn strangers_give_way_before_others_are_cut() {
    let mut s = Schedule::new(1);
    let long = "trusted line\n".repeat(3_000);
    s.alone(settings(1, publish("a", &long)));
    let outcome = s.alone(deliver(5, &[("b", &"a stranger's line\n".repeat(3_000))]));
    assert_eq!(fates(&outcome), ("updated".into(), vec![Fate::Published]));
    let document = s.document();
    let missing = |section: &str| {
        let section = document.section(&name(section)).unwrap();
        section.record.as_ref().unwrap().missing
    };
    assert_eq!(missing("a"), 0);
    assert!(missing("b") > 0);
}

#[test]
fn an_earlier_attempt_of_a_run_is_superseded_and_a_later_one_is_not() {
    let mut s = Schedule::new(1);
    let attempt = |attempt: u32, text: &str| {
        let mut settings = deliver(5, &[("a", text)]);
        settings.run.attempt = attempt;
        settings
    };
    s.alone(attempt(2, "second"));
    let outcome = s.alone(attempt(1, "first"));
    assert_eq!(
        fates(&outcome),
        ("superseded".into(), vec![Fate::Superseded])
    );
    let outcome = s.alone(attempt(3, "third"));
    assert_eq!(fates(&outcome), ("updated".into(), vec![Fate::Published]));
    assert_eq!(s.sections(), ["a=third"]);
}

#[test]
fn what_a_newer_run_delivers_between_look_and_write_supersedes() {
    let mut s = Schedule::new(1);
    s.alone(deliver(1, &[("a", "one")]));
    s.add(deliver(5, &[("a", "five")]));
    s.step(0);
    s.add(deliver(9, &[("a", "nine")]));
    s.step(1);
    s.step(1);
    let outcomes = s.run();
    let expected = ("superseded".into(), vec![Fate::Superseded]);
    assert_eq!(fates(&outcomes[0]), expected);
    assert_eq!(s.sections(), ["a=nine"]);
}

#[test]
fn a_refused_write_leaves_the_fate_of_its_messages_open() {
    let mut s = Schedule::new(1);
    s.state
        .change(Change::SetLocked {
            on: on(),
            locked: true,
        })
        .unwrap();
    let outcome = s.alone(deliver(5, &[("a", "one")]));
    assert_eq!(fates(&outcome), ("locked".into(), vec![Fate::Open]));
}

#[test]
fn hostile_names_stay_names() {
    let mut s = Schedule::new(1);
    let hostile = Name::new("a:end --><!-- one-comment:root x -->").unwrap();
    let message = Message::new(hostile.clone(), "text");
    s.alone(settings(5, Intent::Deliver(vec![message])));
    assert_eq!(s.document().sections()[0].name, hostile);
    assert_eq!(s.document().key, name("default"));
}
