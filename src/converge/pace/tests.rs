//! Tests of `pace.rs`.

use super::*;

const PACE: Pace = Pace {
    settle: 2_000,
    timeout: 240_000,
    seed: 1,
};

/// The bound of a random wait: the wait is what the same seed draws up to that bound.
fn assert_up_to(bound: Millis, draw: impl Fn(&mut Pace) -> Millis) {
    assert_between(0, bound, draw);
}

/// The same for a wait of at least `least`.
fn assert_between(least: Millis, spread: Millis, draw: impl Fn(&mut Pace) -> Millis) {
    for seed in 0..20 {
        let pace = Pace { seed, ..PACE };
        let expected = least + pace.clone().random() % (spread + 1);
        assert_eq!(draw(&mut pace.clone()), expected, "seed {seed}");
    }
}

#[test]
fn all_waits_are_multiples_of_the_time_that_a_write_takes_to_settle() {
    assert_eq!(
        (PACE.late(), PACE.head(), PACE.look_again()),
        (10_000, 5_000, 1_000)
    );
    assert_eq!((PACE.settle(0), PACE.settle(700)), (2_000, 3_400));
}

#[test]
fn requests_that_find_nobody_are_repeated_after_a_second_then_twice_as_long_up_to_a_minute() {
    let waits: Vec<_> = (1..=9).map(|n| PACE.unavailable(n) / 1_000).collect();
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
}

#[test]
fn a_limit_without_advice_is_waited_for_a_minute_then_twice_as_long_up_to_eight() {
    let waits: Vec<_> = (1..=6).map(|n| PACE.limited(n) / 60_000).collect();
    assert_eq!(waits, [1, 2, 4, 8, 8, 8]);
}

#[test]
fn who_writes_against_others_waits_a_second_and_ever_longer_up_to_a_bound() {
    let spreads = [2_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000];
    for (round, spread) in (0..).zip(spreads) {
        assert_between(1_000, spread, |pace| pace.contention(round, false));
        assert_between(1_000, 2 * spread, |pace| pace.contention(round, true));
    }
}

#[test]
fn siblings_create_within_half_of_the_time_that_a_write_takes_to_settle() {
    assert_up_to(1_000, Pace::create_slot);
}

#[test]
fn few_siblings_do_not_wait_for_a_slot_and_many_spread_over_at_most_half_of_the_time() {
    assert_eq!(PACE.clone().crowd_slot(20), 0);
    assert_up_to(21 * 1_200, |pace| pace.crowd_slot(21));
    assert_up_to(120_000, |pace| pace.crowd_slot(100));
    assert_up_to(120_000, |pace| pace.crowd_slot(256));
}

#[test]
fn the_random_numbers_are_those_of_splitmix64() {
    let mut pace = Pace { seed: 0, ..PACE };
    let drawn = [pace.random(), pace.random(), pace.random()];
    assert_eq!(
        drawn,
        [
            0xE220_A839_7B1D_CDAF,
            0x6E78_9E6A_A1B9_65F4,
            0x06C4_5D18_8009_454F
        ]
    );
}

#[test]
fn a_random_wait_reaches_its_bound_and_nothing() {
    let mut pace = PACE;
    let drawn: Vec<_> = (0..100).map(|_| pace.up_to(1)).collect();
    assert!(drawn.contains(&0) && drawn.contains(&1) && !drawn.contains(&2));
    assert_eq!(pace.up_to(0), 0);
}
