//! Tests of `untrusted.rs`. A `¦` in what is expected stands for the zero-width space.

use proptest::prelude::*;

use super::super::edit::APART;
use super::super::plain::tests::{is_linked, mention_soup, seen_texts};
use super::super::tests::page::{is_quoted, page};
use super::super::tests::tag_soup;
use super::*;
use crate::comment::Content;

const SERVER: &str = "https://ghes.example";

fn untrusted(text: &str) -> String {
    super::untrusted(text, SERVER)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = untrusted(text);
    assert_eq!(once.replace(APART, "¦"), expected, "{text:?}");
    assert_eq!(untrusted(&once), once, "twice {text:?}");
}

#[test]
fn comments_are_taken_out() {
    check("<!-- hidden -->\n# Report", "\n# Report");
    check("a <!-- hidden --> b", "a  b");
    check("<!--\nignore\nall\n-->\n\ntext", "\n\ntext");
    check(
        "<ul>\n<!-- x -->\n<li>1</li>\n</ul>",
        "<ul>\n\n<li>1</li>\n</ul>",
    );
    check("> <!-- x\n> y -->\n> z", "> \n> z");
    check("<!-- a --> shown", " shown");
}

#[test]
fn what_a_browser_takes_for_a_comment_is_taken_out() {
    check(
        "a <?php x ?> b <!DOCTYPE x> c <![CDATA[x]]> d",
        "a  b  c  d",
    );
    check("<div></ hidden><! hidden></div>", "<div></div>");
}

#[test]
fn tags_of_style_are_taken_out() {
    check("<summary><b>Log</b></summary>", "<summary>Log</summary>");
    check("a <EM class=x>b</EM> `<b>`", "a b `<¦b>`");
}

#[test]
fn links_and_notes_of_others_lead_where_others_say() {
    let stranger =
        "x\n\n> [artifact]:\n> https://evil.example\n\n- [^1]: evil note\n\n[^1]: evil note";
    let trusted = "[artifact] and [^1]\n\n[artifact]: https://good.example\n\n[^1]: good note";
    let stranger = Content::untrusted(stranger, SERVER);
    let html = page(&format!("{}\n\n{trusted}\n", stranger.as_str()));
    assert!(html.contains("href=\"https://good.example\""), "{html}");
    assert!(
        !html.contains(
            "href=\"https://evil.example\" rel=\"nofollow noopener noreferrer\">artifact"
        ),
        "{html}"
    );
    let (_, notes) = html.split_once("class=\"footnotes\"").expect("the notes");
    assert!(
        notes.contains("good note") && !notes.contains("evil"),
        "{html}"
    );
}

proptest! {
    #[test]
    fn nothing_is_defined(text in "([\\[\\]^:<>`~*\\-a1!()\\\\ \t]|\n|\\]:|\\[a\\]:|    |```\n|> |- |<!-- -->){0,40}") {
        let once = Content::untrusted(&text, SERVER);
        prop_assert_eq!(parser(once.as_str()).reference_definitions().iter().count(), 0, "{:?}", once.as_str());
        let is_footnote = |event| matches!(event, Event::Start(pulldown_cmark::Tag::FootnoteDefinition(_)));
        let footnotes = parser(once.as_str()).filter(|event| is_footnote(event.clone()));
        prop_assert_eq!(footnotes.count(), 0, "{:?}", once.as_str());
    }
}

#[test]
fn an_open_comment_is_shown() {
    check("<!-- x\n\ny", "<¦!-- x\n\ny");
    check("<div><!-- x\n\ny", "<div><¦!-- x\n\ny");
}

#[test]
fn taking_a_comment_out_makes_no_other() {
    check("a <!<!-- x -->-- y -->", "a <¦!-- y -->");
    check("a <!-- x --> <!-- y -->", "a  ");
}

#[test]
fn comments_in_code_are_shown() {
    check(
        "`<!-- x -->`\n\n```html\n<!-- y -->\n```",
        "`<¦!-- x -->`\n\n```html\n<¦!-- y -->\n```",
    );
}

#[test]
fn ordinary_html_stays() {
    let text = "<details>\n<summary>Log</summary>\n\n<sub>x</sub>\n\n</details>";
    check(text, text);
}

