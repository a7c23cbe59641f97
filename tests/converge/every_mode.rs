//! Every mode and command where there is no comment, one, two, a hidden one, another's, one of another key or one
//! of another tool: the table of `docs/modes.md`.

use one_comment::comment::Parsed;
use one_comment::converge::{
    Call, Classifier, Emptied, Intent, Message, Mode, Outcome, Predecessor, Selector, Settings,
    ToolMarker,
};
use one_comment_sandbox::state::{Deed, HideReason, Identity};

use crate::command::{clear, clear_and, name, on, publish_as, settings};
use crate::schedule::{Schedule, word};

const DOCUMENT: &str = include_str!("../../docs/modes.md");
const HEADER: &str = "\
| what | before | calls | outcome | after |
|---|---|---|---|---|
";

/// What is done, by run 9.
fn deeds() -> Vec<(&'static str, Intent)> {
    let own = |mode| publish_as(mode, "own", "new");
    let append = Mode::Append {
        list: name("own"),
        limit: 20,
    };
    let hidden = Predecessor::Hidden(Classifier::Outdated);
    let beside = Message {
        clears: vec![Selector::parse("other").unwrap()],
        ..Message::new(name("own"), "new")
    };
    let emptied = |emptied| clear_and(&["own"], emptied);
    vec![
        ("`upsert`", own(Mode::Upsert)),
        (
            "`upsert`, `clear: other`",
            Intent::Publish(Box::new(beside)),
        ),
        ("`create`", own(Mode::Create)),
        ("`update`", own(Mode::Update)),
        ("`insert`", own(Mode::Insert)),
        ("`once`, another text", own(Mode::Once)),
        (
            "`once`, the same text",
            publish_as(Mode::Once, "own", "old"),
        ),
        ("`append`", publish_as(append, "own/9.test.", "new")),
        ("`recreate`", own(Mode::Recreate(Predecessor::Deleted))),
        ("`recreate`, `hide-old`", own(Mode::Recreate(hidden))),
        ("`clear: own`, `empty: clear`", clear(&["own"])),
        (
            "`empty: hide`",
            emptied(Emptied::Hidden(Classifier::Outdated)),
        ),
        ("`empty: delete`", emptied(Emptied::Deleted)),
        ("command `hide`", Intent::Hide(Classifier::Outdated)),
        ("command `delete`", Intent::Delete),
        ("command `check`", Intent::Check),
        ("command `show`", Intent::Show),
    ]
}

