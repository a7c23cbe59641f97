//! From what is known and what is owed to the next call. A pure function: the same scene has the same plan.
//!
//! The survivor is written first. A duplicate goes only when the answer to a write of the survivor showed a body that
//! holds all of it, and the duplicate was seen unchanged since: a crash in between leaves a duplicate, never a loss.

use std::borrow::Cow;

use super::call::{CommentRef, Millis};
use super::intent::Emptied;
use super::join::{holds, join};
use super::removal;
use super::rules::Rules;
use super::stamp::place;
use super::thread::Own;
use crate::comment::{Document, Origin, Section, Sha, Stamp};

/// The survivor as the answer to the session's own last write showed it: from the primary, not from a replica.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Answered {
    pub(super) at: CommentRef,
    pub(super) document: Document,
    /// When a duplicate must have been seen at the earliest to be removed: since the write, and since the last removal.
    pub(super) seen_since: Millis,
}

/// All that a plan depends on.
pub(super) struct Scene<'a> {
    pub(super) head: Option<&'a Sha>,
    /// Survivor first.
    pub(super) ours: &'a [Own],
    pub(super) debt: Option<&'a Document>,
    pub(super) may_create: bool,
    pub(super) answered: Option<&'a Answered>,
    /// A write whose answer was lost is followed by one whose answer is not.
    pub(super) must_write: bool,
    /// Whether the session may change whether the comment is shown.
    pub(super) visibility: bool,
    /// Whether the transport can.
    pub(super) can_hide: bool,
    /// What becomes of a survivor without a section.
    pub(super) emptied: Emptied,
    /// Of a recreation: the highest generation that the session saw first. It makes the next one.
    pub(super) recreate: Option<u32>,
    /// What a recreation took the place of stays, hidden and without a key.
    pub(super) retires: bool,
    pub(super) rules: Rules,
    /// The mark of a deletion: what is older than it goes.
    pub(super) deletion: Option<&'a Origin>,
}

/// The next thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Everything is as it should be.
    Nothing,
    /// There is no comment: make one that says this.
    Create(Document),
    /// Write this into the survivor.
    Update(CommentRef, Document),
    /// Remove a duplicate, or, of a deletion, whatever is ours.
    Delete(CommentRef),
    /// Take the key from what a recreation took the place of.
    Retire(CommentRef),
    /// A duplicate may have changed: look before removing it.
    Look,
    /// Minimise the survivor, or what is to be retired.
    Hide(CommentRef),
    /// Show the survivor again.
    Show(CommentRef),
}

/// What is to be done next.
pub(super) fn plan(scene: &Scene<'_>) -> Plan {
    let Some(mark) = scene.deletion else {
        return writing(scene, scene.debt);
    };
    let Some(document) = joined(scene.head, scene.ours, scene.debt, scene.rules) else {
        return Plan::Nothing;
    };
    let (old, newer) = split(scene.head, mark, &document);
    match scene.ours.last() {
        // The survivor last, so that what a crash leaves is the comment that the next run would pick.
        Some(last) if newer.is_empty() => Plan::Delete(last.at.clone()),
        _ => {
            let old = old
                .into_iter()
                .map(|section| section.name.clone())
                .collect();
            let mut tombstones = Document::new(document.key.clone());
            tombstones.tombstones = removal::tombstones(scene.head, mark, &document, old);
            let debt = scene.debt.map(|debt| join(scene.head, debt, &tombstones));
            writing(scene, Some(&debt.unwrap_or(tombstones)))
        }
    }
}

/// The sections that are older than a deletion, and those that are newer.
fn split<'a>(
    head: Option<&Sha>,
    mark: &Origin,
    document: &'a Document,
) -> (Vec<&'a Section>, Vec<&'a Section>) {
    document.sections().iter().partition(|section| {
        let record = section.record.as_ref();
        record.is_none_or(|record| place(&record.origin, head) <= place(mark, head))
    })
}

fn writing(scene: &Scene<'_>, debt: Option<&Document>) -> Plan {
    let Some((survivor, duplicates)) = scene.ours.split_first() else {
        return match debt {
            Some(debt) if scene.may_create => Plan::Create(debt.clone()),
            _ => Plan::Nothing,
        };
    };
    if let (false, Some(duplicate)) = (scene.rules.fold_first, duplicates.first()) {
        return Plan::Delete(duplicate.at.clone());
    }
    let wanted = joined(scene.head, scene.ours, debt, scene.rules);
    if let (Some(generation), Some(wanted)) = (scene.recreate, &wanted)
        && survivor.document.generation == generation
    {
        let mut next = wanted.clone();
        next.generation = generation.saturating_add(1);
        return Plan::Create(next);
    }
    let folded = |duplicate: &Own| {
        let shown = scene.answered.filter(|answered| answered.at == survivor.at);
        shown.is_some_and(|answered| {
            let folded = foldable(duplicate, scene.rules);
            holds(scene.head, &answered.document, &folded, scene.rules)
        })
    };
    let in_place = wanted
        .as_ref()
        .is_none_or(|wanted| holds(scene.head, &survivor.document, wanted, scene.rules));
    if !in_place || !survivor.intact || scene.must_write || !duplicates.iter().all(folded) {
        return wanted.map_or(Plan::Nothing, |wanted| {
            Plan::Update(survivor.at.clone(), wanted)
        });
    }
    match duplicates.first() {
        Some(duplicate) => folding(scene, survivor, duplicate),
        None => ending(scene, survivor),
    }
}

