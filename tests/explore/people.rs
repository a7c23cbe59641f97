//! What people do to the comments, and what of it must stay.

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
    pub(crate) text: &'static str,
    pub(crate) excused: bool,
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
                self.deleted = true;
                self.deleted_while_folding = self
                    .writers
                    .iter()
                    .any(|writer| matches!(&writer.doing, Doing::Call(Call::Delete { .. })));
                self.lines.iter_mut().for_each(|line| line.excused = true);
                self.forget_landings();
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
    /// round trips of the deletes, and, where no history tells, a comment that is being overwritten.
    fn note(&mut self, id: CommentId, text: &'static str) {
        let overwrites = |call: &Call| match call {
            Call::Delete { .. } => true,
            Call::Update { comment, .. } => comment.id == id.0 && !self.tells,
            _ => false,
        };
        let excused = self.writers.iter().any(|writer| {
            let under_way = writer.ghost.as_ref().map(|(call, _)| call);
            let next = match &writer.doing {
                Doing::Call(call) => Some(call),
                _ => None,
            };
            under_way.into_iter().chain(next).any(overwrites)
        });
        self.lines.push(Line { text, excused });
    }

    /// A writer that crashes takes along what a person wrote and it has just overwritten: the history still shows it.
    /// What went with a whole comment is not excused.
    pub(crate) fn excuse_overwritten_lines(&mut self) {
        let comments: Vec<_> = self.comments().cloned().collect();
        for line in &mut self.lines {
            let in_body = comments.iter().any(|c| c.body.contains(line.text));
            let edits = comments.iter().flat_map(|comment| &comment.edits);
            let mut texts = edits.filter_map(|edit| edit.text.as_deref());
            line.excused |= !in_body && texts.any(|text| text.contains(line.text));
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
