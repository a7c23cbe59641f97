//! What the answer to a write teaches.

use super::*;

#[test]
fn the_answer_to_a_write_that_shows_everything_forgets_what_is_gone() {
    let written = comment(1, NOW);
    for (total, expected) in [(1, vec![1]), (2, vec![1, 2])] {
        let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
        let around = glance(std::slice::from_ref(&written), total);
        thread.wrote(written.clone(), Some(around), 8);
        assert_eq!(ids(&thread), expected, "of {total}");
    }
}

#[test]
fn the_answer_to_a_write_counts_anew() {
    let mut thread = seen(look(&[comment(1, 10)]), 7);
    thread.wrote(comment(1, NOW), Some(glance(&[comment(1, NOW)], 2)), 8);
    assert_eq!(thread.missing(), Some(Missing::Count));
}

#[test]
fn what_is_not_among_the_recently_updated_is_unchanged_where_these_reach_back_far_enough() {
    for (oldest, expected) in [(NOW - 1, 8), (NOW, 7), (NOW + 1, 7)] {
        let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
        let recent = [comment(1, NOW + 5), foreign(3, oldest)];
        thread.wrote(comment(1, NOW + 5), Some(glance(&recent, 3)), 8);
        assert_eq!(asked(&thread), [(1, 8), (2, expected)], "{oldest}");
    }
}

#[test]
fn without_the_servers_clock_nothing_is_known_to_be_unchanged() {
    let timeless = Sight {
        server_time: 0,
        ..look(&[comment(1, 0), comment(2, 0)])
    };
    let mut thread = seen(timeless, 7);
    thread.wrote(comment(1, 0), Some(glance(&[comment(1, 0)], 3)), 8);
    assert_eq!(asked(&thread), [(1, 8), (2, 7)]);
}

#[test]
fn without_a_glance_only_the_written_comment_is_learnt() {
    let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
    thread.wrote(comment(1, NOW), None, 8);
    assert_eq!(asked(&thread), [(1, 8), (2, 7)]);
}
