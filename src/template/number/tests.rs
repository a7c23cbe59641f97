//! Tests of `number.rs`.

use super::*;

#[test]
fn bytes_are_counted_in_steps_of_1024() {
    for (count, text) in [
        (0.0, "0 B"),
        (1023.0, "1023 B"),
        (1024.0, "1.0 KiB"),
        (1536.0, "1.5 KiB"),
        (1_048_575.0, "1.0 MiB"),
        (5e9, "4.7 GiB"),
        (-2048.0, "−2.0 KiB"),
        (1e30, "888178419700125.2 PiB"),
    ] {
        assert_eq!(bytes(count).unwrap(), text);
    }
}

#[test]
fn a_duration_has_the_units_that_fit_it() {
    for (seconds, text) in [
        (0.0, "0 ms"),
        (0.35, "350 ms"),
        (0.9996, "1.0 s"),
        (12.34, "12.3 s"),
        (59.97, "1 m 0 s"),
        (125.0, "2 m 5 s"),
        (3599.6, "1 h 0 m"),
        (3725.0, "1 h 2 m"),
        (-1.5, "−1.5 s"),
    ] {
        assert_eq!(duration(seconds, None).unwrap(), text);
    }
    assert_eq!(duration(2500.0, Some("ms")).unwrap(), "2.5 s");
    let why = duration(1.0, Some("hours")).unwrap_err().to_string();
    assert!(why.contains("s or ms"), "{why}");
}

#[test]
fn a_share_is_a_percentage() {
    assert_eq!(percent(0.873, None).unwrap(), "87.3%");
    assert_eq!(percent(1.0, Some(0)).unwrap(), "100%");
    assert_eq!(percent(-0.051, None).unwrap(), "−5.1%");
    assert_eq!(percent(-0.0001, None).unwrap(), "0.0%");
}

#[test]
fn a_difference_has_a_sign() {
    for (new, old, text) in [
        (5.0, 2.0, "+3"),
        (1.0, 2.25, "−1.25"),
        (2.0, 2.0, "±0"),
        (2.001, 2.0, "±0"),
        (110.0, 10.0, "+100"),
    ] {
        assert_eq!(delta(new, old, None).unwrap(), text);
    }
    assert_eq!(delta(110.0, 10.0, Some(0)).unwrap(), "+100");
}

#[test]
fn what_is_no_number_is_refused() {
    assert!(bytes(f64::NAN).is_err());
    assert!(duration(f64::INFINITY, None).is_err());
    assert!(percent(f64::NAN, None).is_err());
    assert!(delta(f64::INFINITY, f64::INFINITY, None).is_err());
}
