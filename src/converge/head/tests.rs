//! What proves that a commit is not the head any more.

use super::*;
use crate::comment::{Name, Origin, Stamp};

fn sha(c: &str) -> Sha {
    Sha::parse(&c.repeat(40)).unwrap()
}

fn subject(head: Head, commits: &[&str]) -> Subject {
    Subject {
        node: String::new(),
        head,
        commits: commits.iter().map(|c| sha(c)).collect(),
        locked: false,
        state: "open".to_owned(),
    }
}

fn judge(watch: &mut HeadWatch, subject: &Subject, before: Option<&str>, now: Millis) -> Standing {
    watch.judge(
        subject,
        Some(&sha("a")),
        before.map(sha).as_ref(),
        7,
        None,
        now,
    )
}

#[test]
fn the_head_is_current_and_so_is_what_has_no_head() {
    for (head, mine) in [
        (Head::Confirmed(sha("a")), Some(sha("a"))),
        (Head::None, Some(sha("a"))),
        (Head::Confirmed(sha("b")), None),
    ] {
        let standing =
            HeadWatch::default().judge(&subject(head, &[]), mine.as_ref(), None, 7, None, 0);
        assert_eq!(standing, Standing::Current);
    }
}

#[test]
fn a_head_that_github_does_not_confirm_is_not_guessed() {
    let standing = judge(
        &mut HeadWatch::default(),
        &subject(Head::Unconfirmed, &[]),
        None,
        0,
    );
    assert_eq!(standing, Standing::Unconfirmed);
}

#[test]
fn a_commit_that_the_pull_request_has_before_its_head_is_superseded_at_once() {
    let subject = subject(Head::Confirmed(sha("b")), &["a", "b"]);
    assert_eq!(
        judge(&mut HeadWatch::default(), &subject, None, 0),
        Standing::Superseded(sha("b"))
    );
}

#[test]
fn a_run_that_began_later_and_published_for_the_head_is_proof() {
    let standing = |run: u64, mine: u64| {
        let mut comment = Document::new(Name::new("default").unwrap());
        comment.hidden = Some(Origin {
            stamp: Stamp::default(),
            run,
            attempt: 1,
            commit: Some(sha("b")),
            writer: String::new(),
            runner: None,
            delivered: false,
        });
        let other = subject(Head::Confirmed(sha("b")), &[]);
        let mut watch = HeadWatch::default();
        watch.judge(&other, Some(&sha("a")), None, mine, Some(&comment), 0)
    };
    assert_eq!(standing(8, 7), Standing::Superseded(sha("b")));
    for (run, mine) in [(7, 7), (6, 7), (8, 0)] {
        assert_eq!(
            standing(run, mine),
            Standing::Unproven(sha("b")),
            "{run} {mine}"
        );
    }
}

#[test]
fn without_proof_three_looks_over_ten_seconds_must_agree() {
    let mut watch = HeadWatch::default();
    let other = subject(Head::Confirmed(sha("b")), &["b"]);
    for (now, expected) in [
        (0, Standing::Unproven(sha("b"))),
        (5_000, Standing::Unproven(sha("b"))),
        (9_999, Standing::Unproven(sha("b"))),
        (10_000, Standing::Superseded(sha("b"))),
    ] {
        assert_eq!(judge(&mut watch, &other, None, now), expected, "at {now}");
    }
}

#[test]
fn looks_that_disagree_begin_anew() {
    let mut watch = HeadWatch::default();
    for (head, now) in [("b", 0), ("b", 5_000), ("c", 10_000), ("b", 15_000)] {
        let standing = judge(
            &mut watch,
            &subject(Head::Confirmed(sha(head)), &[]),
            None,
            now,
        );
        assert_eq!(standing, Standing::Unproven(sha(head)));
    }
}

#[test]
fn the_head_before_the_push_means_that_github_lags() {
    let mut watch = HeadWatch::default();
    let lagging = subject(Head::Confirmed(sha("b")), &[]);
    for now in [0, 5_000, 20_000] {
        assert_eq!(
            judge(&mut watch, &lagging, Some("b"), now),
            Standing::Unproven(sha("b"))
        );
    }
}
