//! What a reply teaches the session.

use super::{Flight, Session};
use crate::comment::{Parsed, is_retired, normalise};
use crate::converge::call::{Call, Comment, CommentRef, Failure, Glance, History, Millis, Reply};
use crate::converge::intent::Intent;
use crate::converge::outcome::Trouble;
use crate::converge::plan::Answered;

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
        (self.due.write, self.due.more, self.due.slot) = (false, false, true);
    }

    pub(super) fn deleted(&mut self, comment: &CommentRef, now: Millis) {
        self.did.delete = true;
        self.see_duplicates_since(now);
        if !matches!(self.settings.intent, Intent::Delete) {
            self.owe_folded(comment);
        }
        self.thread.forget(comment);
        self.decide(now);
    }
}
