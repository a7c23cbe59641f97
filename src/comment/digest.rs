//! Short fingerprints of texts. Not for proving who wrote something.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The first 72 bits of a SHA-256, printed as 12 characters of base64url.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 9]);

impl Digest {
    /// Of these bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self::shortened(&Sha256::digest(bytes.as_ref()))
    }

    fn shortened(hash: &[u8]) -> Self {
        let mut short = [0; 9];
        for (to, from) in short.iter_mut().zip(hash) {
            *to = *from;
        }
        Self(short)
    }

    /// How many of `lines`, from the first, make up a text with this digest when joined by line feeds.
    pub(super) fn length_in(self, lines: &[&str]) -> Option<usize> {
        let mut hash = Sha256::new();
        for (n, line) in lines.iter().enumerate() {
            if n > 0 {
                hash.update(b"\n");
            }
            hash.update(line.as_bytes());
            if Self::shortened(&hash.clone().finalize()) == self {
                return Some(n + 1);
            }
        }
        None
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        URL_SAFE_NO_PAD
            .decode(text)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or("not a digest")
    }
}

#[cfg(test)]
mod tests;
