//! Tests of `plan.rs`.

use super::*;
use crate::comment::{Content, Name, Parsed, Text, Tombstone, input_digest};

/// A write was sent at this time.
const SENT: Millis = 100;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn origin(rank: u64) -> Origin {
    Origin {
        stamp: Stamp::from((rank, 0, 1, 1)),
        run: rank,
        attempt: 1,
        ..Origin::default()
    }
}

/// A comment with these sections, each by the run of that number.
fn saying(sections: &[(&str, u64)]) -> Document {
    let mut document = Document::new(name("default"));
    for (at, rank) in sections {
        let text = format!("{at} by {rank}");
        let section = Section::new(name(at), Content::new(&text));
        document.insert(section.recorded(origin(*rank), input_digest(&text)));
    }
    document
}

fn by_hand(line: &str) -> Text {
    let body = format!("<!-- one-comment:root default -->\n{line}");
    match Parsed::read(&body) {
        Parsed::Ours { document, .. } => document.lead,
        other => panic!("{other:?}"),
    }
}

fn unrecorded(at: &str) -> Document {
    let mut document = saying(&[(at, 1)]);
    let mut section = document.section(&name(at)).unwrap().clone();
    section.record = None;
    document.insert(section);
    document
}

fn removing(at: &str, rank: u64) -> Document {
    let mut document = saying(&[]);
    let tombstone = Tombstone {
        origin: origin(rank),
        buried: 1,
    };
    document.tombstones.insert(name(at), tombstone);
    document
}

fn wished_hidden(rank: u64, mut document: Document) -> Document {
    document.hidden = Some(origin(rank));
    document
}

/// A comment with this id that was read after the write.
fn own(id: u64, document: Document) -> Own {
    Own {
        at: at(id),
        url: String::new(),
        body: document.print(),
        document,
        intact: true,
        hidden: None,
        asked: SENT,
    }
}

fn at(id: u64) -> CommentRef {
    CommentRef {
        id,
        node: format!("IC_{id}"),
    }
}

fn answered(id: u64, document: Document) -> Answered {
    Answered {
        at: at(id),
        document,
        seen_since: SENT,
    }
}

fn scene<'a>(ours: &'a [Own], debt: Option<&'a Document>) -> Scene<'a> {
    Scene {
        head: None,
        ours,
        debt,
        may_create: true,
        answered: None,
        must_write: false,
        visibility: true,
        can_hide: true,
        emptied: Emptied::Kept,
        recreate: None,
        retires: false,
        rules: Rules::default(),
        deletion: None,
    }
}

/// The plan in a line: what is done to which comment, and what it will say.
fn told(scene: &Scene<'_>) -> String {
    let says = |document: &Document| {
        let sections = document.sections().iter();
        let mut says: Vec<_> = sections.map(|s| s.content.as_str().to_owned()).collect();
        says.extend(document.tombstones.keys().map(|name| format!("no {name}")));
        says.join(", ")
    };
    match plan(scene) {
        Plan::Nothing => "nothing".to_owned(),
        Plan::Look => "look".to_owned(),
        Plan::Create(document) => format!("create {}: {}", document.generation, says(&document)),
        Plan::Update(at, document) => format!("update {}: {}", at.id, says(&document)),
        Plan::Delete(at) => format!("delete {}", at.id),
        Plan::Hide(at) => format!("hide {}", at.id),
        Plan::Retire(at) => format!("retire {}", at.id),
        Plan::Show(at) => format!("show {}", at.id),
    }
}

#[test]
fn a_comment_is_made_where_there_is_none_and_it_may_be_made() {
    let debt = saying(&[("a", 7)]);
    assert_eq!(told(&scene(&[], Some(&debt))), "create 0: a by 7");
    assert_eq!(told(&scene(&[], None)), "nothing");
    let forbidden = Scene {
        may_create: false,
        ..scene(&[], Some(&debt))
    };
    assert_eq!(told(&forbidden), "nothing");
}