/// The survivor says all that a duplicate does.
fn folding(scene: &Scene<'_>, survivor: &Own, duplicate: &Own) -> Plan {
    let seen_since = |answered: &Answered| duplicate.asked >= answered.seen_since;
    if !scene.answered.is_some_and(seen_since) {
        return Plan::Look;
    }
    let is_predecessor = duplicate.document.generation < survivor.document.generation;
    let at = duplicate.at.clone();
    match &duplicate.hidden {
        _ if !scene.retires || !is_predecessor => Plan::Delete(at),
        // Hidden first: until its key is gone, a crash leaves a duplicate that the next run finds.
        None if scene.can_hide => Plan::Hide(at),
        _ => Plan::Retire(at),
    }
}

/// Everything is said: what is left is whether it is to be seen.
fn ending(scene: &Scene<'_>, survivor: &Own) -> Plan {
    let document = &survivor.document;
    let is_empty = document.sections().is_empty();
    let has_text = document.texts().any(|text| !text.is_empty());
    if is_empty && !has_text && scene.emptied == Emptied::Deleted {
        return Plan::Delete(survivor.at.clone());
    }
    let emptied = is_empty && matches!(scene.emptied, Emptied::Hidden(_));
    if scene.visibility && scene.can_hide {
        visibility(scene.head, survivor, emptied)
    } else {
        Plan::Nothing
    }
}

/// All of ours, and the debt, as one.
pub(super) fn joined(
    head: Option<&Sha>,
    ours: &[Own],
    debt: Option<&Document>,
    rules: Rules,
) -> Option<Document> {
    let (survivor, duplicates) = match ours.split_first() {
        Some((survivor, duplicates)) => (Some(&survivor.document), duplicates),
        None => (None, ours),
    };
    let mut joined = survivor.cloned();
    for duplicate in duplicates {
        joined = joined.map(|joined| join(head, &joined, &foldable(duplicate, rules)));
    }
    match (joined, debt) {
        (Some(joined), Some(debt)) => Some(join(head, &joined, debt)),
        (joined, debt) => joined.or_else(|| debt.cloned()),
    }
}

/// What of a duplicate goes into the survivor.
pub(super) fn foldable(duplicate: &Own, rules: Rules) -> Cow<'_, Document> {
    if rules.duplicate_texts {
        Cow::Borrowed(&duplicate.document)
    } else {
        Cow::Owned(duplicate.document.without_texts())
    }
}

/// Whether `mark` came after everything that the document says or removed.
pub(super) fn is_newest(head: Option<&Sha>, mark: &Origin, document: &Document) -> bool {
    let mark = place(mark, head);
    let sections = document.sections().iter().map(|section| {
        section
            .record
            .as_ref()
            .map_or((false, Stamp::default()), |record| {
                place(&record.origin, head)
            })
    });
    let tombstones = document
        .tombstones
        .values()
        .map(|tombstone| place(&tombstone.origin, head));
    sections.chain(tombstones).all(|piece| piece <= mark)
}

/// Whether a comment is hidden because somebody judged what it says, which is not ours to undo.
pub(super) fn is_judgement(reason: &str) -> bool {
    ["spam", "abuse", "off-topic", "off_topic"].contains(&reason)
}

/// `emptied`: nothing is left to be seen, and then it is to be hidden.
fn visibility(head: Option<&Sha>, survivor: &Own, emptied: bool) -> Plan {
    let document = &survivor.document;
    let newest = |mark| is_newest(head, mark, document);
    let hide = emptied || document.hidden.as_ref().is_some_and(newest);
    let at = survivor.at.clone();
    match &survivor.hidden {
        None if hide => Plan::Hide(at),
        Some(reason) if !hide && !document.sections().is_empty() => {
            if is_judgement(reason) {
                Plan::Nothing
            } else {
                Plan::Show(at)
            }
        }
        _ => Plan::Nothing,
    }
}

#[cfg(test)]
mod tests;
