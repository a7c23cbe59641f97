//! What a reply teaches the session.

use super::{Flight, Judging, MAX_UNAVAILABLE, Phase, Session, Unknown};
use crate::comment::{Document, Parsed, is_retired, normalise, read_rootless};
use crate::converge::call::{Call, Comment, CommentRef, Failure, Glance, History, Millis, Reply};
use crate::converge::history::Between;
use crate::converge::intent::Intent;
use crate::converge::join::join;
use crate::converge::outcome::{Trouble, Verdict};
use crate::converge::plan::{Answered, foldable};

impl Session {
    /// Takes in the reply to the last call, at `now`.
    pub fn answer(&mut self, reply: Reply, now: Millis) {
        let Some(flight) = self.flight.take() else {
            return;
        };
        self.slowest = self.slowest.max(now.saturating_sub(flight.sent));
        if !matches!(reply, Reply::Failed(_)) {
            (self.tries.unavailable, self.tries.limited) = (0, 0);
        }
        let sent = flight.sent;
        match (&flight.call, reply) {
            (_, Reply::Failed(failure)) => self.failed(&flight, failure, now),
            (
                _,
                Reply::Written {
                    comment,
                    glance,
                    history,
                },
            ) => {
                self.written(
                    &flight,
                    *comment,
                    glance.map(|glance| *glance),
                    history,
                    now,
                );
            }
            (Call::Delete { comment }, Reply::Deleted) => self.deleted(comment, now),
            (Call::Revisions { .. }, Reply::Revisions(history)) => self.more_history(history, now),
            (Call::Observe { comment }, Reply::Seen(sight)) => {
                let key = &self.settings.key;
                self.thread.see(*sight, comment.as_ref(), sent, key);
                self.gather(now);
            }
            (
                Call::Page { .. },
                Reply::Page {
                    comments,
                    next,
                    total,
                },
            ) => {
                self.thread.page(comments, next, total);
                self.gather(now);
            }
            (Call::Read { comments }, Reply::Bodies(bodies)) => {
                self.thread.bodies(comments, bodies, sent);
                self.refreshed = Some(sent);
                self.gather(now);
            }
            _ => self.unfit(),
        }
    }

    /// A write happened.
    fn written(
        &mut self,
        flight: &Flight,
        comment: Comment,
        glance: Option<Glance>,
        history: Option<History>,
        now: Millis,
    ) {
        match flight.call {
            Call::Create { .. } => self.created(comment, glance, flight.sent, now),
            Call::Update { ref body, .. } if is_retired(body) => {
                self.retired(flight, body, comment, glance, history.as_ref());
                self.decide(now);
            }
            Call::Update { .. } => {
                let at = comment.at.clone();
                self.did.adopt |= self.is_of_another_tool(&flight.base);
                self.acknowledge(comment, glance, flight.sent);
                self.judge(&at, &flight.base, history, now);
            }
            Call::Hide { .. } | Call::Show { .. } => {
                self.did.hide = matches!(flight.call, Call::Hide { .. });
                self.thread.wrote(comment, glance, flight.sent);
                self.decide(now);
            }
            _ => self.unfit(),
        }
    }

    fn unfit(&mut self) {
        let failure = Failure::Refused("an answer that does not fit its request".to_owned());
        self.fail(Trouble::GitHub(failure.clone()), failure.to_string());
    }

    fn created(&mut self, comment: Comment, glance: Option<Glance>, sent: Millis, now: Millis) {
        let ours = self.thread.owner.wrote(&comment)
            && matches!(
                comment.body.as_deref().map(Parsed::read),
                Some(Parsed::Ours { .. })
            );
        self.did.create = true;
        self.did.created = Some(comment.at.id);
        if !ours {
            let url = comment.url;
            return self.fail(
                Trouble::NotRecognised,
                format!("{url} was created but is not recognised as ours; stopped, so as not to create another"),
            );
        }
        self.acknowledge(comment, glance, sent);
        // A list may lag: somebody else's comment may have been there already.
        self.due.settle = self.settings.rules.settle;
        self.decide(now);
    }

    /// A comment has lost its key: what somebody wrote into it meanwhile goes into its successor.
    fn retired(
        &mut self,
        flight: &Flight,
        body: &str,
        comment: Comment,
        glance: Option<Glance>,
        history: Option<&History>,
    ) {
        self.owe_folded(&comment.at);
        self.owe_between(history, &normalise(body), &flight.base);
        self.did.write = true;
        self.see_duplicates_since(flight.sent);
        self.thread.wrote(comment, glance, flight.sent);
    }

    /// One duplicate went. What else is to go may have been edited meanwhile: each is seen anew.
    fn see_duplicates_since(&mut self, time: Millis) {
        if let Some(answered) = &mut self.answered {
            answered.seen_since = time;
        }
    }

    /// A write was answered: what the answer shows is what is there.
    fn acknowledge(&mut self, comment: Comment, glance: Option<Glance>, sent: Millis) {
        let at = comment.at.clone();
        let body = comment.body.as_deref().unwrap_or_default();
        self.last_body = Some(normalise(body));
        self.thread.wrote(comment, glance, sent);
        if let Some(document) = self.thread.document(&at) {
            self.answered = Some(Answered {
                at: at.clone(),
                document: document.clone(),
                seen_since: sent,
            });
        }
        self.named = Some(at);
        self.did.write = true;
        (self.tries.stale, self.tries.slow) = (0, 0);
        self.unanswered = None;
        (self.due.write, self.due.slot) = (false, true);
    }