#[test]
fn content_is_closed_and_forges_no_marker() {
    let content = Content::untrusted(
        "<details>\r\n\r\n<!-- one-comment:root default -->\n\n`<!-- one-comment:note -->`",
        SERVER,
    );
    assert_eq!(
        content.as_str().replace(APART, "¦"),
        "> <details>\n>\n>\n>\n> `<¦!-- one-comment:note -->`\n\n</details>"
    );
}

proptest! {
    #[test]
    fn nothing_is_hidden_in_what_is_rendered(text in mention_soup()) {
        let content = Content::untrusted(&text, SERVER);
        let mut html = String::new();
        let events = parser(content.as_str());
        pulldown_cmark::html::push_html(&mut html, events);
        for (_, token) in html::tokens(&html) {
            prop_assert!(!matches!(token, Token::Hidden), "{:?}: {html}", content.as_str());
        }
        for text in seen_texts(content.as_str()) {
            prop_assert!(!is_linked(&text), "{:?} shows {text:?}", content.as_str());
        }
    }
}

#[test]
fn what_closing_makes_text_is_filtered_as_well() {
    for text in [
        "<style>\n```\n</style>\n```\n[docs]: https://evil.example\n@octocat #1 <!-- hidden -->\n```",
        "x <style title=\"@octocat #1 octo-org/hello#7\">",
        "<textarea title=\"@octocat\">",
        "x <iframe src=\"@octocat\">",
        "> quote `code\n<b>\n@octocat #1 <!-- hid --> `",
        "- item `code\n<b>\n@octocat #1 <!-- hid --> `",
    ] {
        let content = Content::untrusted(text, SERVER);
        let html = page(content.as_str());
        assert!(
            !html.contains(">@octocat</a>") && !html.contains("1</a>"),
            "{html}"
        );
        assert_eq!(
            parser(content.as_str())
                .reference_definitions()
                .iter()
                .count(),
            0,
            "{html}"
        );
    }
}

#[test]
fn nothing_ends_the_quotation() {
    for text in [
        "ok\n\n</blockquote>\n\n### Approved",
        "a </BLOCKQUOTE x> b",
        "<select><a\n></select>\n<a x=\">",
        "<div>\n\n> </div>\n\nx",
        "<dd>a\n></dd>\n\nx",
        "<details>\n</blockquote>\n\ntext",
        "<blockquote></blockquote></blockquote>x",
        "[!NOTE]\n</div>\n\nx",
        "  [!WARNING]\n</div>x",
        "- a\n\n```\n</blockquote>\n```\n</blockquote>",
        "| a |\n|---|\n| b |\n</blockquote>\nx",
        "    code",
        "",
    ] {
        is_quoted(Content::untrusted(text, SERVER).as_str());
    }
}

proptest! {
    #[test]
    fn whatever_a_stranger_writes_stays_in_its_quotation(text in tag_soup()) {
        let content = Content::untrusted(&text.replace("<b>", "</blockquote>"), SERVER);
        is_quoted(content.as_str());
    }
}

proptest! {
    #[test]
    fn no_reader_makes_a_mention_of_it(pieces in prop::collection::vec(prop::sample::select(vec![
        "> ", "- ", "1. ", "\n", "\n", "\n\n", "  ", "    ", "`", "``", "```\n", "<b>", "<b>\n", "</b>", "<style>", "</style>",
        "<b title=\"", "\">", "<!--", "-->", "| a |\n|---|\n", "|", "[x](", ")", "![", "](y)", "<", ">", "*", "\\", "<pre>", "</pre>",
        "@octocat", "@octocat", "&#64;octocat", "[^1]: ", "x ", "x ",
    ]), 0..16)) {
        let content = Content::untrusted(&pieces.concat(), SERVER);
        let html = page(content.as_str());
        prop_assert!(!html.contains(">@octocat</a>"), "{:?}: {}", content.as_str(), html);
        let room = content.as_str().chars().count() / 2;
        let (part, _) = content.cut(room, true, SERVER);
        let html = page(part.as_str());
        prop_assert!(!html.contains(">@octocat</a>"), "{:?}: {}", part.as_str(), html);
    }
}
