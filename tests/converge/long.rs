//! Messages that there is no room for: how they are cut, who is cut by whom, and that nobody goes on for ever.

use one_comment::comment::{Content, Document, Record, Section};
use one_comment::converge::{Intent, Message, Mode, Outcome, Overflow, Settings, Trouble, Verdict};
use one_comment_sandbox::state::{
    BodyLimit, Deed, Effect, FalseAnswer, Fault, History, Identity, Operation, Transport,
};

use crate::check;
use crate::command::{name, on, publish, publish_as, settings};
use crate::schedule::{Schedule, word, words};

/// About 20 characters a line.
fn report(of: &str, lines: usize) -> String {
    (0..lines)
        .map(|n| format!("{of}: result {n:06}\n"))
        .collect()
}

/// Its section and what is known of it.
#[track_caller]
fn section<'a>(document: &'a Document, at: &str) -> (&'a Section, &'a Record) {
    let section = document.section(&name(at)).unwrap();
    (section, section.record.as_ref().unwrap())
}

#[track_caller]
fn is_cut(s: &Schedule, at: &str) -> bool {
    section(&s.document(), at).1.missing > 0
}

#[track_caller]
fn length(s: &Schedule, at: &str) -> usize {
    section(&s.document(), at)
        .0
        .content
        .as_str()
        .chars()
        .count()
}

#[track_caller]
fn publishes(s: &mut Schedule, run: u64, at: &str, lines: usize, expected: &str) -> Outcome {
    let outcome = s.alone(settings(run, publish(at, &report(at, lines))));
    assert_eq!(word(&outcome.verdict), expected, "{outcome:#?}");
    for body in s.bodies() {
        assert!(body.chars().count() <= 65_536);
    }
    outcome
}

// Case 43.
#[test]
fn a_message_that_is_too_long_is_cut_and_its_session_says_so() {
    let mut s = Schedule::new(1);
    assert!(!publishes(&mut s, 1, "a", 100, "created").cut);
    assert!(publishes(&mut s, 2, "a", 15_000, "updated").cut);
    assert!(is_cut(&s, "a") && length(&s, "a") > 64_000);
    assert!(!publishes(&mut s, 3, "a", 100, "updated").cut);
}

#[test]
fn overflow_fail_refuses_before_any_write() {
    for lines in [0, 100] {
        let mut s = Schedule::new(1);
        if lines > 0 {
            publishes(&mut s, 1, "b", lines, "created");
        }
        let before = s.bodies();
        let overflow = Overflow::Fail;
        let long = settings(2, publish("a", &report("a", 15_000)));
        let outcome = s.alone(Settings { overflow, ..long });
        assert!(
            matches!(&outcome.verdict, Verdict::Failed(Trouble::GitHub(_))),
            "{outcome:#?}"
        );
        assert!(outcome.reason.contains("65536"), "{outcome:?}");
        assert_eq!(s.bodies(), before);
    }
}

#[test]
fn a_section_that_was_cut_is_unchanged_when_it_is_published_again() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 15_000, "created");
    publishes(&mut s, 2, "b", 15_000, "updated");
    let before = s.bodies();
    for at in ["a", "b"] {
        let run = if at == "a" { 1 } else { 2 };
        let again = settings(run, publish(at, &report(at, 15_000)));
        check(&mut s, again.clone(), "unchanged", 1);
        assert!(
            s.alone(again).cut,
            "the message is still only there in part"
        );
    }
    assert_eq!(s.bodies(), before);
}

#[test]
fn a_section_that_was_cut_and_closed_more_than_once_is_unchanged_when_it_is_published_again() {
    let mut s = Schedule::new(1);
    let lines = report("a", 15_000);
    let fenced = format!("<details>\n\n````text\n{lines}````\n\n</details>");
    s.alone(settings(1, publish("a", &fenced)));
    for (run, at) in [(2, "b"), (3, "c")] {
        check(&mut s, settings(1, publish("a", &fenced)), "unchanged", 1);
        publishes(&mut s, run, at, 15_000, "updated");
    }
    check(&mut s, settings(1, publish("a", &fenced)), "unchanged", 1);
    assert!(
        section(&s.document(), "a")
            .0
            .content
            .as_str()
            .ends_with("\n````\n\n</details>")
    );
}

#[test]
fn a_section_that_was_cut_is_updated_where_the_same_text_is_to_look_otherwise() {
    let mut s = Schedule::new(1);
    let text = format!("@octocat look\n{}", report("a", 15_000));
    let quiet = Intent::Publish(Box::new(Message {
        content: Content::plain(&text, "https://github.example"),
        ..Message::new(name("a"), &text)
    }));
    for intent in [publish("a", &text), quiet] {
        let told = s.alone(settings(1, intent.clone()));
        assert!(told.changed && is_cut(&s, "a"), "{told:#?}");
        check(&mut s, settings(1, intent), "unchanged", 1);
    }
    assert!(!s.bodies()[0].contains("@octocat"));
}

