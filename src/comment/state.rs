//! The hidden state at the end of the body: who wrote which section, when, for which commit.
//! Does not decide anything with it.
//!
//! JSON with short keys, deflated, then base64url without padding: nothing in it can end the HTML comment
//! that it stands in. It is untrusted like all the rest of the body; a reader bounds what it inflates.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::name::Name;
use super::sha::Sha;

/// The version of the state that this program writes and the highest it reads.
pub(super) const VERSION: u32 = 1;

/// The most that a state may inflate to, in bytes: many times what 65,536 characters of comment can need.
const MAX_INFLATED: u64 = 4 * 1024 * 1024;

/// Which of two writes is newer: compared field by field, in this order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(from = "(u64, u32, u64, u64)", into = "(u64, u32, u64, u64)")]
pub struct Stamp {
    /// The run id, or, for a re-run, the rank that it found.
    pub rank: u64,
    /// Raised by a re-run above the one that it found.
    pub bump: u32,
    /// When the session began, in milliseconds since the Unix epoch. Decides only within one run.
    pub start: u64,
    /// Random. Decides only between two sessions that began in the same millisecond.
    pub nonce: u64,
}

impl From<(u64, u32, u64, u64)> for Stamp {
    fn from((rank, bump, start, nonce): (u64, u32, u64, u64)) -> Self {
        Self {
            rank,
            bump,
            start,
            nonce,
        }
    }
}

impl From<Stamp> for (u64, u32, u64, u64) {
    fn from(s: Stamp) -> Self {
        (s.rank, s.bump, s.start, s.nonce)
    }
}

/// Where something in the comment came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// Its place in the order of writes.
    #[serde(rename = "s")]
    pub stamp: Stamp,
    /// GitHub's run id; 0 outside Actions.
    #[serde(rename = "r")]
    pub run: u64,
    /// GitHub's run attempt, from 1; 0 outside Actions.
    #[serde(rename = "a")]
    pub attempt: u32,
    /// The commit that it is about; `None` where there is none. In the wire form left out where it is the head.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Sha>,
    /// `workflow/job`, for people.
    #[serde(rename = "w", default, skip_serializing_if = "String::is_empty")]
    pub writer: String,
    /// The runner's name, digested: two runners in one attempt are two writers.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<Digest>,
    /// Whether it came by delivery from an outbox, and not from a job with a token of its own.
    #[serde(rename = "d", default, skip_serializing_if = "std::ops::Not::not")]
    pub delivered: bool,
}

/// What the state knows of one section.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Record {
    /// Who wrote it.
    #[serde(flatten)]
    pub origin: Origin,
    /// Of the text as it was given, with line ends normalised.
    #[serde(rename = "i")]
    pub input: Digest,
    /// Of the content as printed; another digest now means that a person edited it.
    #[serde(rename = "p")]
    pub printed: Digest,
    /// How many characters were cut off for want of room; 0 where the content is whole.
    #[serde(rename = "k", default, skip_serializing_if = "is_zero")]
    pub missing: u32,
}

/// The mark of a section that was removed, so that a join does not bring it back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tombstone {
    /// Who removed it.
    #[serde(flatten)]
    pub origin: Origin,
    /// When, in milliseconds since the Unix epoch: tombstones do not live for ever.
    #[serde(rename = "at")]
    pub buried: u64,
}

/// The state, decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct State {
    #[serde(rename = "v")]
    pub(super) version: u32,
    #[serde(rename = "g", default, skip_serializing_if = "is_zero")]
    pub(super) generation: u32,
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub(super) head: Option<Sha>,
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub(super) swept: Option<u64>,
    #[serde(rename = "n", default)]
    pub(super) nonce: u64,
    #[serde(rename = "s", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) sections: BTreeMap<Name, Record>,
    #[serde(rename = "t", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tombstones: BTreeMap<Name, Tombstone>,
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub(super) hidden: Option<Origin>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// What became of reading a state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    Known(Box<State>),
    /// Written by a newer program: must not be overwritten.
    Newer(u32),
    Unreadable,
}

impl State {
    pub(super) fn encode(mut self) -> String {
        let head = self.head.clone();
        self.origins()
            .filter(|origin| origin.commit == head)
            .for_each(|origin| origin.commit = None);
        // Writing to memory does not fail; were it to, an unreadable state counts as the oldest possible.
        let json = serde_json::to_vec(&self).unwrap_or_default();
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        let deflated = deflate.write_all(&json).and_then(|()| deflate.finish());
        URL_SAFE_NO_PAD.encode(deflated.unwrap_or_default())
    }

    pub(super) fn decode(data: &str) -> Decoded {
        #[derive(Deserialize)]
        struct Versioned {
            v: u32,
        }
        let Some(json) = inflate(data) else {
            return Decoded::Unreadable;
        };
        match serde_json::from_slice::<Self>(&json) {
            Ok(state) if state.version <= VERSION => Decoded::Known(Box::new(state.whole())),
            // A newer state need not even have the shape of this one.
            _ => match serde_json::from_slice(&json) {
                Ok(Versioned { v }) if v > VERSION => Decoded::Newer(v),
                _ => Decoded::Unreadable,
            },
        }
    }

    /// A commit is left out where it is the head.
    fn whole(mut self) -> Self {
        let head = self.head.clone();
        self.origins()
            .filter(|origin| origin.commit.is_none())
            .for_each(|origin| origin.commit.clone_from(&head));
        self
    }

    fn origins(&mut self) -> impl Iterator<Item = &mut Origin> {
        let sections = self.sections.values_mut().map(|record| &mut record.origin);
        let tombstones = self
            .tombstones
            .values_mut()
            .map(|tombstone| &mut tombstone.origin);
        sections.chain(tombstones).chain(&mut self.hidden)
    }
}

fn inflate(data: &str) -> Option<Vec<u8>> {
    let deflated = URL_SAFE_NO_PAD.decode(data).ok()?;
    let mut json = Vec::new();
    let read = DeflateDecoder::new(deflated.as_slice())
        .take(MAX_INFLATED + 1)
        .read_to_end(&mut json)
        .ok()?;
    (u64::try_from(read).ok()? <= MAX_INFLATED).then_some(json)
}

#[cfg(test)]
pub(super) mod tests;
