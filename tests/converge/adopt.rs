//! From another tool to this one: its comment becomes ours, and no second one appears (`adopt`).

use one_comment::converge::{
    Account, Call, Classifier, Intent, Mode, Predecessor, Settings, ToolMarker,
};
use one_comment_sandbox::state::{
    Deed, Effect, FalseAnswer, Fault, HideReason, Identity, Operation, Transport,
};

use crate::command::{on, publish, publish_as, settings};
use crate::schedule::{Schedule, word, words};

const OLD: &str = "All green.\n<!-- Sticky Pull Request Comment -->";

fn adopting(tool: &str, settings: Settings) -> Settings {
    Settings {
        adopt: vec![ToolMarker::parse(tool).unwrap()],
        ..settings
    }
}

fn publishing(run: u64, section: &str, text: &str) -> Settings {
    adopting("marocchino", settings(run, publish(section, text)))
}

/// What another tool says with our token.
fn tool_says(s: &mut Schedule, body: &str) {
    s.state
        .create_comment(&Identity::job(), &on(), body)
        .unwrap();
}

fn after(body: &str) -> Schedule {
    let mut s = Schedule::new(1);
    tool_says(&mut s, body);
    s
}

fn wrote(s: &Schedule) -> Vec<&'static str> {
    let kind = |call: &Call| match call {
        Call::Create { .. } => Some("create"),
        Call::Update { .. } => Some("update"),
        Call::Delete { .. } => Some("delete"),
        Call::Hide { .. } => Some("hide"),
        Call::Show { .. } => Some("show"),
        _ => None,
    };
    s.made.iter().filter_map(kind).collect()
}

#[test]
fn each_tool_s_comment_becomes_ours_and_says_nothing_old() {
    for (tool, body) in [
        ("marocchino", OLD),
        (
            "marocchino:lint",
            "All green.\n<!-- Sticky Pull Request Commentlint -->",
        ),
        (
            "mshick",
            "<!-- add-pr-comment:add-pr-comment -->\n\nAll green.",
        ),
        (
            "thollander:report",
            "All green.\r\n<!-- thollander/actions-comment-pull-request \"report\" -->\r\n",
        ),
        (
            "danger",
            "\n<!--\n  0 failure: \n  1 warning:  All green...\n  \n  \n  DangerID: danger-id-Danger;\n-->\n\nAll green.\n",
        ),
        (
            "danger",
            "<!--\n  0 Errors\n-->\nAll green.\n\n<p align=\"right\" data-meta=\"generated_by_danger\">\n  By Danger\n</p>\n",
        ),
        (
            "infracost",
            "[//]: <> (infracost-comment, valid-at=2026-03-19T12:00:00Z)\nAll green.",
        ),
        ("<!-- coverage -->", "<!-- coverage -->\nAll green."),
    ] {
        for transport in [Transport::Graphql, Transport::Rest] {
            let mut s = after(body);
            let wish = adopting(tool, settings(1, publish("a", "new")));
            s.add_as(wish, Identity::job(), transport);
            let outcome = s.run().remove(0);
            assert_eq!(word(&outcome.verdict), "updated", "{tool}: {outcome:#?}");
            assert!(outcome.reason.contains("taken over"), "{outcome:#?}");
            assert_eq!(wrote(&s), ["update"], "{tool}");
            assert_eq!((s.bodies().len(), s.sections()), (1, vec!["a=new".into()]));
            assert!(!s.bodies()[0].contains("All green"), "{}", s.bodies()[0]);
            s.assert_nothing_foreign_was_touched();
        }
    }
}

#[test]
fn where_one_of_ours_is_there_nothing_is_taken_over() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    tool_says(&mut s, OLD);
    s.alone(publishing(2, "a", "two"));
    assert_eq!(s.bodies()[1], OLD);
    assert_eq!(s.sections(), ["a=two"]);
}

#[test]
fn of_several_none_is_touched_and_the_reason_links_to_each() {
    let mut s = after(OLD);
    tool_says(&mut s, OLD);
    let outcome = s.alone(publishing(1, "a", "new"));
    assert!(format!("{:?}", outcome.verdict).contains("SeveralToAdopt"));
    let comments = s.state.world().comments(&on()).unwrap();
    for id in comments.map(|comment| comment.id.0) {
        assert!(outcome.reason.contains(&id.to_string()), "{outcome:?}");
    }
    assert!(wrote(&s).is_empty());
    assert_eq!(s.bodies(), [OLD, OLD]);
}

#[test]
fn a_person_s_comment_and_a_marker_in_mid_text_are_left_alone() {
    let quoted = format!("They said:\n\n{OLD}\n\nand left.");
    let mut s = after(&quoted);
    s.person(Deed::Comment { body: OLD.into() });
    let outcome = s.alone(publishing(1, "a", "new"));
    assert_eq!(word(&outcome.verdict), "created");
    assert_eq!(s.bodies()[..2], [quoted, OLD.to_owned()]);
    s.assert_nothing_foreign_was_touched();
}

