use proptest::prelude::*;

use super::*;
use crate::comment::Order;
use crate::outbox::{EntryError, Hints};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn sha(digit: &str) -> Sha {
    Sha::parse(&digit.repeat(40)).unwrap()
}

fn destination() -> Destination {
    Destination {
        server: "https://github.com".to_owned(),
        number: 9,
        head: sha("9"),
        run: Some(500),
    }
}

fn entry(section: &str, content: &str) -> Entry {
    Entry {
        key: name("default"),
        section: name(section),
        order: Order::DEFAULT,
        mode: Mode::Upsert,
        content: content.to_owned(),
        hints: Hints::default(),
    }
}

fn decide_one(entry: Entry) -> Decision {
    let found = Found {
        age: (1, 1),
        entry: Ok(entry),
    };
    decide(vec![found], &destination(), &[name("default")]).remove(0)
}

#[track_caller]
fn refuses(entry: Entry, refusal: Refusal) {
    assert_eq!(decide_one(entry), Decision::Refuse(refusal));
}

fn hinting(number: Option<u64>, head: Option<Sha>, run: Option<u64>) -> Entry {
    let hints = Hints { number, head, run };
    Entry {
        hints,
        ..entry("a", "text")
    }
}

fn is_sent(decision: &Decision) -> bool {
    matches!(decision, Decision::Send(..))
}

#[test]
fn a_hint_that_is_true_or_missing_changes_nothing() {
    let plain = decide_one(entry("a", "text"));
    assert!(is_sent(&plain), "{plain:?}");
    assert_eq!(
        decide_one(hinting(Some(9), Some(sha("9")), Some(500))),
        plain
    );
}

#[test]
fn a_hint_that_is_wrong_is_refused_by_its_name() {
    refuses(hinting(Some(7), None, None), Refusal::Number);
    refuses(hinting(None, Some(sha("1")), None), Refusal::Head);
    refuses(hinting(None, None, Some(501)), Refusal::Run);
}

#[test]
fn a_key_that_is_not_allowed_is_refused() {
    let key = name("release");
    refuses(
        Entry {
            key,
            ..entry("a", "text")
        },
        Refusal::Key,
    );
}

#[test]
fn of_each_section_the_newest_speaks_and_equal_names_in_other_comments_do_not_count() {
    let found = |age, key: &str, section: &str| Found {
        age,
        entry: Ok(Entry {
            key: name(key),
            ..entry(section, "text")
        }),
    };
    let decisions = decide(
        vec![
            found((10, 1), "default", "a"),
            found((12, 3), "default", "a"),
            // In one second the later artifact.
            found((12, 2), "default", "a"),
            found((1, 4), "default", "b"),
            found((1, 5), "other", "a"),
        ],
        &destination(),
        &[name("default"), name("other")],
    );
    let sent: Vec<_> = decisions.iter().map(is_sent).collect();
    assert_eq!(sent, [false, true, false, true, true]);
    assert_eq!(decisions[0], Decision::Older);
}

#[test]
fn an_older_refused_entry_stays_refused_and_a_newer_one_does_not_silence() {
    let found = |age, entry| Found { age, entry };
    let wrong = Err(Refusal::Entry(EntryError::Digest));
    let decisions = decide(
        vec![
            found((1, 1), Ok(entry("a", "text"))),
            found((2, 2), wrong),
            found((3, 3), Ok(hinting(Some(7), None, None))),
        ],
        &destination(),
        &[name("default")],
    );
    assert!(is_sent(&decisions[0]), "{decisions:?}");
    assert_eq!(decisions[2], Decision::Refuse(Refusal::Number));
}

#[test]
fn the_entry_of_a_list_is_named_after_the_run_that_github_names() {
    let mode = Mode::Append {
        entry: name("build.linux"),
        limit: 3,
    };
    let Decision::Send(_, message) = decide_one(Entry {
        mode,
        ..entry("log", "text")
    }) else {
        panic!("refused");
    };
    assert_eq!(message.section, name("log/500.build.linux"));
    let list = name("log");
    assert_eq!(message.mode, converge::Mode::Append { list, limit: 3 });
}

#[test]
fn more_entries_than_a_matrix_has_jobs_are_too_many() {
    let found = |n: u64| Found {
        age: (n, n),
        entry: Ok(entry(&format!("s{n}"), "text")),
    };
    let decisions = decide(
        (0..300).map(found).collect(),
        &destination(),
        &[name("default")],
    );
    let (old, new) = decisions.split_at(300 - MAX_ENTRIES);
    assert!(new.iter().all(is_sent));
    let too_many = |decision: &Decision| *decision == Decision::Refuse(Refusal::TooMany);
    assert!(old.iter().all(too_many));
}

#[test]
fn an_upload_is_downloaded_only_if_github_says_all_that_must_be_known() {
    let good = Upload {
        run: Some(500),
        size: 300,
        created_at: Some(7),
        expired: false,
    };
    assert_eq!(good.check(500), Ok(7));
    let large = u64::try_from(MAX_ARCHIVE).unwrap() + 1;
    for (upload, refusal) in [
        (
            Upload {
                run: Some(499),
                ..good
            },
            Refusal::OtherRun,
        ),
        (Upload { run: None, ..good }, Refusal::OtherRun),
        (
            Upload {
                expired: true,
                ..good
            },
            Refusal::Expired,
        ),
        (
            Upload {
                created_at: None,
                ..good
            },
            Refusal::NoTime,
        ),
        (
            Upload {
                size: large,
                ..good
            },
            Refusal::Archive(crate::outbox::ArchiveError::Large),
        ),
    ] {
        assert_eq!(upload.check(500), Err(refusal));
    }
}

proptest! {
    #[test]
    fn whatever_entries_say_only_allowed_keys_are_written(
        keys in prop::collection::vec("default|release|other", 1..6),
        sections in prop::collection::vec("[ab]", 6),
        number in prop::option::of(7_u64..11),
    ) {
        let hints = Hints { number, ..Hints::default() };
        let entry = |(key, section): (&String, &String)| Entry {
            key: name(key),
            hints: hints.clone(),
            ..entry(section, "text")
        };
        let found = |(at, entry)| Found { age: (at, 0), entry: Ok(entry) };
        let entries = keys.iter().zip(&sections).map(entry);
        let decisions = decide((0..).zip(entries).map(found).collect(), &destination(), &[name("default")]);
        let mut sent = std::collections::BTreeSet::new();
        for decision in decisions {
            if let Decision::Send(key, message) = decision {
                prop_assert_eq!(key.as_str(), "default");
                prop_assert!(number.is_none_or(|number| number == 9));
                prop_assert!(sent.insert(message.section), "one message a section");
            }
        }
    }
}
