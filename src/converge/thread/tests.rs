//! Tests of `thread.rs`.

mod writes;

use super::*;
use crate::comment::{Content, Section};
use crate::converge::Account;

/// The server's clock in the first look.
const NOW: Seconds = 1_000;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn key() -> Name {
    name("default")
}

fn us() -> Account {
    Account::from_login("github-actions[bot]")
}

fn document(generation: u32) -> Document {
    let mut document = Document::new(key());
    document.generation = generation;
    document.insert(Section::new(name("a"), Content::new("text")));
    document
}

/// A comment of ours.
fn comment(id: u64, updated_at: Seconds) -> Comment {
    Comment {
        at: CommentRef {
            id,
            node: format!("IC_{id}"),
        },
        author: Some(us()),
        viewer_did_author: None,
        updated_at,
        body: Some(document(0).print()),
        hidden: None,
        url: format!("https://github.example/{id}"),
    }
}

/// The same by somebody else.
fn foreign(id: u64, updated_at: Seconds) -> Comment {
    Comment {
        author: Some(Account::from_login("octocat")),
        ..comment(id, updated_at)
    }
}

fn saying(body: &str, comment: Comment) -> Comment {
    Comment {
        body: Some(body.to_owned()),
        ..comment
    }
}

/// As it stands in a list without bodies.
fn bare(comment: &Comment) -> Comment {
    Comment {
        body: None,
        hidden: None,
        ..comment.clone()
    }
}

/// A look that shows all of a short conversation.
fn look(comments: &[Comment]) -> Sight {
    Sight {
        viewer: Some(us()),
        subject: Subject {
            node: "PR_1".to_owned(),
            head: Head::None,
            commits: Vec::new(),
            locked: false,
            state: "open".to_owned(),
        },
        total: u32::try_from(comments.len()).unwrap(),
        server_time: NOW,
        oldest: comments.iter().map(bare).collect(),
        next: None,
        recent: comments.to_vec(),
        asked: None,
        history: None,
    }
}

/// A look that shows `recent` of very many, and lists no others.
fn glimpse(recent: &[Comment]) -> Sight {
    Sight {
        total: 500,
        oldest: Vec::new(),
        next: Some(Cursor("100".to_owned())),
        ..look(recent)
    }
}

fn glance(recent: &[Comment], total: u32) -> Glance {
    Glance {
        head: Head::None,
        total,
        recent: recent.to_vec(),
    }
}

fn seen(sight: Sight, asked: Millis) -> Thread {
    let mut thread = Thread::new(Owner::new(None), None);
    thread.see(sight, None, asked, &key());
    thread
}

fn ids(thread: &Thread) -> Vec<u64> {
    thread.ours(&key()).iter().map(|own| own.at.id).collect()
}

fn asked(thread: &Thread) -> Vec<(u64, Millis)> {
    let ours = thread.ours(&key());
    ours.iter().map(|own| (own.at.id, own.asked)).collect()
}

#[test]
fn ours_are_those_with_the_key_the_highest_generation_first_then_the_lowest_id() {
    let next = saying(&document(1).print(), comment(4, 10));
    let other = saying(&Document::new(name("other")).print(), comment(2, 10));
    let remark = saying("A remark.", comment(1, 10));
    let all = [remark, other, comment(3, 10), next, comment(5, 10)];
    let thread = seen(look(&all), 7);
    assert_eq!(ids(&thread), [4, 3, 5]);
    assert_eq!(thread.listed(), 5);
    assert_eq!(thread.node(), "PR_1");
    assert_eq!(thread.asked(), 7);
    let shown: Vec<_> = thread.shown(&key()).iter().map(|c| c.at.id).collect();
    assert_eq!(shown, [4, 3, 5]);
    let others: Vec<_> = thread
        .ours(&name("other"))
        .iter()
        .map(|o| o.at.id)
        .collect();
    assert_eq!(others, [2]);
}

#[test]
fn before_the_first_look_nothing_is_known() {
    let thread = Thread::new(Owner::new(None), None);
    assert_eq!((thread.listed(), thread.node()), (0, String::new()));
    assert!(ids(&thread).is_empty());
}

#[test]
fn what_others_began_with_our_marker_is_named_and_not_ours() {
    let quote = saying("> quoted", foreign(3, 10));
    let thread = seen(look(&[comment(1, 10), foreign(2, 10), quote]), 7);
    assert_eq!(ids(&thread), [1]);
    assert_eq!(thread.foreign(&key()), ["https://github.example/2"]);
    assert!(thread.foreign(&name("other")).is_empty());
}

