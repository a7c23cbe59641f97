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
mod tests {
    use super::*;

    #[test]
    fn a_full_id_is_taken_in_any_case_and_kept_in_lower() {
        let sha = Sha::parse(&"AB".repeat(20)).unwrap();
        assert_eq!(sha.as_str(), "ab".repeat(20));
        assert_eq!(sha.short(), "abababa");
    }

    #[test]
    fn an_abbreviation_or_a_branch_name_is_not_a_commit_id() {
        for text in ["", "abababa", "main", &"g".repeat(40), &"a".repeat(41)] {
            assert_eq!(Sha::parse(text), Err(NotASha), "{text}");
        }
    }

    #[test]
    fn zeros_are_no_commit() {
        assert!(Sha::parse(&"0".repeat(40)).unwrap().is_zero());
        assert!(!Sha::parse(&"01".repeat(20)).unwrap().is_zero());
    }
}
