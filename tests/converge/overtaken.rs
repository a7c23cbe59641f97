//! Commands other than publish that somebody overtakes between their look and their write.

use one_comment::converge::{
    Call, Classifier, Failure, Intent, Mode, Predecessor, Reply, Settings, Verdict,
};
use one_comment_sandbox::state::{Deed, HideReason};

use crate::by_hand::ByHand;
use crate::command::{clear, publish, publish_as, settings, sha};
use crate::meanwhile::{bodies, end, others, push, says, world};

#[test]
fn a_wish_to_hide_that_was_overwritten_is_given_back() {
    let mut s = ByHand::new(settings(5, publish("a", "new")), world(&[("a", 1)]).state);
    s.turn(0, 0);
    let hide = Intent::Hide(Classifier::Outdated);
    assert_eq!(others(&mut s, settings(9, hide)), ["hidden"]);
    end(&mut s, 0);
    assert_eq!(says(&s), (vec!["a=new".to_owned()], true));
}

#[test]
fn a_clear_of_what_is_newer_is_superseded() {
    let mut s = world(&[("a", 9)]);
    let clearing = |name: &str| settings(5, clear(&[name]));
    assert_eq!(s.alone(clearing("a")).verdict, Verdict::Superseded);
    assert_eq!(s.alone(clearing("z/*")).verdict, Verdict::Unchanged);
    assert_eq!(s.sections(), ["a=old"]);
}

#[test]
fn a_deletion_that_is_superseded_gives_back_what_it_overwrote_and_deletes_no_more() {
    let mut s = ByHand::new(
        settings(5, Intent::Delete),
        world(&[("a", 1), ("b", 9)]).state,
    );
    s.turn(0, 0);
    others(&mut s, settings(2, publish("c", "old")));
    push(&mut s.state, "2");
    assert!(matches!(s.turn(0, 0), Call::Update { .. }));
    assert_eq!(end(&mut s, 0), Verdict::Superseded);
    assert_eq!(says(&s).0, ["b=old", "c=old"]);
}

#[test]
fn a_hide_is_superseded_by_what_is_published_between_its_look_and_its_write() {
    for reaches in [true, false] {
        let hide = settings(5, Intent::Hide(Classifier::Outdated));
        let mut s = ByHand::new(hide, world(&[("a", 1)]).state);
        s.turn(0, 0);
        let published = others(&mut s, settings(9, publish("a", "new")));
        assert_eq!(published, ["updated"]);
        let before = bodies(&s);
        if !reaches {
            let down = Failure::Unavailable("down".to_owned());
            s.told(Reply::Failed(down), 0);
        }
        assert_eq!(end(&mut s, 0), Verdict::Superseded, "{reaches}");
        assert_eq!(bodies(&s) == before, !reaches);
        assert_eq!(says(&s).0, ["a=new"]);
    }
}

#[test]
fn a_hide_that_somebody_else_has_done_meanwhile_has_nothing_to_do() {
    let hide = || settings(5, Intent::Hide(Classifier::Outdated));
    let mut hidden = world(&[("a", 1)]);
    hidden.alone(hide());
    hidden.person(Deed::Show { comment: None });
    let mut s = ByHand::new(hide(), hidden.state);
    s.turn(0, 0);
    let down = Failure::Unavailable("down".to_owned());
    assert!(matches!(s.told(Reply::Failed(down), 0), Call::Hide { .. }));
    s.person(Deed::Hide {
        comment: None,
        reason: HideReason::Resolved,
    });
    assert_eq!(end(&mut s, 0), Verdict::Unchanged);
}

#[test]
fn a_recreation_is_superseded_by_a_head_that_is_newer() {
    let old = Settings {
        commit: Some(sha("1")),
        ..settings(
            5,
            publish_as(Mode::Recreate(Predecessor::Deleted), "a", "new"),
        )
    };
    let mut moved = world(&[("a", 1)]).state;
    push(&mut moved, "2");
    let mut s = ByHand::new(old, moved);
    assert_eq!(end(&mut s, 0), Verdict::Superseded);
    assert_eq!(bodies(&s).len(), 1);
}
