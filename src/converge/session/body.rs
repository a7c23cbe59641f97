//! The body that a write carries: what it says, drawn, and cut to what the server takes. Does not decide when to write.

use super::{LONGEST_BODY, Session};
use crate::comment::{Document, TooLong};
use crate::converge::call::{Call, Failure, Millis};
use crate::converge::intent::{Intent, Overflow};
use crate::converge::join::join;
use crate::converge::outcome::Trouble;
use crate::converge::thread::Own;

/// After a server has refused a shorter one: no text of so many characters has more than 65,536 bytes.
const TIGHTER: usize = LONGEST_BODY / 4;
/// Characters that a cut section has to gain to be written anew. The length of the state varies by a few.
const WORTHWHILE: u32 = 256;

impl Session {
    /// The whole body that a write carries; `None` where it must not be written, which ends the session.
    pub(super) fn body(&mut self, mut document: Document, now: Millis) -> Option<String> {
        document.nonce = self.settings.pace.random();
        match self.printed(document, now) {
            Ok((_, body)) => Some(body),
            Err(why) => {
                let failure = Failure::TooLong(why.to_string());
                self.fail(Trouble::GitHub(failure.clone()), failure.to_string());
                None
            }
        }
    }

    /// What a body would say, and the body.
    fn printed(&self, mut document: Document, now: Millis) -> Result<(Document, String), TooLong> {
        document.head = self.thread.head().cloned();
        document.swept = self.thread.swept();
        let (frame, limit) = (&self.settings.frame, self.longest_body);
        document.draw(frame, now);
        let body = document.print();
        let length = body.chars().count();
        // What this session has overwritten is to be written in any case.
        let may_refuse = !self.did.write && self.owed.is_none();
        if length <= limit {
            Ok((document, body))
        } else if self.settings.overflow == Overflow::Fail && may_refuse {
            Err(TooLong { length, limit })
        } else {
            document.fit(limit, frame, now)
        }
    }

    /// Whether this session's section, which was cut, could hold more of the same text now.
    pub(super) fn has_more_room(&self, current: &Document, now: Millis) -> bool {
        let (Intent::Publish(message), Some(intent)) = (&self.settings.intent, &self.intent) else {
            return false;
        };
        let missing = |document: &Document| {
            let record = document.section(&message.section)?.record.as_ref()?;
            (record.input == message.input).then_some(record.missing)
        };
        let Some(before @ 1..) = missing(current) else {
            return false;
        };
        let joined = join(self.thread.head(), current, intent);
        let printed = self.printed(joined, now).ok();
        let after = printed.and_then(|(said, _)| missing(&said));
        after.is_some_and(|after| after == 0 || after.saturating_add(WORTHWHILE) <= before)
    }

    /// Whether the comment that is left holds only a part of this session's message.
    pub(super) fn is_cut(&self, own: &Own) -> bool {
        let Intent::Publish(message) = &self.settings.intent else {
            return false;
        };
        let section = own.document.section(&message.section);
        let record = section.and_then(|section| section.record.as_ref());
        let is_ours = !self.superseded && !self.settings.dry;
        is_ours && record.is_some_and(|record| record.input == message.input && record.missing > 0)
    }

    /// After a body that was too long for the server: whether to try a shorter one. Once: a server that takes none
    /// must be told of, and not be asked all the time (case 42).
    pub(super) fn cuts_tighter(&mut self, refused: &Call) -> bool {
        let (Call::Create { body, .. } | Call::Update { body, .. }) = refused else {
            return false;
        };
        let tighter = self.settings.overflow == Overflow::Truncate
            && self.longest_body > TIGHTER
            && body.chars().count() > TIGHTER;
        if tighter {
            self.longest_body = TIGHTER;
        }
        tighter
    }
}
