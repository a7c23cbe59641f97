//! Tests of `contested.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn a_tag_that_begins_a_block_for_some_readers_only_is_text() {
    check("x\n<source><b", "x\n&lt;source><b");
    check("<SEARCH a>`<b>`\n", "&lt;SEARCH a>`<b>`");
    check("x\n\n<search> `<b>`", "x\n\n&lt;search> `<b>`");
    check("a `b\n> </source>`", "a `b\n> &lt;/source>`");
    check(
        "<search> x\n```\n</search>",
        "&lt;search> x\n```\n</search>\n```",
    );
}

#[test]
fn where_all_readers_agree_it_stays_a_tag() {
    for text in [
        "<picture>\n<source srcset=\"a\">\n<img src=\"b\">\n</picture>",
        "a <source> <search> b</search>",
        "```\n<search>\n```",
        "x\n\n</search>\n<b></b>",
        "<sources>\n<b></b></sources>",
    ] {
        check(text, text);
    }
}
