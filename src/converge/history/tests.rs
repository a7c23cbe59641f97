//! What a history tells of a write, and when it is not to be relied on.

use super::*;

fn history(revisions: &[&str]) -> History {
    let text = |r: &&str| (!r.is_empty()).then(|| (*r).to_owned());
    History {
        revisions: revisions.iter().map(text).collect(),
        more: None,
    }
}

fn check(revisions: &[&str], expected: Between) {
    assert_eq!(
        Between::find(Some(&history(revisions)), "mine", "base"),
        expected
    );
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn directly_above_the_base_nothing_was_overwritten() {
    check(&["mine", "base", "older"], Between::All(vec![]));
}

#[test]
fn what_lies_between_was_overwritten() {
    check(
        &["mine", "b", "a", "base"],
        Between::All(texts(&["b", "a"])),
    );
}

#[test]
fn a_history_that_does_not_show_the_write_or_has_gaps_is_not_relied_on() {
    check(&[], Between::Some(vec![]));
    check(&["other", "base"], Between::Some(vec![]));
    check(
        &["other", "mine", "a", "base"],
        Between::Some(texts(&["a"])),
    );
    check(&["mine", "", "a", "base"], Between::Some(texts(&["a"])));
    check(&["mine", "a"], Between::Some(texts(&["a"])));
    assert_eq!(Between::find(None, "mine", "base"), Between::Some(vec![]));
}

#[test]
fn a_base_that_lies_further_back_is_looked_for() {
    let mut long = history(&["mine", "a"]);
    long.more = Some(Cursor("c".to_owned()));
    assert_eq!(
        Between::find(Some(&long), "mine", "base"),
        Between::More(Cursor("c".to_owned()), vec!["a".to_owned()])
    );
}

#[test]
fn a_base_that_is_not_among_a_hundred_revisions_is_not_looked_for_any_longer() {
    let mut long = history(&["mine"]);
    long.more = Some(Cursor("c".to_owned()));
    for _ in 0..98 {
        long.revisions.push(Some("a".to_owned()));
    }
    assert!(matches!(
        Between::find(Some(&long), "mine", "base"),
        Between::More(..)
    ));
    long.revisions.push(Some("a".to_owned()));
    let found = Between::find(Some(&long), "mine", "base");
    assert_eq!(found, Between::Some(vec!["a".to_owned(); 99]));
}

#[test]
fn line_ends_make_no_difference() {
    let found = Between::find(Some(&history(&["a\r\nb", "base"])), "a\nb", "base");
    assert_eq!(found, Between::All(vec![]));
}
