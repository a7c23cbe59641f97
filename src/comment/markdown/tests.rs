//! Tests of `markdown.rs`.

pub(in crate::comment) mod page;

use proptest::prelude::*;

use super::*;
use page::swallows_nothing;

fn check(input: &str, expected: &str) {
    assert_eq!(close(input), expected, "closing {input:?}");
    assert_eq!(close(expected), expected, "closing twice {input:?}");
}

#[test]
fn what_is_closed_stays_as_it_is() {
    for text in [
        "",
        "text",
        "```\ncode\n```",
        "- a\n- b",
        "| a |\n|---|\n| 1 |",
        "<details>\n\nx\n\n</details>",
        "`<b>`",
        "a < b",
        "<br>",
        "<p>x",
        "<!-- x -->",
        "text <!-- x",
        "- ```\n  in a list",
        "> ~~~\n> quoted",
    ] {
        check(text, text);
    }
}

#[test]
fn an_open_fence_gets_its_own_kind_of_end() {
    check("```rust\nfn main() {}", "```rust\nfn main() {}\n```");
    check("~~~~\na\n~~~", "~~~~\na\n~~~\n~~~~");
    check("x\n\n  `````\n```", "x\n\n  `````\n```\n`````");
}

#[test]
fn an_open_html_comment_is_ended() {
    check("a\n<!-- b", "a\n<!-- b\n-->");
    check(
        "- <!-- in a list",
        "- <!-- in a list\n\n<!-- -->\n\n</li>\n</ul>",
    );
    check(
        "<details><!-- b\n\ntext",
        "<details><!-- b\n\ntext\n\n<!-- -->\n\n</details>",
    );
}

#[test]
fn open_elements_are_ended_from_the_inside_out() {
    check(
        "<details><summary>s\n\nx",
        "<details><summary>s\n\nx\n\n</summary>\n</details>",
    );
    check(
        "<DETAILS open='>'>\n\nx",
        "<DETAILS open='>'>\n\nx\n\n</details>",
    );
    check("a <b>bold", "a <b>bold\n\n</b>");
    check("<table><tr><td>x", "<table><tr><td>x\n\n</table>");
}

#[test]
fn a_comment_that_html_takes_for_whole_hides_nothing() {
    check("<!--><details>\nx", "<!--><details>\nx\n\n</details>");
    check("<!---><b>", "<!---><b>\n\n</b>");
    check(
        "<div><!-- x --!><b></b></div>",
        "<div><!-- x --!><b></b></div>",
    );
}

#[test]
fn a_tag_that_never_ends_is_shown_and_takes_nothing_in() {
    check("<div title=\"\n\nfoo", "&lt;div title=\"\n\nfoo");
    check(
        "> <details a='\n> b\n\nfoo",
        "> &lt;details a='\n> b\n\nfoo",
    );
    check("<div>\n<p x=\"\n</div>", "<div>\n&lt;p x=\"\n</div>");
}

#[test]
fn an_open_pre_and_what_is_in_it_end_together() {
    check("<pre>\n\nx", "<pre>\n\nx\n</pre>");
    check(
        "<details>\n\n```\nx",
        "<details>\n\n```\nx\n```\n\n</details>",
    );
}

#[test]
fn a_closed_text_never_swallows_the_next_section() {
    for text in [
        "<!--><details>\nx",
        "<div title=\"\n\nfoo",
        "<div title='",
        "</div title=\"",
        "```",
        "<!--",
        "<details>",
        "<pre>",
        "~~~~x",
        "<?php",
        "<![CDATA[",
        "<!X",
        "<script>",
    ] {
        swallows_nothing(&close(text));
    }
}

#[test]
fn an_end_tag_that_ends_nothing_closes_nothing() {
    for text in [
        "<b>\n<details>\n<summary>s</summary>\n</b>\n\ntext",
        "<span>\n<details>\n<summary>s</summary>\n</span>\n\ntext",
        "<a href=\"https://a.example\">\n<details>\n<summary>s</summary>\n</a>\n\ntext",
        "<kbd><details><summary>s</summary></kbd>",
        "x <sub><details><summary>s</summary></sub>",
        "<details>\n<summary>s</summary>\n\n| a |\n|---|\n| </details> |",
        "<details>\n<summary>s</summary>\n<table><tr><td></details>",
        "<details>\n<summary>s</summary>\n<object></details>",
        "<details>\n<summary>s</summary>\n<select></details>",
        "<details>\n<summary>s</summary>\n<!X </details>",
        "<details>\n<summary>s</summary>\n</ X </details>",
        "<b><div></b>",
        "<div>\n<b a\"><details><summary>x</summary><i b\">\n</div>",
        "<details>\n<summary>s</summary>\n<svg><desc></details>",
        "<details>\n<summary>s</summary>\n![</details>](x)",
        "> <!--",
        "- <div>\n  <ul>",
        "[^1]\n\n<details>\n\n[^1]: </details>\n\nx",
        "[^1]\n\n[^1]: <!--\n\n<details>\n\nx",
        "<script><!--</script><details>-->",
        "> [!NOTE]\n> <object>",
        "<pre x=\"></script>\n\n[^1]: <a x=\">",
        "| a |\n|---|\n| 1 |\n</pre>\n<details x=\">",
        "x <!--<a><a><!---->",
        "> quoted\n</a>\n<details x=\">",
        "<svg><![CDATA[></svg><details>]]>",
        "<table><b><td></b></table>",
        "<center><ul></center><li></ul>",
        "<dt><div><dd></div>",
        "> </blockquote><li>",
        "<table><b><details><td></details></b></table>",
    ] {
        swallows_nothing(&close(text));
    }
}

