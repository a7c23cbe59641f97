//! What one writer saw and sent, watched for the invariants that hold at every step.
//! What must hold at the end is `verdict.rs`.

use std::fmt;

use one_comment::comment::{Origin, Parsed, Sha};
use one_comment::converge::{Call, Comment, Failure, Head, Reply};

use crate::writer::{Goal, Job};

/// How an invariant of the protocol can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Violation {
    /// Two comments of one key (1).
    Duplicate,
    /// A finished writer's section is missing (2).
    Loss,
    /// A comment that is not ours was touched (3).
    Foreign,
    /// A body for a commit that the writer did not see as the head (4).
    StaleBody,
    /// A create after an incomplete look (three equal ones are believed), or a second one without a look (6).
    BlindCreate,
    /// A person's line is gone (7).
    TextLoss,
    /// A session that failed although nothing prevented it, or that never ends (8).
    Unfinished,
    /// The comment is hidden though it should be shown, or shown though it should be hidden.
    Visibility,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Duplicate => "duplicate",
            Self::Loss => "lost section",
            Self::Foreign => "foreign write",
            Self::StaleBody => "stale body",
            Self::BlindCreate => "blind create",
            Self::TextLoss => "lost text",
            Self::Unfinished => "unfinished session",
            Self::Visibility => "wrong visibility",
        })
    }
}

/// So many equal lists in a row are believed, although GitHub counts more.
const BELIEVED: u32 = 3;

/// What a writer knows as far as its answers tell, and what it did.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Watch {
    /// The head of the last answer that named one.
    head: Option<Sha>,
    /// The last answer showed its own text already.
    shows_mine: bool,
    /// How many looks in a row listed fewer comments than GitHub counts, all equally many, and how many.
    short: (u32, usize),
    /// A create's answer was lost, and no look followed.
    blind: bool,
    creates: u32,
    lost_creates: u32,
    /// Writes that were sent.
    pub(crate) writes: u32,
    /// A write was carried out since a person last deleted the comment.
    pub(crate) landed: bool,
    /// The mark of its section, from its first write of it.
    pub(crate) mark: Option<Origin>,
}

impl Watch {
    pub(crate) fn hears(&mut self, call: &Call, reply: &Reply, job: &Job) {
        match reply {
            Reply::Seen(sight) => {
                let listed = sight.oldest.len();
                let short = sight.next.is_none() && listed < sight.total as usize;
                self.short = match self.short {
                    _ if !short => (0, 0),
                    (times, length) if length == listed => (times + 1, listed),
                    _ => (1, listed),
                };
                self.blind = false;
                self.sees_head(&sight.subject.head);
                self.sees_bodies(
                    sight.oldest.iter().chain(&sight.recent).chain(&sight.asked),
                    job,
                );
            }
            Reply::Written {
                comment, glance, ..
            } => {
                if let Some(glance) = glance {
                    self.sees_head(&glance.head);
                }
                let recent = glance.iter().flat_map(|glance| &glance.recent);
                self.sees_bodies(recent.chain([&**comment]), job);
            }
            Reply::Failed(Failure::Unknown(_)) if matches!(call, Call::Create { .. }) => {
                self.blind = true;
                self.lost_creates += 1;
            }
            _ => {}
        }
    }

    fn sees_head(&mut self, head: &Head) {
        if let Head::Confirmed(sha) = head {
            self.head = Some(sha.clone());
        }
    }

    fn sees_bodies<'a>(&mut self, comments: impl Iterator<Item = &'a Comment>, job: &Job) {
        let Some(text) = job.text() else { return };
        let mut bodies = comments.filter_map(|comment| comment.body.as_deref());
        self.shows_mine = bodies.any(|body| body.contains(text));
    }

    pub(crate) fn sends(&mut self, call: &Call, job: &Job) -> Option<Violation> {
        self.writes += u32::from(call.is_write());
        let body = match call {
            Call::Create { body, .. } => {
                self.creates += 1;
                let short = (1..BELIEVED).contains(&self.short.0);
                if short || self.blind || self.creates > 1 + self.lost_creates {
                    return Some(Violation::BlindCreate);
                }
                body
            }
            Call::Update { body, .. } => body,
            _ => return None,
        };
        let text = job.text()?;
        if !body.contains(text) {
            return None;
        }
        if self.mark.is_none()
            && let Goal::Says(section, _) = &job.goal
            && let Parsed::Ours { document, .. } = Parsed::read(body)
        {
            let record = document.section(section).and_then(|s| s.record.as_ref());
            self.mark = record.map(|record| record.origin.clone());
        }
        let stale = self.head.is_some() && self.head.as_ref() != job.commit() && !self.shows_mine;
        stale.then_some(Violation::StaleBody)
    }
}
