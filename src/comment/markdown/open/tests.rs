//! Tests of `open.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn an_item_or_a_cell_ends_the_one_before_it() {
    check("<li><li>", "<li><li>\n\n</li>");
    check("<td><td>", "<td><td>\n\n</td>");
    check("<dd><p>", "<dd><p>\n\n</dd>");
}

#[test]
fn what_markdown_opened_is_ended_by_markdown() {
    check("- <dd>", "- <dd>");
}

#[test]
fn an_item_in_a_paragraph_had_better_be_text() {
    check("b<li>", "b&lt;li>");
}

#[test]
fn a_paragraph_is_ended_only_where_something_around_it_needs_its_end() {
    check("<n>\n\n#<h2>", "<n>\n\n#<h2>\n\n</h2>\n</p>\n</n>");
}

#[test]
fn an_end_tag_that_ends_nothing_leaves_in_doubt_what_is_open() {
    check("- <dt></l>", "- <dt></l>\n\n</dt>");
}

#[test]
fn an_item_in_a_note_ends_with_the_note() {
    check("[^1]:<dt>", "[^1]:<dt>");
}

#[test]
fn the_end_of_a_cell_ends_the_paragraph_in_it() {
    check("<td><p></td>", "<td><p></td>");
    check("<td><p>a</td>b", "<td><p>a</td>b");
    check("> <td><p>", "> <td><p>\n\n</td>\n</blockquote>");
}

#[test]
fn what_begins_behind_a_surplus_end_tag_is_not_in_doubt() {
    check("<</b>\n><li>", "<</b>\n><li>");
}

#[test]
fn what_markdown_makes_inside_a_comment_has_its_end_there() {
    let text = "> <hr><!--\n>\n> # h\n>\n> <hr>-->";
    check(text, text);
}
