//! Tests of `spans.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn backticks_that_begin_no_code_span_are_kept_from_it() {
    check(
        "a `` b `c` d `<details>`",
        "a &#96;&#96; b `c` d `<details>`",
    );
    check(
        "a ``` *b* `<b>` or `<i>`",
        "a &#96;&#96;&#96; *b* `<b>` or `<i>`",
    );
}

#[test]
fn where_nothing_hangs_on_it_they_stay() {
    for text in [
        "a `` b `c` d",
        "a `` b\n\n`<b>`",
        "a \\` b `<b>`",
        "- a ``\n- `<b>`",
    ] {
        check(text, text);
    }
}

#[test]
fn a_code_span_right_behind_an_address_gets_a_blank() {
    check("http://a.b`<details>`", "http://a.b `<details>`");
    check("(www.a.b`<b>`)", "(www.a.b `<b>`)");
    check("http://a.b\\<b>", "http://a.b \\<b>");
    for text in ["http://a.b `<b>`", "http://a.b`c`", "a`<b>`"] {
        check(text, text);
    }
}
