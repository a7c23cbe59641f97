//! Names that users give: keys of comments and names of sections. Any text; the marker's spelling is ours.
//!
//! ```text
//! spelled = 1*( safe / "-" not after "-" / "%" HEX HEX )     ; HEX in upper case
//! safe    = ALPHA / DIGIT / "." / "_" / "~" / "(" / ")" / "," / "+"
//! ```
//!
//! One name has one spelling, and no spelling holds `--`, a blank, a colon or `>`: a name cannot end
//! the marker it stands in (case 25), nor be taken for another (cases 22, 23).

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::digest::Digest;

/// The longest name, in characters.
pub const MAX_NAME: usize = 100;

/// The key of a comment or the name of a section: 1 to [`MAX_NAME`] characters, compared as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// The text cannot be a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing there.
    #[error("a name cannot be empty")]
    Empty,
    /// Too much.
    #[error("a name has at most {MAX_NAME} characters, this one has {0}")]
    Long(usize),
}

/// Whether a character acts on what is around it instead of being seen: it controls a terminal, begins a line, or
/// turns the direction of writing.
pub fn acts_unseen(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    character.is_control() || turns || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Whether a character is one that shows nothing by itself: Unicode's property `Default_Ignorable_Code_Point`.
pub fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

impl Name {
    /// Takes any text of 1 to [`MAX_NAME`] characters.
    ///
    /// # Errors
    /// [`NameError`] where it is empty or longer.
    pub fn new(text: impl Into<String>) -> Result<Self, NameError> {
        let text = text.into();
        match text.chars().count() {
            0 => Err(NameError::Empty),
            1..=MAX_NAME => Ok(Self(text)),
            n => Err(NameError::Long(n)),
        }
    }

    /// Takes any text; of one that is too long, its beginning and a digest, so that two which differ only beyond
    /// the limit stay two.
    ///
    /// # Errors
    /// [`NameError`] where it is empty.
    pub fn shortened(text: &str) -> Result<Self, NameError> {
        Self::new(shorten(text, MAX_NAME))
    }

    /// What the names of a list's entries begin with, before the slash: its name, shortened where that leaves them
    /// no room.
    #[must_use]
    pub fn as_list(&self) -> Self {
        /// Leaves room for a run's id, a job and a digest.
        const MAX_LIST: usize = 50;
        Self(shorten(&self.0, MAX_LIST))
    }

    /// A list of this name, and an entry in it: `<list>/<entry>`. Either is shortened where the two have no room.
    pub fn with_entry(&self, entry: &str) -> (Self, Self) {
        let list = self.as_list();
        let entry = shorten(&format!("{list}/{entry}"), MAX_NAME);
        (list, Self(entry))
    }

    /// As the user wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As it stands in a marker.
    pub fn spelled(&self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for byte in self.0.bytes() {
            let safe = byte.is_ascii_alphanumeric() || b"._~(),+".contains(&byte);
            if safe || (byte == b'-' && !out.ends_with('-')) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        out
    }

    /// Reads the spelling back; `None` for anything that [`Name::spelled`] would not have written.
    pub fn from_spelled(spelled: &str) -> Option<Self> {
        let mut bytes = Vec::with_capacity(spelled.len());
        let mut rest = spelled.bytes();
        while let Some(byte) = rest.next() {
            if byte == b'%' {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                bytes.push(u8::try_from(high * 16 + low).ok()?);
            } else {
                bytes.push(byte);
            }
        }
        let name = Self::new(String::from_utf8(bytes).ok()?).ok()?;
        (name.spelled() == spelled).then_some(name)
    }
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let end = format!("~{}", Digest::of(text));
    let kept = most.saturating_sub(end.len());
    text.chars().take(kept).chain(end.chars()).collect()
}

/// Digits compare as numbers, so that leg 9 stands before leg 10; otherwise as text. A total order.
impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.0.as_str(), other.0.as_str());
        while !a.is_empty() && !b.is_empty() {
            let (chunk_a, rest_a) = chunk(a);
            let (chunk_b, rest_b) = chunk(b);
            let order = compare_chunks(chunk_a, chunk_b);
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (rest_a, rest_b);
        }
        a.len().cmp(&b.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The leading run of digits, or one character.
fn chunk(text: &str) -> (&str, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let end = if digits > 0 {
        digits
    } else {
        text.chars().next().map_or(0, char::len_utf8)
    };
    text.split_at(end)
}

fn compare_chunks(a: &str, b: &str) -> Ordering {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if number(a) && number(b) {
        let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
        a.len().cmp(&b.len()).then_with(|| a.cmp(b))
    } else {
        a.cmp(b)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;
    fn try_from(text: String) -> Result<Self, NameError> {
        Self::new(text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

#[cfg(test)]
mod tests;
