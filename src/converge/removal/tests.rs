//! Tests of `removal.rs`.

use super::*;
use crate::comment::{Content, Stamp, input_digest};

/// What goes from `log` when a new entry comes to sections of these names that `origin` has written.
fn goes(origin: Option<&Origin>, names: &[&str]) -> Vec<String> {
    let mut document = Document::new(Name::new("default").unwrap());
    for name in names {
        let section = Section::new(Name::new(*name).unwrap(), Content::new("x"));
        document.insert(match origin {
            Some(origin) => section.recorded(origin.clone(), input_digest("x")),
            None => section,
        });
    }
    let (list, entry) = Name::new("log").unwrap().with_entry("9.test.");
    let surplus = surplus(None, &document, &list, &entry, 1).into_iter();
    surplus.map(|name| name.as_str().to_owned()).collect()
}

fn written_by(run: u64, delivered: bool) -> Origin {
    let start = 1_700_000_000_000;
    Origin {
        run,
        delivered,
        stamp: Stamp {
            start,
            ..Stamp::default()
        },
        ..Origin::default()
    }
}

#[test]
fn a_star_behind_a_slash_or_alone_means_all_that_begin_so() {
    for (text, prefix) in [("CI/old/*", "CI/old/"), ("*", "")] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector, Selector::Below(prefix.to_owned()));
        assert_eq!(selector.as_str(), prefix);
    }
}

#[test]
fn every_other_word_is_one_name() {
    for text in ["CI/old", "CI*", "a b"] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector, Selector::Named(Name::new(text).unwrap()));
        assert_eq!(selector.as_str(), text);
    }
}

#[test]
fn an_entry_is_directly_in_its_list_and_named_after_the_run_that_wrote_it() {
    let run = written_by(20, false);
    let others = [
        "log",
        "log/20",
        "log/20x",
        "log/lint",
        "log/201.x.",
        "log/db/20.x.",
        "log2/20.x.",
    ];
    assert!(goes(Some(&run), &others).is_empty());
    assert_eq!(goes(Some(&run), &["log/20.test.a/b"]), ["log/20.test.a/b"]);
    // A stranger's, however it calls itself.
    assert_eq!(
        goes(Some(&written_by(20, true)), &["log/20.x"]),
        ["log/20.x"]
    );
    // Whoever wrote it may be anybody.
    assert!(goes(None, &["log/20.test."]).is_empty());
}

#[test]
fn outside_of_actions_an_entry_is_named_after_the_moment_of_its_call() {
    let names = ["log/0.5", "log/1700000000000.."];
    assert_eq!(
        goes(Some(&written_by(0, false)), &names),
        ["log/1700000000000.."]
    );
    // A delivery of which nobody knows the run calls it 0.
    assert_eq!(goes(Some(&written_by(0, true)), &names), ["log/0.5"]);
}

#[test]
fn what_is_below_a_long_name_are_entries_of_its_list_as_well() {
    for length in [3, 50, 51, 100] {
        let list = Name::new("l".repeat(length)).unwrap();
        let (_, entry) = list.with_entry("9.test.");
        let mut document = Document::new(Name::new("default").unwrap());
        document.insert(Section::new(entry.clone(), Content::new("x")));
        let below = Selector::Below(format!("{list}/"));
        assert!(selected(&document, &[below]).contains(&entry), "{length}");
        let other = Selector::Below("l".to_owned());
        assert_eq!(selected(&document, &[other]).first(), Some(&entry));
    }
    let empty = Document::new(Name::new("default").unwrap());
    assert!(selected(&empty, &[Selector::Below("l/".to_owned())]).is_empty());
}
