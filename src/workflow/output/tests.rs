//! Tests of `output.rs`.

use super::*;

/// Reads a file of outputs by the runner's rule.
fn parsed(text: &str) -> Vec<(String, String)> {
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let (name, end) = line.split_once("<<").unwrap();
        let value: Vec<_> = lines.by_ref().take_while(|line| *line != end).collect();
        found.push((name.to_owned(), value.join("\n")));
    }
    found
}

#[test]
fn the_runner_reads_back_what_was_meant() {
    let outputs = Outputs {
        outcome: Some("updated"),
        reason: "new text".into(),
        changed: true,
        comment_id: Some(42),
        comment_url: Some("https://github.example/c/42".into()),
        number: Some(7),
        head_sha: Sha::parse(&"a".repeat(40)).ok(),
        outbox_path: Some("/tmp/outbox".into()),
        outbox_artifact: Some("one-comment-outbox-1".into()),
        entries: Some("[]".into()),
        full_body_path: Some("/tmp/whole.md".into()),
    };
    let read = parsed(&outputs.render(|| 1).unwrap());
    let own = ("outbox-artifact", "one-comment-outbox-1".to_owned());
    let meant = outputs.pairs().into_iter().chain([own]);
    let meant: Vec<_> = meant
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    assert_eq!(read, meant);
}

#[test]
fn no_value_can_name_another_output() {
    let hostile = "x\none-comment-0000000000000001\noutcome<<E\ncreated\nE";
    let outputs = Outputs {
        comment_url: Some(hostile.into()),
        ..Outputs::default()
    };
    let mut draws = 0;
    let text = outputs.render(|| {
        draws += 1;
        1 + draws / 5
    });
    let read = parsed(&text.unwrap());
    assert_eq!(read.len(), 10);
    assert_eq!(read[4], ("comment-url".into(), hostile.into()));
}

#[test]
fn a_draw_that_never_changes_fails_instead_of_hanging() {
    let hostile = Some("one-comment-0000000000000001".into());
    assert!(
        Outputs {
            comment_url: hostile,
            ..Outputs::default()
        }
        .render(|| 1)
        .is_err()
    );
}

#[test]
fn a_reason_is_one_line() {
    let outputs = Outputs {
        reason: "first\r\nsecond\n".into(),
        ..Outputs::default()
    };
    assert_eq!(outputs.pairs()[1].1, "first second");
}

#[test]
fn outputs_are_added_to_what_other_tools_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("output");
    std::fs::write(&path, "theirs=1\n").unwrap();
    Outputs::default().append_to(&path, || 1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("theirs=1\noutcome<<one-comment-"),
        "{text}"
    );
}
