//! What people do to the comments, and what of it must stay.

use std::collections::BTreeSet;

use one_comment::comment::{Name, Parsed};
use one_comment::converge::Call;
use one_comment_sandbox::state::{Change, CommentId, Deed};

use crate::command::on;
use crate::happening::Move;
use crate::world::World;
use crate::writer::Doing;

/// What a section says before the exploration begins.
pub(crate) const OLD: &str = "\nbefore\n";

/// What a person wrote, and whether the documentation says that it may be lost.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Line {
    /// Of the comment that it was written into.
    pub(crate) key: Name,
    pub(crate) text: &'static str,
    pub(crate) excused: bool,
    /// The writers whose updates took it out of a comment since it was put into one last: they are told so.
    overwritten_by: BTreeSet<usize>,
}

impl Line {
    pub(crate) fn new(key: Name, text: &'static str) -> Self {
        Self {
            key,
            text,
            excused: false,
            overwritten_by: BTreeSet::new(),
        }
    }
}

impl World {
    pub(crate) fn others(&mut self, happens: Move) {
        let does = match happens {
            Move::EditText(id) => {
                self.note(id, "A remark by hand.");
                let body = with_line(&self.body(id), "A remark by hand.");
                Deed::Edit {
                    comment: Some(id),
                    body,
                }
            }
            Move::EditSection(id) => {
                self.note(id, "before, edited by hand");
                let body = self.body(id).replace(OLD, "\nbefore, edited by hand\n");
                Deed::Edit {
                    comment: Some(id),
                    body,
                }
            }
            Move::Delete(id) => {
                self.excuse_deleted(id);
                Deed::Delete { comment: Some(id) }
            }
            _ => {
                self.pushed = true;
                let push = Change::Push {
                    on: on(),
                    sha: "2".repeat(40).into(),
                };
                self.state.change(push).unwrap();
                return;
            }
        };
        self.person(does);
    }

    /// A person writes a line that must stay, but for the windows that the documentation names: a duplicate in the
    /// round trip of its delete, and, where no history tells, a comment that is being overwritten.
    fn note(&mut self, id: CommentId, text: &'static str) {
        let takes_along = |call: &Call| match call {
            Call::Delete { comment } => comment.id == id.0,
            Call::Update { comment, .. } => comment.id == id.0 && !self.tells,
            _ => false,
        };
        let excused = self.writers.iter().any(|w| w.under_way().any(takes_along));
        if let Some(key) = self.key(id) {
            let line = Line::new(key, text);
            self.lines.push(Line { excused, ..line });
        }
    }

    /// What a person deletes is gone: all that was written under this key so far, but for what a duplicate says. That
    /// goes too where the duplicate is just being removed, because the deleted comment said it as well.
    fn excuse_deleted(&mut self, id: CommentId) {
        let Some(key) = self.key(id) else { return };
        let removes_another =
            |call: &Call| matches!(call, Call::Delete { comment } if comment.id != id.0);
        let mut writers = self.writers.iter();
        let folding = writers.any(|writer| {
            writer.job.settings.key == key && writer.under_way().any(removes_another)
        });
        let others = self.comments().filter(|comment| comment.id != id);
        let others: Vec<_> = others.map(|comment| comment.body.clone()).collect();
        for line in self.lines.iter_mut().filter(|line| line.key == key) {
            line.excused |= folding || !others.iter().any(|body| body.contains(line.text));
        }
        self.forget_landings(&key);
        if folding {
            self.deleted_while_folding.insert(key.clone());
        }
        self.deleted.insert(key);
    }

    /// Which lines writer `n` took out of a comment by updating it, or put into it.
    pub(crate) fn blame(&mut self, n: usize, updated: CommentId) {
        let [.., before, after] = &self.comment(updated).edits[..] else {
            return;
        };
        let texts = [before, after].map(|edit| edit.text.clone().unwrap_or_default());
        let has_crashed = matches!(self.writers[n].doing, Doing::Crashed);
        for line in &mut self.lines {
            match texts.each_ref().map(|text| text.contains(line.text)) {
                [true, false] => {
                    line.overwritten_by.insert(n);
                    line.excused |= has_crashed;
                }
                [false, true] => line.overwritten_by.clear(),
                _ => {}
            }
        }
    }

    /// A writer that crashes takes along what a person wrote and it has overwritten.
    pub(crate) fn excuse_overwritten_by(&mut self, n: usize) {
        for line in &mut self.lines {
            line.excused |= line.overwritten_by.contains(&n);
        }
    }

    /// Which comment of ours it is.
    fn key(&self, id: CommentId) -> Option<Name> {
        match Parsed::read(&self.body(id)) {
            Parsed::Ours { document, .. } => Some(document.key),
            _ => None,
        }
    }

    pub(crate) fn person(&mut self, does: Deed) {
        let by = "octocat".to_owned();
        self.state
            .change(Change::Person { by, on: on(), does })
            .unwrap();
    }
}

/// A body with a line between its sections.
pub(crate) fn with_line(body: &str, line: &str) -> String {
    let footer = "\n\n<!-- one-comment:footer";
    let longer = body.replacen(footer, &format!("\n\n{line}{footer}"), 1);
    assert_ne!(longer, body, "there is a footer");
    longer
}
