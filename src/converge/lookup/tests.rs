use super::*;

const SETTLE: Millis = 2_000;

fn sha(digit: &str) -> Sha {
    Sha::parse(&digit.repeat(40)).unwrap()
}

/// Commit `b` on branch `fix` of the fork, pushed onto `a`.
fn sought() -> Sought {
    Sought {
        commit: sha("b"),
        repository: Some("contributor/hello".into()),
        branch: Some("fix".into()),
        before: Some(sha("a")),
    }
}

/// A pull request of just that.
fn candidate(number: u64) -> Candidate {
    Candidate {
        number,
        url: format!("https://github.example/pull/{number}"),
        head: sha("b"),
        repository: Some("Contributor/Hello".into()),
        branch: "fix".into(),
        base: "main".into(),
    }
}

fn all(found: Vec<Candidate>) -> Candidates {
    Candidates {
        found,
        complete: true,
    }
}

fn lookup(clue: Clue) -> Lookup {
    let pace = Pace {
        settle: SETTLE,
        timeout: 240_000,
        seed: 1,
    };
    Lookup::new(clue, pace, 0)
}

fn judge(sought: Sought, found: Vec<Candidate>) -> Found {
    lookup(Clue::Head(sought))
        .judge(Ok(all(found)), 0)
        .break_value()
        .unwrap()
}

