use super::*;
use crate::converge::Sought;

const HERE: &str = "octo-org/hello";

fn sha(digit: &str) -> Sha {
    Sha::parse(&digit.repeat(40)).unwrap()
}

/// A push of commit `b` onto `a`, to pull request 7.
fn pushed() -> Event {
    Event {
        subject: Ok(Subject::Number(7)),
        commit: Commit::Known(sha("b")),
        before: Some(sha("a")),
        fork: false,
        fork_deleted: false,
        dependabot: false,
        repository: Some(HERE.into()),
    }
}

/// The same, where only GitHub can tell the number.
fn unnamed() -> Event {
    let clue = Clue::Head(Sought {
        commit: sha("b"),
        repository: Some(HERE.into()),
        branch: Some("feature".into()),
        before: None,
    });
    Event {
        subject: Ok(Subject::Clue(clue)),
        commit: Commit::FromApi,
        ..pushed()
    }
}

fn at(number: u64, commit: Commit, before: Option<Sha>) -> Target {
    Target {
        number,
        commit,
        before,
    }
}

#[test]
fn without_further_word_the_event_decides() {
    assert_eq!(
        pushed().subject_in("Octo-Org/Hello"),
        Ok(&Subject::Number(7))
    );
    let expected = at(7, Commit::Known(sha("b")), Some(sha("a")));
    assert_eq!(pushed().target("Octo-Org/Hello", 7, None), expected);
}

#[test]
fn another_pull_request_does_not_get_the_events_commit() {
    let expected = at(8, Commit::FromApi, None);
    assert_eq!(pushed().target(HERE, 8, None), expected);
    assert_eq!(unnamed().target(HERE, 8, None), expected);
}

#[test]
fn another_repository_does_not_get_the_events_number_nor_its_clue() {
    for event in [pushed(), unnamed()] {
        let error = event.subject_in("octo-org/other").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the event is about octo-org/hello, the comment goes to octo-org/other: give `number`"
        );
        let expected = at(7, Commit::FromApi, None);
        assert_eq!(event.target("octo-org/other", 7, None), expected);
    }
}

#[test]
fn another_commit_was_not_pushed_onto_the_events_former_head() {
    let commit = Commit::Known(sha("c"));
    let target = pushed().target(HERE, 7, Some(commit.clone()));
    assert_eq!(target, at(7, commit, None));
}

#[test]
fn what_github_found_is_as_good_as_what_the_event_names() {
    let mut event = unnamed();
    event.found(7, sha("b"));
    assert_eq!(event, pushed());
}
