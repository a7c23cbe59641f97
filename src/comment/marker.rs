//! The markers: hidden lines that give a comment its structure. Does not know how lines form a document.
//!
//! ```text
//! root    = "<!-- one-comment:root " name " -->"
//! start   = "<!-- (" 6DIGIT "):one-comment:section " name ":start -->"
//! end     = "<!-- one-comment:section " name ":end -->"
//! retired = "<!-- one-comment:retired " name " -->"        ; in a root's place
//! note    = "<!-- one-comment:note -->"
//! footer  = "<!-- one-comment:footer:" ( "start" / "end" ) " -->"
//! state   = "<!-- one-comment:state " 1*DIGIT "." 1*DIGIT " " 1*( ALPHA / DIGIT / "-" / "_" ) " -->"
//! ```
//!
//! A marker is *live* where it is a whole line, spelled exactly so; blanks may follow it. Anything that
//! merely looks like one is text, and [`neutralise`] makes sure that text can never become live.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::markdown::code::CodeRanges;
use super::name::Name;

const STATE_PREFIX: &str = "<!-- one-comment:state ";
const RETIRED_PREFIX: &str = "<!-- one-comment:retired ";

/// Where a section stands: 0 to 999,999, printed as 6 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Order(u32);

impl Order {
    /// The middle, which leaves room on both sides.
    pub const DEFAULT: Self = Self(500_000);

    /// Reads exactly 6 digits; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let whole = text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit());
        whole.then(|| text.parse().ok().map(Self)).flatten()
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06}", self.0)
    }
}

/// A live marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Marker<'a> {
    Root(Name),
    Start(Order, Name),
    End(Name),
    Note,
    FooterStart,
    FooterEnd,
    State {
        run: u64,
        attempt: u32,
        data: &'a str,
    },
}

impl<'a> Marker<'a> {
    /// The live marker that this line is, if it is one.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let inner = line
            .trim_end()
            .strip_prefix("<!-- ")?
            .strip_suffix(" -->")?;
        if let Some(rest) = inner.strip_prefix('(') {
            let (order, rest) = rest.split_once("):one-comment:section ")?;
            let name = rest.strip_suffix(":start")?;
            return Some(Self::Start(Order::parse(order)?, Name::from_spelled(name)?));
        }
        match inner.strip_prefix("one-comment:")? {
            "note" => Some(Self::Note),
            "footer:start" => Some(Self::FooterStart),
            "footer:end" => Some(Self::FooterEnd),
            rest => Self::parse_named(rest),
        }
    }

    fn parse_named(rest: &'a str) -> Option<Self> {
        let (kind, rest) = rest.split_once(' ')?;
        match kind {
            "root" => Name::from_spelled(rest).map(Self::Root),
            "section" => Name::from_spelled(rest.strip_suffix(":end")?).map(Self::End),
            "state" => {
                let (run, data) = rest.split_once(' ')?;
                let (run, attempt) = run.split_once('.')?;
                let (run, attempt) = (run.parse().ok()?, attempt.parse().ok()?);
                Some(Self::State { run, attempt, data })
            }
            _ => None,
        }
    }
}

/// Whether the line claims to hold the state, readable or not.
pub(super) fn is_state(line: &str) -> bool {
    line.starts_with(STATE_PREFIX)
}

/// What stands on the line of the state behind its end: a person who types at the very end of the comment.
pub(super) fn behind_state(line: &str) -> (&str, &str) {
    let end = line.find("-->").map_or(line.len(), |at| at + "-->".len());
    line.split_at(end)
}

pub(super) fn root(key: &Name) -> String {
    format!("<!-- one-comment:root {} -->", key.spelled())
}

/// Instead of a root: the comment has no key any more.
pub(super) fn retired(key: &Name) -> String {
    format!("{RETIRED_PREFIX}{} -->", key.spelled())
}

/// Whether this line says that its comment has no key any more.
pub(super) fn is_retired(line: &str) -> bool {
    line.starts_with(RETIRED_PREFIX)
}

pub(super) fn start(order: Order, name: &Name) -> String {
    format!(
        "<!-- ({order}):one-comment:section {}:start -->",
        name.spelled()
    )
}

pub(super) fn end(name: &Name) -> String {
    format!("<!-- one-comment:section {}:end -->", name.spelled())
}

pub(super) const NOTE: &str = "<!-- one-comment:note -->";
pub(super) const FOOTER_START: &str = "<!-- one-comment:footer:start -->";
pub(super) const FOOTER_END: &str = "<!-- one-comment:footer:end -->";

pub(super) fn state(run: u64, attempt: u32, data: &str) -> String {
    format!("{STATE_PREFIX}{run}.{attempt} {data} -->")
}

/// Makes every marker-like text harmless and visible: its `<` becomes `&lt;`, or, inside code, where that
/// would show, gets a zero-width space after it. What it returns holds nothing that it would change again.
pub(super) fn neutralise(text: &str) -> String {
    let found = lookalikes(text);
    if found.is_empty() {
        return text.to_owned();
    }
    let code = CodeRanges::of(text);
    let mut out = String::with_capacity(text.len() + found.len() * 3);
    let mut copied = 0;
    for at in found {
        out.push_str(text.get(copied..at).unwrap_or_default());
        out.push_str(if code.contains(at) {
            "<\u{200b}"
        } else {
            "&lt;"
        });
        copied = at + 1;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Where `<` begins something that looks like a marker: `<!--`, blanks or line ends, an optional `(…):`,
/// blanks, `one-comment:`. Wider than what [`Marker::parse`] takes.
fn lookalikes(text: &str) -> Vec<usize> {
    /// What stands between the parentheses; a live marker has 6 digits there.
    const MAX_ORDER: usize = 64;
    text.match_indices("<!--")
        .filter(|(at, open)| {
            let rest = text.get(at + open.len()..).unwrap_or_default().trim_start();
            let unordered = rest.strip_prefix('(').and_then(|inner| {
                let close = inner.bytes().take(MAX_ORDER).position(|b| b == b')')?;
                inner.get(close + 1..)?.strip_prefix(':')
            });
            let name = unordered.unwrap_or(rest).trim_start();
            name.starts_with("one-comment:")
        })
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
pub(super) mod tests;