    fn judge(&mut self, comment: &CommentRef, base: &str, history: Option<History>, now: Millis) {
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

    fn more_history(&mut self, more: Option<History>, now: Millis) {
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
    fn owe(&mut self, mut overwritten: Document) {
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

    fn deleted(&mut self, comment: &CommentRef, now: Millis) {
        self.did.delete = true;
        self.see_duplicates_since(now);
        if !matches!(self.settings.intent, Intent::Delete) {
            self.owe_folded(comment);
        }
        self.thread.forget(comment);
        self.decide(now);
    }

    /// What a duplicate said is now in the survivor alone, where a write under way may overwrite it.
    fn owe_folded(&mut self, comment: &CommentRef) {
        let ours = self.thread.ours(&self.settings.key);
        if let Some(folded) = ours.into_iter().find(|own| own.at == *comment) {
            self.owe(foldable(&folded, self.settings.rules).into_owned());
        }
    }

    fn failed(&mut self, flight: &Flight, failure: Failure, now: Millis) {
        if let Some(Judging { base, comment, .. }) = self.judging.take() {
            // What lies further back is still to be learnt: by the next write, with the same base.
            self.unanswered = Some((comment, base));
            (self.due.write, self.due.settle) = (true, true);
        }
        match failure {
            Failure::Unknown(why) if !flight.call.is_write() => {
                self.failed(flight, Failure::Unavailable(why), now);
            }
            Failure::Unknown(_) => self.lost(flight, now),
            Failure::Gone => self.gone(flight, now),
            Failure::RateLimited { wait, message } => {
                self.tries.limited += 1;
                let wait = wait.unwrap_or_else(|| self.settings.pace.limited(self.tries.limited));
                self.pause(
                    now,
                    wait,
                    Failure::RateLimited {
                        wait: Some(wait),
                        message,
                    },
                );
            }
            Failure::Unavailable(_) => {
                self.tries.unavailable += 1;
                let wait = self.settings.pace.unavailable(self.tries.unavailable);
                let wait = if self.tries.unavailable > MAX_UNAVAILABLE {
                    Millis::MAX / 2
                } else {
                    wait
                };
                self.pause(now, wait, failure);
            }
            Failure::TooLong(_) if self.cuts_tighter(&flight.call) => self.phase = Phase::Look,
            Failure::Locked(_) => self.finish(Verdict::Locked, "the conversation is locked"),
            Failure::Archived(_) => self.finish(Verdict::Archived, "the repository is archived"),
            Failure::Unsupported(_) if !matches!(self.settings.intent, Intent::Hide(_)) => {
                self.warn(
                    "only GraphQL can hide a comment or show it again: left as it is".to_owned(),
                );
                self.cannot_hide = true;
                self.decide(now);
            }
            other => {
                let reason = other.to_string();
                self.fail(Trouble::GitHub(other), reason);
            }
        }
    }

    /// Waits, then looks: what was to be written is planned again from what is there then.
    fn pause(&mut self, now: Millis, wait: Millis, failure: Failure) {
        if now.saturating_add(wait) > self.deadline {
            let reason = failure.to_string();
            self.fail(Trouble::GitHub(failure), reason);
        } else {
            self.phase = Phase::Wait(now + wait);
        }
    }

    /// A write may have happened, or may still: look for it before anything else.
    fn lost(&mut self, flight: &Flight, now: Millis) {
        self.phase = Phase::Look;
        let (body, update) = match &flight.call {
            Call::Create { body, .. } => (body, None),
            Call::Update { comment, body } if !is_retired(body) => {
                self.named = Some(comment.clone());
                (body, Some((comment.clone(), flight.base.clone())))
            }
            // Whatever becomes of another write, a look tells once it cannot land any more.
            _ if self.settings.rules.late_look => {
                let late = (flight.sent + self.settings.pace.late()).saturating_sub(now);
                return self.wait(now, late, "the answer to a write was lost");
            }
            _ => return,
        };
        if let Parsed::Ours { document, .. } = Parsed::read(body) {
            let nonce = document.nonce;
            if self.settings.rules.debt_of_lost {
                self.owe(document);
            }
            self.unknown = Some(Unknown {
                body: normalise(body),
                nonce,
                sent: flight.sent,
                update,
            });
        }
    }

    fn gone(&mut self, flight: &Flight, now: Millis) {
        match &flight.call {
            Call::Delete { comment } => self.deleted(&comment.clone(), now),
            Call::Update { comment, .. } | Call::Hide { comment, .. } | Call::Show { comment } => {
                self.thread.forget(comment);
                // What this session wrote before is looked for once more; it may be gone for good.
                if !self.did.write {
                    self.named = None;
                }
                self.phase = Phase::Look;
            }
            _ => {
                let reason = "GitHub does not know what it just listed".to_owned();
                self.pause(
                    now,
                    self.settings.pace.look_again(),
                    Failure::Unavailable(reason),
                );
            }
        }
    }
}