// Case 27.
#[test]
fn one_by_an_account_that_the_user_vouches_for_is_taken_over() {
    let former = Identity::app("old-app");
    for (author, expected) in [(None, "created"), (Some("old-app[bot]"), "updated")] {
        let mut s = Schedule::new(1);
        s.state.create_comment(&former, &on(), OLD).unwrap();
        let outcome = s.alone(Settings {
            author: author.map(Account::from_login),
            ..publishing(1, "a", "new")
        });
        assert_eq!(word(&outcome.verdict), expected, "{outcome:#?}");
    }
}

#[test]
fn only_what_would_create_takes_over() {
    for (intent, expected, writes) in [
        (
            publish_as(Mode::Create, "a", "new"),
            "updated",
            vec!["update"],
        ),
        (
            publish_as(Mode::Insert, "a", "new"),
            "updated",
            vec!["update"],
        ),
        (
            publish_as(Mode::Once, "a", "new"),
            "updated",
            vec!["update"],
        ),
        (
            publish_as(Mode::Recreate(Predecessor::Deleted), "a", "new"),
            "updated",
            vec!["update"],
        ),
        (publish_as(Mode::Update, "a", "new"), "skipped", vec![]),
        (Intent::Hide(Classifier::Outdated), "skipped", vec![]),
        (Intent::Delete, "skipped", vec![]),
    ] {
        let mut s = after(OLD);
        let outcome = s.alone(adopting("marocchino", settings(1, intent.clone())));
        assert_eq!(word(&outcome.verdict), expected, "{intent:?}");
        assert_eq!(wrote(&s), writes, "{intent:?}");
    }
}

#[test]
fn a_hidden_one_is_shown_again() {
    let mut s = after(OLD);
    s.person(Deed::Hide {
        comment: None,
        reason: HideReason::Outdated,
    });
    s.alone(publishing(1, "a", "new"));
    assert_eq!((wrote(&s), s.hidden()), (vec!["update", "show"], None));
}

#[test]
fn two_jobs_that_take_over_at_once_keep_both_sections() {
    for transport in [Transport::Graphql, Transport::Rest] {
        for seed in 1..40 {
            let mut s = after(OLD);
            for (run, section) in [(1, "a"), (2, "b")] {
                let mut wish = publishing(run, section, "new");
                (wish.pace.seed, wish.legs) = (seed * 2 + run, 2);
                s.add_as(wish, Identity::job(), transport);
            }
            s.run();
            assert_eq!(s.sections(), ["a=new", "b=new"], "{transport:?} {seed}");
            assert_eq!(s.bodies().len(), 1, "{transport:?} {seed}");
        }
    }
}

#[test]
fn what_the_old_tool_says_between_read_and_write_is_not_kept() {
    let mut s = after(OLD);
    let body = OLD.replace("All green", "All red");
    s.meanwhile(Deed::Edit {
        comment: None,
        body,
    });
    s.alone(publishing(1, "a", "new"));
    assert!(!s.bodies()[0].contains("All"), "{}", s.bodies()[0]);
}

#[test]
fn a_take_over_whose_answer_was_lost_makes_no_second_comment() {
    for transport in [Transport::Graphql, Transport::Rest] {
        let mut s = after(OLD);
        s.state.add_fault(Fault::once(
            &[Operation::Update],
            Effect::Lose(FalseAnswer::Closed),
        ));
        s.add_as(publishing(1, "a", "new"), Identity::job(), transport);
        assert_eq!(words(&s.run()), ["updated"]);
        assert_eq!((s.bodies().len(), s.sections()), (1, vec!["a=new".into()]));
    }
}

#[test]
fn a_dry_run_tells_that_it_would_update() {
    let mut s = after(OLD);
    let outcome = s.alone(Settings {
        dry: true,
        ..publishing(1, "a", "new")
    });
    assert!(format!("{:?}", outcome.verdict).starts_with("Planned(Update"));
    assert_eq!(s.bodies(), [OLD]);
}

#[test]
fn one_of_ours_that_is_retired_is_not_taken_over_whatever_marker_is_in_it() {
    let mut s = Schedule::new(1);
    s.alone(settings(1, publish("a", "one")));
    // Where the tool itself would put it.
    let body = format!("{}\n\n{OLD}", s.bodies()[0]);
    s.person(Deed::Edit {
        comment: None,
        body,
    });
    let hidden = Mode::Recreate(Predecessor::Hidden(Classifier::Resolved));
    s.alone(settings(2, publish_as(hidden, "a", "new")));
    s.alone(settings(3, Intent::Delete));
    let retired = s.bodies();
    assert!(retired[0].ends_with(OLD), "{retired:#?}");
    let outcome = s.alone(publishing(4, "a", "newest"));
    assert_eq!(word(&outcome.verdict), "created");
    assert_eq!(s.bodies()[0], retired[0]);
}
