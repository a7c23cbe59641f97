//! What a failed call means for the session: to wait and look again, to look for a write that may have happened, or
//! the end.

use super::{Flight, Judging, MAX_UNAVAILABLE, Phase, Session, Unknown};
use crate::comment::{Parsed, is_retired, normalise};
use crate::converge::call::{Call, Failure, Millis};
use crate::converge::intent::Intent;
use crate::converge::outcome::{Trouble, Verdict};

impl Session {
    /// A call was not carried out, or nobody knows.
    pub(super) fn failed(&mut self, flight: &Flight, failure: Failure, now: Millis) {
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
            // Whether to write it again, what became of it tells.
            self.due.more = false;
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
