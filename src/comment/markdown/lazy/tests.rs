//! Tests of `lazy.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn a_tag_alone_on_a_line_goes_on_with_no_item_that_it_does_not_belong_to() {
    check(" - /\n<b>", " - /\n\n<b>\n\n</b>");
    check(">[\n<t>", ">[\n\n\n<t>\n\n</t>");
}

#[test]
fn a_tag_that_belongs_to_the_item_stays_in_it() {
    check("- )\n  <h>", "- )\n  <h>\n\n</h>");
    check("x\n\n- a\n  <b>", "x\n\n- a\n  <b>\n\n</b>");
    check("- @\nw<e>", "- @\nw<e>\n\n</e>");
    check("- a\n<", "- a\n<");
}

#[test]
fn what_is_indented_as_code_would_be_goes_on_in_every_reader() {
    check(">y\n    <b>", ">y\n    <b>\n\n</b>");
}

#[test]
fn a_tag_alone_on_a_line_is_no_row_of_the_table_above() {
    check("> | a |\n> |---|\n> <b>", "> | a |\n> |---|\n> &lt;b>");
    check("a|\n-|\n<x/='>", "a|\n-|\n\n<x/='>");
}

#[test]
fn what_comes_after_a_list_a_quotation_or_a_table_is_outside_of_it() {
    check("*\n_\n<e>", "*\n_\n<e>\n\n</e>");
    check(">\n->\n<l>", ">\n->\n<l>\n\n</l>");
    check("a|\n-|\n\n:\n<b>", "a|\n-|\n\n:\n<b>\n\n</b>");
}

#[test]
fn a_tag_that_only_some_of_the_quotations_hold_is_text() {
    check("> > a `\n> <b>\n> c `", "> > a `\n> &lt;b>\n> c `");
    check("> - a `\n> <b>\n> c `", "> - a `\n> &lt;b>\n> c `");
    check("> - a\n>   <b>", "> - a\n>   <b>\n\n</b>");
    check("> > a\n>    <b>", "> > a\n>    &lt;b>");
    check("> > a\n>     <b>", "> > a\n>     <b>\n\n</b>");
}

#[test]
fn a_table_in_the_midst_of_a_paragraph_is_a_table_for_all() {
    check(
        "x\na | b\n-|-\n`c | <b>`",
        "x\n\na | b\n-|-\n`c | <b>`\n\n</b>",
    );
    check("x `y\na|b\n:-:|-\n<b>`", "x `y\n\na|b\n:-:|-\n<b>`\n\n</b>");
    check("- x\n  a|b\n  -|-", "- x\n  a|b\n  \\-|-");
    check("> x\n> a|b\n> -|-", "> x\n> a|b\n> \\-|-");
}

#[test]
fn what_is_no_table_stays_together() {
    for text in [
        "a | b\n-|-\n1 | 2",
        "x\na\n---\nb",
        "x\n\na|b\n-|-",
        "x\ny\n- | z",
        "```\nx\na|b\n-|-\n```",
    ] {
        check(text, text);
    }
}
