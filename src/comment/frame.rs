//! What the reader sees around the sections: the footer, and the note over a section of another commit, or over one
//! that a stranger's run wrote.
//! Drawn from the state each time the comment is printed; never content, and never a reason to write.

use chrono::DateTime;

use super::document::Document;
use super::sha::Sha;
use super::state::Origin;

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
            let origin = section.record.as_ref().map(|record| &record.origin);
            section.above = origin.and_then(|origin| frame.note(origin, head.as_ref()));
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
        if run > 0 {
            parts.push(self.run_link(run, attempt));
        }
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
        let stranger = origin.delivered.then(|| match origin.run {
            0 => "Written without write access".to_owned(),
            run => format!(
                "Written without write access, by {}",
                self.run_link(run, origin.attempt)
            ),
        });
        let parts: Vec<String> = stale.into_iter().chain(stranger).collect();
        (!parts.is_empty()).then(|| format!("<sub>{}</sub>", parts.join(" · ")))
    }

    fn run_link(&self, run: u64, attempt: u32) -> String {
        let path = format!("{}/actions/runs/{run}/attempts/{attempt}", self.repository);
        let text = match attempt {
            0 | 1 => format!("run {run}"),
            attempt => format!("run {run}, attempt {attempt}"),
        };
        self.link(&path, &text)
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
mod tests {
    use super::*;
    use crate::comment::{
        Content, Name, Order, Origin, Record, Section, Stamp, Text, input_digest,
    };

    fn sha(c: &str) -> Sha {
        Sha::parse(&c.repeat(40)).unwrap()
    }

    fn drawn(head: Option<Sha>, frame: &Frame) -> Document {
        let run = frame.run.min(7);
        let content = Content::new("text");
        let origin = Origin {
            stamp: Stamp::default(),
            run,
            attempt: 2,
            commit: Some(sha("b")),
            writer: String::new(),
            runner: None,
            delivered: false,
        };
        let mut document = Document::new(Name::new("default").unwrap());
        document.insert(Section {
            name: Name::new("a").unwrap(),
            order: Order::DEFAULT,
            record: Some(Record {
                origin,
                input: input_digest("text"),
                printed: content.digest(),
            }),
            content,
            after: Text::default(),
            above: None,
            below: None,
        });
        document.head = head;
        document.draw(frame, 1_790_000_000_000);
        document
    }

    fn frame() -> Frame {
        Frame {
            server: "https://ghes.example".to_owned(),
            repository: "octo-org/hello".to_owned(),
            run: 42,
            attempt: 2,
            footer: true,
            marks_stale: true,
        }
    }

    #[test]
    fn the_footer_links_commit_and_run_on_the_servers_own_host() {
        let footer = drawn(Some(sha("a")), &frame()).footer.unwrap();
        assert_eq!(
            footer,
            format!(
                "<sub>Commit <a href=\"https://ghes.example/octo-org/hello/commit/{}\"><code>aaaaaaa</code></a> · \
                 <a href=\"https://ghes.example/octo-org/hello/actions/runs/7/attempts/2\">run 7, attempt 2</a> · \
                 2026-09-21 14:13 UTC</sub>",
                "a".repeat(40)
            )
        );
    }

    #[test]
    fn outside_a_run_and_without_a_commit_the_footer_is_the_time() {
        let footer = drawn(None, &Frame { run: 0, ..frame() }).footer.unwrap();
        assert_eq!(footer, "<sub>2026-09-21 14:13 UTC</sub>");
        assert_eq!(
            drawn(
                None,
                &Frame {
                    footer: false,
                    ..frame()
                }
            )
            .footer,
            None
        );
    }

    #[test]
    fn a_section_of_another_commit_says_so_unless_told_otherwise_and_one_of_the_head_does_not() {
        let above_in =
            |head: &str, frame: &Frame| drawn(Some(sha(head)), frame).sections()[0].above.clone();
        let keeping = Frame {
            marks_stale: false,
            ..frame()
        };
        assert_eq!(above_in("a", &keeping), None);
        let above = |head: &str| above_in(head, &frame());
        assert!(above("a").unwrap().contains("<code>bbbbbbb</code>"));
        assert_eq!(above("b"), None);
    }
}
