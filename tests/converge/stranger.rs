//! Whatever a stranger's run leaves: at most the allowed sections of the one pull request change that it belongs to.

use one_comment::comment::{Document, Order, Parsed, input_digest};
use one_comment::converge::{Intent, Message};
use one_comment::outbox::{Decision, Destination, Entry, Found, Refusal, decide};
use one_comment_sandbox::state::Subject;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::command::{name, publish, settings, sha};
use crate::schedule::Schedule;

/// The run that staged, as GitHub names it.
const RUN: u64 = 5;

/// A file of an outbox, most of them readable, all of them written by somebody who wants more than is allowed.
fn file() -> impl Strategy<Value = Value> {
    (
        "default|release|other",
        "a|b|r|log|[a-z]{1,3}",
        "[0-9]{6}",
        "upsert|once|append|recreate|delete",
        "[a-z]{1,9}|<!-- one-comment:(root release|section b:end|state 1.1 A) -->|<!--|```\n|::add-mask::x",
        prop::option::of(6_u64..9),
        any::<bool>(),
    )
        .prop_map(|(key, section, order, mode, content, number, intact)| {
            let digest = input_digest(if intact { &content } else { "another" });
            let mut file = json!({
                "version": 1, "key": key, "section": section, "order": order, "mode": mode,
                "content": content, "digest": digest.to_string(), "hints": {},
            });
            if mode == "append" {
                file["append"] = json!({ "entry": "x", "limit": 1 });
            }
            if let Some(number) = number {
                file["hints"]["number"] = json!(number);
            }
            file
        })
}

fn found((age, file): (u64, &Value)) -> Found {
    Found {
        age: (age, 0),
        entry: Entry::read(file.to_string().as_bytes()).map_err(Refusal::from),
    }
}

/// Sends what may go out, comment by comment, as `deliver` does.
fn deliver(s: &mut Schedule, decisions: Vec<Decision>) {
    let mut comments: Vec<(String, Vec<Message>)> = Vec::new();
    for decision in decisions {
        let Decision::Send(key, message) = decision else {
            continue;
        };
        match comments.iter_mut().find(|(known, _)| known == key.as_str()) {
            Some((_, messages)) => messages.push(*message),
            None => comments.push((key.to_string(), vec![*message])),
        }
    }
    for (key, messages) in comments {
        let mut settings = settings(RUN, Intent::Deliver(messages));
        settings.key = name(&key);
        s.alone(settings);
    }
}

fn ours(s: &Schedule) -> Vec<Document> {
    let bodies = s.bodies();
    let read = bodies.iter().map(|body| match Parsed::read(body) {
        Parsed::Ours { document, intact } => {
            assert!(intact, "{body}");
            document
        }
        other => panic!("{other:?}"),
    });
    read.collect()
}

fn with_key<'a>(documents: &'a [Document], key: &str) -> Option<&'a Document> {
    documents
        .iter()
        .find(|document| document.key.as_str() == key)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn only_the_allowed_sections_of_the_one_pull_request_change(files in prop::collection::vec(file(), 1..6)) {
        let mut s = Schedule::new(1);
        s.alone(settings(1, publish("a", "trusted")));
        let mut release = settings(1, publish("r", "trusted"));
        release.key = name("release");
        s.alone(release);
        let before = ours(&s);
        let destination = Destination { server: "https://github.com".to_owned(), number: 7, head: sha("1"), run: Some(RUN) };
        let decisions = decide((0..).zip(&files).map(found).collect(), &destination, &[name("default")]);
        deliver(&mut s, decisions);

        for other in [8, 9] {
            let other = Subject::new("octo-org", "hello", other);
            prop_assert_eq!(s.state.world().comments(&other).unwrap().count(), 0);
        }
        let after = ours(&s);
        prop_assert_eq!(after.len(), 2);
        prop_assert_eq!(with_key(&after, "release"), with_key(&before, "release"));
        for section in with_key(&after, "default").unwrap().sections() {
            let origin = &section.record.as_ref().unwrap().origin;
            if section.name == name("a") {
                prop_assert_eq!((section.content.as_str(), origin.delivered), ("trusted", false));
            } else {
                prop_assert!(origin.delivered && section.order >= Order::parse("100000").unwrap());
                prop_assert_eq!(origin.run, RUN);
            }
        }
    }
}
