//! Filters that write a number as people read it. With a point and no separators of thousands, as code does.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, ErrorKind};

use super::data::defined;

/// Digits behind the point that a filter writes at most; more say nothing.
const MOST_DIGITS: usize = 6;

/// Neither more bytes nor more milliseconds are ever counted, and a larger number has digits that mean nothing.
const LARGEST: f64 = 1e18;

/// Stands where there is no number.
const NONE: &str = "–";

/// `512 B`, `1.5 KiB`: steps of 1024.
pub(super) fn bytes(count: &Value) -> Result<String, Error> {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let Some(count) = number(count)? else {
        return Ok(NONE.to_owned());
    };
    let mut left = count.abs();
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
    Ok(signed(count, format!("{left:.digits$} {unit}")))
}

/// `350 ms`, `12.3 s`, `2 m 5 s`, `1 h 2 m`. `unit` is that of the number, `s` or `ms`.
pub(super) fn duration(time: &Value, unit: Option<&str>) -> Result<String, Error> {
    let unit = match unit {
        None | Some("s") => 1.0,
        Some("ms") => 1000.0,
        Some(other) => return Err(invalid(format!("a duration is in s or ms, not {other:?}"))),
    };
    let Some(time) = number(time)? else {
        return Ok(NONE.to_owned());
    };
    let seconds = time.abs() / unit;
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
    Ok(signed(time, text))
}

/// `87.3%` of 0.873, or of the number as a part `of` another. One digit behind the point, or as many as given.
pub(super) fn percent(
    part: &Value,
    digits: Option<usize>,
    options: Kwargs,
) -> Result<String, Error> {
    let whole = if options.has("of") {
        number(&options.get("of")?)?
    } else {
        Some(1.0)
    };
    options.assert_all_used()?;
    let (Some(part), Some(whole)) = (number(part)?, whole) else {
        return Ok(NONE.to_owned());
    };
    // Of nothing, nothing is a share.
    if whole == 0.0 {
        return Ok(NONE.to_owned());
    }
    let share = finite(part / whole)?;
    let digits = digits.unwrap_or(1).min(MOST_DIGITS);
    Ok(signed(share, format!("{:.digits$}%", share.abs() * 100.0)))
}

/// How the number differs from an older one: `+3`, `−1.25`, `±0`. At most two digits behind the point, or as many
/// as given.
pub(super) fn delta(new: &Value, old: &Value, digits: Option<usize>) -> Result<String, Error> {
    let digits = digits.unwrap_or(2).min(MOST_DIGITS);
    let (Some(new), Some(old)) = (number(new)?, number(old)?) else {
        return Ok(NONE.to_owned());
    };
    let difference = new - old;
    let text = format!("{:.digits$}", difference.abs());
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    Ok(if is_zero(text) {
        format!("±{text}")
    } else if difference > 0.0 {
        format!("+{text}")
    } else {
        signed(difference, text.to_owned())
    })
}

fn is_zero(text: &str) -> bool {
    !text.contains(|c| ('1'..='9').contains(&c))
}

/// With a minus as wide as a plus, which also never begins a list, unless nothing is left of the number.
fn signed(number: f64, text: String) -> String {
    if number < 0.0 && !is_zero(&text) {
        format!("−{text}")
    } else {
        text
    }
}

/// `None` where the data says that there is none, as JSON does also of one that was not measured.
fn number(value: &Value) -> Result<Option<f64>, Error> {
    if defined(value)?.is_none() {
        return Ok(None);
    }
    finite(f64::try_from(value.clone())?).map(Some)
}

fn finite(number: f64) -> Result<f64, Error> {
    if number.abs() <= LARGEST {
        Ok(number)
    } else {
        Err(invalid(
            "the number is too large, or none at all".to_owned(),
        ))
    }
}

fn invalid(why: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, why)
}

#[cfg(test)]
mod tests;
