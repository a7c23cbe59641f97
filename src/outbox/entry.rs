//! One entry of an outbox: one message for one section, as a JSON file. Pure; opens no file.
//!
//! `docs/outbox-entry.schema.json` is its published form. A reader trusts nothing: the size first, then the
//! version, then every field, then the digest. An unknown field is refused instead of skipped: what this version
//! does not know it cannot judge, and a newer version has a number of its own.

use serde::{Deserialize, Deserializer, Serialize};

use crate::comment::{Digest, Name, Order, Sha, acts_unseen, input_digest, is_ignorable};

/// The version that is written and the only one that is read.
const VERSION: u32 = 1;

/// The most bytes of a file: the content, with room for JSON's escapes.
pub const MAX_ENTRY: usize = 4 * 1024 * 1024;

/// The most bytes of content: what the job summary takes as well (fact 23), many times a comment.
const MAX_CONTENT: usize = 1024 * 1024;

/// The places before it belong to those who may write.
const FIRST_ORDER: &str = "100000";

/// The most entries that one list keeps.
const MAX_KEPT: usize = 1000;

/// What a section is to say, and where; never in which conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which comment. With the section it is what makes two entries the same.
    pub key: Name,
    /// Which section of it, or of an append which list.
    pub section: Name,
    /// Where it stands, 100000 or more.
    pub order: Order,
    /// What becomes of the section that is there.
    pub mode: Mode,
    /// Markdown as the user gave it: untrusted.
    pub content: String,
    /// What the writer believed: may confirm, never decide.
    pub hints: Hints,
}

/// What an entry may do. The other modes decide over a whole comment and need a token of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Replace the section.
    Upsert,
    /// Write the section if it is not there.
    Once,
    /// Add to a list, of which the newest stay.
    Append {
        /// What tells the entries of one run apart.
        entry: Name,
        /// How many stay.
        limit: usize,
    },
}

/// What the writer believed. `None` where it did not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// The pull request.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub number: Option<u64>,
    /// The commit that it is about.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub head: Option<Sha>,
    /// The run that wrote it.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub run: Option<u64>,
}

/// Why a text is no entry, or may not become one. Names no part of it: the text may be anybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// More bytes than any entry has.
    #[error("it is larger than an outbox takes: 1 MiB of content, 4 MiB in all")]
    Large,
    /// No JSON of the schema's shape.
    #[error("it does not have the form of docs/outbox-entry.schema.json")]
    Malformed,
    /// A name with characters that are not seen.
    #[error(
        "its `{0}` has characters that are not seen, such as control characters or zero-width ones"
    )]
    Unseen(&'static str),
    /// Another version.
    #[error("it is of another version than this program reads: use the same release on both sides")]
    Version,
    /// Too far in front.
    #[error("its `order` is below 100000, a place for those who may write")]
    Order,
    /// The content is not the one that was digested.
    #[error("its digest does not belong to its content")]
    Digest,
    /// Nothing to say.
    #[error("its content is empty")]
    Empty,
}

/// The file, field by field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    key: Name,
    section: Name,
    order: String,
    mode: Word,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    append: Option<Append>,
    content: String,
    digest: Digest,
    hints: Hints,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Upsert,
    Once,
    Append,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Append {
    entry: Name,
    limit: usize,
}

/// A field that is there has a value: null is none.
fn present<'de, D, T>(field: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(field).map(Some)
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Entry {
    /// Reads a file's bytes.
    ///
    /// # Errors
    /// [`EntryError`] for whatever [`Entry::to_json`] would not have written.
    pub fn read(bytes: &[u8]) -> Result<Self, EntryError> {
        if bytes.len() > MAX_ENTRY {
            return Err(EntryError::Large);
        }
        let malformed = |_| EntryError::Malformed;
        let versioned: Versioned = serde_json::from_slice(bytes).map_err(malformed)?;
        if versioned.version != VERSION {
            return Err(EntryError::Version);
        }
        let file: File = serde_json::from_slice(bytes).map_err(malformed)?;
        let digest = file.digest;
        let entry = file.into_entry()?;
        entry.check()?;
        if digest != input_digest(&entry.content) {
            return Err(EntryError::Digest);
        }
        Ok(entry)
    }

    /// The file's text.
    ///
    /// # Errors
    /// [`EntryError`] where a reader would refuse it.
    pub fn to_json(&self) -> Result<String, EntryError> {
        self.check()?;
        let (mode, append) = match &self.mode {
            Mode::Upsert => (Word::Upsert, None),
            Mode::Once => (Word::Once, None),
            Mode::Append { entry, limit } => {
                let (entry, limit) = (entry.clone(), *limit);
                (Word::Append, Some(Append { entry, limit }))
            }
        };
        let file = File {
            version: VERSION,
            key: self.key.clone(),
            section: self.section.clone(),
            order: self.order.to_string(),
            mode,
            append,
            content: self.content.clone(),
            digest: input_digest(&self.content),
            hints: self.hints.clone(),
        };
        let json = serde_json::to_string_pretty(&file).map_err(|_| EntryError::Malformed)?;
        (json.len() < MAX_ENTRY)
            .then(|| json + "\n")
            .ok_or(EntryError::Large)
    }

    /// What writer and reader agree on beyond the shape.
    fn check(&self) -> Result<(), EntryError> {
        let names = [
            ("key", Some(&self.key)),
            ("section", Some(&self.section)),
            ("append.entry", self.mode.entry()),
        ];
        for (field, name) in names {
            if name.is_some_and(|name| name.as_str().contains(hides)) {
                return Err(EntryError::Unseen(field));
            }
        }
        if self.hints.number == Some(0) {
            return Err(EntryError::Malformed);
        }
        if self.content.len() > MAX_CONTENT {
            return Err(EntryError::Large);
        }
        if self
            .content
            .chars()
            .all(|c| c.is_whitespace() || is_ignorable(c))
        {
            return Err(EntryError::Empty);
        }
        if self.order.to_string().as_str() < FIRST_ORDER {
            return Err(EntryError::Order);
        }
        match self.mode {
            Mode::Append { limit, .. } if !(1..=MAX_KEPT).contains(&limit) => {
                Err(EntryError::Malformed)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a character has no place in a name: emoji need joiners and variation selectors.
fn hides(character: char) -> bool {
    let of_emoji = matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    acts_unseen(character) || (is_ignorable(character) && !of_emoji)
}

impl Mode {
    fn entry(&self) -> Option<&Name> {
        match self {
            Self::Append { entry, .. } => Some(entry),
            Self::Upsert | Self::Once => None,
        }
    }
}

impl File {
    fn into_entry(self) -> Result<Entry, EntryError> {
        let mode = match (self.mode, self.append) {
            (Word::Upsert, None) => Mode::Upsert,
            (Word::Once, None) => Mode::Once,
            (Word::Append, Some(Append { entry, limit })) => Mode::Append { entry, limit },
            _ => return Err(EntryError::Malformed),
        };
        Ok(Entry {
            key: self.key,
            section: self.section,
            order: Order::parse(&self.order).ok_or(EntryError::Malformed)?,
            mode,
            content: self.content,
            hints: self.hints,
        })
    }
}

#[cfg(test)]
mod tests;
