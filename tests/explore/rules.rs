//! Each rule of the protocol bears a load: without it, a small exploration finds what it is there to prevent.
//! That is also the proof that the explorer can see.

use one_comment::converge::Rules;

use crate::happening::Fault;
use crate::scenario::{Crowd, Told, world};
use crate::search::explore;
use crate::start::Start;
use crate::watch::Violation;

type Scenario = (Crowd, Start, Told, Option<Fault>);

/// The rule, how it is taken away, where that shows, and as what.
type Load = (&'static str, fn(&mut Rules), Scenario, Violation);

const SECTIONS: Crowd = Crowd::Sections(2);
const WHOLE: Crowd = Crowd::Whole(2);

const LOADS: [Load; 15] = [
    (
        "history",
        |rules| rules.history = false,
        (SECTIONS, Start::One, Told::On, None),
        Violation::Loss,
    ),
    (
        "settle",
        |rules| rules.settle = false,
        (SECTIONS, Start::One, Told::Absent, None),
        Violation::Loss,
    ),
    (
        "freshness",
        |rules| rules.freshness = false,
        (SECTIONS, Start::One, Told::Absent, Some(Fault::SlowAnswer)),
        Violation::Loss,
    ),
    (
        "fold_first",
        |rules| rules.fold_first = false,
        (SECTIONS, Start::Duplicates, Told::On, Some(Fault::Crash)),
        Violation::TextLoss,
    ),
    (
        "duplicate_texts",
        |rules| rules.duplicate_texts = false,
        (SECTIONS, Start::Duplicates, Told::On, None),
        Violation::TextLoss,
    ),
    (
        "debt_of_lost",
        |rules| rules.debt_of_lost = false,
        (SECTIONS, Start::One, Told::On, Some(Fault::LostAnswer)),
        Violation::Loss,
    ),
    (
        "debt_of_superseded",
        |rules| rules.debt_of_superseded = false,
        (WHOLE, Start::One, Told::On, Some(Fault::EditText)),
        Violation::TextLoss,
    ),
    (
        "nonce",
        |rules| rules.nonce = false,
        (SECTIONS, Start::One, Told::On, Some(Fault::LostAnswer)),
        Violation::Loss,
    ),
    (
        "late_look",
        |rules| rules.late_look = false,
        (SECTIONS, Start::Nothing, Told::On, Some(Fault::LostAnswer)),
        Violation::Duplicate,
    ),
    (
        "survivor",
        |rules| rules.survivor = false,
        (SECTIONS, Start::Nothing, Told::On, None),
        Violation::Loss,
    ),
    (
        "bump",
        |rules| rules.bump = false,
        (Crowd::RerunBeside, Start::One, Told::On, None),
        Violation::Loss,
    ),
    (
        "fixed_stamp",
        |rules| rules.fixed_stamp = false,
        (Crowd::Reruns, Start::One, Told::Absent, None),
        Violation::Unfinished,
    ),
    (
        "equal_text",
        |rules| rules.equal_text = false,
        (Crowd::EqualText, Start::One, Told::On, None),
        Violation::Loss,
    ),
    (
        "visibility",
        |rules| rules.visibility = false,
        (Crowd::Hide, Start::One, Told::On, None),
        Violation::Visibility,
    ),
    (
        "tombstones",
        |rules| rules.tombstones = false,
        (Crowd::Clear, Start::One, Told::On, None),
        Violation::Loss,
    ),
];

#[test]
fn each_rule_bears_a_load() {
    let mut idle = Vec::new();
    for (name, without, (crowd, start, told, fault), violation) in LOADS {
        let mut rules = Rules::default();
        without(&mut rules);
        let world = world(crowd, start, told, fault, rules);
        let found = explore(&world, Some(violation));
        match found.broken.get(&violation) {
            Some((_, way)) => println!("{name:18} {violation} after {} steps", way.len()),
            None => idle.push((name, found.broken.into_keys().collect::<Vec<_>>())),
        }
    }
    assert!(
        idle.is_empty(),
        "without these rules nothing breaks, or something else: {idle:?}"
    );
}
