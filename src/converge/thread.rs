//! What a session knows of the conversation, gathered from looks and from the answers to its own writes.
//! Says what is still missing to know it whole; does not decide what to write.

mod adoptable;

use std::collections::{BTreeMap, BTreeSet};

use super::call::{
    Call, Comment, CommentRef, Cursor, Glance, Head, History, Millis, Seconds, Sight, Subject,
};
use super::owner::Owner;
use crate::comment::{Document, Name, Parsed, Sha, normalise};

/// A look may be this much behind the clock of its own answer.
const LAG: Seconds = 60;
/// As many bodies as one request may ask for.
const MAX_BODIES: usize = 100;

/// One of our comments with the key that we look for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Own {
    pub(super) at: CommentRef,
    pub(super) url: String,
    /// Normalised.
    pub(super) body: String,
    pub(super) document: Document,
    pub(super) intact: bool,
    pub(super) hidden: Option<String>,
    /// When the request was sent whose answer showed it so.
    pub(super) asked: Millis,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Known {
    comment: Comment,
    /// `None` where the body is not known.
    parsed: Option<Parsed>,
    asked: Millis,
}

/// Why the conversation is not known whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// This call would tell more.
    Call(Call),
    /// GitHub counts another number of comments than it lists: only another look can tell.
    Count,
}

/// The conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub(super) owner: Owner,
    pub(super) subject: Option<Subject>,
    /// The newest commit, as an answer confirmed it last.
    head: Option<Sha>,
    /// Of the comment that the last look asked for by name.
    pub(super) history: Option<History>,
    comments: BTreeMap<u64, Known>,
    total: u32,
    next: Option<Cursor>,
    asked: Millis,
    /// Server time of the last look.
    server_time: Seconds,
    /// A comment that somebody remembers, until it was asked for: lists may lag.
    hint: Option<u64>,
    /// Everything that was last updated before this server time is known, or is known not to be ours.
    swept: Option<Seconds>,
    /// Whether the last look's recent comments reach back to `swept`.
    covered: bool,
}

impl Thread {
    pub(super) fn new(owner: Owner, hint: Option<u64>) -> Self {
        Self {
            owner,
            subject: None,
            head: None,
            history: None,
            comments: BTreeMap::new(),
            total: 0,
            next: None,
            asked: 0,
            server_time: 0,
            hint,
            swept: None,
            covered: false,
        }
    }

    /// Takes in a look that was sent at `asked`. `named` is the comment that it asked for by name.
    pub(super) fn see(
        &mut self,
        sight: Sight,
        named: Option<&CommentRef>,
        asked: Millis,
        key: &Name,
    ) {
        self.owner.learn(sight.viewer);
        self.confirm(&sight.subject.head);
        self.subject = Some(sight.subject);
        self.history = sight.history;
        (self.total, self.next) = (sight.total, sight.next);
        (self.asked, self.server_time) = (asked, sight.server_time);
        if self.next.is_none() {
            let listed: BTreeSet<u64> = sight
                .oldest
                .iter()
                .chain(&sight.recent)
                .map(|c| c.at.id)
                .collect();
            self.comments.retain(|id, _| listed.contains(id));
        }
        if let Some(gone) = named.filter(|_| sight.asked.is_none()) {
            self.comments.remove(&gone.id);
        }
        let recent = reach(&sight.recent, sight.total);
        for comment in sight
            .oldest
            .into_iter()
            .chain(sight.recent)
            .chain(sight.asked)
        {
            self.take(comment, asked);
        }
        let stored = self
            .documents(key)
            .filter_map(|(_, document, _)| document.swept)
            .min();
        // One from the future would hide comments for ever; one by a run that was not told of a former identity, its
        // comments.
        let believed = |swept: &Seconds| *swept <= self.server_time && !self.owner.has_former();
        self.swept = self.swept.max(stored.filter(believed));
        self.covered = self
            .swept
            .is_some_and(|swept| recent.is_none_or(|oldest| oldest < swept));
    }

    /// Takes in more of the list of oldest comments.
    pub(super) fn page(&mut self, comments: Vec<Comment>, next: Option<Cursor>, total: u32) {
        (self.next, self.total) = (next, total);
        let asked = self.asked;
        comments
            .into_iter()
            .for_each(|comment| self.take(comment, asked));
    }