#[test]
fn the_longest_are_cut_to_equal_lengths_whoever_writes_last() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 15_000, "created");
    publishes(&mut s, 2, "short", 30, "updated");
    publishes(&mut s, 3, "b", 15_000, "updated");
    assert!(!is_cut(&s, "short"));
    let (a, b) = (length(&s, "a"), length(&s, "b"));
    assert!(a.abs_diff(b) < 50 && a > 31_000, "{a} {b}");
}

#[test]
fn what_was_cut_for_another_is_whole_again_when_its_own_job_publishes_and_there_is_room() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 2_500, "created");
    publishes(&mut s, 2, "b", 2_500, "updated");
    assert!(is_cut(&s, "a") && is_cut(&s, "b"));
    publishes(&mut s, 3, "b", 10, "updated");
    assert!(is_cut(&s, "a"), "only its own job has the rest");
    publishes(&mut s, 1, "a", 2_500, "updated");
    assert!(!is_cut(&s, "a"));
    publishes(&mut s, 1, "a", 2_500, "unchanged");
}

#[test]
fn what_was_said_once_and_cut_is_whole_again_when_there_is_room_and_unchanged_before() {
    let mut s = Schedule::new(1);
    let once = |run: u64| settings(run, publish_as(Mode::Once, "a", &report("a", 2_500)));
    check(&mut s, once(1), "created", 3);
    publishes(&mut s, 2, "b", 2_500, "updated");
    assert!(is_cut(&s, "a"));
    for run in [1, 3] {
        check(&mut s, once(run), "unchanged", 1);
    }
    publishes(&mut s, 4, "b", 10, "updated");
    let other = publish_as(Mode::Once, "a", "another text");
    check(&mut s, settings(5, other), "failed", 1);
    assert!(is_cut(&s, "a"));
    check(&mut s, once(5), "updated", 2);
    assert!(!is_cut(&s, "a"));
    check(&mut s, once(6), "unchanged", 1);
}

/// A person writes over the first line of section `a`.
fn edited_by_a_person(s: &mut Schedule) {
    let body = s.bodies()[0].replace("a: result 000001\n", "by a person\n");
    s.person(Deed::Edit {
        comment: None,
        body,
    });
}

#[test]
fn what_was_said_once_and_cut_is_not_written_over_a_persons_edit_of_it() {
    let mut s = Schedule::new(1);
    let once = settings(1, publish_as(Mode::Once, "a", &report("a", 2_500)));
    s.alone(once.clone());
    publishes(&mut s, 2, "b", 2_500, "updated");
    edited_by_a_person(&mut s);
    publishes(&mut s, 4, "b", 10, "updated");
    check(&mut s, once, "unchanged", 1);
    assert!(s.bodies()[0].contains("by a person"));
}

// Case 42.
#[test]
fn a_server_that_takes_less_gets_one_shorter_body_and_no_third() {
    let emoji = "🎉 ".repeat(60_000);
    for (limit, created) in [
        (BodyLimit::Bytes(65_536), true),
        (BodyLimit::Scalars(20_000), true),
        (BodyLimit::Scalars(1_000), false),
    ] {
        let mut s = Schedule::new(1);
        s.state.rules_mut().body_limit = limit;
        // Each try looks first, and a create is followed by a look.
        let calls = if created { 5 } else { 4 };
        let expected = if created { "created" } else { "failed" };
        check(&mut s, settings(1, publish("a", &emoji)), expected, calls);
        assert_eq!(s.bodies().len(), usize::from(created));
        let fails = Settings {
            overflow: Overflow::Fail,
            ..settings(2, publish("a", &emoji[..40_000]))
        };
        if !created {
            check(&mut s, fails, "failed", 2);
        }
    }
}

#[test]
fn a_section_that_was_cut_for_a_server_that_takes_less_is_unchanged_unless_there_is_more_room() {
    let mut s = Schedule::new(1);
    s.state.rules_mut().body_limit = BodyLimit::Scalars(30_000);
    publishes(&mut s, 1, "a", 2_000, "created");
    let (before, writes) = (s.bodies(), s.state.journal().audit.len());
    let again = settings(1, publish("a", &report("a", 2_000)));
    let once = settings(2, publish_as(Mode::Once, "a", &report("a", 2_000)));
    for same in [again, once] {
        // A look, a body that is refused, and a look.
        check(&mut s, same, "unchanged", 3);
    }
    assert_eq!(
        (s.bodies(), s.state.journal().audit.len()),
        (before, writes)
    );
    publishes(&mut s, 3, "b", 2_000, "updated");
    publishes(&mut s, 4, "b", 10, "updated");
    let before = length(&s, "a");
    publishes(&mut s, 1, "a", 2_000, "updated");
    assert!(length(&s, "a") > before + 4_000);
    publishes(&mut s, 1, "a", 2_000, "unchanged");
}

