//! What became of each entry, and of all together. Nothing of an entry is in it: numbers, words of ours, GitHub's links.

use serde_json::{Value, json};

use super::batch::Parcel;
use super::task::Task;
use crate::converge::{Fate, Outcome};
use crate::outbox::{Decision, Refusal};
use crate::run::drive::Driven;
use crate::run::ending::{Ending, code};
use crate::workflow::Log;

/// Refusals that the reason spells out; all are in the log.
const SPELLED: usize = 3;

/// What became of one entry.
pub(super) struct Delivered {
    fate: Result<Fate, Refusal>,
    comment: Option<String>,
}

impl Delivered {
    /// Before anything is sent.
    pub(super) fn of(decision: &Decision) -> Self {
        let fate = match decision {
            Decision::Send(..) => Ok(Fate::Open),
            Decision::Older => Ok(Fate::Superseded),
            Decision::Refuse(refusal) => Err(*refusal),
        };
        Self {
            fate,
            comment: None,
        }
    }

    /// Its session has ended.
    pub(super) fn settle(&mut self, fate: Fate, outcome: &Outcome) {
        self.comment = outcome.comment.as_ref().map(|(_, url)| url.clone());
        self.fate = match fate {
            Fate::NotItsOwn => Err(Refusal::NotItsOwn),
            Fate::OtherText => Err(Refusal::OtherText),
            Fate::NoRoom => Err(Refusal::NoRoom),
            fate => Ok(fate),
        };
    }

    /// The contract's word; `pending` where nothing is settled.
    pub(super) fn word(&self) -> &'static str {
        match self.fate {
            Ok(Fate::Published) => "published",
            Ok(Fate::Reconciled) => "reconciled",
            Ok(Fate::Superseded) => "superseded",
            Ok(Fate::Open) => "pending",
            Ok(Fate::NotItsOwn | Fate::OtherText | Fate::NoRoom) | Err(_) => "refused",
        }
    }

    /// Link to the comment that it is in, or would be.
    pub(super) fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    fn to_json(&self, number: usize, parcel: &Parcel) -> Value {
        json!({
            "entry": number,
            "artifact": parcel.artifact,
            "result": self.word(),
            "reason": self.fate.as_ref().err().map(|refusal| refusal.code()),
            "comment-url": self.comment,
        })
    }

    fn to_text(&self, number: usize, parcel: &Parcel) -> String {
        let artifact = parcel.artifact.map(|id| format!(" (artifact {id})"));
        let why = self.fate.as_ref().err().map(|why| format!(": {why}"));
        let (artifact, why) = (artifact.unwrap_or_default(), why.unwrap_or_default());
        format!("entry {number}{artifact} {}{why}", self.word())
    }
}

/// All sessions as one; the first comment stands for all.
pub(super) fn together(sessions: Vec<Driven>) -> Option<Driven> {
    sessions.into_iter().reduce(|mut all, next| {
        let outcome = next.outcome;
        all.outcome.changed |= outcome.changed;
        all.outcome.comment = all.outcome.comment.or(outcome.comment);
        all.outcome.warnings.extend(outcome.warnings);
        all.signal = all.signal.or(next.signal);
        all
    })
}

/// How a delivery ended: as its sessions did, except that a refused entry is exit code 65 though the others went out.
pub(super) fn ending(
    sessions: &[Driven],
    parcels: &[Parcel],
    results: &[Delivered],
    task: &Task<'_>,
    log: &mut Log<'_>,
) -> Ending {
    let numbered = || (1..).zip(parcels.iter().zip(results));
    let line =
        |(number, (parcel, result)): (usize, (&Parcel, &Delivered))| result.to_text(number, parcel);
    for text in numbered().map(line) {
        log.line(&text);
    }
    let entries = numbered().map(|(number, (parcel, result))| result.to_json(number, parcel));
    let of = |driven: &Driven| Ending::of(&driven.outcome, task.options, task.event, driven.signal);
    let ends: Vec<Ending> = sessions.iter().map(of).collect();
    let refused: Vec<String> = numbered()
        .filter(|(_, (_, result))| result.fate.is_err())
        .map(line)
        .collect();
    let mut ending = worst(ends).unwrap_or_else(|| {
        let why = "no entry may be delivered".to_owned();
        Ending::new(code::DONE, Some("skipped"), why)
    });
    if !refused.is_empty() && ending.code == code::DONE {
        ending.code = code::DATA;
        let told = refused.iter().take(SPELLED).cloned();
        ending.reason = told.collect::<Vec<_>>().join("; ");
        if refused.len() > SPELLED {
            let more = refused.len() - SPELLED;
            ending.reason = format!("{}; and {more} more", ending.reason);
        }
        let went_out = matches!(ending.outcome, Some("created" | "updated" | "unchanged"));
        ending.outcome = ending.outcome.filter(|_| went_out).or(Some("refused"));
    }
    ending.entries = Some(entries.collect());
    ending
}

/// The one that failed, or else the one that did most.
fn worst(ends: Vec<Ending>) -> Option<Ending> {
    const ACTS: [&str; 4] = ["created", "updated", "planned", "unchanged"];
    let rank = |ending: &Ending| {
        let act = ACTS.iter().position(|act| ending.outcome == Some(act));
        (ending.code == code::DONE, act.unwrap_or(ACTS.len()))
    };
    ends.into_iter().min_by_key(rank)
}