#[test]
fn a_comment_of_ours_is_uprooted_where_the_state_is_left_and_the_root_is_not() {
    let rootless = document(0).print();
    let rootless = rootless.split_once('\n').unwrap().1;
    let remark = saying("A remark.", comment(3, 10));
    let theirs = saying(rootless, foreign(4, 10));
    let all = [
        comment(1, 10),
        saying(rootless, comment(2, 10)),
        remark,
        theirs,
    ];
    let thread = seen(look(&all), 7);
    assert_eq!(thread.uprooted(), ["https://github.example/2"]);
    assert!(seen(look(&[comment(1, 10)]), 7).uprooted().is_empty());
}

#[test]
fn a_look_at_the_whole_list_forgets_what_is_gone_and_one_at_a_part_does_not() {
    let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
    thread.see(glimpse(&[comment(2, 20)]), None, 8, &key());
    assert_eq!(ids(&thread), [1, 2]);
    thread.see(look(&[comment(2, 20)]), None, 9, &key());
    assert_eq!(ids(&thread), [2]);
}

#[test]
fn a_comment_that_was_asked_for_by_name_and_not_answered_is_gone() {
    let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
    let named = comment(1, 10).at;
    let with = |asked| Sight {
        asked,
        ..glimpse(&[])
    };
    thread.see(with(Some(comment(1, 10))), Some(&named), 8, &key());
    assert_eq!(ids(&thread), [1, 2]);
    thread.see(with(None), None, 8, &key());
    assert_eq!(ids(&thread), [1, 2]);
    thread.see(with(None), Some(&named), 8, &key());
    assert_eq!(ids(&thread), [2]);
}

#[test]
fn a_list_without_bodies_leaves_what_was_read_unless_it_was_updated_since() {
    let hidden = Comment {
        hidden: Some("spam".to_owned()),
        ..comment(1, 10)
    };
    let listed = |updated_at| Sight {
        recent: Vec::new(),
        ..look(&[comment(1, updated_at)])
    };
    let mut thread = seen(look(&[hidden]), 7);
    thread.see(listed(10), None, 8, &key());
    assert_eq!(thread.ours(&key())[0].hidden.as_deref(), Some("spam"));
    thread.see(listed(11), None, 9, &key());
    assert!(ids(&thread).is_empty());
    let comments = vec![comment(1, 11).at];
    assert_eq!(
        thread.missing(),
        Some(Missing::Call(Call::Read { comments }))
    );
}

#[test]
fn a_new_body_replaces_the_old_one() {
    let mut thread = seen(look(&[comment(1, 10)]), 7);
    let next = saying(&document(3).print(), comment(1, 10));
    thread.see(look(&[next]), None, 8, &key());
    assert_eq!(thread.ours(&key())[0].document.generation, 3);
}

#[test]
fn bodies_that_were_asked_for_and_not_answered_are_gone() {
    let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
    let asked_for = [comment(1, 10).at, comment(2, 10).at];
    thread.bodies(&asked_for, vec![comment(2, 10)], 8);
    assert_eq!(asked(&thread), [(2, 8)]);
}

#[test]
fn a_further_page_belongs_to_its_look() {
    let mut thread = seen(glimpse(&[comment(1, 10)]), 7);
    thread.page(vec![bare(&comment(2, 10))], None, 2);
    assert_eq!(thread.listed(), 2);
    let comments = vec![comment(2, 10).at];
    assert_eq!(
        thread.missing(),
        Some(Missing::Call(Call::Read { comments }))
    );
    thread.bodies(&[comment(2, 10).at], vec![comment(2, 10)], 9);
    assert_eq!(thread.missing(), None);
    assert_eq!(asked(&thread), [(1, 7), (2, 9)]);
}

#[test]
fn what_is_missing_is_asked_for_page_by_page_then_bodies_of_ours_then_the_count() {
    let mut thread = seen(glimpse(&[comment(1, 10)]), 7);
    let after = Cursor("100".to_owned());
    assert_eq!(thread.missing(), Some(Missing::Call(Call::Page { after })));
    let more = [bare(&foreign(2, 10)), bare(&comment(3, 10))];
    thread.page(more.to_vec(), None, 4);
    let comments = vec![comment(3, 10).at];
    assert_eq!(
        thread.missing(),
        Some(Missing::Call(Call::Read { comments }))
    );
    thread.bodies(&[comment(3, 10).at], vec![comment(3, 10)], 8);
    assert_eq!(thread.missing(), Some(Missing::Count));
    thread.page(vec![bare(&foreign(4, 10))], None, 4);
    assert_eq!(thread.missing(), None);
}