    /// Takes in comments that were listed before and asked for again; those that are not answered are gone.
    pub(super) fn bodies(&mut self, asked_for: &[CommentRef], found: Vec<Comment>, asked: Millis) {
        self.hint
            .take_if(|hint| asked_for.iter().any(|at| at.id == *hint));
        asked_for.iter().for_each(|at| self.forget(at));
        found
            .into_iter()
            .for_each(|comment| self.take(comment, asked));
    }

    /// Takes in the answer to a write that was sent at `asked`.
    pub(super) fn wrote(&mut self, comment: Comment, glance: Option<Glance>, asked: Millis) {
        let Some(glance) = glance else {
            self.take(comment, asked);
            return;
        };
        self.confirm(&glance.head);
        if let Some(subject) = &mut self.subject {
            subject.head = glance.head;
        }
        let whole = glance.recent.len() >= usize::try_from(glance.total).unwrap_or(usize::MAX);
        let reach = reach(&glance.recent, glance.total);
        let listed: BTreeSet<u64> = glance.recent.iter().map(|c| c.at.id).collect();
        if whole {
            self.comments.retain(|id, _| listed.contains(id));
        }
        // One that is not among the recently updated was not updated since it was last read, if they reach back so far.
        if reach.is_some_and(|oldest| oldest < self.server_time) {
            self.comments
                .values_mut()
                .for_each(|known| known.asked = asked);
        }
        self.total = glance.total;
        glance
            .recent
            .into_iter()
            .for_each(|recent| self.take(recent, asked));
        self.take(comment, asked);
    }

    fn confirm(&mut self, head: &Head) {
        if let Head::Confirmed(sha) = head {
            self.head = Some(sha.clone());
        }
    }

    /// Forgets a comment that is gone.
    pub(super) fn forget(&mut self, at: &CommentRef) {
        self.comments.remove(&at.id);
    }

    fn take(&mut self, mut comment: Comment, asked: Millis) {
        let parsed = match (&comment.body, self.comments.remove(&comment.at.id)) {
            (Some(body), Some(known)) if known.comment.body.as_ref() == Some(body) => known.parsed,
            (Some(body), _) => Some(Parsed::read(body)),
            // A list without bodies: what was read before still holds.
            (None, Some(known)) if known.comment.updated_at == comment.updated_at => {
                comment.body = known.comment.body;
                comment.hidden = known.comment.hidden;
                known.parsed
            }
            (None, _) => None,
        };
        let known = Known {
            comment,
            parsed,
            asked,
        };
        self.comments.insert(known.comment.at.id, known);
    }

    /// What a comment says, if it is a document at all.
    pub(super) fn document(&self, at: &CommentRef) -> Option<&Document> {
        match self.comments.get(&at.id)?.parsed.as_ref()? {
            Parsed::Ours { document, .. } => Some(document),
            _ => None,
        }
    }

    /// What would have to be asked to know every comment that may be ours.
    pub(super) fn missing(&self) -> Option<Missing> {
        if let Some(hint) = self.hint.filter(|id| !self.comments.contains_key(id)) {
            let comments = vec![CommentRef::of_id(hint)];
            return Some(Missing::Call(Call::Read { comments }));
        }
        let listed = u32::try_from(self.comments.len()).ok();
        if self.covered {
            // A list that ends is counted, whatever was known before: it may lag.
            let short = self.next.is_none() && listed != Some(self.total);
            return short.then_some(Missing::Count);
        }
        if let Some(after) = &self.next {
            return Some(Missing::Call(Call::Page {
                after: after.clone(),
            }));
        }
        let unread: Vec<_> = self
            .comments
            .values()
            .filter(|known| known.comment.body.is_none() && self.owner.wrote(&known.comment))
            .map(|known| known.comment.at.clone())
            .take(MAX_BODIES)
            .collect();
        if !unread.is_empty() {
            return Some(Missing::Call(Call::Read { comments: unread }));
        }
        (listed != Some(self.total)).then_some(Missing::Count)
    }

    /// Everything is known: from now on only what is updated later needs to be read.
    pub(super) fn complete(&mut self, key: &Name) {
        let duplicates = self.ours(key).len() > 1;
        // Were a duplicate left behind by a crash, the mark would hide it from the next run.
        if !duplicates && self.server_time > 0 {
            self.swept = self.swept.max(Some(self.server_time.saturating_sub(LAG)));
        }
    }

    /// The mark that the next write may carry.
    pub(super) fn swept(&self) -> Option<Seconds> {
        self.swept
    }

