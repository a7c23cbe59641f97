//! What is drawn around the sections.

use super::*;
use crate::comment::{Content, Name, Origin, Section, Stamp, input_digest};

fn sha(c: &str) -> Sha {
    Sha::parse(&c.repeat(40)).unwrap()
}

/// A section of this run, about this commit; later runs have later stamps.
fn section(at: &str, run: u64, commit: Option<Sha>) -> Section {
    let origin = Origin {
        stamp: Stamp::from((run, 0, 1, 1)),
        run,
        attempt: 2,
        commit,
        writer: String::new(),
        runner: None,
        delivered: false,
    };
    let section = Section::new(Name::new(at).unwrap(), Content::new("text"));
    section.recorded(origin, input_digest("text"))
}

fn drawn_with(sections: Vec<Section>, head: Option<Sha>, frame: &Frame) -> Document {
    let mut document = Document::new(Name::new("default").unwrap());
    for section in sections {
        document.insert(section);
    }
    document.head = head;
    document.draw(frame, 1_790_000_000_000);
    document
}

fn drawn(head: Option<Sha>, frame: &Frame) -> Document {
    let sections = vec![section("a", frame.run.min(7), Some(sha("b")))];
    drawn_with(sections, head, frame)
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

// Case 30.
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
    let link = format!(
        "<a href=\"https://ghes.example/octo-org/hello/commit/{}\"><code>bbbbbbb</code></a>",
        "b".repeat(40)
    );
    assert!(above("a").unwrap().contains(&link));
    assert_eq!(above("b"), None);
}

#[test]
fn the_footer_names_the_newest_run_that_wrote_for_the_head() {
    let footer = |head: Option<Sha>, other: Option<Sha>| {
        let sections = vec![section("a", 9, Some(sha("b"))), section("b", 7, other)];
        drawn_with(sections, head, &frame()).footer.unwrap()
    };
    let head = Some(sha("a"));
    assert!(footer(head.clone(), head).contains(">run 7, attempt 2<"));
    // Where there is no head, no section is about it.
    assert!(footer(None, None).contains(">run 9, attempt 2<"));
}
