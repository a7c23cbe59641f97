//! The table of everything that is explored to the end, and what was found: each row is one search.

use std::env;

use one_comment::converge::Rules;

use crate::happening::{Fault, Move};
use crate::scenario::{Crowd, Told, world};
use crate::search::{explore, tell};
use crate::start::Start;
use crate::watch::Violation;

/// Rows of the table: every combination, but for `known`, may break nothing.
struct Rows<'a> {
    crowds: &'a [Crowd],
    starts: &'a [Start],
    told: &'a [Told],
    faults: &'a [Option<Fault>],
}

const COLUMNS: [(&str, Violation); 8] = [
    ("dupl", Violation::Duplicate),
    ("loss", Violation::Loss),
    ("foreign", Violation::Foreign),
    ("stale", Violation::StaleBody),
    ("text", Violation::TextLoss),
    ("blind", Violation::BlindCreate),
    ("unfin", Violation::Unfinished),
    ("shown", Violation::Visibility),
];

const FAULTS: [Option<Fault>; 10] = [
    None,
    Some(Fault::Crash),
    Some(Fault::LostAnswer),
    Some(Fault::StaleRead),
    Some(Fault::ShortList),
    Some(Fault::SlowAnswer),
    Some(Fault::EditText),
    Some(Fault::EditSection),
    Some(Fault::Delete),
    Some(Fault::Push),
];

impl Rows<'_> {
    /// Explores each row, prints the table, and answers what broke, each with its story.
    fn explore(&self) -> Vec<(Violation, String)> {
        let columns = COLUMNS.map(|(name, _)| format!(" {name:>7}")).concat();
        println!("writers      start      history    fault         states   ends writes{columns}");
        let mut stories = Vec::new();
        for crowd in self.crowds {
            for told in self.told {
                for fault in self.faults.iter().filter(|fault| crowd.meets(**fault)) {
                    for start in self.starts {
                        stories.extend(row(*crowd, *start, *told, *fault));
                    }
                }
            }
        }
        stories
    }

    fn break_nothing(&self) {
        let stories = self.explore();
        let text = stories.iter().map(|(_, story)| story.as_str());
        assert!(
            stories.is_empty(),
            "\n{}",
            text.collect::<Vec<_>>().join("\n")
        );
    }
}

fn row(crowd: Crowd, start: Start, told: Told, fault: Option<Fault>) -> Vec<(Violation, String)> {
    let world = world(crowd, start, told, fault, Rules::default());
    let found = explore(&world, None);
    let fault = fault.map_or_else(|| "none".to_owned(), |fault| format!("{fault:?}"));
    let row = format!(
        "{:12} {:10} {:10} {fault:12}",
        format!("{crowd:?}"),
        format!("{start:?}"),
        format!("{told:?}"),
    );
    let broken = COLUMNS.map(|(_, kind)| format!(" {:>7}", found.count(kind)));
    println!(
        "{row} {:>7} {:>6} {:>6}{}",
        found.states,
        found.ends,
        found.writes,
        broken.concat(),
    );
    let story = |(kind, (_, way)): (&Violation, &(usize, Vec<Move>))| {
        (*kind, format!("{kind}: {row}\n{}", tell(&world, way)))
    };
    found.broken.iter().map(story).collect()
}

/// `EXPLORE=full` explores for an hour what `cargo test` samples.
fn full() -> bool {
    env::var("EXPLORE").is_ok_and(|value| value == "full")
}

/// All of them, or, without `EXPLORE=full`, the first few.
fn at_first<T>(all: &[T], few: usize) -> &[T] {
    if full() { all } else { &all[..few] }
}

const TWO: [Crowd; 2] = [Crowd::Sections(2), Crowd::Whole(2)];

// Case 1.
#[test]
fn two_writers_with_the_edit_history_need_no_timing() {
    let rows = Rows {
        crowds: &TWO,
        starts: &Start::ALL,
        told: &[Told::On],
        faults: &FAULTS,
    };
    rows.break_nothing();
}

#[test]
fn reruns_removals_and_read_only_tokens_among_the_writers() {
    let rows = Rows {
        crowds: &[
            Crowd::Rerun,
            Crowd::RerunBeside,
            Crowd::Reruns,
            Crowd::Attempts,
            Crowd::ReadOnly,
            Crowd::EqualText,
            Crowd::Hide,
            Crowd::Clear,
        ],
        starts: &Start::ALL,
        told: &[Told::On],
        faults: at_first(&FAULTS, 3),
    };
    rows.break_nothing();
}

#[test]
fn two_writers_without_the_edit_history_settle() {
    let faults = FAULTS
        .into_iter()
        .filter(|fault| *fault != Some(Fault::StaleRead));
    let rows = Rows {
        crowds: &TWO,
        starts: &Start::ALL,
        told: at_first(&[Told::Absent, Told::Rest, Told::Empty, Told::Null], 2),
        faults: &faults.collect::<Vec<_>>(),
    };
    rows.break_nothing();
}

#[test]
fn two_writers_whose_history_is_empty_or_has_gaps_settle() {
    let rows = Rows {
        crowds: &TWO,
        starts: &Start::ALL,
        told: &[Told::Empty, Told::Null],
        faults: &FAULTS[..1],
    };
    rows.break_nothing();
}

#[test]
fn three_writers_with_the_edit_history() {
    let rows = Rows {
        crowds: &[Crowd::Sections(3), Crowd::Whole(3)],
        starts: &[Start::One, Start::Duplicates],
        told: &[Told::On],
        faults: &FAULTS[..1],
    };
    rows.break_nothing();
}

#[test]
fn three_writers_from_nothing() {
    let rows = Rows {
        crowds: &[Crowd::Alike(3), Crowd::Whole(3)],
        starts: &[Start::Nothing],
        told: &[Told::On],
        faults: &FAULTS[..1],
    };
    rows.break_nothing();
}

/// The known limits: a revision that another hides, and an old look where no history tells.
#[test]
fn where_the_documentation_says_so_a_section_can_be_lost_and_nothing_else() {
    for (told, fault) in [
        (Told::Collapsing, None),
        (Told::Absent, Some(Fault::StaleRead)),
    ] {
        let rows = Rows {
            crowds: &[Crowd::Sections(2)],
            starts: &Start::ALL,
            told: &[told],
            faults: &[fault],
        };
        let broken = rows.explore();
        let kinds: Vec<_> = broken.iter().map(|(kind, _)| *kind).collect();
        assert!(kinds.contains(&Violation::Loss), "{told:?} loses nothing");
        let other = broken.iter().find(|(kind, _)| *kind != Violation::Loss);
        assert!(other.is_none(), "{other:?}");
    }
}