#[test]
fn no_request_asks_for_more_than_a_hundred_bodies() {
    let all: Vec<_> = (1..=150).map(|id| comment(id, 10)).collect();
    let sight = Sight {
        recent: Vec::new(),
        ..look(&all)
    };
    match seen(sight, 7).missing() {
        Some(Missing::Call(Call::Read { comments })) => assert_eq!(comments.len(), 100),
        other => panic!("{other:?}"),
    }
}

/// A conversation that is known whole, with `NOW` less the lag as the mark.
fn known_whole() -> Thread {
    let mut thread = seen(look(&[comment(1, 10)]), 7);
    assert_eq!(thread.missing(), None);
    thread.complete(&key());
    assert_eq!(thread.swept(), Some(NOW - LAG));
    thread
}

#[test]
fn once_all_is_known_only_what_was_updated_since_needs_to_be_read() {
    // The list of the recently updated has to reach further back than the mark.
    for (oldest, covered) in [
        (NOW - LAG - 1, true),
        (NOW - LAG, false),
        (NOW - LAG + 1, false),
    ] {
        let mut thread = known_whole();
        thread.see(glimpse(&[foreign(9, oldest)]), None, 8, &key());
        assert_eq!(thread.missing().is_none(), covered, "{oldest}");
    }
}

#[test]
fn a_list_that_ends_is_counted_even_where_all_that_is_old_is_known() {
    let mut thread = known_whole();
    let short = Sight {
        total: 2,
        ..look(&[comment(1, 10)])
    };
    thread.see(short, None, 8, &key());
    assert_eq!(thread.missing(), Some(Missing::Count));
    thread.see(look(&[comment(1, 10)]), None, 9, &key());
    assert_eq!(thread.missing(), None);
}

#[test]
fn the_mark_of_another_run_is_taken_from_its_comment_unless_it_is_from_the_future() {
    let marked = |swept| {
        let mut document = document(0);
        document.swept = swept;
        seen(look(&[saying(&document.print(), comment(1, 10))]), 7).swept()
    };
    assert_eq!(marked(Some(NOW)), Some(NOW));
    assert_eq!(marked(Some(NOW + 1)), None);
    assert_eq!(marked(None), None);
}

#[test]
fn beside_a_duplicate_or_without_a_clock_nothing_is_marked_as_known() {
    let mut thread = seen(look(&[comment(1, 10), comment(2, 10)]), 7);
    thread.complete(&key());
    assert_eq!(thread.swept(), None);
    let timeless = Sight {
        server_time: 0,
        ..look(&[comment(1, 10)])
    };
    let mut thread = seen(timeless, 7);
    thread.complete(&key());
    assert_eq!(thread.swept(), None);
    let mut empty = seen(look(&[]), 7);
    empty.complete(&key());
    assert_eq!(empty.swept(), Some(NOW - LAG));
}

#[test]
fn a_head_that_github_does_not_confirm_again_is_still_the_last_one() {
    let sha = Sha::parse(&"a".repeat(40)).unwrap();
    let with = |head: Head| {
        let mut sight = look(&[]);
        sight.subject.head = head;
        sight
    };
    let mut thread = seen(with(Head::Unconfirmed), 7);
    assert_eq!(thread.head(), None);
    thread.see(with(Head::Confirmed(sha.clone())), None, 8, &key());
    thread.see(with(Head::Unconfirmed), None, 9, &key());
    assert_eq!(thread.head(), Some(&sha));
    thread.see(with(Head::None), None, 10, &key());
    assert_eq!(thread.head(), None);
}

#[test]
fn a_newer_version_is_of_one_key_and_of_one_of_our_comments() {
    // Deflated by hand: {"v":2}
    let newer = "<!-- one-comment:root default -->\n<!-- one-comment:state 1.1 q1YqU7IyqgUA -->";
    let thread = seen(look(&[saying(newer, comment(1, 10))]), 7);
    let url = "https://github.example/1".to_owned();
    assert_eq!(thread.newer_version(&key()), Some((2, url)));
    assert_eq!(thread.newer_version(&name("other")), None);
    let theirs = seen(look(&[saying(newer, foreign(1, 10))]), 7);
    assert_eq!(theirs.newer_version(&key()), None);
}

#[test]
fn a_short_list_of_recent_comments_reaches_back_to_its_oldest_and_a_whole_one_for_ever() {
    let recent = [comment(1, 30), comment(2, 20)];
    assert_eq!(reach(&recent, 2), None);
    assert_eq!(reach(&recent, 3), Some(20));
    assert_eq!(reach(&[], 3), Some(Seconds::MAX));
    assert_eq!(reach(&[], 0), None);
}
