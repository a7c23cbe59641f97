//! Tells the end: to the log, to the step's outputs, to the job summary. Decides nothing.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::ending::{Ending, Finding};
use crate::cli::OnError;
use crate::converge::{Call, Outcome};
use crate::workflow::{Environment, Log, Outputs, append_summary, save};

/// Everything there is to tell.
pub(super) struct Report<'a> {
    pub(super) ending: &'a Ending,
    /// `None` where GitHub was not asked.
    pub(super) outcome: Option<&'a Outcome>,
    pub(super) number: Option<u64>,
    /// What was to be published: it is not lost when it could not be.
    pub(super) message: Option<&'a str>,
    pub(super) on_error: OnError,
    pub(super) json: bool,
}

impl Report<'_> {
    /// Tells it. A file of the runner that cannot be written is worth a warning, not a failure.
    pub(super) fn tell(
        &self,
        environment: &Environment,
        log: &mut Log<'_>,
        mut random: impl FnMut() -> u64,
    ) {
        let mut outputs = self.outputs();
        outputs.full_body_path = self.save(environment, log, &mut random);
        if let Some(path) = &environment.output
            && let Err(error) = outputs.append_to(path, random)
        {
            log.warning(&format!("the step's outputs could not be written: {error}"));
        }
        if let (Some(path), Some(message)) = (&environment.step_summary, self.beside_the_comment())
            && let Err(error) = append_summary(path, message)
        {
            log.warning(&format!("the job summary could not be written: {error}"));
        }
        for warning in self.outcome.iter().flat_map(|outcome| &outcome.warnings) {
            log.warning(warning);
        }
        if self.json {
            log.json(&self.to_json(&outputs));
        } else {
            self.to_text(outputs.full_body_path.as_deref(), log);
        }
        self.annotate(log);
    }

    fn outputs(&self) -> Outputs {
        let comment = self.outcome.and_then(|outcome| outcome.comment.as_ref());
        let staged = self.ending.staged.as_ref();
        Outputs {
            outcome: self.ending.outcome,
            reason: self.ending.reason.clone(),
            changed: self.outcome.is_some_and(|outcome| outcome.changed),
            comment_id: comment.map(|(at, _)| at.id),
            comment_url: comment.map(|(_, url)| url.clone()),
            number: self.number,
            head_sha: self.outcome.and_then(|outcome| outcome.head.clone()),
            outbox_path: staged.map(|staged| staged.folder.display().to_string()),
            outbox_artifact: staged.map(|staged| staged.label.clone()),
            entries: self.ending.entries.as_ref().map(Value::to_string),
            full_body_path: None,
        }
    }

    /// The message, where the comment could not take all of it and nothing newer stands there instead.
    fn beside_the_comment(&self) -> Option<&str> {
        let refused = matches!(
            self.ending.outcome,
            None | Some("locked" | "archived" | "refused" | "staged")
        );
        self.message.filter(|_| refused || self.is_cut())
    }

    fn is_cut(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cut)
    }

    /// Keeps the whole of a message that was cut, for a later step.
    fn save(
        &self,
        environment: &Environment,
        log: &mut Log<'_>,
        random: impl FnMut() -> u64,
    ) -> Option<PathBuf> {
        let message = self.message.filter(|_| self.is_cut())?;
        let folder = environment.runner_temp.clone();
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        save(&folder, message, random)
            .inspect_err(|error| {
                let folder = folder.display();
                log.warning(&format!(
                    "the whole message could not be written into {folder}: {error}"
                ));
            })
            .ok()
    }

    fn to_text(&self, full_body_path: Option<&Path>, log: &mut Log<'_>) {
        for Finding { what, text } in &self.ending.findings {
            log.line(&format!("{what}: {text}"));
        }
        // What fails is said once, by the annotation.
        if let Some(outcome) = self.ending.outcome.filter(|_| self.ending.code == 0) {
            let url = self.outcome.and_then(|outcome| outcome.comment.as_ref());
            let url = url.map_or_else(String::new, |(_, url)| format!(" {url}"));
            log.line(&format!("{outcome}: {}{url}", self.ending.reason));
        }
        if let Some(path) = full_body_path {
            let path = path.display();
            log.line(&format!(
                "the comment holds only a part of the message; all of it is in {path}"
            ));
        }
        if let Some(plan) = &self.ending.plan {
            let (what, body) = described(plan);
            log.line(&format!("would {what}"));
            body.iter().for_each(|body| log.line(body));
        }
        self.ending.entry.iter().for_each(|entry| log.line(entry));
        for comment in &self.ending.shown {
            log.line(comment.body.as_deref().unwrap_or_default());
        }
    }

    fn to_json(&self, outputs: &Outputs) -> Value {
        let mut value = serde_json::Map::new();
        for (name, text) in outputs.pairs() {
            let typed = match name {
                "changed" => json!(outputs.changed),
                "comment-id" => json!(outputs.comment_id),
                "number" => json!(outputs.number),
                "entries" => json!(self.ending.entries),
                _ if text.is_empty() => Value::Null,
                _ => json!(text),
            };
            value.insert(name.to_owned(), typed);
        }
        value.insert(
            "warnings".to_owned(),
            json!(self.outcome.map_or(&[][..], |o| &o.warnings)),
        );
        if let Some(plan) = &self.ending.plan {
            let (what, body) = described(plan);
            value.insert("plan".to_owned(), json!({ "would": what, "body": body }));
        }
        if !self.ending.shown.is_empty() {
            let bodies = self
                .ending
                .shown
                .iter()
                .map(|comment| json!({ "url": comment.url, "body": comment.body }));
            value.insert("comments".to_owned(), bodies.collect());
        }
        if !self.ending.findings.is_empty() {
            let findings = self.ending.findings.iter();
            let named =
                findings.map(|finding| (finding.what.replace(' ', "-"), json!(finding.text)));
            value.insert("findings".to_owned(), Value::Object(named.collect()));
        }
        Value::Object(value)
    }

    /// Where a person should act: an error, or a warning where the user wants no more than that.
    fn annotate(&self, log: &mut Log<'_>) {
        let reason = &self.ending.reason;
        match (self.ending.code, self.ending.exit_code(self.on_error)) {
            (0, _) if self.ending.warns => log.warning(reason),
            (0, _) => {}
            (_, 0) => log.warning(reason),
            _ => log.error(reason),
        }
    }
}

/// What a call would do, and the body that it would write.
pub(super) fn described(call: &Call) -> (String, Option<&str>) {
    match call {
        Call::Create { body, .. } => ("create a comment".to_owned(), Some(body)),
        Call::Update { comment, body } => (format!("update comment {}", comment.id), Some(body)),
        Call::Delete { comment } => (format!("delete comment {}", comment.id), None),
        Call::Hide { comment, .. } => (format!("hide comment {}", comment.id), None),
        Call::Show { comment } => (format!("show comment {} again", comment.id), None),
        Call::Observe { .. } | Call::Page { .. } | Call::Read { .. } | Call::Revisions { .. } => {
            ("look at the conversation".to_owned(), None)
        }
    }
}
