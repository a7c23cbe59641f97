//! Tests of `number.rs`.

use super::*;

/// The text of a number by this filter.
#[track_caller]
fn of(filter: impl Fn(&Value) -> Result<String, Error>, number: f64) -> String {
    filter(&Value::from(number)).unwrap()
}

fn seconds(time: &Value) -> Result<String, Error> {
    duration(time, None)
}

fn share(part: &Value) -> Result<String, Error> {
    percent(part, None, Kwargs::from_iter([] as [(&str, Value); 0]))
}

fn of_whole(part: impl Into<Value>, whole: impl Into<Value>) -> Result<String, Error> {
    let options = Kwargs::from_iter([("of", whole.into())]);
    percent(&part.into(), None, options)
}

fn difference(new: impl Into<Value>, old: impl Into<Value>, digits: Option<usize>) -> String {
    delta(&new.into(), &old.into(), digits).unwrap()
}

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
        (1e18, "888.2 PiB"),
        (-0.4, "0 B"),
    ] {
        assert_eq!(of(bytes, count), text);
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
        (-0.0001, "0 ms"),
    ] {
        assert_eq!(of(self::seconds, seconds), text);
    }
    let milliseconds = |time: &Value| duration(time, Some("ms"));
    assert_eq!(of(milliseconds, 2500.0), "2.5 s");
    let why = duration(&Value::from(1), Some("hours"))
        .unwrap_err()
        .to_string();
    assert!(why.contains("s or ms"), "{why}");
}

#[test]
fn a_share_is_a_percentage() {
    assert_eq!(of(share, 0.873), "87.3%");
    assert_eq!(of(share, -0.051), "−5.1%");
    assert_eq!(of(share, -0.0001), "0.0%");
    let none = Kwargs::from_iter([] as [(&str, Value); 0]);
    assert_eq!(percent(&Value::from(1), Some(0), none).unwrap(), "100%");
}

#[test]
fn a_part_of_a_whole_is_a_percentage_and_of_nothing_is_none() {
    assert_eq!(of_whole(3, 4).unwrap(), "75.0%");
    assert_eq!(of_whole(0, 4).unwrap(), "0.0%");
    assert_eq!(of_whole(0, 0).unwrap(), "–");
    assert_eq!(of_whole(3, ()).unwrap(), "–");
    assert!(of_whole(3, Value::UNDEFINED).is_err());
}

#[test]
fn a_difference_has_a_sign() {
    for (new, old, text) in [
        (5.0, 2.0, "+3"),
        (1.0, 2.25, "−1.25"),
        (2.0, 2.0, "±0"),
        (2.001, 2.0, "±0"),
        (1.999, 2.0, "±0"),
        (110.0, 10.0, "+100"),
    ] {
        assert_eq!(difference(new, old, None), text);
    }
    assert_eq!(difference(110.0, 10.0, Some(0)), "+100");
}

#[test]
fn what_was_not_measured_has_a_dash() {
    let none = Value::from(());
    for filter in [bytes, seconds, share] {
        assert_eq!(filter(&none).unwrap(), "–");
        assert!(filter(&Value::UNDEFINED).is_err());
    }
    assert_eq!(difference((), 1, None), "–");
    assert_eq!(difference(1, (), None), "–");
}

#[test]
fn what_is_no_number_or_too_large_is_refused() {
    for number in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        for filter in [bytes, seconds, share] {
            assert!(filter(&Value::from(number)).is_err(), "{number}");
        }
        assert!(delta(&Value::from(number), &Value::from(0), None).is_err());
        assert!(delta(&Value::from(0), &Value::from(number), None).is_err());
    }
}