#[test]
fn what_is_in_place_is_not_written_again() {
    let there = [own(1, saying(&[("a", 7), ("b", 5)]))];
    assert_eq!(told(&scene(&there, None)), "nothing");
    assert_eq!(told(&scene(&there, Some(&saying(&[("a", 7)])))), "nothing");
    assert_eq!(told(&scene(&there, Some(&saying(&[("a", 6)])))), "nothing");
    assert_eq!(
        told(&scene(&there, Some(&saying(&[("a", 8)])))),
        "update 1: a by 8, b by 5"
    );
}

#[test]
fn a_damaged_comment_and_one_whose_write_was_not_answered_are_written_as_they_are() {
    let mut there = [own(1, saying(&[("a", 7)]))];
    let unanswered = Scene {
        must_write: true,
        ..scene(&there, None)
    };
    assert_eq!(told(&unanswered), "update 1: a by 7");
    there[0].intact = false;
    assert_eq!(told(&scene(&there, None)), "update 1: a by 7");
}

#[test]
fn a_duplicate_goes_once_the_survivors_answer_showed_all_of_it() {
    let there = [own(1, saying(&[("a", 7)])), own(2, saying(&[("b", 5)]))];
    let both = saying(&[("a", 7), ("b", 5)]);
    assert_eq!(told(&scene(&there, None)), "update 1: a by 7, b by 5");

    let folded = [own(1, both.clone()), own(2, saying(&[("b", 5)]))];
    let with = |shown: Option<Answered>| {
        told(&Scene {
            answered: shown.as_ref(),
            ..scene(&folded, None)
        })
    };
    let update = "update 1: a by 7, b by 5";
    assert_eq!(with(None), update);
    assert_eq!(with(Some(answered(1, saying(&[("a", 7)])))), update);
    assert_eq!(with(Some(answered(2, both.clone()))), update);
    assert_eq!(with(Some(answered(1, both))), "delete 2");
}

#[test]
fn a_duplicate_that_may_have_changed_since_is_looked_at_before_it_goes() {
    let both = saying(&[("a", 7), ("b", 5)]);
    let shown = answered(1, both.clone());
    for (asked, expected) in [
        (SENT - 1, "look"),
        (SENT, "delete 2"),
        (SENT + 1, "delete 2"),
    ] {
        let mut folded = [own(1, both.clone()), own(2, saying(&[("b", 5)]))];
        folded[1].asked = asked;
        let scene = Scene {
            answered: Some(&shown),
            ..scene(&folded, None)
        };
        assert_eq!(told(&scene), expected, "{asked}");
    }
}

#[test]
fn only_what_a_recreation_took_the_place_of_stays_without_a_key() {
    for (generation, expected) in [(1, "delete 2"), (0, "hide 2")] {
        let mut survivor = saying(&[("a", 7)]);
        survivor.generation = 1;
        let mut other = saying(&[("a", 7)]);
        other.generation = generation;
        let ours = [own(1, survivor.clone()), own(2, other)];
        let answered = answered(1, survivor);
        let scene = Scene {
            answered: Some(&answered),
            retires: true,
            ..scene(&ours, None)
        };
        assert_eq!(told(&scene), expected);
    }
}

#[test]
fn a_recreation_makes_the_next_generation_of_the_one_that_it_saw_first() {
    let mut old = saying(&[("a", 7)]);
    old.generation = 3;
    let there = [own(1, old)];
    let debt = saying(&[("b", 9)]);
    let seen = |generation| {
        told(&Scene {
            recreate: Some(generation),
            ..scene(&there, Some(&debt))
        })
    };
    assert_eq!(seen(3), "create 4: a by 7, b by 9");
    assert_eq!(seen(2), "update 1: a by 7, b by 9");
}

