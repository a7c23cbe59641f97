//! Values as text, paid for with the template's fuel while they are written: a list that holds another many times is
//! longer than it looks.

use std::fmt::{self, Write};

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, Output, State, escape_formatter};

/// Bytes of a string that one of fuel pays for, and bytes of a list or an object, which is walked: as with minijinja.
const OF_STRING: u64 = 64;
const OF_OBJECT: u64 = 4;

/// As a template's `{{ }}` writes it.
pub(super) fn formatter(
    out: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    if value.as_object().is_none() {
        return escape_formatter(out, state, value);
    }
    Ok(out.write_str(&written(state, value)?)?)
}

/// Nothing where there is nothing, and JSON's words for its truths.
pub(super) fn shown(state: &State<'_, '_>, value: &Value) -> Result<String, Error> {
    match value.kind() {
        ValueKind::None | ValueKind::Undefined => Ok(String::new()),
        ValueKind::Bool => Ok(value.is_true().to_string()),
        _ => written(state, value),
    }
}

/// In Jinja's words.
pub(super) fn written(state: &State<'_, '_>, value: &Value) -> Result<String, Error> {
    let bytes = match value.as_object() {
        Some(_) => OF_OBJECT,
        None => OF_STRING,
    };
    let left = state.fuel_levels().map_or(u64::MAX, |(_, left)| left);
    let mut text = Paid {
        text: String::new(),
        left: left.saturating_mul(bytes),
    };
    write!(text, "{value}").map_err(|_| Error::from(ErrorKind::OutOfFuel))?;
    state.consume_fuel(text.text.len() as u64 / bytes)?;
    Ok(text.text)
}

/// Takes no more than can be paid for.
struct Paid {
    text: String,
    left: u64,
}

impl Write for Paid {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.left = self.left.checked_sub(text.len() as u64).ok_or(fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}