    /// How many comments the thread lists, to tell whether two short lists are equal.
    pub(super) fn listed(&self) -> usize {
        self.comments.len()
    }

    /// What a new comment is created on; empty before the first look.
    pub(super) fn node(&self) -> String {
        self.subject
            .as_ref()
            .map_or_else(String::new, |subject| subject.node.clone())
    }

    /// When the last look was sent.
    pub(super) fn asked(&self) -> Millis {
        self.asked
    }

    /// Our comments with this key as they stand, the survivor first.
    pub(super) fn shown(&self, key: &Name) -> Vec<Comment> {
        let ours = self.ours(key);
        ours.iter()
            .filter_map(|own| self.comments.get(&own.at.id))
            .map(|known| known.comment.clone())
            .collect()
    }

    /// The newest commit, as GitHub confirmed it last. Whether it still does is for [`HeadWatch`] to judge.
    ///
    /// [`HeadWatch`]: super::head::HeadWatch
    pub(super) fn head(&self) -> Option<&Sha> {
        match &self.subject.as_ref()?.head {
            Head::Confirmed(_) | Head::Unconfirmed => self.head.as_ref(),
            Head::None => None,
        }
    }

    /// Our comments with this key, the survivor first: the highest generation, then the lowest id (fact 90).
    pub(super) fn ours(&self, key: &Name) -> Vec<Own> {
        let own = |(known, document, intact): (&Known, &Document, bool)| Own {
            at: known.comment.at.clone(),
            url: known.comment.url.clone(),
            body: normalise(known.comment.body.as_deref().unwrap_or_default()),
            document: document.clone(),
            intact,
            hidden: known.comment.hidden.clone(),
            asked: known.asked,
        };
        let mut ours: Vec<Own> = self.documents(key).map(own).collect();
        ours.sort_unstable_by_key(|own| (std::cmp::Reverse(own.document.generation), own.at.id));
        ours
    }

    fn documents<'a>(
        &'a self,
        key: &'a Name,
    ) -> impl Iterator<Item = (&'a Known, &'a Document, bool)> {
        self.by_us()
            .filter_map(move |(known, parsed)| match parsed {
                Parsed::Ours { document, intact } if document.key == *key => {
                    Some((known, document, *intact))
                }
                _ => None,
            })
    }

    /// The version of a comment by us, with this key, whose state this program cannot read.
    pub(super) fn newer_version(&self, ours: &Name) -> Option<(u32, String)> {
        self.by_us().find_map(|(known, parsed)| match parsed {
            Parsed::Newer { key, version } if key == ours => {
                Some((*version, known.comment.url.clone()))
            }
            _ => None,
        })
    }

    /// Links of comments that somebody else began with our root marker: left alone.
    pub(super) fn foreign(&self, key: &Name) -> Vec<String> {
        let claims = |known: &&Known| matches!(&known.parsed, Some(Parsed::Ours { document, .. }) if document.key == *key);
        let others = self
            .comments
            .values()
            .filter(|known| !self.owner.wrote(&known.comment));
        others
            .filter(claims)
            .map(|known| known.comment.url.clone())
            .collect()
    }

    /// Links of comments by us that still carry a state, but whose root somebody removed: left alone.
    pub(super) fn uprooted(&self) -> Vec<String> {
        let uprooted = self.by_us().filter(|(known, parsed)| {
            let body = known.comment.body.as_deref().unwrap_or_default();
            **parsed == Parsed::Foreign && body.contains("\n<!-- one-comment:state ")
        });
        uprooted
            .map(|(known, _)| known.comment.url.clone())
            .collect()
    }

    fn by_us(&self) -> impl Iterator<Item = (&Known, &Parsed)> {
        let ours = self
            .comments
            .values()
            .filter(|known| self.owner.wrote(&known.comment));
        ours.filter_map(|known| Some((known, known.parsed.as_ref()?)))
    }
}

/// How far back a list of the most recently updated reaches: nothing that was updated later is missing in it.
/// `None` where it holds everything.
fn reach(recent: &[Comment], total: u32) -> Option<Seconds> {
    let whole = recent.len() >= usize::try_from(total).unwrap_or(usize::MAX);
    if whole {
        None
    } else {
        Some(
            recent
                .iter()
                .map(|c| c.updated_at)
                .min()
                .unwrap_or(Seconds::MAX),
        )
    }
}

#[cfg(test)]
mod tests;
