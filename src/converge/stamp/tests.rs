//! How runs and re-runs rank.

use super::*;

fn run(id: u64, attempt: u32) -> Run {
    Run {
        id,
        attempt,
        start: 5,
        nonce: 9,
        writer: String::new(),
        runner: None,
    }
}

fn stored(run: u64, attempt: u32, rank: u64, bump: u32) -> Origin {
    Origin {
        stamp: Stamp {
            rank,
            bump,
            start: 1,
            nonce: 1,
        },
        run,
        attempt,
        ..Origin::default()
    }
}

fn check(run: &Run, own: Option<Origin>, greatest: Option<Origin>, expected: Option<(u64, u32)>) {
    let stamp = run.stamp(own.as_ref(), greatest.as_ref());
    assert_eq!(stamp.map(|s| (s.rank, s.bump)), expected);
}

#[test]
fn a_first_attempt_ranks_as_its_run_whatever_is_there() {
    check(&run(7, 1), None, None, Some((7, 0)));
    check(&run(7, 1), Some(stored(9, 1, 9, 3)), None, Some((7, 0)));
}

#[test]
fn a_rerun_of_an_older_run_goes_above_what_it_finds() {
    check(&run(7, 2), Some(stored(9, 1, 9, 0)), None, Some((9, 1)));
    check(&run(7, 2), Some(stored(8, 2, 9, 1)), None, Some((9, 2)));
    check(&run(7, 2), None, Some(stored(9, 1, 9, 0)), Some((9, 1)));
}

#[test]
fn a_rerun_that_finds_only_older_runs_ranks_as_its_run() {
    check(&run(7, 2), Some(stored(5, 1, 5, 0)), None, Some((7, 0)));
}

#[test]
fn a_rerun_goes_above_the_first_attempt_of_its_own_run() {
    check(&run(7, 2), Some(stored(7, 1, 7, 0)), None, Some((7, 1)));
}

#[test]
fn an_earlier_attempt_of_the_same_run_is_superseded() {
    check(&run(7, 1), Some(stored(7, 2, 7, 1)), None, None);
    check(&run(7, 2), Some(stored(7, 3, 9, 2)), None, None);
}

#[test]
fn two_steps_of_one_attempt_differ_only_in_time() {
    check(&run(7, 1), Some(stored(7, 1, 7, 0)), None, Some((7, 0)));
    check(&run(7, 2), Some(stored(7, 2, 9, 1)), None, Some((9, 1)));
}

#[test]
fn outside_actions_a_write_goes_above_what_it_finds_once() {
    check(&run(0, 0), Some(stored(9, 1, 9, 0)), None, Some((9, 1)));
    check(&run(0, 0), Some(stored(0, 0, 9, 1)), None, Some((9, 1)));
    check(&run(0, 0), None, None, Some((0, 0)));
}

#[test]
fn what_is_about_the_head_is_newer_than_all_else() {
    let head = Sha::parse(&"a".repeat(40)).unwrap();
    let about = |rank: u64, commit: Option<&Sha>| Origin {
        commit: commit.cloned(),
        ..stored(rank, 1, rank, 0)
    };
    let (old, new) = (about(5, Some(&head)), about(9, None));
    assert!(place(&old, Some(&head)) > place(&new, Some(&head)));
    // On a plain issue nothing is about the head.
    assert!(place(&old, None) < place(&new, None));
    assert!(place(&about(5, None), None) < place(&about(9, Some(&head)), None));
}
