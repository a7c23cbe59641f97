//! The credential. Does not know where it came from and cannot be printed, serialised or cloned into text.

use std::fmt;

use octocrab::secrecy::{ExposeSecret, SecretString};

/// A token for GitHub's API, kept in memory only and wiped when dropped.
#[derive(Clone)]
pub struct Token(SecretString);

/// The text cannot be a token. It is not repeated here: it may be a damaged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a token: it must be visible ASCII characters without spaces, and at least one")]
pub struct NotAToken;

impl Token {
    /// Takes a token as it was handed in; white space around it (a pasted secret's newline) is dropped.
    ///
    /// # Errors
    /// [`NotAToken`] for what cannot stand in an HTTP header.
    pub fn new(text: &str) -> Result<Self, NotAToken> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic()) {
            Ok(Self(SecretString::from(text)))
        } else {
            Err(NotAToken)
        }
    }

    /// Whether `text` holds this token, and so must not be published.
    pub fn is_in(&self, text: &str) -> bool {
        text.contains(self.0.expose_secret())
    }

    /// Whether `text` is this token.
    pub fn is_exactly(&self, text: &str) -> bool {
        self.0.expose_secret() == text.trim()
    }

    /// For the transport, which wraps it into a header that is marked sensitive.
    pub(super) fn into_secret(self) -> SecretString {
        self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_not_shown_by_debug() {
        let token = Token::new("ghs_secret").unwrap();
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn a_body_that_holds_the_token_is_recognised() {
        let token = Token::new(" ghs_secret\n").unwrap();
        assert!(token.is_in("log: ghs_secret!"));
        assert!(!token.is_in("log: ghs_secre"));
    }

    #[test]
    fn what_cannot_stand_in_a_header_is_not_a_token() {
        for text in ["", " \n", "a b", "a\nb", "é"] {
            assert_eq!(Token::new(text).err(), Some(NotAToken), "{text:?}");
        }
    }
}
