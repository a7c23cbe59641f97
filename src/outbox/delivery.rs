//! Which entries may go out, and as what: pure rules over what GitHub says and what the entries say. GitHub's word
//! decides; an entry's own may confirm it. Sends nothing.

use std::collections::BTreeMap;

use super::archive::{ArchiveError, MAX_ARCHIVE};
use super::entry::{Entry, Mode};
use super::refusal::Refusal;
use crate::comment::{Content, Name, Sha, input_digest};
use crate::converge::{self, Message, Seconds};

/// The only event whose runs are delivered: GitHub says of each for which repository, branch and commit it ran, and
/// that is its pull request's head (fact 36).
pub const DELIVERED_EVENT: &str = "pull_request";

/// The most entries of one run: as many as a matrix has jobs (fact 35).
const MAX_ENTRIES: usize = 256;

/// Where entries belong, by GitHub's word alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Base of the server's addresses: `https://github.com`, or a GHES host.
    pub server: String,
    /// The pull request.
    pub number: u64,
    /// The commit that the entries are about.
    pub head: Sha,
    /// The run that left them; `None` where a person delivers a folder without naming one.
    pub run: Option<u64>,
}

/// An artifact as GitHub lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upload {
    /// The run that it is said to be of.
    pub run: Option<u64>,
    /// Bytes of its archive.
    pub size: u64,
    /// When it came.
    pub created_at: Option<Seconds>,
    /// Whether it was dropped.
    pub expired: bool,
}

impl Upload {
    /// When it came, if it may be downloaded as one of `run`'s. What is not said counts against it.
    ///
    /// # Errors
    /// [`Refusal`] where it may not.
    pub fn check(self, run: u64) -> Result<Seconds, Refusal> {
        let most = u64::try_from(MAX_ARCHIVE).unwrap_or(u64::MAX);
        if self.run != Some(run) {
            Err(Refusal::OtherRun)
        } else if self.expired {
            Err(Refusal::Expired)
        } else if self.size > most {
            Err(ArchiveError::Large.into())
        } else {
            self.created_at.ok_or(Refusal::NoTime)
        }
    }
}

/// One entry as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its place in time among the others; of two for one section the greater counts.
    pub age: (u64, u64),
    /// What it says, if it may be read.
    pub entry: Result<Entry, Refusal>,
}

/// What is to become of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It goes out, into the comment of this key.
    Send(Name, Box<Message>),
    /// A newer one speaks for its section.
    Older,
    /// It does not go out.
    Refuse(Refusal),
}

/// Decides over all entries of a delivery, in their order.
pub fn decide(found: Vec<Found>, destination: &Destination, allow: &[Name]) -> Vec<Decision> {
    let ages: Vec<_> = found.iter().map(|found| found.age).collect();
    let few = newest(&ages);
    let judge = |(found, few): (Found, bool)| match found.entry {
        _ if !few => Decision::Refuse(Refusal::TooMany),
        Ok(entry) => judge(entry, destination, allow),
        Err(refusal) => Decision::Refuse(refusal),
    };
    let mut decisions: Vec<_> = found.into_iter().zip(few).map(judge).collect();
    let mut speakers: BTreeMap<(Name, Name), (u64, u64)> = BTreeMap::new();
    for (age, decision) in ages.iter().zip(&decisions) {
        if let Decision::Send(key, message) = decision {
            let speaker = speakers.entry((key.clone(), message.section.clone()));
            let newest = speaker.or_insert(*age);
            *newest = (*newest).max(*age);
        }
    }
    for (age, decision) in ages.iter().zip(&mut decisions) {
        if let Decision::Send(key, message) = decision
            && speakers.get(&(key.clone(), message.section.clone())) != Some(age)
        {
            *decision = Decision::Older;
        }
    }
    decisions
}

/// Which of a run's entries, by their places in time, are among as many of the newest as are delivered.
pub fn newest(ages: &[(u64, u64)]) -> Vec<bool> {
    let mut sorted = ages.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let oldest = sorted.get(MAX_ENTRIES - 1).copied();
    ages.iter()
        .map(|age| oldest.is_none_or(|oldest| *age >= oldest))
        .collect()
}

fn judge(entry: Entry, destination: &Destination, allow: &[Name]) -> Decision {
    match contradiction(&entry, destination) {
        _ if !allow.contains(&entry.key) => Decision::Refuse(Refusal::Key),
        Some(refusal) => Decision::Refuse(refusal),
        None => {
            let key = entry.key.clone();
            Decision::Send(key, Box::new(message(entry, destination)))
        }
    }
}

/// A hint may only confirm.
fn contradiction(entry: &Entry, destination: &Destination) -> Option<Refusal> {
    fn differ<T: PartialEq>(hint: Option<&T>, truth: Option<&T>) -> bool {
        hint.zip(truth).is_some_and(|(hint, truth)| hint != truth)
    }
    let hints = &entry.hints;
    if differ(hints.number.as_ref(), Some(&destination.number)) {
        Some(Refusal::Number)
    } else if differ(hints.head.as_ref(), Some(&destination.head)) {
        Some(Refusal::Head)
    } else if differ(hints.run.as_ref(), destination.run.as_ref()) {
        Some(Refusal::Run)
    } else {
        None
    }
}

/// The number of an append's run is GitHub's, so no run can write another's entry.
fn message(entry: Entry, destination: &Destination) -> Message {
    let (mode, section) = match entry.mode {
        Mode::Upsert => (converge::Mode::Upsert, entry.section),
        Mode::Once => (converge::Mode::Once, entry.section),
        Mode::Append { entry: own, limit } => {
            let run = destination.run.unwrap_or(0);
            let (list, section) = entry.section.with_entry(&format!("{run}.{own}"));
            (converge::Mode::Append { list, limit }, section)
        }
    };
    Message {
        section,
        order: entry.order,
        content: Content::untrusted(&entry.content, &destination.server),
        input: input_digest(&entry.content),
        mode,
        clears: Vec::new(),
        even_if_stale: false,
    }
}

#[cfg(test)]
mod tests;