#[test]
fn what_a_short_message_cannot_mend_is_not_tried_again() {
    let mut s = Schedule::new(1);
    s.state.rules_mut().body_limit = BodyLimit::Scalars(100);
    check(&mut s, settings(1, publish("a", "short")), "failed", 2);
}

/// Long sections at once, each of which cuts the others.
fn crowd(history: History, transport: Transport, seeds: u64) {
    for seed in 1..=seeds {
        let mut s = Schedule::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        s.state.rules_mut().history = history;
        for leg in 0..5 {
            let at = format!("s{leg}");
            let run = settings(100 + leg, publish(&at, &report(&at, 1_500)));
            let run = Settings { legs: 5, ..run };
            s.add_as(run, Identity::job(), transport);
        }
        for outcome in s.run() {
            let done = ["created", "updated"].contains(&&*word(&outcome.verdict));
            assert!(done, "seed {seed}: {outcome:#?}");
        }
        assert!(s.bodies()[0].chars().count() <= 65_536);
        for leg in 0..5 {
            let at = format!("s{leg}");
            assert!(
                is_cut(&s, &at) && length(&s, &at) > 10_000,
                "seed {seed}, {at}"
            );
        }
        let writes = s.state.journal().audit.len();
        assert!(writes < 40, "seed {seed}: {writes} writes");
    }
}

#[test]
fn a_crowd_of_long_sections_ends_with_all_of_them() {
    crowd(History::On, Transport::Graphql, 6);
    crowd(History::Absent, Transport::Graphql, 3);
    crowd(History::On, Transport::Rest, 3);
}

#[test]
fn duplicates_that_have_no_room_together_are_still_folded() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 3_000, "created");
    let body = s.bodies()[0].replace("section a:", "section b:");
    s.state
        .create_comment(&Identity::job(), &on(), &body)
        .unwrap();
    publishes(&mut s, 2, "c", 3_000, "updated");
    let document = s.document();
    let names: Vec<_> = document
        .sections()
        .iter()
        .map(|s| s.name.to_string())
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
    // The state of the copy knows nothing of its section, and yet it is cut.
    assert!(is_cut(&s, "b"));
}

#[test]
fn a_persons_edit_of_a_section_that_was_cut_is_kept_by_the_others() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 15_000, "created");
    edited_by_a_person(&mut s);
    publishes(&mut s, 2, "b", 15_000, "updated");
    let document = s.document();
    let (section, record) = section(&document, "a");
    assert!(section.content.as_str().contains("by a person") && section.is_edited());
    assert!(record.missing > 200_000);
}

#[test]
fn to_hide_a_comment_that_is_full_cuts_nobody() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 15_000, "created");
    let before = length(&s, "a");
    let hide = Intent::Hide(one_comment::converge::Classifier::Outdated);
    s.alone(settings(2, hide));
    assert!(
        before.abs_diff(length(&s, "a")) < 500,
        "all but the room for the wish itself"
    );
}

#[test]
fn what_may_have_been_overwritten_is_written_even_where_overflow_fails() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "b", 100, "created");
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault::once(&[Operation::Update], lost));
    s.add(Settings {
        overflow: Overflow::Fail,
        ..settings(2, publish("a", &report("a", 2_000)))
    });
    [0, 0].into_iter().for_each(|n| s.step(n));
    s.add(settings(3, publish("b", &report("b", 2_000))));
    [1, 1].into_iter().for_each(|n| s.step(n));
    assert_eq!(words(&s.run()), ["updated", "updated"]);
    assert!(length(&s, "a") > 30_000 && is_cut(&s, "a"));
}

#[test]
fn what_was_cut_takes_the_room_that_there_is_again_even_if_it_is_not_enough() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 2_500, "created");
    publishes(&mut s, 2, "b", 2_500, "updated");
    publishes(&mut s, 3, "b", 1_500, "updated");
    let before = length(&s, "a");
    publishes(&mut s, 1, "a", 2_500, "updated");
    assert!(is_cut(&s, "a") && length(&s, "a") > before + 1_000);
}

#[test]
fn who_writes_nothing_has_cut_nothing() {
    let mut s = Schedule::new(1);
    publishes(&mut s, 1, "a", 15_000, "created");
    let again = settings(1, publish("a", &report("a", 15_000)));
    let dry = Settings {
        dry: true,
        ..again.clone()
    };
    assert!(!s.alone(dry).cut);
    s.push("2");
    let outcome = s.alone(again);
    assert_eq!((outcome.verdict, outcome.cut), (Verdict::Superseded, false));
}
