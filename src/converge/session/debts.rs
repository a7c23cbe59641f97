//! What a session owes to others: all that it has overwritten, by what its answers tell.

use super::{Judging, Phase, Session};
use crate::comment::{Document, Parsed, read_rootless};
use crate::converge::call::{Call, CommentRef, History, Millis};
use crate::converge::history::Between;
use crate::converge::join::join;
use crate::converge::outcome::Trouble;
use crate::converge::plan::foldable;

impl Session {
    /// Whether the answer to an update tells all that it overwrote, and what follows.
    pub(super) fn judge(
        &mut self,
        comment: &CommentRef,
        base: &str,
        history: Option<History>,
        now: Millis,
    ) {
        if !self.settings.rules.history {
            return self.decide(now);
        }
        let written = self.last_body.clone().unwrap_or_default();
        match Between::find(history.as_ref(), &written, base) {
            Between::All(overwritten) => {
                self.proven = true;
                self.owe_bodies(&overwritten);
            }
            Between::Some(overwritten) => {
                self.owe_bodies(&overwritten);
                self.settling = true;
                self.due.settle = self.settings.rules.settle;
            }
            Between::More(cursor, overwritten) => {
                self.owe_bodies(&overwritten);
                self.phase = Phase::Ask(Call::Revisions {
                    comment: comment.clone(),
                    after: cursor.clone(),
                });
                let history = history.unwrap_or(History {
                    revisions: Vec::new(),
                    more: None,
                });
                self.judging = Some(Judging {
                    base: base.to_owned(),
                    history,
                    comment: comment.clone(),
                    cursor,
                });
                return;
            }
        }
        if !matches!(self.phase, Phase::Done(_)) {
            self.decide(now);
        }
    }

    /// Another page of the history that was to be judged.
    pub(super) fn more_history(&mut self, more: Option<History>, now: Millis) {
        let Some(Judging {
            base,
            mut history,
            comment,
            cursor,
        }) = self.judging.take()
        else {
            return;
        };
        let more = more.unwrap_or(History {
            revisions: Vec::new(),
            more: None,
        });
        history.more = more.more.filter(|next| *next != cursor);
        history.revisions.extend(more.revisions);
        self.judge(&comment, &base, Some(history), now);
    }

    /// Owes what a history shows between a body that was written and its base.
    pub(super) fn owe_between(&mut self, history: Option<&History>, written: &str, base: &str) {
        match Between::find(history, written, base) {
            Between::All(overwritten)
            | Between::Some(overwritten)
            | Between::More(_, overwritten) => self.owe_bodies(&overwritten),
        }
    }

    fn owe_bodies(&mut self, bodies: &[String]) {
        for body in bodies {
            let document = match Parsed::read(body) {
                Parsed::Ours { document, .. } => Some(document),
                Parsed::Foreign if self.is_of_another_tool(body) => None,
                Parsed::Foreign => read_rootless(&self.settings.key, body),
                Parsed::Newer { version, .. } => {
                    return self.fail(
                        Trouble::NewerVersion,
                        format!("a newer release wrote version {version} of the state meanwhile; upgrade this one"),
                    );
                }
            };
            document.into_iter().for_each(|document| self.owe(document));
        }
    }

    /// Adds to what is owed, without what this session itself put there: that is its intent, which may be superseded.
    pub(super) fn owe(&mut self, mut overwritten: Document) {
        if overwritten.key != self.settings.key {
            return;
        }
        if let Some(mark) = &self.mark {
            let mine = overwritten.sections().iter().filter(|section| {
                section
                    .record
                    .as_ref()
                    .is_some_and(|record| record.origin.stamp == mark.stamp)
            });
            let mine: Vec<_> = mine.map(|section| section.name.clone()).collect();
            mine.iter().for_each(|name| overwritten.remove(name));
            let mark = mark.stamp;
            overwritten
                .tombstones
                .retain(|_, tombstone| tombstone.origin.stamp != mark);
            overwritten.hidden = overwritten.hidden.filter(|hidden| hidden.stamp != mark);
        }
        self.owed = Some(match self.owed.take() {
            Some(owed) => join(self.thread.head(), &owed, &overwritten),
            None => overwritten,
        });
    }

    /// What a duplicate said is now in the survivor alone, where a write under way may overwrite it.
    pub(super) fn owe_folded(&mut self, comment: &CommentRef) {
        let ours = self.thread.ours(&self.settings.key);
        if let Some(folded) = ours.into_iter().find(|own| own.at == *comment) {
            self.owe(foldable(&folded, self.settings.rules).into_owned());
        }
    }
}
