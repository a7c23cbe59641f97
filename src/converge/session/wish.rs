//! What the command asks for, once the section was seen: may it go on, and with which mark? Writes nothing.

use std::collections::BTreeMap;

use super::Session;
use super::delivery::{fates, newest_stored};
use crate::comment::{Document, Name, Origin, Section, Stamp, Tombstone};
use crate::converge::call::Millis;
use crate::converge::intent::{Intent, Message, Mode};
use crate::converge::outcome::{Trouble, Verdict};
use crate::converge::plan::is_newest;
use crate::converge::removal;
use crate::converge::stamp::precedence;
use crate::converge::thread::Own;

/// Of `once`.
const SAID: &str = "the section says so already";

impl Session {
    /// Sees to it that the intent is known and still wanted.
    pub(super) fn has_intent(
        &mut self,
        ours: &[Own],
        current: Option<&Document>,
        now: Millis,
    ) -> bool {
        let fixed = self.mark.is_some() && self.settings.rules.fixed_stamp;
        let known = fixed || self.superseded;
        if !known && !self.first_sight(ours, current) {
            return false;
        }
        if self.due.more && !self.may_say_more(current, now) {
            return false;
        }
        let cleared_by_others =
            matches!(self.settings.intent, Intent::Clear(_)) && self.intent.is_none();
        if cleared_by_others && !self.superseded {
            return self.supersede("a newer run has published".to_owned());
        }
        if self.superseded || self.intent_is_in_place(current) {
            return true;
        }
        let (Some(mark), Some(current)) = (&self.mark, current) else {
            return true;
        };
        let newer = match &self.settings.intent {
            Intent::Publish(message) => message.origin_in(current).is_some_and(|stored| {
                precedence(stored, self.thread.head()) > precedence(mark, self.thread.head())
            }),
            Intent::Deliver(_) => {
                let mark = mark.clone();
                !self.still_delivers(&mark, current)
            }
            Intent::Hide(_) => !is_newest(self.thread.head(), mark, current),
            _ => false,
        };
        !newer || self.supersede("a newer run has published".to_owned())
    }

    /// The first time that the section is seen: may the command go on, and with which mark?
    fn first_sight(&mut self, ours: &[Own], current: Option<&Document>) -> bool {
        if let Some((verdict, reason)) = self.ends_here(ours, current) {
            self.finish(verdict, reason);
            return false;
        }
        let own = match &self.settings.intent {
            Intent::Publish(message) => current.and_then(|current| message.origin_in(current)),
            Intent::Deliver(messages) => {
                let (run, frame) = (&self.settings.run, &self.settings.frame);
                self.fates = fates(messages, run, frame, current);
                newest_stored(messages, &self.fates, current)
            }
            _ => None,
        };
        let Some(stamp) = self.stamp(own, current) else {
            return self.supersede("a later attempt of this run has published".to_owned());
        };
        let commit = self.thread.head().and(self.commit.clone());
        let mark = self.settings.origin(stamp, commit);
        self.warnings
            .extend(own.and_then(|own| self.shared_section(own)));
        // What a newer run has said, and said so already, needs no new comment.
        let head = self.thread.head();
        let newer = own.is_some_and(|own| precedence(own, head) > precedence(&mark, head));
        self.recreate = match &self.settings.intent {
            Intent::Publish(message) if matches!(message.mode, Mode::Recreate(_)) && !newer => {
                ours.first().map(|own| own.document.generation)
            }
            _ => None,
        };
        // The same text over a comment that was hidden since is worth a write: it is to be seen.
        let hidden = self.hidden_below(current).map(|hidden| hidden.stamp);
        let since = |hidden| own.is_some_and(|own| own.stamp < hidden) && hidden < stamp;
        self.due.write |= hidden.is_some_and(since);
        self.compare(&mark, current);
        self.intent = self.document(&mark, current);
        self.mark = Some(mark);
        self.due.more = true;
        !self.has_nothing_to_deliver()
    }

    /// Whether what was cut could hold more now. Asked until it is written: a server may turn out to take less.
    /// Answers whether to go on, which `once` does for nothing else.
    fn may_say_more(&mut self, current: Option<&Document>, now: Millis) -> bool {
        self.due.more = current.is_some_and(|current| self.has_more_room(current, now));
        let ends = !self.due.more && self.is_said_once(current);
        if ends {
            self.finish(Verdict::Unchanged, SAID);
        }
        !ends
    }

    /// Whether this is a `once` whose text is there, if only in part.
    fn is_said_once(&self, current: Option<&Document>) -> bool {
        let Intent::Publish(message) = &self.settings.intent else {
            return false;
        };
        let section = own_section(message, current);
        message.mode == Mode::Once && section.is_some_and(|section| message.made(section))
    }

    /// Commands that only look, and those that have rightly nothing to do.
    fn ends_here(
        &self,
        ours: &[Own],
        current: Option<&Document>,
    ) -> Option<(Verdict, &'static str)> {
        let skipped = |reason| (Verdict::Skipped, reason);
        match &self.settings.intent {
            Intent::Check => Some((Verdict::Current, "the commit is the head")),
            Intent::Deliver(_) => None,
            Intent::Publish(message) => refusal(message, current),
            Intent::Hide(_) if self.is_hidden(ours) => {
                Some((Verdict::Unchanged, "the comment is hidden already"))
            }
            _ => current.is_none().then(|| skipped("there is no comment")),
        }
    }

