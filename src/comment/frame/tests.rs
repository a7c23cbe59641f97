//! What is drawn around the sections.

use super::*;
use crate::comment::{Content, Name, Order, Origin, Record, Section, Stamp, Text, input_digest};

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
            missing: 0,
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
