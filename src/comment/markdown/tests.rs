//! Tests of `markdown.rs`.

use proptest::prelude::*;

use super::*;

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
    check("- <!-- in a list", "- <!-- in a list\n\n<!-- -->");
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
    check("<div><!-- x --!><b></div>", "<div><!-- x --!><b></div>");
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
        let body = format!("{}\n<!-- end -->\n\n# Next\n", close(text));
        let mut html = String::new();
        pulldown_cmark::html::push_html(&mut html, Parser::new_ext(&body, options()));
        assert!(html.ends_with("<h1>Next</h1>\n"), "{text}: {html}");
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
    check("[^1]: note\n\n    <b>", "[^1]: note\n\n    <b>\n\n</b>");
    // A box to tick is no paragraph that would go on below.
    check("- [ ]\n      <b>", "- [ ]\n      <b>");
}

proptest! {
    #[test]
    fn closing_twice_adds_nothing(text in crate::comment::marker::tests::marker_soup()) {
        let once = close(&text);
        prop_assert_eq!(close(&once), once);
    }
}