#[test]
fn what_is_code_is_decided_by_githubs_dialect() {
    // The cell of a table ends the span of code.
    check(
        "| `<b> | x` |\n|---|---|",
        "| `<b> | x` |\n|---|---|\n\n</b>",
    );
    // What is indented below a footnote belongs to it.
    check("[^1]: note\n\n    <b>", "[^1]: note\n\n    &lt;b>");
    // A box to tick is a paragraph for some readers, which goes on below.
    check("- [ ]\n      <b>", "- [ ]\n      <b>\n\n</b>");
}

/// Markdown and HTML, in pieces that fit together seldom.
pub(in crate::comment) fn tag_soup() -> impl Strategy<Value = String> {
    const NAMES: [&str; 30] = [
        "a",
        "b",
        "i",
        "span",
        "sub",
        "code",
        "p",
        "li",
        "ul",
        "dd",
        "dt",
        "div",
        "details",
        "summary",
        "blockquote",
        "h2",
        "table",
        "td",
        "tr",
        "pre",
        "object",
        "select",
        "svg",
        "desc",
        "button",
        "caption",
        "center",
        "ruby",
        "search",
        "source",
    ];
    let name = || prop::sample::select(NAMES.as_slice());
    let attributes = prop::sample::select(vec![
        "", "", "", " x", " x=1", " x='>'", " x=\"", " x'", " x=a'b", "/", "\n", " =\"", " x = '",
        ":y",
    ]);
    let tag = (name(), attributes).prop_map(|(name, attributes)| format!("<{name}{attributes}>"));
    let end = name().prop_map(|name| format!("</{name}>"));
    let other = prop::sample::select(vec![
        "\n",
        "\n",
        "\n\n",
        "\n\n",
        "\n\n",
        "text ",
        "text ",
        "> ",
        "- ",
        "1. ",
        "  ",
        "    ",
        "# ",
        "*",
        "**",
        "~~",
        "`",
        "```\n",
        "~~~",
        "|",
        " | ",
        "\n| a | b |\n|---|---|\n| ",
        "x\na|b\n-|-\n",
        "``",
        "- [ ]\n",
        "http://a.b",
        "<!--",
        "-->",
        "<!-->",
        "--!>",
        "<!X ",
        "<?",
        "?>",
        "</ ",
        "<![CDATA[",
        "]]>",
        ">",
        "\"",
        "'",
        "<",
        "![",
        "[",
        "](x)",
        "\n\n[^1]: ",
        "[^1]",
        "[x]: y\n",
        "---\n",
        "===\n",
        "<script>",
        "</script>",
        "<style>",
        "<title>",
        "</title>",
        "<noscript>",
        "</noscript>",
        "<br>",
        "<img src=x>",
        "- [ ] x ",
        "<T>",
        "<a:b>",
        "\\",
        "é",
    ]);
    let piece = prop_oneof![
        3 => tag,
        3 => end,
        5 => other.prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|mut pieces| {
        // Readers of Markdown disagree about two definitions of one name, and about one inside another.
        let mut definitions = 0;
        pieces.retain(|piece| {
            let defines = piece.contains("]: ");
            definitions += usize::from(defines);
            definitions < 2 || !defines
        });
        pieces.concat()
    })
}

proptest! {
    #[test]
    fn whatever_is_in_a_text_it_takes_in_nothing_that_follows(text in tag_soup()) {
        swallows_nothing(&close(&text));
    }

    #[test]
    fn closing_tag_soup_twice_adds_nothing(text in tag_soup()) {
        let once = close(&text);
        prop_assert_eq!(close(&once), once);
    }

    #[test]
    fn closing_twice_adds_nothing(text in crate::comment::marker::tests::marker_soup()) {
        let once = close(&text);
        prop_assert_eq!(close(&once), once);
    }
}
