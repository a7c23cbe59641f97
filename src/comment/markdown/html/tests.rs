//! Tests of `html.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn a_quote_begins_a_value_right_behind_the_equals_sign_only() {
    check("<p><b x=y=\">", "<p><b x=y=\">\n\n</b>");
    check("a||\n-|-\n<b x= \">", "a||\n-|-\n<b x= \">");
    check(">b\n<b x=a y=\">", ">b\n<b x=a y=\">");
}

#[test]
fn an_equals_sign_may_stand_apart_from_its_name() {
    check("<p x =\">\"<b>", "<p x =\">\"<b>");
}

#[test]
fn an_equals_sign_that_names_nothing_has_no_value() {
    check("<p  =\">\"<b>", "<p  =\">\"<b>\n\n</b>");
    check("<p x=a =\">\"<b>", "<p x=a =\">\"<b>\n\n</b>");
    check("<p x\"=\"\"=\">", "<p x\"=\"\"=\">");
}

/// However many beginnings there are, each is looked at a bounded number of times: `cargo bench` measures it.
#[test]
fn a_tag_longer_than_any_address_is_text() {
    let tag = |length: usize| format!("x <b title=\"{}\">", "a".repeat(length));
    check(&tag(2_000), &format!("{}\n\n</b>", tag(2_000)));
    check(&tag(3_000), &tag(3_000).replace('<', "&lt;"));
    // The `>` is as far from the name as it may be, or further.
    let attributes = |length: usize| format!("x <b{}>", " ".repeat(length));
    check(
        &attributes(2_047),
        &format!("{}\n\n</b>", attributes(2_047)),
    );
    check(&attributes(2_048), &attributes(2_048).replace('<', "&lt;"));
    let name = "a".repeat(3_000);
    check(&format!("x <{name}>"), &format!("x &lt;{name}>"));
}

#[test]
fn a_comment_ends_at_the_first_of_its_ends() {
    check("x <!-- a --> <b>", "x <!-- a --> <b>\n\n</b>");
    check(
        "<p><!-- a --!> <b>\n<!-- -->",
        "<p><!-- a --!> <b>\n<!-- -->\n\n</b>",
    );
    check("<!-- a > --\n<b>", "<!-- a > --\n<b>\n-->");
}

#[test]
fn a_bracket_behind_a_comment_is_text() {
    check("<hr><!--\n\n<hr>-->>", "<hr><!--\n\n<hr>-->>");
}
