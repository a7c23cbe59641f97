//! Tests of `limit.rs`. A `¦` in what is expected stands for the zero-width space.

use super::*;

/// What becomes of `piece` behind as many links and images as are allowed.
#[track_caller]
fn check(piece: &str, expected: &str) {
    let before = format!(
        "{}\n\n{}\n\n",
        "[a](b) ".repeat(MAX_LINKS).trim_end(),
        "![a](b) ".repeat(MAX_IMAGES).trim_end(),
    );
    let once = limit_links(&format!("{before}{piece}"));
    let rest = once
        .strip_prefix(&before)
        .unwrap_or_else(|| panic!("changed what is allowed: {once}"));
    assert_eq!(rest.replace(APART, "¦"), expected, "{piece:?}");
    assert_eq!(limit_links(&once), once, "twice {piece:?}");
}

#[test]
fn a_link_too_many_becomes_its_text() {
    check("[text](https://a.example \"title\")", "¦text¦");
    check("[**bold** `code`](x)", "¦**bold** `code`¦");
    check("[text][x]\n\n[x]: y", "¦text¦\n\n[x]: y");
    check("[x]\n\n[x]: y", "¦x¦\n\n[x]: y");
    check("[](x)", "¦¦");
}

#[test]
fn an_image_too_many_becomes_its_description() {
    check("![a chart](https://a.example/x.png)", "¦a chart¦");
    check("[![badge](x.svg)](y)", "¦¦badge¦¦");
}

#[test]
fn an_address_too_many_is_no_link() {
    check(
        "https://a.example www.b.example",
        "https:¦//a.example w¦ww.b.example",
    );
    check("<https://a.example>", "¦https:¦//a.example¦");
}

#[test]
fn no_bracket_that_was_text_begins_a_link_then() {
    check("[[a](b)](c)", "&#91;¦a¦](c)");
    check("![x [a](b)", "!&#91;x ¦a¦");
    check("- [x] done `[a](b)`", "- [x] done `[a](b)`");
}

#[test]
fn written_links_come_before_bare_addresses() {
    let bare = "https://a.example ".repeat(MAX_LINKS);
    let once = limit_links(&format!("{bare}\n\n[a](b)"));
    assert!(
        once.ends_with("https:\u{200b}//a.example \n\n[a](b)"),
        "{once}"
    );
    assert_eq!(once.matches(APART).count(), 1);
}

#[test]
fn code_counts_nothing() {
    let text = "`[a](b)` ".repeat(MAX_LINKS + 1);
    assert_eq!(limit_links(&text), text);
}

#[test]
fn the_last_that_is_allowed_stays() {
    let links = "[a](b) ".repeat(MAX_LINKS - 1);
    let images = "![a](b) ".repeat(MAX_IMAGES - 1);
    let text = format!("{links}[a](b)\n\n{images}![a](b)");
    assert_eq!(limit_links(&text), text);
}

#[test]
fn code_stays_as_it_is_where_no_more_links_are_allowed() {
    check("```\n[a]\n```\n\n[b", "```\n[a]\n```\n\n&#91;b");
}
