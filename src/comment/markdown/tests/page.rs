//! What a reader sees of a text: as the sandbox renders it, with another reader of Markdown and a browser's of HTML.
//! Nothing of it is shared with the code that is tested.

use one_comment_sandbox::page::render;

use super::super::close;

const SENTINEL: &str = "what-follows";

/// The page's HTML.
pub(in crate::comment) fn page(markdown: &str) -> String {
    render(markdown, "octo-org/hello", "comment")
}

/// What the page shows as text, without any element.
pub(in crate::comment) fn text_of(html: &str) -> String {
    let texts = html
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text: String = texts.collect();
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

/// Whether closing makes this of the text, closing again nothing more, and nothing is taken in.
#[track_caller]
pub(in crate::comment) fn is_closed_as(text: &str, expected: &str) {
    assert_eq!(close(text), expected, "closing {text:?}");
    assert_eq!(close(expected), expected, "closing {text:?} twice");
    swallows_nothing(expected);
}

/// Whether a paragraph that follows the text in the comment stands by itself, and in sight.
#[track_caller]
pub(in crate::comment) fn swallows_nothing(text: &str) {
    let html = page(&format!("{text}\n<!-- end -->\n\n{SENTINEL}\n"));
    let paragraph = format!("<p>{SENTINEL}</p>");
    let Some((before, _)) = html.split_once(&paragraph) else {
        panic!("{text:?} hides or changes what follows: {html}");
    };
    assert_eq!(
        open_elements(before),
        [""; 0],
        "{text:?} takes in what follows: {html}"
    );
}

/// Whether all that a reader sees of the text stands in quotations.
#[track_caller]
pub(in crate::comment) fn is_quoted(text: &str) {
    let html = page(&format!("{text}\n<!-- end -->\n\n{SENTINEL}\n"));
    let (before, _) = html.split_once(&format!("<p>{SENTINEL}</p>")).expect(text);
    for (at, part) in before.match_indices('<').chain([(before.len(), "")]) {
        let (outside, rest) = before.split_at(at);
        let shown = outside.rsplit('>').next().unwrap_or(outside);
        let is_seen =
            !shown.trim().is_empty() || rest.starts_with("<img") || rest.starts_with("<hr");
        let is_quoted = open_elements(outside).contains(&"blockquote");
        assert!(!is_seen || is_quoted, "{part}{text:?} breaks out: {html}");
    }
}

/// What is open at the end of HTML that was written by a program: every element there has its end.
fn open_elements(html: &str) -> Vec<&str> {
    const VOID: [&str; 6] = ["br", "hr", "img", "input", "source", "wbr"];
    let mut open = Vec::new();
    for tag in html.split('<').skip(1) {
        let end = tag.find([' ', '>']).unwrap_or(tag.len());
        match tag[..end].strip_prefix('/') {
            Some(_) => drop(open.pop()),
            None if VOID.contains(&&tag[..end]) => {}
            None => open.push(&tag[..end]),
        }
    }
    open
}
