//! How much of a comment strangers can take from others.

use one_comment::converge::{Fate, Mode};

use crate::command::{name, publish, settings, sha};
use crate::delivery::{deliver, deliver_as};
use crate::schedule::{Schedule, word};

#[test]
fn no_number_of_names_pushes_out_what_others_say() {
    let mut s = Schedule::new(1);
    let long = "trusted line\n".repeat(2_000);
    s.alone(settings(1, publish("a", &long)));
    for run in 2..6 {
        let names: Vec<String> = (0..40).map(|n| format!("日本{run} {n}")).collect();
        let messages: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
        let outcome = s.alone(deliver(run, &messages));
        let full = outcome.fates.contains(&Fate::NoRoom);
        assert_eq!(full, run > 2, "{:?}", outcome.fates);
    }
    let document = s.document();
    let record = document.section(&name("a")).unwrap().record.as_ref();
    assert_eq!(record.unwrap().missing, 0);
}

#[test]
fn strangers_have_room_for_so_many_names_and_for_a_new_text_under_an_old_one() {
    let mut s = Schedule::new(1);
    let names: Vec<String> = (0..80).map(|n| format!("{n:050}")).collect();
    let messages: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
    let outcome = s.alone(deliver(5, &messages));
    let published = outcome.fates.iter().filter(|f| **f == Fate::Published);
    // Half a comment, and for each its name in two markers and in the state, its addresses, and what is around it.
    let addresses = 3 * "https://github.exampleocto-org/hello".len();
    assert_eq!(published.count(), 32_768 / (2 * 50 + 68 + addresses + 560));
    let again = s.alone(deliver(6, &[(&names[0], "y"), (&names[79], "y")]));
    assert_eq!(again.fates, [Fate::Published, Fate::NoRoom]);
}

#[test]
fn strangers_may_take_half_of_a_comment_and_no_character_more() {
    // As in the test above: names of 3 and of 19 letters.
    let addresses = 3 * "https://github.exampleocto-org/hello".len();
    let weight = |letters: usize| 2 * letters + letters.div_ceil(3) * 4 + addresses + 560;
    assert_eq!(44 * weight(3) + 4 * weight(19), 32_768);
    for (last, expected) in [(19, Fate::Published), (20, Fate::NoRoom)] {
        let lengths = [[3; 44].as_slice(), &[19, 19, 19, last]].concat();
        let numbered = lengths.into_iter().enumerate();
        let names: Vec<String> = numbered
            .map(|(n, length)| format!("{n:0length$}"))
            .collect();
        let messages: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
        let outcome = Schedule::new(1).alone(deliver(5, &messages));
        assert_eq!(outcome.fates.last(), Some(&expected), "{last}");
    }
}

/// Names as long as they may be, about an older commit, and with next to nothing of their texts left.
#[test]
fn half_of_a_comment_is_left_to_others_whatever_names_strangers_invent() {
    for letter in ["日", "é", "n", "%"] {
        let mut s = Schedule::new(1);
        let names: Vec<String> = (0..60)
            .map(|n| format!("{n:02}{}", letter.repeat(98)))
            .collect();
        let text = "a stranger's line\n".repeat(40);
        let messages: Vec<_> = names.iter().map(|name| (name.as_str(), &*text)).collect();
        let mut delivery = deliver(99_999_999_999, &messages);
        delivery.run.attempt = 12;
        let outcome = s.alone(delivery);
        assert!(outcome.fates.contains(&Fate::NoRoom), "{letter}");
        a_job_keeps_its_half(s);
    }
}

#[test]
fn what_strangers_remove_again_counts_as_well() {
    let mut s = Schedule::new(1);
    let list = name("list");
    let all = hostile_names(39 * 22, 90, ' ');
    for (run, own) in (1..).zip(all.chunks(22)) {
        let names: Vec<String> = own.iter().map(|own| format!("list/{run}.{own}")).collect();
        let messages: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
        let append = Mode::Append {
            list: list.clone(),
            limit: 1,
        };
        s.add(deliver_as(run, append, &messages));
        s.run();
    }
    // Before the tombstones are forgotten.
    s.add(settings(50, publish("a", &"x".repeat(32_000))));
    let outcome = s.run().remove(0);
    assert_eq!(word(&outcome.verdict), "updated", "{outcome:?}");
    let document = s.document();
    let record = document.section(&name("a")).unwrap().record.as_ref();
    assert_eq!(record.unwrap().missing, 0);
}

/// Names that do not pack: `length` characters from `first` on, in no order.
fn hostile_names(count: u32, length: u32, first: char) -> Vec<String> {
    let character = |n: u32| {
        // Fibonacci hashing: neighbours are far from each other.
        let place = n.wrapping_mul(2_654_435_769) >> 8;
        let variety = if first.is_ascii() { 95 } else { 20_000 };
        char::from_u32(u32::from(first) + place % variety).unwrap()
    };
    let name = |n: u32| (0..length).map(|at| character(n * length + at)).collect();
    (0..count).map(name).collect()
}

/// Half a comment is left to a job, whatever is done to the other half: of another commit, cut, by a later attempt.
fn a_job_keeps_its_half(mut s: Schedule) {
    s.push("2");
    let long = "trusted line\n".repeat(4_900);
    let mut job = settings(900, publish("t", &long));
    job.commit = Some(sha("2"));
    s.add(job);
    let outcome = s.run().remove(0);
    assert_eq!(word(&outcome.verdict), "updated", "{outcome:?}");
    let document = s.document();
    let kept = document.section(&name("t")).unwrap().content.as_str();
    let (kept, length) = (kept.chars().count(), s.bodies()[0].chars().count());
    assert!(kept >= 32_768, "{kept} of {length}");
    assert!(s.bodies()[0].contains("Result for another commit"));
}

#[test]
fn a_job_keeps_half_of_a_comment_whatever_names_strangers_invent() {
    for first in ['\u{4e00}', ' ', '\u{20000}'] {
        for length in [1, 12, 100] {
            let names = hostile_names(200, length, first);
            let mut s = Schedule::new(1);
            let long = "a stranger's line\n".repeat(100);
            let messages: Vec<_> = names.iter().map(|name| (name.as_str(), &*long)).collect();
            let outcome = s.alone({
                let mut delivery = deliver(167_543_829_018, &messages);
                delivery.run.attempt = 12;
                delivery
            });
            assert!(outcome.fates.contains(&Fate::NoRoom) || length == 1);
            a_job_keeps_its_half(s);
        }
    }
}

#[test]
fn a_job_keeps_half_of_a_comment_whatever_strangers_appended_and_removed() {
    for first in ['\u{4e00}', ' '] {
        let mut s = Schedule::new(1);
        let mut refused = 0;
        for (run, own) in (100..).zip(hostile_names(120, 92, first)) {
            let (list, limit) = (name("log"), 1);
            let entry = format!("log/{run}.{own}");
            let mode = Mode::Append { list, limit };
            s.add(deliver_as(run, mode, &[(&entry, "x")]));
            let outcome = s.run().remove(0);
            refused += usize::from(outcome.fates == [Fate::NoRoom]);
        }
        assert!((1..100).contains(&refused), "{refused}");
        assert!(s.document().tombstones.len() > 5);
        a_job_keeps_its_half(s);
    }
}
