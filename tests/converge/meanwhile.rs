//! What others do between a session's look and its write, and what is left of both.

use one_comment::comment::Parsed;
use one_comment::converge::{Call, Failure, Reply, Settings, Step, Verdict};
use one_comment_sandbox::state::{Change, CommentId, Deed, History, Identity, State};

use crate::by_hand::ByHand;
use crate::command::{clear, on, publish, settings};
use crate::schedule::{Schedule, words};

pub(crate) fn world(sections: &[(&str, u64)]) -> Schedule {
    let mut s = Schedule::new(1);
    for (section, run) in sections {
        s.alone(settings(*run, publish(section, "old")));
    }
    s
}

/// Lets others run to their end in the world of a session, and answers how they ended.
pub(crate) fn others(s: &mut ByHand, settings: Settings) -> Vec<String> {
    let mut schedule = Schedule::new(1);
    schedule.state = s.state.clone();
    schedule.add(settings);
    let ended = words(&schedule.run());
    s.state = schedule.state;
    ended
}

pub(crate) fn push(state: &mut State, digit: &str) {
    let sha = digit.repeat(40).into();
    state.change(Change::Push { on: on(), sha }).unwrap();
}

pub(crate) fn bodies(s: &ByHand) -> Vec<String> {
    let comments = s.state.world().comments(&on()).unwrap();
    comments.map(|comment| comment.body.to_string()).collect()
}

/// Sections as `name=content`, and the wish to hide.
pub(crate) fn says(s: &ByHand) -> (Vec<String>, bool) {
    let Parsed::Ours { document, .. } = Parsed::read(&bodies(s)[0]) else {
        panic!("not ours");
    };
    let sections = document.sections().iter();
    let sections = sections.map(|s| format!("{}={}", s.name, s.content.as_str()));
    (sections.collect(), document.hidden.is_some())
}

/// Lets a person write a remark behind section `a` before the update that the session wants.
fn remark(s: &mut ByHand, now: u64) {
    let Call::Update { body, .. } = s.call(now) else {
        panic!("no update");
    };
    s.person(Deed::Edit {
        comment: None,
        body: body.replace("a:end -->", "a:end -->\n\nremark"),
    });
}

/// Goes on to the end.
pub(crate) fn end(s: &mut ByHand, mut now: u64) -> Verdict {
    loop {
        match s.next(now) {
            Step::Call(_) => {
                s.turn(now, now);
            }
            Step::Wait(until) => now = until,
            Step::Done(outcome) => return outcome.verdict,
        }
    }
}

#[test]
fn a_section_that_was_cleared_meanwhile_is_not_brought_back() {
    let mut s = ByHand::new(
        settings(9, publish("a", "new")),
        world(&[("a", 1), ("b", 1)]).state,
    );
    s.turn(0, 0);
    let clear = clear(&["b"]);
    assert_eq!(others(&mut s, settings(5, clear)), ["updated"]);
    assert_eq!(end(&mut s, 0), Verdict::Updated);
    assert_eq!(says(&s).0, ["a=new"]);
}

#[test]
fn what_was_overwritten_is_given_back_even_by_who_is_superseded() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    remark(&mut s, 0);
    s.turn(0, 0);
    let until = s.waits(0);
    others(&mut s, settings(9, publish("a", "newer")));
    s.turn(until, until);
    assert!(matches!(s.turn(until, until), Call::Update { .. }));
    assert_eq!(s.outcome(until).verdict, Verdict::Superseded);
    assert_eq!(says(&s).0, ["a=newer"]);
    assert!(bodies(&s)[0].contains("remark"));
}

#[test]
fn who_is_superseded_after_its_write_and_owes_nothing_writes_no_more() {
    let mut state = world(&[("a", 1)]).state;
    state.rules_mut().history = History::Absent;
    let mut s = ByHand::new(settings(5, publish("a", "new")), state);
    s.turn(0, 0);
    s.turn(0, 0);
    others(&mut s, settings(9, publish("a", "newer")));
    let settled = s.waits(0);
    s.turn(settled, settled);
    assert_eq!(s.outcome(settled).verdict, Verdict::Superseded);
}