#[test]
fn a_deletion_removes_the_comments_the_survivor_last_where_all_in_them_is_older() {
    let mark = origin(7);
    let deleting = |ours: &[Own], debt: Option<&Document>| {
        told(&Scene {
            deletion: Some(&mark),
            may_create: false,
            ..scene(ours, debt)
        })
    };
    let (old, new) = (saying(&[("a", 7)]), saying(&[("b", 8)]));
    assert_eq!(deleting(&[], None), "nothing");
    assert_eq!(deleting(&[], Some(&new)), "nothing");
    assert_eq!(deleting(&[own(1, unrecorded("a"))], None), "delete 1");
    assert_eq!(
        deleting(&[own(1, old.clone()), own(2, old.clone())], None),
        "delete 2"
    );
    assert_eq!(deleting(&[own(1, new.clone())], None), "nothing");
    let both = saying(&[("a", 7), ("b", 8)]);
    assert_eq!(
        deleting(&[own(1, both.clone())], None),
        "update 1: b by 8, no a"
    );
    assert_eq!(
        deleting(&[own(1, both)], Some(&saying(&[("c", 9)]))),
        "update 1: b by 8, c by 9, no a"
    );
    assert_eq!(
        deleting(&[own(1, old)], Some(&new)),
        "update 1: b by 8, no a"
    );
}

#[test]
fn the_survivor_is_hidden_while_nothing_in_it_is_newer_than_the_wish() {
    let hidden_by =
        |rank: u64, said: Document| told(&scene(&[own(1, wished_hidden(rank, said))], None));
    assert_eq!(hidden_by(8, saying(&[("a", 7)])), "hide 1");
    assert_eq!(hidden_by(7, saying(&[("a", 7)])), "hide 1");
    assert_eq!(hidden_by(6, saying(&[("a", 7)])), "nothing");
    assert_eq!(hidden_by(6, saying(&[("a", 5), ("b", 7)])), "nothing");
    assert_eq!(hidden_by(6, removing("a", 7)), "nothing");
    assert_eq!(hidden_by(6, unrecorded("a")), "hide 1");
}

#[test]
fn what_is_hidden_without_a_wish_is_shown_again_unless_it_is_somebodys_judgement() {
    let hidden = |reason: &str, document: Document| {
        let own = Own {
            hidden: Some(reason.to_owned()),
            ..own(1, document)
        };
        told(&scene(&[own], None))
    };
    let text = || saying(&[("a", 7)]);
    for reason in ["outdated", "resolved", "duplicate"] {
        assert_eq!(hidden(reason, text()), "show 1");
    }
    for reason in ["spam", "abuse", "off-topic", "off_topic"] {
        assert_eq!(hidden(reason, text()), "nothing");
    }
    assert_eq!(hidden("outdated", wished_hidden(7, text())), "nothing");
}

#[test]
fn a_session_that_may_not_change_whether_it_is_shown_does_not() {
    let there = [Own {
        hidden: Some("outdated".to_owned()),
        ..own(1, saying(&[("a", 7)]))
    }];
    let looking = Scene {
        visibility: false,
        ..scene(&there, None)
    };
    assert_eq!(told(&looking), "nothing");
}

#[test]
fn what_is_about_the_head_is_newer_than_a_deletion_and_a_wish_that_are_not() {
    let head = Sha::parse(&"a".repeat(40)).unwrap();
    let mut about_head = saying(&[("a", 5)]);
    let mut section = about_head.section(&name("a")).unwrap().clone();
    section.record.as_mut().unwrap().origin.commit = Some(head.clone());
    about_head.insert(section);
    assert!(!is_newest(Some(&head), &origin(7), &about_head));
    assert!(is_newest(None, &origin(7), &about_head));
    let there = [own(1, about_head)];
    let mark = origin(7);
    let deleting = Scene {
        head: Some(&head),
        deletion: Some(&mark),
        ..scene(&there, None)
    };
    assert_eq!(told(&deleting), "nothing");
}

#[test]
fn a_persons_text_in_a_duplicate_goes_into_the_survivor_as_long_as_the_rule_holds() {
    let mut with_remark = saying(&[("b", 5)]);
    with_remark.lead = by_hand("A remark.");
    let there = [own(1, saying(&[("a", 7)])), own(2, with_remark)];
    let lead = |rules: Rules| {
        let joined = joined(None, &there, None, rules).unwrap();
        joined.lead.lines().to_vec()
    };
    assert_eq!(lead(Rules::default()), ["A remark."]);
    let without = Rules {
        duplicate_texts: false,
        ..Rules::default()
    };
    assert!(lead(without).is_empty());
}