#[track_caller]
fn none(found: Found) -> String {
    match found {
        Found::None(why) | Found::Moved(why) => why,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn unclear(found: Found) -> String {
    match found {
        Found::Unclear(why) => why,
        other => panic!("{other:?}"),
    }
}

// case 32
#[test]
fn head_repository_branch_and_commit_make_a_pull_request_ours() {
    assert_eq!(
        judge(sought(), vec![candidate(7)]),
        Found::One(candidate(7))
    );
}

// case 33
#[test]
fn the_same_branch_of_another_fork_is_another_pull_request() {
    let theirs = Candidate {
        repository: Some("somebody/hello".into()),
        ..candidate(6)
    };
    let found = judge(sought(), vec![theirs, candidate(7)]);
    assert_eq!(found, Found::One(candidate(7)));
}

#[test]
fn a_deleted_fork_is_nobodys() {
    let gone = Candidate {
        repository: None,
        ..candidate(7)
    };
    let why = none(judge(sought(), vec![gone]));
    assert_eq!(
        why,
        "no open pull request has bbbbbbb as its head: there is none for the branch \"fix\" of contributor/hello"
    );
}

#[test]
fn a_filter_that_github_ignored_leads_to_no_other_branch() {
    let other = Candidate {
        branch: "fix2".into(),
        ..candidate(7)
    };
    none(judge(sought(), vec![other]));
}

// case 33
#[test]
fn two_pull_requests_from_one_branch_are_refused_and_listed() {
    let second = Candidate {
        base: "release".into(),
        ..candidate(8)
    };
    assert_eq!(
        unclear(judge(sought(), vec![candidate(7), second])),
        "several open pull requests have bbbbbbb as their head (#7 https://github.example/pull/7, \
         #8 https://github.example/pull/8): give `number`"
    );
}

#[test]
fn a_branch_that_moved_on_is_said_to() {
    let moved = Candidate {
        head: sha("c"),
        ..candidate(7)
    };
    assert_eq!(
        none(judge(sought(), vec![moved])),
        "no open pull request has bbbbbbb as its head: that of its branch, #7, is at ccccccc by now"
    );
}

#[test]
fn a_commit_alone_finds_its_pull_request_in_any_repository() {
    let commit = Sought {
        repository: None,
        branch: None,
        before: None,
        ..sought()
    };
    let gone = Candidate {
        repository: None,
        ..candidate(7)
    };
    let other = Candidate {
        head: sha("c"),
        ..candidate(6)
    };
    let found = judge(commit.clone(), vec![other.clone(), gone.clone()]);
    assert_eq!(found, Found::One(gone));
    let why = none(judge(commit, vec![other]));
    assert_eq!(why, "no open pull request has bbbbbbb as its head");
}

#[test]
fn an_unfinished_list_proves_neither_one_nor_none() {
    for found in [vec![candidate(7)], vec![]] {
        let part = Candidates {
            found,
            complete: false,
        };
        let found = lookup(Clue::Head(sought()))
            .judge(Ok(part), 0)
            .break_value()
            .unwrap();
        let why = unclear(found);
        assert!(why.ends_with("give `number`"), "{why}");
    }
}

#[test]
fn a_merge_queues_pull_request_is_confirmed_by_its_base() {
    let judge = |number, base: &str, found| {
        let base = base.to_owned();
        let clue = Clue::Queue { number, base };
        lookup(clue).judge(Ok(all(found)), 0).break_value().unwrap()
    };
    let found = judge(7, "main", vec![candidate(7)]);
    assert_eq!(found, Found::One(candidate(7)));
    for found in [
        judge(7, "release/1.x", vec![candidate(7)]),
        judge(7, "main", vec![]),
        judge(8, "main", vec![candidate(7)]),
    ] {
        assert!(none(found).contains("merge queue"));
    }
}

#[test]
fn a_list_that_still_shows_the_branch_before_the_push_is_asked_for_again() {
    let former = Candidate {
        head: sha("a"),
        ..candidate(7)
    };
    let mut lookup = lookup(Clue::Head(sought()));
    let old = all(vec![former]);
    assert_eq!(
        lookup.judge(Ok(old.clone()), 0),
        ControlFlow::Continue(5_000)
    );
    let mut other = lookup.clone();
    let found = other.judge(Ok(all(vec![candidate(7)])), 5_000);
    assert_eq!(found, ControlFlow::Break(Found::One(candidate(7))));
    assert_eq!(
        lookup.judge(Ok(old.clone()), 5_000),
        ControlFlow::Continue(10_000)
    );
    none(lookup.judge(Ok(old), 10_000).break_value().unwrap());
}

#[test]
fn a_failed_look_is_repeated_until_time_is_up_and_a_refused_one_is_not() {
    let down = || Err(Failure::Unavailable("HTTP 502".into()));
    let mut lookup = lookup(Clue::Head(sought()));
    assert_eq!(lookup.judge(down(), 0), ControlFlow::Continue(1_000));
    assert_eq!(lookup.judge(down(), 1_000), ControlFlow::Continue(3_000));
    let limited = Failure::RateLimited {
        wait: Some(7_000),
        message: String::new(),
    };
    assert_eq!(
        lookup.judge(Err(limited), 3_000),
        ControlFlow::Continue(10_000)
    );
    let found = lookup.judge(down(), 239_000);
    assert!(matches!(
        found,
        ControlFlow::Break(Found::Failed(Failure::Unavailable(_)))
    ));
    let denied = Failure::Denied("HTTP 403".into());
    let found = lookup.judge(Err(denied.clone()), 0);
    assert_eq!(found, ControlFlow::Break(Found::Failed(denied)));
}

#[test]
fn a_look_that_could_only_begin_at_the_deadline_is_not_waited_for() {
    const DEADLINE: Millis = 240_000;
    let old = Candidate {
        head: sha("a"),
        ..candidate(7)
    };
    let again = |now| lookup(Clue::Head(sought())).judge(Ok(all(vec![old.clone()])), now);
    assert_eq!(again(DEADLINE - 5_001), ControlFlow::Continue(DEADLINE - 1));
    assert!(again(DEADLINE - 5_000).is_break());
    let down = || Err(Failure::Unavailable("HTTP 502".into()));
    let again = |now| lookup(Clue::Head(sought())).judge(down(), now);
    assert_eq!(again(DEADLINE - 1_001), ControlFlow::Continue(DEADLINE - 1));
    assert!(again(DEADLINE - 1_000).is_break());
}
