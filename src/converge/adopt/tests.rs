use super::ToolMarker;

fn marker(text: &str) -> ToolMarker {
    ToolMarker::parse(text).unwrap_or_else(|| panic!("{text}"))
}

/// What each tool writes, as far as it matters here: the input that names it, and a body.
const BODIES: [(&str, &str); 8] = [
    (
        "marocchino",
        "All green.\n<!-- Sticky Pull Request Comment -->",
    ),
    (
        "marocchino:lint",
        "No findings.\n<!-- Sticky Pull Request Commentlint -->",
    ),
    (
        "mshick",
        "<!-- add-pr-comment:add-pr-comment -->\n\nAll green.",
    ),
    (
        "mshick:test (linux)",
        "<!-- add-pr-comment:test (linux) -->\n\nAll green.",
    ),
    (
        "thollander:report",
        "All green.\n<!-- thollander/actions-comment-pull-request \"report\" -->",
    ),
    (
        "danger",
        "\n<!--\n  0 failure: \n  1 warning:  No tests were...\n  \n  \n  DangerID: danger-id-Danger;\n-->\n\n<table></table>\n",
    ),
    (
        "infracost",
        "[//]: <> (infracost-comment, valid-at=2026-03-19T12:00:00Z)\n<h4>Costs</h4>",
    ),
    ("<!-- coverage -->", "<!-- coverage -->\n## Coverage\n"),
];

#[test]
fn each_tool_s_comment_is_known_by_its_own_marker_and_by_no_other() {
    for (tool, _) in BODIES {
        for (other, body) in BODIES {
            assert_eq!(marker(tool).marks(body), tool == other, "{tool}: {body}");
        }
    }
}

#[test]
fn a_marker_in_mid_text_is_a_quotation() {
    for (tool, body) in BODIES {
        let quoted = format!("They wrote:\n\n{body}\n\nand so on.");
        assert!(!marker(tool).marks(&quoted), "{quoted}");
    }
}

// Case 23.
#[test]
fn a_name_that_another_ends_or_begins_with_is_another() {
    for (tool, body) in [
        (
            "marocchino",
            "text\n<!-- Sticky Pull Request Commentlint -->",
        ),
        (
            "marocchino:lint",
            "text\n<!-- Sticky Pull Request Commentpylint -->",
        ),
        ("mshick:prod", "<!-- add-pr-comment:non-prod -->\n\ntext"),
        ("infracost:prod", "[//]: <> (non-prod)\ntext"),
        ("infracost:prod", "[//]: <> (prod-2)\ntext"),
        ("danger:ios", "<!--\n  DangerID: danger-id-macos-ios;\n-->"),
        // Of a finding at a line of the diff.
        (
            "danger",
            "<!--\n  DangerID: danger-id-Danger;\n  File: a.rs;\n  Line: 1;\n-->",
        ),
    ] {
        assert!(!marker(tool).marks(body), "{tool}: {body}");
    }
    // Case 22: a name is no pattern.
    assert!(!marker("mshick:a.b").marks("<!-- add-pr-comment:aXb -->\n\ntext"));
}

#[test]
fn a_name_of_its_own_is_looked_for() {
    assert!(marker("infracost:prod").marks("[//]: <> (prod)\ntext"));
    assert!(marker("danger:ios").marks("<!--\n  DangerID: danger-id-ios;\n-->\ntext"));
}

#[test]
fn what_names_no_tool_and_is_no_whole_html_comment_is_not_meant() {
    for text in [
        "",
        "sticky",
        "marocchino:",
        "thollander",
        "Marocchino",
        "<!-- open",
        "<!---->",
        "<!-- -->",
        "<!-- a --> text <!-- b -->",
        "<!-- one-comment:root default -->",
    ] {
        assert_eq!(ToolMarker::parse(text), None, "{text}");
    }
}