    fn is_hidden(&self, ours: &[Own]) -> bool {
        let [own] = ours else { return false };
        let newest = |mark| is_newest(self.thread.head(), mark, &own.document);
        own.hidden.is_some() && own.document.hidden.as_ref().is_some_and(newest)
    }

    /// This session's stamp; `None` where a later attempt of its run was there already.
    fn stamp(&self, own: Option<&Origin>, current: Option<&Document>) -> Option<Stamp> {
        let below = own.into_iter().chain(self.hidden_below(current));
        let below = below.max_by_key(|origin| origin.stamp);
        let origins = current.map(Document::origins).into_iter().flatten();
        let greatest = origins.max_by_key(|origin| origin.stamp);
        let stamp = self.settings.run.stamp(below, greatest)?;
        let bumped = self.settings.rules.bump;
        Some(Stamp {
            rank: if bumped {
                stamp.rank
            } else {
                self.settings.run.id
            },
            bump: if bumped { stamp.bump } else { 0 },
            ..stamp
        })
    }

    /// The wish to hide the comment, above which a publish goes as well.
    fn hidden_below<'a>(&self, current: Option<&'a Document>) -> Option<&'a Origin> {
        current
            .and_then(|current| current.hidden.as_ref())
            .filter(|_| self.settings.intent.publishes())
    }

    fn document(&self, mark: &Origin, current: Option<&Document>) -> Option<Document> {
        match &self.settings.intent {
            Intent::Publish(message) => {
                let mut document = self.settings.document([&**message], mark);
                if let Some(current) = current {
                    document.tombstones = self.cleared_beside(message, mark, current);
                }
                Some(document)
            }
            Intent::Deliver(messages) => Some(self.delivered(messages, mark, current)),
            Intent::Clear(clearing) => {
                let mut document = Document::new(self.settings.key.clone());
                let current = current?;
                let selected = removal::selected(current, &clearing.sections);
                let nothing_to_do = selected.is_empty();
                document.tombstones =
                    removal::tombstones(self.thread.head(), mark, current, selected);
                // All that it names is newer.
                Some(document).filter(|document| nothing_to_do || !document.tombstones.is_empty())
            }
            Intent::Hide(_) => {
                let mut document = Document::new(self.settings.key.clone());
                document.hidden = Some(mark.clone());
                Some(document)
            }
            _ => None,
        }
    }

    /// What goes with the same write as a message: what it clears, and the entries that are too many with it.
    pub(super) fn cleared_beside(
        &self,
        message: &Message,
        mark: &Origin,
        current: &Document,
    ) -> BTreeMap<Name, Tombstone> {
        let head = self.thread.head();
        let mut names = removal::selected(current, &message.clears);
        if let Mode::Append { list, limit } = &message.mode {
            let section = &message.section;
            names.extend(removal::surplus(head, current, list, section, *limit));
        }
        names.retain(|name| *name != message.section);
        removal::tombstones(head, mark, current, names)
    }

    /// Two writers of one section wipe each other's text (cases 6, 7).
    fn shared_section(&self, own: &Origin) -> Option<String> {
        let Intent::Publish(message) = &self.settings.intent else {
            return None;
        };
        let run = &self.settings.run;
        if !own.writer.is_empty() && !run.writer.is_empty() && own.writer != run.writer {
            return Some(format!(
                "section \"{}\" was written by \"{}\" and is now written by \"{}\"; give each a `section` of its own",
                message.section, own.writer, run.writer
            ));
        }
        let same_attempt = run.id != 0 && (own.run, own.attempt) == (run.id, run.attempt);
        let other_runner = own.runner.is_some() && run.runner.is_some() && own.runner != run.runner;
        (same_attempt && other_runner).then(|| {
            format!(
                "two jobs of this run write section \"{}\"; give each a `section` of its own",
                message.section
            )
        })
    }
}

/// Why a publish has rightly nothing to do, or must not do it. What strangers left takes nobody's place.
fn refusal(message: &Message, current: Option<&Document>) -> Option<(Verdict, &'static str)> {
    let skipped = |reason| Some((Verdict::Skipped, reason));
    let is_strangers = |current: &Document| {
        let sections = current.sections();
        !sections.is_empty() && sections.iter().all(Section::is_delivered)
    };
    match (&message.mode, own_section(message, current)) {
        (Mode::Create, _) if current.is_some_and(|current| !is_strangers(current)) => {
            skipped("the comment exists already")
        }
        (Mode::Update, _) if current.is_none() => skipped("there is no comment to update"),
        (Mode::Insert, Some(_)) => skipped("the section exists already"),
        (Mode::Once, Some(section)) if !message.made(section) => Some((
            Verdict::Failed(Trouble::OtherText),
            "the section was made of another text, which `once` does not replace",
        )),
        // What was cut may have room now; not where a person's hand would be overwritten.
        (Mode::Once, Some(section)) if section.missing() == 0 || section.is_edited() => {
            Some((Verdict::Unchanged, SAID))
        }
        _ => None,
    }
}

/// The section of a message as a job has left it.
fn own_section<'a>(message: &Message, current: Option<&'a Document>) -> Option<&'a Section> {
    let section = current?.section(&message.section);
    section.filter(|section| !section.is_delivered())
}
