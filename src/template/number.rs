//! Filters that write a number as people read it. With a point and no separators of thousands, as code does.

use minijinja::{Error, ErrorKind};

/// Digits behind the point that a filter writes at most; more say nothing.
const MOST_DIGITS: usize = 6;

/// `512 B`, `1.5 KiB`: steps of 1024.
pub(super) fn bytes(count: f64) -> Result<String, Error> {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut left = finite(count)?.abs();
    let mut unit = "B";
    for next in UNITS {
        // Above it, one digit would say 1024.0.
        if left < 1023.95 {
            break;
        }
        left /= 1024.0;
        unit = next;
    }
    let digits = usize::from(unit != "B");
    Ok(format!("{}{left:.digits$} {unit}", minus(count)))
}

/// `350 ms`, `12.3 s`, `2 m 5 s`, `1 h 2 m`. `unit` is that of the number, `s` or `ms`.
pub(super) fn duration(time: f64, unit: Option<&str>) -> Result<String, Error> {
    let seconds = match unit {
        None | Some("s") => finite(time)?.abs(),
        Some("ms") => finite(time)?.abs() / 1000.0,
        Some(other) => return Err(invalid(format!("a duration is in s or ms, not {other:?}"))),
    };
    // Rounded first, or it would be 60.0 s.
    let (tenths, whole) = ((seconds * 10.0).round() / 10.0, seconds.round());
    let text = if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1000.0)
    } else if tenths < 60.0 {
        format!("{tenths:.1} s")
    } else if whole < 3600.0 {
        format!("{:.0} m {:.0} s", (whole / 60.0).floor(), whole % 60.0)
    } else {
        let minutes = (seconds / 60.0).round();
        format!("{:.0} h {:.0} m", (minutes / 60.0).floor(), minutes % 60.0)
    };
    Ok(format!("{}{text}", minus(time)))
}

/// `87.3%` of 0.873. One digit behind the point, or as many as given.
pub(super) fn percent(share: f64, digits: Option<usize>) -> Result<String, Error> {
    let digits = digits.unwrap_or(1).min(MOST_DIGITS);
    let text = format!("{:.digits$}", finite(share)?.abs() * 100.0);
    let sign = if is_zero(&text) { "" } else { minus(share) };
    Ok(format!("{sign}{text}%"))
}

/// How the number differs from an older one: `+3`, `−1.25`, `±0`. At most two digits behind the point, or as many
/// as given.
pub(super) fn delta(new: f64, old: f64, digits: Option<usize>) -> Result<String, Error> {
    let digits = digits.unwrap_or(2).min(MOST_DIGITS);
    let difference = finite(new)? - finite(old)?;
    let text = format!("{:.digits$}", difference.abs());
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    let sign = match minus(difference) {
        _ if is_zero(text) => "±",
        "" => "+",
        minus => minus,
    };
    Ok(format!("{sign}{text}"))
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// A minus as wide as a plus, which also never begins a list.
fn minus(number: f64) -> &'static str {
    if number < 0.0 { "−" } else { "" }
}

fn finite(number: f64) -> Result<f64, Error> {
    if number.is_finite() {
        Ok(number)
    } else {
        Err(invalid("the number is infinite, or none at all".to_owned()))
    }
}

fn invalid(why: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, why)
}

#[cfg(test)]
mod tests;
