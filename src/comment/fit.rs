//! Keeps a whole comment within what a server takes. Cuts only what runs wrote: what persons wrote between the
//! sections is never cut.
//!
//! The rule is the same whoever writes: short sections stay whole, and the longest are cut to one length, the *share*,
//! by which all of it fits. What was delivered for a stranger gives way first: it cannot push out what others say.
//! What is cut stays so until its own writer publishes again, who alone has the rest.

use super::document::{Document, Section};
use super::frame::Frame;
use super::sha::Sha;
use super::state::{Origin, Record};

/// There is no room even where every section is cut to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "all sections and markers together have {length} characters, and there is room for {limit}"
)]
pub struct TooLong {
    /// In characters, with all sections whole.
    pub length: usize,
    /// The most there may be.
    pub limit: usize,
}

impl Document {
    /// Draws and prints it, with sections cut so that the body has at most `limit` Unicode scalar values. Answers what
    /// the body says, and the body.
    ///
    /// # Errors
    /// [`TooLong`] where sections are not what makes it long.
    pub fn fit(&self, limit: usize, frame: &Frame, now: u64) -> Result<(Self, String), TooLong> {
        let mut room = self.sections().iter().map(length).sum();
        let mut whole = None;
        loop {
            let mut fitted = self.clone();
            let shares = self.shares(room);
            for section in fitted.sections_mut() {
                let share = shares.of(section);
                section.cut(share, self.head.as_ref(), &frame.server);
            }
            fitted.draw(frame, now);
            let body = fitted.print();
            let printed = body.chars().count();
            let length = *whole.get_or_insert(printed);
            if printed <= limit {
                return Ok((fitted, body));
            }
            // The notes that say what is missing take room, too.
            let less = room.checked_sub(printed - limit);
            room = less.ok_or(TooLong { length, limit })?;
        }
    }
}

/// The length to which sections are cut that are longer.
struct Shares {
    /// Of those that were delivered for a stranger.
    delivered: usize,
    /// Of all others.
    own: usize,
}

impl Shares {
    fn of(&self, section: &Section) -> usize {
        if section.is_delivered() {
            self.delivered
        } else {
            self.own
        }
    }
}

impl Document {
    /// By which all contents together have no more than `room`.
    fn shares(&self, room: usize) -> Shares {
        let lengths = |delivered| {
            let sections = self.sections().iter();
            let these = sections.filter(move |section| section.is_delivered() == delivered);
            these.map(length).collect::<Vec<usize>>()
        };
        let (delivered, own) = (lengths(true), lengths(false));
        let left = room.saturating_sub(own.iter().sum());
        Shares {
            delivered: share(&delivered, left),
            own: share(&own, room),
        }
    }
}

impl Section {
    /// Cuts its content. What a person edited stays an edit, however much of it is left.
    fn cut(&mut self, room: usize, head: Option<&Sha>, server: &str) {
        let (content, missing) = self.content.cut(room, self.is_delivered(), server);
        if missing == 0 {
            return;
        }
        let whole = self.content.digest();
        let printed = if self.is_edited() {
            whole
        } else {
            content.digest()
        };
        // Without one there is no telling that anything is missing.
        let record = self.record.get_or_insert_with(|| Record {
            origin: Origin {
                commit: head.cloned(),
                ..Origin::default()
            },
            input: whole,
            printed,
            missing: 0,
        });
        record.printed = printed;
        let missing = u32::try_from(missing).unwrap_or(u32::MAX);
        record.missing = record.missing.saturating_add(missing);
        self.content = content;
    }
}

fn length(section: &Section) -> usize {
    section.content.as_str().chars().count()
}

/// The greatest length to which all that is longer can be cut, so that together they have no more than `room`.
fn share(lengths: &[usize], mut room: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    for (n, length) in sorted.iter().enumerate() {
        let share = room / (sorted.len() - n);
        if *length > share {
            return share;
        }
        room -= length;
    }
    usize::MAX
}

#[cfg(test)]
mod tests;