#[test]
fn a_head_that_moves_while_the_text_is_written_does_not_supersede_it() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    s.call(0);
    push(&mut s.state, "2");
    s.turn(0, 0);
    assert_eq!(s.outcome(0).verdict, Verdict::Updated);
}

#[test]
fn a_text_that_others_wrote_is_no_reason_to_speak_for_a_commit_that_is_not_the_head() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    let down = Failure::Unavailable("down".to_owned());
    s.told(Reply::Failed(down), 0);
    others(&mut s, settings(9, publish("a", "new")));
    push(&mut s.state, "2");
    let until = s.waits(0);
    s.turn(until, until);
    assert_eq!(s.outcome(until).verdict, Verdict::Superseded);
}

#[test]
fn an_older_run_that_says_the_same_has_nothing_to_do() {
    let mut s = world(&[("a", 9)]);
    let outcome = s.alone(settings(5, publish("a", "old")));
    assert_eq!(outcome.verdict, Verdict::Unchanged);
}

#[test]
fn a_persons_edit_of_what_the_session_has_just_written_stays() {
    let mut state = world(&[("a", 1)]).state;
    state.rules_mut().history = History::Absent;
    let mut s = ByHand::new(settings(5, publish("a", "new")), state);
    s.turn(0, 0);
    s.turn(0, 0);
    let body = bodies(&s)[0].replace("\nnew\n", "\nby hand\n");
    s.person(Deed::Edit {
        comment: None,
        body,
    });
    let settled = s.waits(0);
    s.turn(settled, settled);
    assert_eq!(s.outcome(settled).verdict, Verdict::Updated);
    assert_eq!(says(&s).0, ["a=by hand"]);
}

#[test]
fn a_removal_is_remembered_for_ten_minutes() {
    const LIFE: u64 = 10 * 60 * 1_000;
    for (later, remembered) in [(LIFE - 1, true), (LIFE, false)] {
        let mut cleared = world(&[("a", 1), ("b", 1)]);
        cleared.add(settings(5, clear(&["b"])));
        let buried = cleared.state.now_ms();
        cleared.run();
        cleared.state.set_clock(buried + later);
        let mut s = ByHand::new(settings(9, publish("a", "new")), cleared.state);
        s.turn(0, 0);
        let Call::Update { body, .. } = s.call(0) else {
            panic!("no update");
        };
        let Parsed::Ours { document, .. } = Parsed::read(&body) else {
            panic!("not ours");
        };
        assert_eq!(!document.tombstones.is_empty(), remembered, "{later}");
    }
}

/// More edits by a person than a few pages of history show, each with another remark.
fn edit_often(s: &mut ByHand) {
    let body = bodies(s)[0].clone();
    for n in 0..25 {
        s.person(Deed::Edit {
            comment: None,
            body: body.replace("a:end -->", &format!("a:end -->\n\nremark {n}.")),
        });
    }
}

#[test]
fn what_lies_many_pages_back_in_the_history_is_given_back() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    edit_often(&mut s);
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert!(matches!(s.turn(0, 0), Call::Revisions { .. }));
    assert!(matches!(s.turn(0, 0), Call::Revisions { .. }));
    assert_eq!(end(&mut s, 0), Verdict::Updated);
    assert!((0..25).all(|n| bodies(&s)[0].contains(&format!("remark {n}."))));
}

#[test]
fn a_history_that_does_not_go_on_is_not_read_for_ever() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    edit_often(&mut s);
    s.turn(0, 0);
    let more = s.call(0);
    let Call::Revisions { after, .. } = more.clone() else {
        panic!("no revisions");
    };
    let mut reply = s.reply(&more);
    if let Reply::Revisions(Some(history)) = &mut reply {
        history.more = Some(after);
    }
    s.answer(reply, 0);
    assert!(s.waits(0) > 0);
}

