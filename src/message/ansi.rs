//! Takes the escape sequences of terminals out of a text: colours, links, titles.
//!
//! The parsers for terminals that there are swallow what follows a sequence that was cut off, and drop tabs. Here a
//! sequence that does not end on its line loses its escape character, and all else stays.

use std::borrow::Cow;
use std::ops::RangeInclusive;

const ESCAPE: char = '\x1b';

/// The text without escape sequences; no escape character is left.
pub(super) fn strip(text: &str) -> Cow<'_, str> {
    let Some(start) = text.find(ESCAPE) else {
        return Cow::Borrowed(text);
    };
    let (plain, mut rest) = text.split_at(start);
    let mut out = plain.to_owned();
    while let Some(sequence) = rest.strip_prefix(ESCAPE) {
        rest = past_sequence(sequence).unwrap_or(sequence);
        let end = rest.find(ESCAPE).unwrap_or(rest.len());
        let (plain, next) = rest.split_at(end);
        out.push_str(plain);
        rest = next;
    }
    Cow::Owned(out)
}

/// What follows the sequence that an escape character begins before `text` (ECMA-48); `None` where it does not end.
fn past_sequence(text: &str) -> Option<&str> {
    match text.as_bytes().first()? {
        b'[' => past_control(text.get(1..)?),
        b']' | b'P' | b'X' | b'^' | b'_' => past_string(text.get(1..)?),
        b' '..=b'/' => past(text, b' '..=b'/', b'0'..=b'~'),
        b'0'..=b'~' => text.get(1..),
        _ => None,
    }
}

/// Parameters, intermediates and one final byte.
fn past_control(text: &str) -> Option<&str> {
    let parameters = text.trim_start_matches(|c: char| ('0'..='?').contains(&c));
    past(parameters, b' '..=b'/', b'@'..=b'~')
}

fn past(text: &str, intermediate: RangeInclusive<u8>, last: RangeInclusive<u8>) -> Option<&str> {
    let at = text
        .bytes()
        .position(|byte| !intermediate.contains(&byte))?;
    let ends = last.contains(text.as_bytes().get(at)?);
    ends.then(|| text.get(at + 1..)).flatten()
}

/// Any text up to a bell, or an escape with a backslash.
fn past_string(text: &str) -> Option<&str> {
    let end = text.find(['\x07', '\n', '\r', ESCAPE])?;
    let end = text.get(end..)?;
    end.strip_prefix('\x07')
        .or_else(|| end.strip_prefix("\x1b\\"))
}

#[cfg(test)]
mod tests;
