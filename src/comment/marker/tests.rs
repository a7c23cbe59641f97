//! Tests of `marker.rs`.

use proptest::prelude::*;

use super::*;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

#[test]
fn what_is_printed_is_live() {
    let order = Order::parse("000007").unwrap();
    for (line, marker) in [
        (root(&name("a b")), Marker::Root(name("a b"))),
        (start(order, &name("x")), Marker::Start(order, name("x"))),
        (end(&name("日本")), Marker::End(name("日本"))),
        (NOTE.to_owned(), Marker::Note),
        (FOOTER_START.to_owned(), Marker::FooterStart),
        (FOOTER_END.to_owned(), Marker::FooterEnd),
        (
            state(7, 1, "AB-_9"),
            Marker::State {
                run: 7,
                attempt: 1,
                data: "AB-_9",
            },
        ),
    ] {
        assert_eq!(Marker::parse(&line), Some(marker.clone()));
        assert_eq!(Marker::parse(&format!("{line} \t")), Some(marker));
    }
}

#[test]
fn what_only_looks_like_a_marker_is_text() {
    for line in [
        "> <!-- one-comment:root default -->",
        " <!-- one-comment:root default -->",
        "x<!-- one-comment:root default -->",
        "<!-- one-comment:root default --> x",
        "<!--one-comment:root default-->",
        "<!-- one-comment:root  default -->",
        "<!-- one-comment:root non prod -->",
        "<!-- (5):one-comment:section x:start -->",
        "<!-- one-comment:section x:start -->",
        "<!-- (500000):one-comment:section x:end -->",
        "<!-- one-comment:state 1 x -->",
        "<!-- one-comment:retired default -->",
    ] {
        assert_eq!(Marker::parse(line), None, "{line}");
    }
}

#[test]
fn keys_are_compared_whole() {
    assert_eq!(
        Marker::parse("<!-- one-comment:root non-prod -->"),
        Some(Marker::Root(name("non-prod")))
    );
}

#[test]
fn a_neutralised_marker_stays_readable_in_prose_and_in_code() {
    assert_eq!(
        neutralise("see <!-- one-comment:root x --> and `<!-- one-comment:root y -->`"),
        "see &lt;!-- one-comment:root x --> and `<\u{200b}!-- one-comment:root y -->`"
    );
    assert_eq!(
        neutralise("```\n<!-- one-comment:note -->\n```"),
        "```\n<\u{200b}!-- one-comment:note -->\n```"
    );
}

#[test]
fn other_peoples_html_comments_stay_as_they_are() {
    for text in [
        "<!-- one comment -->",
        "<!-- x one-comment:root -->",
        "one-comment:root",
    ] {
        assert_eq!(neutralise(text), text);
    }
}

#[test]
fn lookalikes_are_caught_however_they_are_spaced() {
    for text in [
        "<!--one-comment:x",
        "<!-- \n\t one-comment:x",
        "<!-- (1): one-comment:x",
        "<!--(abc):\none-comment:x",
    ] {
        assert!(neutralise(text).starts_with("&lt;"), "{text}");
    }
}

/// Text made of the pieces that markers are made of, so that near misses are common.
pub(crate) fn marker_soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<!-- "),
        Just("<!--"),
        Just(" -->"),
        Just("-->"),
        Just("one-comment:"),
        Just("root "),
        Just("default"),
        Just("(500000):"),
        Just("section a:start"),
        Just("section a:end"),
        Just("state 1.1 "),
        Just("note"),
        Just("footer:start"),
        Just("\n"),
        Just("\n\n"),
        Just("`"),
        Just("```\n"),
        Just("> "),
        Just("    "),
        Just("<details>"),
        Just("<div title="),
        Just("\""),
        Just("<!-->"),
        Just("\r\n"),
        Just("x"),
        Just("é"),
        Just("<"),
        Just("&lt;"),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn neutralised_text_holds_no_live_marker_and_is_not_changed_again(text in marker_soup()) {
        let safe = neutralise(&text);
        prop_assert!(safe.lines().all(|line| Marker::parse(line).is_none() && !is_state(line)));
        prop_assert_eq!(neutralise(&safe), safe);
    }

    #[test]
    fn reading_a_line_never_fails(line in ".*") {
        let _ = Marker::parse(&line);
    }
}