#[test]
fn a_comment_that_is_gone_is_looked_for_at_once_and_not_by_its_name() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    s.person(Deed::Delete { comment: None });
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert_eq!(s.turn(0, 0), Call::Observe { comment: None });
    assert!(matches!(s.call(0), Call::Create { .. }));
}

#[test]
fn what_a_lost_write_overwrote_is_owed_even_where_its_comment_is_folded_before_the_next() {
    let mut duplicates = world(&[("a", 1)]);
    let first = duplicates.bodies()[0].clone();
    duplicates.state.advance(3_600_000);
    let second = duplicates
        .state
        .create_comment(&Identity::job(), &on(), &first)
        .unwrap()
        .id;
    let mut s = ByHand::new(settings(5, publish("a", "new")), duplicates.state);
    // No look shows the first one yet.
    let blind = |s: &mut ByHand| {
        let call = s.call(0);
        let Reply::Seen(mut sight) = s.reply(&call) else {
            panic!("no look: {call:?}");
        };
        for list in [&mut sight.oldest, &mut sight.recent] {
            list.retain(|comment| comment.at.id == second.0);
        }
        sight.total = 1;
        s.answer(Reply::Seen(sight), 0);
    };
    blind(&mut s);
    let remarked = first.replace("a:end -->", "a:end -->\n\nremark");
    s.person(Deed::Edit {
        comment: Some(second),
        body: remarked,
    });
    let update = s.call(0);
    s.reply(&update);
    s.answer(Reply::Failed(Failure::Unknown("lost".to_owned())), 0);
    blind(&mut s);
    s.state
        .delete_comment(&Identity::job(), CommentId(second.0))
        .unwrap();
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert!(matches!(s.turn(0, 0), Call::Observe { .. }));
    // What was written is not there, although another one is: a look may be an old one.
    let settled = s.waits(0);
    s.turn(settled, settled);
    assert_eq!(end(&mut s, settled), Verdict::Updated);
    assert!(bodies(&s)[0].contains("remark") && bodies(&s)[0].contains("new"));
}

#[test]
fn a_create_whose_answer_was_lost_names_what_was_left_alone_as_any_other() {
    let mut uprooted = world(&[("a", 1)]);
    let body = uprooted.bodies()[0].clone();
    uprooted.person(Deed::Edit {
        comment: None,
        body: body.split_once('\n').unwrap().1.to_owned(),
    });
    let mut s = ByHand::new(settings(5, publish("a", "new")), uprooted.state);
    s.turn(0, 0);
    let create = s.call(0);
    assert!(matches!(create, Call::Create { .. }));
    s.reply(&create);
    s.answer(Reply::Failed(Failure::Unknown("lost".to_owned())), 0);
    s.turn(0, 0);
    let settled = s.waits(0);
    s.turn(settled, settled);
    let warnings = s.outcome(settled).warnings;
    assert!(warnings[0].contains("root marker"), "{warnings:?}");
}

#[test]
fn what_a_person_removes_after_a_duplicate_was_folded_stays_removed() {
    let mut duplicates = world(&[("a", 1)]);
    duplicates.state.rules_mut().history = History::Absent;
    let first = duplicates.bodies()[0].clone();
    duplicates
        .state
        .create_comment(&Identity::job(), &on(), &first)
        .unwrap();
    let remark = "a:end -->\n\nremark";
    let mut s = ByHand::new(settings(5, publish("a", "new")), duplicates.state);
    let edit = |s: &mut ByHand, from: &str, to: &str| {
        let body = bodies(s)[0].replace(from, to);
        let comments = s.state.world().comments(&on()).unwrap();
        let comment = comments.map(|comment| comment.id).next();
        s.person(Deed::Edit { comment, body });
    };
    edit(&mut s, "a:end -->", remark);
    s.turn(0, 0);
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert!(matches!(s.turn(0, 0), Call::Delete { .. }));
    edit(&mut s, remark, "a:end -->");
    let settled = s.waits(0);
    s.turn(settled, settled);
    assert_eq!(s.outcome(settled).verdict, Verdict::Updated);
    assert!(!bodies(&s)[0].contains("remark"));
}
