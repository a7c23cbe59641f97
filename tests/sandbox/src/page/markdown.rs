//! Markdown as GitHub renders it in a comment, as HTML that is safe to put into the page.
//!
//! Not drawn as GitHub does: syntax colours, diagrams and mathematics, which appear as their
//! source.

use comrak::{Arena, Options, format_html, parse_document};

use super::raw_html::escape_disallowed;
use super::reference::link_references;
use super::sanitise::sanitise;

/// Renders one comment of `repository` (`owner/name`). `anchor` is the comment's own id on the
/// page; it sets the comment's anchors apart from those of others.
pub fn render(markdown: &str, repository: &str, anchor: &str) -> String {
    let options = options();
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options);
    escape_disallowed(root);
    link_references(&arena, root, repository);
    let mut html = String::new();
    // Writing into a string cannot fail.
    let _ = format_html(root, &options, &mut html);
    sanitise(&html, anchor)
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.alerts = true;
    extension.autolink = true;
    extension.footnotes = true;
    extension.shortcodes = true;
    extension.strikethrough = true;
    extension.table = true;
    extension.tasklist = true;
    let render = &mut options.render;
    render.gfm_quirks = true;
    // In a comment, unlike in a file, every line end breaks the line.
    render.hardbreaks = true;
    render.tasklist_classes = true;
    // Raw HTML passes through; `sanitise` decides what of it stays.
    render.r#unsafe = true;
    options
}

#[cfg(test)]
mod tests {
    use super::render;

    fn html(markdown: &str) -> String {
        render(markdown, "octo/cat", "c1")
    }

    #[test]
    fn a_table_keeps_its_alignment() {
        let html = html("| a | b |\n|---|--:|\n| 1 | 2 |\n");
        assert!(html.contains("<th>a</th>"), "{html}");
        assert!(html.contains(r#"<td align="right">2</td>"#), "{html}");
    }

    #[test]
    fn a_task_list_shows_boxes_that_cannot_be_ticked() {
        let html = html("- [x] done\n- [ ] open\n");
        assert!(
            html.contains(r#"<ul class="contains-task-list">"#),
            "{html}"
        );
        assert_eq!(html.matches(r#"type="checkbox""#).count(), 2, "{html}");
        assert_eq!(html.matches(r#"disabled="""#).count(), 2, "{html}");
        assert_eq!(html.matches(r#"checked="""#).count(), 1, "{html}");
    }

    #[test]
    fn an_alert_is_more_than_a_quotation() {
        let html = html("> [!WARNING]\n> careful\n");
        assert!(
            html.contains(r#"<div class="markdown-alert markdown-alert-warning">"#),
            "{html}"
        );
        assert!(!html.contains("blockquote"), "{html}");
    }

    #[test]
    fn details_hold_markdown() {
        let html = html("<details open><summary>Log</summary>\n\n**bold**\n\n</details>\n");
        assert!(
            html.contains(r#"<details open=""><summary>Log</summary>"#),
            "{html}"
        );
        assert!(html.contains("<strong>bold</strong>"), "{html}");
        assert!(html.trim_end().ends_with("</details>"), "{html}");
    }

    #[test]
    fn a_fence_shows_markers_and_mentions_as_text() {
        let html = html("```text\n<!-- one-comment:root k --> @octocat\n```\n");
        assert_eq!(
            html,
            "<pre><code>&lt;!-- one-comment:root k --&gt; @octocat\n</code></pre>\n"
        );
    }

    #[test]
    fn markers_between_paragraphs_leave_no_trace() {
        assert_eq!(
            html("<!-- one-comment:root k -->\na\n\n<!-- one-comment:state 1.1 x -->"),
            "\n<p>a</p>\n\n"
        );
    }

    #[test]
    fn a_line_end_breaks_the_line() {
        assert_eq!(html("a\nb"), "<p>a<br>\nb</p>\n");
    }

    #[test]
    fn a_script_appears_as_text() {
        assert_eq!(
            html("<script>alert(1)</script>"),
            "&lt;script&gt;alert(1)&lt;/script&gt;\n"
        );
    }

    #[test]
    fn a_tag_that_is_never_closed_swallows_nothing() {
        assert!(html("<title>\n\nafter").contains("<p>after</p>"));
    }

    #[test]
    fn mentions_and_numbers_lead_into_the_sandbox() {
        let html = html("@octocat fixes #12, see https://example.com/#3");
        assert!(html.contains(r#"<a href="/octocat""#), "{html}");
        assert!(html.contains(r#"<a href="/octo/cat/issues/12""#), "{html}");
        assert_eq!(html.matches("<a ").count(), 3, "{html}");
    }

    #[test]
    fn a_number_in_the_text_of_a_link_leads_where_the_link_leads() {
        let html = html("[see #12](https://example.com/)");
        assert!(html.contains(">see #12</a>"), "{html}");
    }

    #[test]
    fn one_tilde_strikes_as_two_do() {
        assert_eq!(html("~a~ ~~b~~"), "<p><del>a</del> <del>b</del></p>\n");
    }

    #[test]
    fn strong_within_strong_is_no_stronger() {
        assert_eq!(html("**a **b** c**"), "<p><strong>a b c</strong></p>\n");
    }

    #[test]
    fn a_footnote_and_its_reference_lead_to_each_other() {
        let html = html("a[^1]\n\n[^1]: b\n");
        assert!(html.contains(r##"href="#user-content-c1-fn-1""##), "{html}");
        assert!(html.contains(r#"id="user-content-c1-fn-1""#), "{html}");
        assert!(
            html.contains(r##"href="#user-content-c1-fnref-1""##),
            "{html}"
        );
        assert!(html.contains(r#"id="user-content-c1-fnref-1""#), "{html}");
    }

    #[test]
    fn shortcodes_become_emoji() {
        assert_eq!(html(":white_check_mark:"), "<p>✅</p>\n");
    }

    #[test]
    fn a_comment_of_nothing_but_nesting_is_rendered() {
        for nested in [">", "- ", "[", "*a **a ", "<div>", "<b><details>"] {
            html(&nested.repeat(2_048 / nested.len()));
        }
    }
}
