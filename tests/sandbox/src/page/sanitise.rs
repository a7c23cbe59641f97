//! What HTML of a comment may stay: GitHub's allow-list.
//!
//! It works on the HTML of the whole comment, after Markdown, as the last step before the page;
//! nothing may touch the HTML after it. Comments vanish here, markers among them.
//!
//! One difference to GitHub: the classes that the Markdown renderer writes stay, so a comment can
//! write them too. They style text and nothing else.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use ammonia::Builder;

const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "ul",
    "var",
    "wbr",
];

const ATTRIBUTES: &[&str] = &[
    "align",
    "alt",
    "aria-hidden",
    "aria-label",
    "border",
    "cellpadding",
    "cellspacing",
    "cite",
    "colspan",
    "datetime",
    "dir",
    "height",
    "id",
    "lang",
    "name",
    "open",
    "rowspan",
    "scope",
    "span",
    "start",
    "title",
    "valign",
    "width",
];

/// The classes that comrak writes.
const CLASSES: &[(&str, &[&str])] = &[
    ("a", &["footnote-backref"]),
    (
        "div",
        &[
            "markdown-alert",
            "markdown-alert-note",
            "markdown-alert-tip",
            "markdown-alert-important",
            "markdown-alert-warning",
            "markdown-alert-caution",
        ],
    ),
    ("input", &["task-list-item-checkbox"]),
    ("li", &["task-list-item"]),
    ("ol", &["contains-task-list"]),
    ("p", &["markdown-alert-title"]),
    ("section", &["footnotes"]),
    ("sup", &["footnote-ref"]),
    ("ul", &["contains-task-list"]),
];

/// Keeps of `html` what GitHub keeps.
///
/// Anchors and the links to them get `prefix`, so that they are unique on the page and cannot
/// name a part of it. `prefix` must be plain letters, digits and `-`.
pub(super) fn sanitise(html: &str, prefix: &str) -> String {
    let prefix = format!("user-content-{prefix}-");
    Builder::empty()
        .tags(set(TAGS))
        .generic_attributes(set(ATTRIBUTES))
        .tag_attributes(HashMap::from([
            ("a", set(&["href"])),
            ("img", set(&["src"])),
            ("input", set(&["checked", "disabled"])),
            ("source", set(&["media", "srcset"])),
        ]))
        // The only input is the box of a task list. (One forced value at most: ammonia writes
        // several in random order, and live updates compare the HTML.)
        .set_tag_attribute_value("input", "type", "checkbox")
        .allowed_classes(
            CLASSES
                .iter()
                .map(|(tag, classes)| (*tag, set(classes)))
                .collect(),
        )
        .url_schemes(set(&["http", "https", "mailto"]))
        .link_rel(Some("nofollow noopener noreferrer"))
        .attribute_filter(move |tag, attribute, value| {
            Some(anchored(&prefix, tag, attribute, value))
        })
        .clean(html)
        .to_string()
}

/// The value of an attribute, with the prefix where it names an anchor or leads to one.
fn anchored<'v>(prefix: &str, tag: &str, attribute: &str, value: &'v str) -> Cow<'v, str> {
    match (tag, attribute, value.strip_prefix('#')) {
        (_, "id" | "name", _) => format!("{prefix}{value}").into(),
        ("a", "href", Some(anchor)) if !anchor.is_empty() => format!("#{prefix}{anchor}").into(),
        _ => value.into(),
    }
}

fn set<'t>(names: &[&'t str]) -> HashSet<&'t str> {
    names.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::sanitise;

    fn check(html: &str, expect: &str) {
        assert_eq!(sanitise(html, "c1"), expect);
    }

    #[test]
    fn scripts_and_styles_are_removed_with_what_they_contain() {
        check("a<script>alert(1)</script><style>p{}</style>b", "ab");
    }

    #[test]
    fn handlers_and_inline_styles_are_removed() {
        check(
            r#"<p onclick="x()" style="color:red">a</p><img onerror="x()" alt="b">"#,
            r#"<p>a</p><img alt="b">"#,
        );
    }

    #[test]
    fn html_comments_are_removed() {
        check("a<!-- one-comment:root k -->b<!-- open", "ab");
    }

    #[test]
    fn an_element_off_the_list_goes_and_its_text_stays() {
        check("<form><button>a</button></form><iframe></iframe>", "a");
    }

    #[test]
    fn a_link_keeps_only_a_harmless_address() {
        check(
            r#"<a href="javascript:alert(1)">a</a>"#,
            r#"<a rel="nofollow noopener noreferrer">a</a>"#,
        );
        check(
            r#"<a href="https://example.com/">a</a>"#,
            r#"<a href="https://example.com/" rel="nofollow noopener noreferrer">a</a>"#,
        );
    }

    #[test]
    fn an_image_from_a_data_address_loses_it() {
        check(
            r#"<img src="data:image/svg+xml,x" alt="a">"#,
            r#"<img alt="a">"#,
        );
    }

    #[test]
    fn every_input_is_a_checkbox() {
        check(
            r#"<input type="text" value="a" disabled>"#,
            r#"<input disabled="" type="checkbox">"#,
        );
    }

    #[test]
    fn only_the_classes_of_rendered_markdown_stay() {
        check(
            r#"<div class="bubble markdown-alert">a</div>"#,
            r#"<div class="markdown-alert">a</div>"#,
        );
    }

    #[test]
    fn anchors_and_links_to_them_stay_within_their_comment() {
        check(
            r##"<a name="live" href="#top">a</a><p id="live">b</p>"##,
            r##"<a name="user-content-c1-live" href="#user-content-c1-top" rel="nofollow noopener noreferrer">a</a><p id="user-content-c1-live">b</p>"##,
        );
    }
}