/// What stands there before, and how it came there.
type Before = (&'static str, fn() -> Schedule);

const BEFORE: [Before; 11] = [
    ("nothing", || Schedule::new(1)),
    ("one", || ours(&["own"], None)),
    ("one with another section", || ours(&["own", "other"], None)),
    ("two", || {
        let mut schedule = ours(&["own"], None);
        comment(
            &mut schedule,
            &Identity::job(),
            &body("default", &["other"]),
        );
        schedule
    }),
    ("one, hidden", || ours(&["own"], Some(HideReason::Outdated))),
    ("one, hidden as spam", || {
        ours(&["own"], Some(HideReason::Spam))
    }),
    ("another's with our marker", || {
        let mut schedule = Schedule::new(1);
        let body = body("default", &["own"]);
        schedule.person(Deed::Comment { body });
        schedule
    }),
    ("one of another key", || {
        let mut schedule = Schedule::new(1);
        comment(&mut schedule, &Identity::job(), &body("other", &["own"]));
        schedule
    }),
    ("another tool's", || {
        let mut schedule = Schedule::new(1);
        comment(&mut schedule, &Identity::job(), OF_ANOTHER_TOOL);
        schedule
    }),
    ("two of another tool's", || {
        let mut schedule = Schedule::new(1);
        comment(&mut schedule, &Identity::job(), OF_ANOTHER_TOOL);
        comment(&mut schedule, &Identity::job(), OF_ANOTHER_TOOL);
        schedule
    }),
    ("one, and another tool's", || {
        let mut schedule = ours(&["own"], None);
        comment(&mut schedule, &Identity::job(), OF_ANOTHER_TOOL);
        schedule
    }),
];

/// A comment that the runs are told to adopt.
const OF_ANOTHER_TOOL: &str = "old\n<!-- another-tool -->";

/// A body whose sections all say "old".
fn body(key: &str, sections: &[&str]) -> String {
    let mut schedule = Schedule::new(1);
    for section in sections {
        schedule.alone(Settings {
            key: name(key),
            ..settings(1, publish_as(Mode::Upsert, section, "old"))
        });
    }
    schedule.bodies().remove(0)
}

fn comment(schedule: &mut Schedule, who: &Identity, body: &str) {
    schedule.state.create_comment(who, &on(), body).unwrap();
}

fn ours(sections: &[&str], hidden: Option<HideReason>) -> Schedule {
    let mut schedule = Schedule::new(1);
    comment(&mut schedule, &Identity::job(), &body("default", sections));
    if let Some(reason) = hidden {
        schedule.person(Deed::Hide {
            comment: None,
            reason,
        });
    }
    schedule
}

// Cases 54 to 56.
#[test]
fn every_mode_and_command_does_what_the_table_says() {
    let mut table = HEADER.to_owned();
    for (what, intent) in deeds() {
        for (before, start) in BEFORE {
            let mut schedule = start();
            let outcome = schedule.alone(Settings {
                adopt: ToolMarker::parse("<!-- another-tool -->")
                    .into_iter()
                    .collect(),
                ..settings(9, intent.clone())
            });
            table += &format!(
                "| {what} | {before} | {} | {} | {} |\n",
                calls(&schedule.made),
                said(&outcome),
                left(&schedule)
            );
            schedule.assert_nothing_foreign_was_touched();
        }
    }
    println!("{table}");
    let documented = DOCUMENT.find("| what |").map(|start| &DOCUMENT[start..]);
    assert!(
        documented == Some(&*table),
        "docs/modes.md says otherwise; it should end with what is printed above"
    );
}

fn calls(made: &[Call]) -> String {
    let words = made.iter().map(|call| match call {
        Call::Create { .. } => "create",
        Call::Update { .. } => "update",
        Call::Delete { .. } => "delete",
        Call::Hide { .. } => "hide",
        Call::Show { .. } => "show",
        _ => "look",
    });
    words.collect::<Vec<_>>().join(", ")
}

/// As the step says it.
fn said(outcome: &Outcome) -> String {
    match word(&outcome.verdict).as_str() {
        "failed" => "refused".to_owned(),
        "shown" if outcome.comment.is_none() => "skipped".to_owned(),
        "shown" => "unchanged".to_owned(),
        word => word.to_owned(),
    }
}

/// Each comment: whose it is, whether it is hidden, and its sections.
fn left(schedule: &Schedule) -> String {
    let comments = schedule.state.world().comments(&on()).unwrap();
    let comments = comments.map(|comment| {
        let hidden = comment.hidden.map_or("", |_| "hidden: ");
        let says = match Parsed::read(&comment.body) {
            _ if &*comment.author.login == "octocat" => "another's".to_owned(),
            Parsed::Ours { document, .. } if document.key == name("other") => {
                "of another key".to_owned()
            }
            Parsed::Ours { document, .. } if document.sections().is_empty() => "empty".to_owned(),
            Parsed::Ours { document, .. } => {
                let sections = document.sections().iter();
                let texts = sections.map(|s| format!("{}={}", s.name, s.content.as_str()));
                texts.collect::<Vec<_>>().join(" ")
            }
            _ if &*comment.body == OF_ANOTHER_TOOL => "another tool's".to_owned(),
            _ => "without a key".to_owned(),
        };
        format!("{hidden}{says}")
    });
    let comments: Vec<_> = comments.collect();
    match comments.is_empty() {
        true => "nothing".to_owned(),
        false => comments.join("; "),
    }
}
