//! Tests of `defuse.rs`. A `¦` in what is expected stands for the zero-width space.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = defuse(text, "https://ghes.example");
    assert_eq!(once.replace(APART, "¦"), expected, "{text:?}");
    assert_eq!(
        defuse(&once, "https://ghes.example"),
        once,
        "twice {text:?}"
    );
}

#[test]
fn only_tags_that_harm_nobody_are_tags() {
    let text = "<details open>\n<summary>Log</summary>\n\n<sub>x</sub> <BR/><br />\n\n</details>";
    check(text, text);
    check("<table><td a=b>", "<¦table><¦td a=b>");
    check("</blockquote><select>", "<¦/blockquote><¦select>");
    check(
        "<details a><p class=x><detailsx>",
        "<¦details a><¦p class=x><¦detailsx>",
    );
    check("<!-- x --><?x?><![CDATA[", "<¦!-- x --><¦?x?><¦![CDATA[");
    check("a < b <3 `<details` <", "a < b <3 `<¦details` <");
}

#[test]
fn what_stands_around_a_tag_does_not_join() {
    check(
        "#</del>1 GH-</del>1 GH</p>-1",
        "#</del>¦1 GH-</del>¦1 GH</p>¦-1",
    );
    check(
        "[</del>!NOTE] </p></p>x </p> x",
        "[</del>¦!NOTE] </p></p>¦x </p> x",
    );
    check(
        "/a/b/issues</del>/1 #<https://a>1",
        "/a/b/issues</del>¦/1 #<https://a>¦1",
    );
}

#[test]
fn code_is_no_exception() {
    check(
        "`</blockquote> @a #1 [x]: y`",
        "`<¦/blockquote> @¦a #¦1 [x]¦: y`",
    );
}

#[test]
fn an_address_in_brackets_is_no_tag() {
    check("<https://a.example/x>", "<https://a.example/x>");
    check("<https://a.example x>", "<¦https://a.example x>");
    check("<https://a='>", "<¦https://a='>");
    check("<https://a<b>", "<¦https://a<¦b>");
    check("<mailto:a>", "<¦mailto:a>");
}

#[test]
fn beside_a_quotation_there_are_no_tags() {
    check("<p>\n\n> </p>", "<¦p>\n\n> <¦/p>");
    check("<p>\n\n- 1. > x", "<¦p>\n\n- 1. > x");
    check("<p>\n-> 1.> 1 > x > y", "<p>\n-> 1.> 1 > x > y");
}

// case 53
#[test]
fn mentions_and_references_are_text() {
    check(
        "@octocat @octo/team a@b.example @",
        "@¦octocat @¦octo/team a@¦b.example @¦",
    );
    check(
        "#1 octo/h#12 # a #a #&#49;",
        "#¦1 octo/h#¦12 # a #a #¦&#x31;",
    );
    check(
        "GH-1 gh-&#49; &#71;H-1 G&#72;-1 branch-1",
        "GH-¦1 gh-¦&#x31; &#x47;H-¦1 G&#x48;-¦1 branch-¦1",
    );
    check(
        "&#64;a &commat;a &#x0040;a &num;1 GH&#45;1",
        "&#x40;¦a &commat;¦a &#x0040;¦a &num;¦1 GH&#x2d;¦1",
    );
}

#[test]
fn a_character_reference_stays_one() {
    check("it&#39;s &#x27; &lt;b&gt;", "it&#x27;s &#x27; &lt;b&gt;");
    let text = "&#x3c;b> &#x5d;: &#x5b;![x]";
    check(text, text);
    check("\\&#39; &#39 &#00000039;", "\\&#¦39; &#¦39 &#¦00000039;");
}

#[test]
fn what_only_browsers_take_for_a_character_reference_counts_as_well() {
    check(
        "&#x0000000000000000000040;a",
        "&#x0000000000000000000040;¦a",
    );
    check(
        "&#x0000000000000000000023;1",
        "&#x0000000000000000000023;¦1",
    );
    check("G&#x48-1 &#x47H-1", "G&#¦x48-1 &#¦x47H-¦1");
    check("GH\\-1", "GH\\-¦1");
    check("&lsqb;!NOTE] &#91;!NOTE]", "&lsqb;!¦NOTE] &#x5b;!¦NOTE]");
}

#[test]
fn an_address_keeps_leading_where_it_led() {
    check(
        "https://a.example/@a/branch-1 (www.x.example/@c),@d ssh://git@e",
        "https://a.example/%40a/branch%2D1 (www.x.example/%40c),@¦d ssh://git@¦e",
    );
}

#[test]
fn nothing_is_defined_and_nothing_alerts() {
    check("[a]: b\n[^1]: c", "[a]¦: b\n[^1]¦: c");
    check(
        "[!NOTE]\n[\\!NOTE] [&#33;NOTE]",
        "[¦!NOTE]\n[¦\\!NOTE] [¦&#x21;NOTE]",
    );
    check(
        "[![badge](a)](b) ![c](d) [x](y)",
        "[![badge](a)](b) ![c](d) [x](y)",
    );
}

#[test]
fn addresses_of_conversations_leave_no_note() {
    check(
        "https://github.com/a/b/issues/1",
        "https://redirect.github.com/a/b/issues/1",
    );
    check(
        "https://ghes.example/a/b/pull/2",
        "https://g¦hes.example/a/b/pull/2",
    );
    check(
        "[x](https://github.com/a/b/issues&#47;1)",
        "[x](https://github.com/a/b/issues&#x2f;¦1)",
    );
    check(
        "[x](https:/\\/github&#46;com/a/b/pull\\/1)",
        "[x](https:/\\/github&#x2e;com/a/b/pull\\/¦1)",
    );
    check(
        "[x](//www.github.com./a/b/discussions/&#49;)",
        "[x](//www.github.com./a/b/discussions/¦&#x31;)",
    );
    check(
        "[x](https://github.com/a/b&lowbar;c&fjlig;/pull/1)",
        "[x](https://github.com/a/b&lowbar;c&fjlig;/pull/¦1)",
    );
    check("[x](/a/b/issues/1)", "[x](/a/b/issues/¦1)");
    let others =
        "https://other.example/a/b/issues/1 https://github.com/a/b/issues /issues/1 /a/b/issues/x";
    check(others, others);
}

proptest! {
    #[test]
    fn once_is_enough(text in "([@#<>&;!/\\[\\]:ghGH1a \\-\n]|&#64;|&#39;|details>|https://|www\\.|github\\.com|/a/b/issues/1|\u{200b}){0,30}") {
        let once = defuse(&text, "https://ghes.example");
        prop_assert_eq!(defuse(&once, "https://ghes.example"), once);
    }

    #[test]
    fn a_part_gets_hardly_longer(text in "([@#<>&;!/\\[\\]:gh1a \\-]|&#64;|details>|https://){0,30}", length in 0..30_usize) {
        let whole = defuse(&text, "https://ghes.example");
        let part: String = whole.chars().take(length).collect();
        let again = defuse(&part, "https://ghes.example");
        prop_assert!(again.chars().count() <= part.chars().count() + 2, "{part:?} {again:?}");
    }
}
