//! What people do to comments, ours and theirs.

use one_comment::converge::{Account, Classifier, Intent, Verdict};
use one_comment_sandbox::state::{
    Deed, Effect, FalseAnswer, Fault, HideReason, Identity, Operation, Transport,
};

use crate::command::{on, publish, settings};
use crate::schedule::{Schedule, word, words};

// Cases 20 and 26.
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
fn a_comment_that_is_deleted_while_an_answer_is_lost_is_made_anew() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    let lost = Effect::Refuse(FalseAnswer::Status(502));
    s.state.add_fault(Fault::once(&[Operation::Update], lost));
    s.add(settings(2, publish("a", "two")));
    [0, 0].into_iter().for_each(|n| s.step(n));
    s.person(Deed::Delete { comment: None });
    assert_eq!(words(&s.run()), ["created"]);
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn what_a_person_hid_as_spam_stays_hidden() {
    let mut s = hidden_as_spam();
    let outcome = s.alone(settings(2, publish("a", "two")));
    assert_eq!(outcome.verdict, Verdict::Updated);
    assert!(
        outcome.warnings[0].contains("is hidden as spam"),
        "{outcome:?}"
    );
    assert_eq!(
        s.state
            .world()
            .comments(&on())
            .unwrap()
            .next()
            .unwrap()
            .hidden,
        Some(HideReason::Spam)
    );
}

#[test]
fn who_hides_what_is_hidden_as_spam_needs_no_warning() {
    let mut s = hidden_as_spam();
    for intent in [Intent::Hide(Classifier::Outdated), Intent::Show] {
        let outcome = s.alone(settings(2, intent));
        assert!(outcome.warnings.is_empty(), "{outcome:?}");
    }
}

fn hidden_as_spam() -> Schedule {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.person(Deed::Hide {
        comment: None,
        reason: HideReason::Spam,
    });
    s
}

// Case 13.
#[test]
fn a_comment_that_is_deleted_between_read_and_write_is_created_anew() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    s.meanwhile(Deed::Delete { comment: None });
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
    s.meanwhile(Deed::Edit {
        comment: None,
        body,
    });
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

// case 27
#[test]
fn a_former_identity_that_is_named_late_is_searched_for_in_a_long_conversation() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    for n in 0..130 {
        s.person(Deed::Comment {
            body: format!("remark {n}"),
        });
    }
    // The new token does not know the old comment, and notes that it has seen the whole conversation.
    let by_person = |s: &mut Schedule, settings| {
        s.state.advance(3_600_000);
        s.add_as(settings, Identity::person("octocat"), Transport::Graphql);
        words(&s.run())
    };
    assert_eq!(
        by_person(&mut s, settings(2, publish("b", "two"))),
        ["created"]
    );
    let mut named = settings(3, publish("c", "three"));
    named.author = Some(Account::from_login("github-actions[bot]"));
    assert_eq!(by_person(&mut s, named), ["updated"]);
    assert_eq!(s.sections(), ["a=one", "b=two", "c=three"]);
}
