//! What a command asks for, before anything is known of the comment.

use super::adopt::ToolMarker;
use super::call::{Account, Classifier};
use super::pace::Pace;
use super::removal::Selector;
use super::rules::Rules;
use super::stamp::Run;
use crate::comment::{
    Content, Digest, Document, Frame, Name, Order, Origin, Section, Sha, Stamp, input_digest,
};

/// When a publish writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Always.
    Upsert,
    /// Only if there is no comment yet.
    Create,
    /// Only if there is a comment.
    Update,
    /// Only if the comment, which may be made, has no such section.
    Insert,
    /// Only if the comment has no such section; one that was made of another text is refused.
    Once,
    /// Always, into a new comment that takes the place of the old.
    Recreate(Predecessor),
    /// Always; the section is an entry `<list>/…` beside its siblings, of which the newest stay.
    Append {
        /// What the names of all entries begin with, without the slash.
        list: Name,
        /// How many entries there may be, this one included.
        limit: usize,
    },
}

/// What becomes of the comment whose place a new one takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Predecessor {
    /// It goes.
    Deleted,
    /// It stays, minimised and without a key.
    Hidden(Classifier),
}

/// What becomes of a message that there is no room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The longest sections are cut to equal shares.
    #[default]
    Truncate,
    /// Nothing is written.
    Fail,
}

/// What a section is to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// Which section.
    pub section: Name,
    /// Where it stands.
    pub order: Order,
    /// Safe to print.
    pub content: Content,
    /// Of the text as it was given.
    pub input: Digest,
    /// When to write.
    pub mode: Mode,
    /// Other sections that go with the same write.
    pub clears: Vec<Selector>,
    /// Publish also where the commit is proven not to be the head any more: under the mark of another commit, and
    /// not over what a newer one said.
    pub even_if_stale: bool,
}

impl Message {
    /// What `text` says in `section`, always, in the usual place.
    pub fn new(section: Name, text: &str) -> Self {
        Self {
            section,
            order: Order::DEFAULT,
            content: Content::new(text),
            input: input_digest(text),
            mode: Mode::Upsert,
            clears: Vec::new(),
            even_if_stale: false,
        }
    }
}

/// Which sections go, and what becomes of a comment that has none left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clearing {
    /// What goes.
    pub sections: Vec<Selector>,
    /// And then.
    pub emptied: Emptied,
}

/// What becomes of a comment without a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emptied {
    /// It stays as it is.
    Kept,
    /// It is minimised.
    Hidden(Classifier),
    /// It goes, unless a person wrote into it.
    Deleted,
}

/// What a session is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Put a message into its section.
    Publish(Box<Message>),
    /// Put the messages of a run that may not write into their sections, all at once; each only where no run with a
    /// token of its own wrote. The modes are upsert, once and append.
    Deliver(Vec<Message>),
    /// Remove sections.
    Clear(Clearing),
    /// Minimise the comment.
    Hide(Classifier),
    /// Remove the comment, or what in it is older.
    Delete,
    /// Only say whether the commit is the head.
    Check,
    /// Only read the comment.
    Show,
}

impl Intent {
    /// Whether somebody is to read something new.
    pub(super) fn publishes(&self) -> bool {
        matches!(self, Self::Publish(_) | Self::Deliver(_))
    }
}

/// Everything a session is told at its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Which comment.
    pub key: Name,
    /// What for.
    pub intent: Intent,
    /// On whose behalf.
    pub run: Run,
    /// What the reader sees around the sections.
    pub frame: Frame,
    /// The commit that the message is about; `None` for whatever the head is at the first look.
    pub commit: Option<Sha>,
    /// What the event says the head was before that commit.
    pub before: Option<Sha>,
    /// A further identity whose comments are ours.
    pub author: Option<Account>,
    /// Comments of other tools by our accounts: one of them is written into where there is none of ours, instead of
    /// making one.
    pub adopt: Vec<ToolMarker>,
    /// The REST id of the comment, where somebody remembers it: looked at even where a list does not show it yet,
    /// and judged like any other.
    pub hint: Option<u64>,
    /// What becomes of a message that there is no room for.
    pub overflow: Overflow,
    /// Jobs that are known to write at the same time: the legs of a matrix. 0 or 1 for a lone job.
    pub legs: u32,
    /// Stop before the first write and say what it would be.
    pub dry: bool,
    /// How to wait.
    pub pace: Pace,
    /// All of them, but in a test of the rules themselves.
    pub rules: Rules,
}

impl Settings {
    /// The mark of this run on something with this stamp.
    pub(super) fn origin(&self, stamp: Stamp, commit: Option<Sha>) -> Origin {
        Origin {
            stamp,
            run: self.run.id,
            attempt: self.run.attempt,
            commit,
            writer: self.run.writer.clone(),
            runner: self.run.runner,
            delivered: matches!(self.intent, Intent::Deliver(_)),
        }
    }

    /// Messages as a document of its own, to be joined into what is there.
    pub(super) fn document<'a>(
        &self,
        messages: impl IntoIterator<Item = &'a Message>,
        origin: &Origin,
    ) -> Document {
        let mut document = Document::new(self.key.clone());
        for message in messages {
            document.insert(message.to_section(origin.clone()));
        }
        document
    }
}

impl Message {
    /// Where the stored section of this message, or its tombstone, came from.
    pub(super) fn origin_in<'a>(&self, current: &'a Document) -> Option<&'a Origin> {
        let section = current
            .section(&self.section)
            .and_then(|section| section.record.as_ref());
        let tombstone = current.tombstones.get(&self.section);
        section
            .map(|record| &record.origin)
            .or(tombstone.map(|tombstone| &tombstone.origin))
    }

    /// Whether the section was made of the same text. Where its record is lost, what it shows must tell.
    pub(super) fn made(&self, section: &Section) -> bool {
        let record = section.record.as_ref();
        record.map_or(section.content == self.content, |record| {
            record.input == self.input
        })
    }

    fn to_section(&self, origin: Origin) -> Section {
        let section = Section::new(self.section.clone(), self.content.clone());
        Section {
            order: self.order,
            ..section.recorded(origin, self.input)
        }
    }
}

#[cfg(test)]
mod tests;
