//! A comment and its edit history.
//! Knows its body as text only, and does not decide who may change it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::identity::Actor;
use super::rules::{History, Rules};

/// A comment's number, from one sequence that only grows (fact 90).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommentId(pub u64);

/// Why a comment is hidden: GraphQL's `ReportedContentClassifiers` (fact 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HideReason {
    /// Abuse.
    Abuse,
    /// Duplicate.
    Duplicate,
    /// Off topic.
    OffTopic,
    /// Outdated.
    Outdated,
    /// Resolved.
    Resolved,
    /// Spam.
    Spam,
}

impl HideReason {
    /// As `minimizedReason` and REST's `minimized.reason` spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Abuse => "abuse",
            Self::Duplicate => "duplicate",
            Self::OffTopic => "off-topic",
            Self::Outdated => "outdated",
            Self::Resolved => "resolved",
            Self::Spam => "spam",
        }
    }
}

/// One entry of the edit history (fact 93).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Edit {
    /// The entry's number.
    pub id: u64,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Who wrote this revision.
    pub editor: Actor,
    /// The whole text of the revision; absent where it was deleted.
    pub text: Option<Arc<str>>,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Comment {
    /// Its number.
    pub id: CommentId,
    /// Who created it.
    pub author: Actor,
    /// Its text.
    pub body: Arc<str>,
    /// Milliseconds since 1970.
    pub created_ms: u64,
    /// Milliseconds since 1970; equal to `created_ms` until the first edit.
    pub updated_ms: u64,
    /// Who edited it last.
    pub last_editor: Option<Actor>,
    /// Why it is hidden, if it is.
    pub hidden: Option<HideReason>,
    /// The edit history, oldest first; empty until the first edit.
    pub edits: Vec<Edit>,
}

impl Comment {
    pub(crate) fn new(id: CommentId, author: Actor, body: &str, now_ms: u64) -> Self {
        Self {
            id,
            author,
            body: body.into(),
            created_ms: now_ms,
            updated_ms: now_ms,
            last_editor: None,
            hidden: None,
            edits: Vec::new(),
        }
    }

    /// Replaces the text and records the revision as the rules say.
    pub(crate) fn edit(&mut self, editor: &Actor, body: &str, now_ms: u64, rules: &Rules) {
        if *self.body == *body && !rules.same_text_is_an_edit {
            return;
        }
        if self.edits.is_empty() {
            self.record(self.created_ms, self.author.clone());
        }
        self.body = body.into();
        self.updated_ms = now_ms;
        self.last_editor = Some(editor.clone());
        if let History::Collapsing { within_ms } = rules.history
            && self.edits.len() > 1
            && let Some(last) = self.edits.last_mut()
            && now_ms.saturating_sub(last.at_ms) <= within_ms
        {
            last.at_ms = now_ms;
            last.editor = editor.clone();
            last.text = Some(self.body.clone());
            return;
        }
        self.record(now_ms, editor.clone());
    }

    fn record(&mut self, at_ms: u64, editor: Actor) {
        self.edits.push(Edit {
            id: self.id.0 * 10_000 + self.edits.len() as u64,
            at_ms,
            editor,
            text: Some(self.body.clone()),
        });
    }

    /// The edit history as this server shows it, newest first; none where it shows no list at all.
    pub fn history(&self, rules: &Rules) -> Option<Vec<Edit>> {
        let mut edits: Vec<Edit> = self.edits.iter().rev().cloned().collect();
        match rules.history {
            History::On | History::Collapsing { .. } => {}
            History::Empty => edits.clear(),
            History::Absent => return None,
            // A text can be deleted from the history; the newest one never, it is the body.
            History::TextsDeleted => edits.iter_mut().skip(1).for_each(|edit| edit.text = None),
        }
        Some(edits)
    }
}
