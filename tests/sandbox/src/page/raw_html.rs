//! GFM's "Disallowed Raw HTML": nine tags that appear as text.
//!
//! They change how everything behind them is read, so one that is never closed would swallow the
//! rest of the comment. What other HTML may stay is decided in `sanitise`.

use comrak::nodes::{Node, NodeValue};

/// The list of the GFM specification.
const DISALLOWED: [&str; 9] = [
    "title",
    "textarea",
    "style",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "script",
    "plaintext",
];

/// Turns the disallowed tags in all raw HTML below `root` into text.
pub(super) fn escape_disallowed(root: Node<'_>) {
    for node in root.descendants() {
        match &mut node.data_mut().value {
            NodeValue::HtmlBlock(block) => block.literal = escape(&block.literal),
            NodeValue::HtmlInline(literal) => *literal = escape(literal),
            _ => {}
        }
    }
}

fn escape(html: &str) -> String {
    let mut escaped = String::with_capacity(html.len());
    for (place, text) in html.split('<').enumerate() {
        if place > 0 {
            escaped.push_str(if begins_disallowed(text) { "&lt;" } else { "<" });
        }
        escaped.push_str(text);
    }
    escaped
}

/// Whether the tag is disallowed that `text` begins with, behind its `<`.
fn begins_disallowed(text: &str) -> bool {
    let text = text.strip_prefix('/').unwrap_or(text);
    let end = text
        .find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/')
        .unwrap_or(text.len());
    let name = text.get(..end).unwrap_or_default();
    DISALLOWED.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn a_disallowed_tag_becomes_text_in_any_case_and_form() {
        for tag in [
            "script>",
            "/script>",
            "SCRIPT src=x>",
            "title ",
            "iframe/>",
            "xmp\n>",
        ] {
            assert_eq!(escape(&format!("a<{tag}b")), format!("a&lt;{tag}b"));
        }
    }

    #[test]
    fn every_other_tag_stays() {
        let html = "<b><scripted></b><!-- title --><titles>";
        assert_eq!(escape(html), html);
    }
}
