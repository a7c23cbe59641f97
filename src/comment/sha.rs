//! The id of a commit. Does not know git: a name for bytes that GitHub gave us.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A full commit id: 40 (SHA-1) or 64 (SHA-256) lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sha(String);

/// The text is not a full commit id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a commit id: it must be the full 40 or 64 hexadecimal digits")]
pub struct NotASha;

impl Sha {
    /// Reads a full commit id; letters may be upper case.
    ///
    /// # Errors
    /// [`NotASha`] for anything else, abbreviations included.
    pub fn parse(text: &str) -> Result<Self, NotASha> {
        let whole = matches!(text.len(), 40 | 64);
        if whole && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(NotASha)
        }
    }

    /// All digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first seven digits, for people.
    pub fn short(&self) -> &str {
        self.0.get(..7).unwrap_or(&self.0)
    }

    /// Whether this is the "no commit" of push events: zeros only.
    pub fn is_zero(&self) -> bool {
        self.0.bytes().all(|b| b == b'0')
    }
}

impl fmt::Display for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Sha {
    type Error = NotASha;
    fn try_from(text: String) -> Result<Self, NotASha> {
        Self::parse(&text)
    }
}

impl From<Sha> for String {
    fn from(sha: Sha) -> Self {
        sha.0
    }
}

#[cfg(test)]
mod tests;
