//! What the reader sees around the sections: the footer, and the notes about a section of another commit, one that a
//! stranger's run wrote, and one that was cut.
//! Drawn from the state each time the comment is printed; never content, and never a reason to write.

use chrono::DateTime;

use super::document::Document;
use super::sha::Sha;
use super::state::{Origin, Record};

/// Who prints, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Base of links, without a slash at its end: `https://github.com`, or a GHES host.
    pub server: String,
    /// `owner/name`.
    pub repository: String,
    /// GitHub's run id; 0 outside Actions.
    pub run: u64,
    /// GitHub's run attempt.
    pub attempt: u32,
    /// Whether there is a footer.
    pub footer: bool,
    /// Whether a section of another commit than the head's says so.
    pub marks_stale: bool,
}

impl Document {
    /// Draws footer and notes anew. `now` is in milliseconds since the Unix epoch.
    pub fn draw(&mut self, frame: &Frame, now: u64) {
        self.run = frame.run;
        self.attempt = frame.attempt;
        self.footer = frame.footer.then(|| {
            let run = self.newest_run().unwrap_or((frame.run, frame.attempt));
            frame.footer_line(self.head.as_ref(), run, now)
        });
        let head = self.head.clone();
        for section in self.sections_mut() {
            let record = section.record.as_ref();
            section.above = record.and_then(|record| frame.note(&record.origin, head.as_ref()));
            section.below = record.and_then(|record| frame.end_note(record));
        }
    }

    /// Run and attempt of what the reader sees last: who prints may only be repairing what others wrote.
    fn newest_run(&self) -> Option<(u64, u32)> {
        let records = self
            .sections()
            .iter()
            .filter_map(|section| section.record.as_ref());
        let newest = records.map(|record| &record.origin).max_by_key(|origin| {
            let for_head = self.head.is_some() && origin.commit == self.head;
            (for_head, origin.stamp)
        });
        newest.map(|origin| (origin.run, origin.attempt))
    }
}

impl Frame {
    fn footer_line(&self, head: Option<&Sha>, (run, attempt): (u64, u32), now: u64) -> String {
        let mut parts = Vec::new();
        parts.extend(head.map(|head| format!("Commit {}", self.commit_link(head))));
        parts.extend(self.run_link(run, attempt));
        let time = i64::try_from(now)
            .ok()
            .and_then(DateTime::from_timestamp_millis);
        parts.extend(time.map(|time| time.format("%Y-%m-%d %H:%M UTC").to_string()));
        format!("<sub>{}</sub>", parts.join(" · "))
    }

    /// What is to be known of a section before it is read.
    fn note(&self, origin: &Origin, head: Option<&Sha>) -> Option<String> {
        let other = origin.commit.as_ref();
        let other = other.filter(|commit| self.marks_stale && Some(*commit) != head);
        let stale = other
            .map(|commit| format!("⏳ Result for another commit, {}", self.commit_link(commit)));
        let stranger = origin.delivered.then(|| {
            let link = self.run_link(origin.run, origin.attempt);
            let by = link.map_or_else(String::new, |link| format!(", by {link}"));
            format!("Written without write access{by}")
        });
        let parts: Vec<String> = stale.into_iter().chain(stranger).collect();
        (!parts.is_empty()).then(|| format!("<sub>{}</sub>", parts.join(" · ")))
    }

    /// What is to be known of a section after it was read.
    fn end_note(&self, record: &Record) -> Option<String> {
        let cut = (record.missing > 0).then(|| self.cut_note(record));
        cut.map(|cut| format!("<sub>{cut}</sub>"))
    }

    /// Whoever cut it, the rest is with the run that wrote it.
    fn cut_note(&self, record: &Record) -> String {
        let Record {
            origin, missing, ..
        } = record;
        let what = if *missing == 1 {
            "character does"
        } else {
            "characters do"
        };
        let link = self.run_link(origin.run, origin.attempt);
        let see = link.map_or_else(String::new, |link| format!(": see {link}"));
        format!("✂️ {missing} more {what} not fit into this comment{see}")
    }

    /// `None` outside of Actions.
    fn run_link(&self, run: u64, attempt: u32) -> Option<String> {
        let repository = &self.repository;
        let path = format!("{repository}/actions/runs/{run}/attempts/{attempt}");
        let text = match attempt {
            0 | 1 => format!("run {run}"),
            attempt => format!("run {run}, attempt {attempt}"),
        };
        (run > 0).then(|| self.link(&path, &text))
    }

    fn commit_link(&self, commit: &Sha) -> String {
        let path = format!("{}/commit/{commit}", self.repository);
        self.link(&path, &format!("<code>{}</code>", commit.short()))
    }

    fn link(&self, path: &str, text: &str) -> String {
        let url = format!("{}/{path}", self.server);
        let url = url
            .replace('&', "&amp;")
            .replace('"', "&quot;")
            .replace('<', "&lt;")
            .replace(['\n', '\r'], "");
        format!("<a href=\"{url}\">{text}</a>")
    }
}

#[cfg(test)]
mod tests;
