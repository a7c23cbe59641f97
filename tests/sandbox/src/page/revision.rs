//! What a revision changed, line by line.

use maud::{Markup, html};
use similar::{ChangeTag, TextDiff};

/// `newer` with the lines marked that are not in `older`, and the lines it dropped. Without an
/// `older`, all of it counts as new.
pub(super) fn changes(older: Option<&str>, newer: &str) -> Markup {
    let difference = TextDiff::from_lines(older.unwrap_or_default(), newer);
    html! {
        pre.changes tabindex="0" aria-label="Changes of this revision" {
            @for change in difference.iter_all_changes() {
                @let line = change.value().trim_end_matches(['\r', '\n']);
                @match change.tag() {
                    ChangeTag::Insert => ins { "+ " (line) },
                    ChangeTag::Delete => del { "- " (line) },
                    ChangeTag::Equal => span { "  " (line) },
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn lines_that_came_and_went_are_marked() {
        let html = changes(Some("a\nb\n"), "a\nc\n").into_string();
        assert!(
            html.ends_with("<span>  a</span><del>- b</del><ins>+ c</ins></pre>"),
            "{html}"
        );
    }

    #[test]
    fn the_original_is_all_new() {
        let html = changes(None, "<b>\n").into_string();
        assert!(html.ends_with("><ins>+ &lt;b&gt;</ins></pre>"), "{html}");
    }
}
