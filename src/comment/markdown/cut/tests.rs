//! Tests of `cut.rs`.

use proptest::prelude::*;

use super::super::tests::page::swallows_nothing;
use super::super::tests::tag_soup;
use super::*;

/// What a cut may meet, as it stands at the start of a line; `{}` stands for as many lines as a test wants.
const BLOCKS: [(&str, &str, &str); 12] = [
    ("```\n", "code line\n", "```\n"),
    ("````rust\n", "let x = \"```\";\n", "````\n"),
    ("~~~\n", "tilde line\n", "~~~\n"),
    ("   ~~~~~ text\n", "~~~ not the end\n", "   ~~~~~\n"),
    ("| a | b |\n|---|---|\n", "| cell | `x` |\n", ""),
    (
        "<details><summary>More</summary>\n\n",
        "- item\n",
        "\n</details>\n",
    ),
    ("<details>\n\n```\n", "in both\n", "```\n\n</details>\n"),
    ("<div>\n", "<b>raw</b>\n", "</div>\n"),
    ("<pre>\n", "raw\n\n", "</pre>\n"),
    ("<!--\n", "hidden\n", "-->\n"),
    ("- one\n\n  ```\n", "  in a list\n", "  ```\n"),
    ("**bold\n", "and on\n", "end**\n"),
];

/// Where a block stands: what comes before each of its lines, and before the first one.
const PLACES: [(&str, &str); 4] = [("", ""), ("> ", "> "), ("  ", "- "), (">   ", "> 1. ")];

fn placed((rest, first): (&str, &str), block: &str) -> String {
    let line = |(n, line): (usize, &str)| {
        let before = if n == 0 { first } else { rest };
        format!("{before}{line}").trim_end().to_owned() + "\n"
    };
    block.lines().enumerate().map(line).collect()
}

/// What holds of every cut.
#[track_caller]
fn check(text: &str, room: usize) -> Cut {
    let cut = cut(text, room);
    let whole = text.chars().count();
    assert!(cut.text.chars().count() <= room, "too long: {cut:?}");
    assert_eq!(
        close(&cut.text),
        cut.text,
        "closed twice, of {text:?} in {room}"
    );
    let kept: String = text.chars().take(whole - cut.missing).collect();
    if cut.missing == 0 {
        assert_eq!(cut.text, text);
        return cut;
    }
    // The first character of a tag that lost its end is written as text.
    let plain = |text: &str| text.replace("&lt;", "<");
    let closers = plain(&cut.text);
    let closers = closers.strip_prefix(&*plain(kept.trim_end()));
    let closers = closers.unwrap_or_else(|| panic!("{cut:?} begins another text than {text:?}"));
    for line in closers.lines() {
        let fence = line.chars().all(|c| c == '`') || line.chars().all(|c| c == '~');
        let known = ["-->", "<!-- -->", "?>", "]]>", ">"].contains(&line);
        let element = line.starts_with("</") && line.ends_with('>');
        assert!(
            fence || known || element,
            "{line:?} closes nothing: {cut:?}"
        );
    }
    cut
}

// Cases 44 and 45: 12 kinds of blocks, 4 places, 3 lengths, each cut in every part of it.
#[test]
fn whatever_is_cut_wherever_it_stands_and_however_long_it_is_stays_balanced() {
    let mut cases = 0;
    for (start, line, end) in BLOCKS {
        for place in PLACES {
            for lines in [2, 9, 40] {
                let block = placed(place, &format!("{start}{}{end}", line.repeat(lines)));
                let text = close(&format!(
                    "Before, *some* text.\n\n{block}\nAfter it.\n\nThe end"
                ));
                let length = text.chars().count();
                for part in 0..=12 {
                    let cut = check(&text, length * part / 12);
                    swallows_nothing(&cut.text);
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 12 * 4 * 3 * 13);
}

#[track_caller]
fn becomes(text: &str, room: usize, expected: &str) {
    let cut = check(text, room);
    assert_eq!(cut.text, expected, "{text:?} in {room}");
}

#[test]
fn what_fits_stays_as_it_is() {
    becomes("one\ntwo", 7, "one\ntwo");
    becomes("é🎉", 2, "é🎉");
    becomes("", 0, "");
}

#[test]
fn a_cut_is_at_the_end_of_a_line() {
    becomes("one\ntwo\nthree", 12, "one\ntwo");
    becomes("one\ntwo\nthree", 7, "one\ntwo");
    becomes("one\n\n\ntwo", 7, "one");
}

#[test]
fn a_cut_is_before_what_it_would_break() {
    let text = "<b>Enough</b> `text` to begin with, longer than any block below it.\n\n";
    for block in [
        "```\ncode\ncode\n```",
        "- ~~~~\n  code\n  code\n  ~~~~",
        "> ```\n> code\n> code\n> ```",
        "| a |\n|---|\n| 1 |\n| 2 |",
        "<details>\n\nmore\n\n</details>",
        "<div>\nmore\n</div>",
        "[link]:\n  https://example.com/\n  \"title\"",
        "Title\nin two lines\n============",
        "**bold\nin two lines**",
        "<a\nhref='x'>link</a>",
    ] {
        let whole = format!("{text}{block}\n\nmore text");
        let room = text.len() + block.len() - 2;
        let cut = check(&whole, room);
        swallows_nothing(&cut.text);
        assert_eq!(cut.text, text.trim_end(), "{block}");
    }
}

#[test]
fn where_nothing_else_could_be_kept_a_cut_is_inside_and_closed() {
    becomes(
        "# T\n\n```\none\ntwo\nthree\nfour\n```",
        24,
        "# T\n\n```\none\ntwo\n```",
    );
    becomes(
        "| a |\n|---|\n| 1 |\n| 2 |\n| 3 |",
        24,
        "| a |\n|---|\n| 1 |\n| 2 |",
    );
    becomes(
        "<details>\n\none\n\ntwo\n\nthree\n\n</details>",
        32,
        "<details>\n\none\n\ntwo\n\n</details>",
    );
}

// Case 44.
#[test]
fn a_line_without_end_is_cut_between_two_characters() {
    becomes(&"🎉".repeat(9), 4, "🎉🎉🎉🎉");
    becomes("short\nand a very long line", 18, "short\nand a very l");
    becomes(
        "```\na very long line of code\n```",
        16,
        "```\na very l\n```",
    );
    becomes(
        "<div title=\"a very long\">\n\nx\n\n</div>",
        20,
        "&lt;div title=\"a v",
    );
}

#[test]
fn closers_that_outgrow_the_text_have_room_as_well() {
    for text in [
        "<details>\n".repeat(400),
        format!("{}\ncode", "`".repeat(400)),
        format!("{}{}", "<i>\n\n".repeat(60), "line\n".repeat(60)),
        format!("<div>\n<p {}", "title='<a\n".repeat(99)),
    ] {
        let text = close(&text);
        for room in [0, 1, 5, 12, 40, 200, 399, 402, 450] {
            check(&text, room);
        }
    }
}

/// The more room, the more is kept: else two writers could go on lengthening what the other shortened.
#[test]
fn more_room_never_keeps_less() {
    let text = format!(
        "# T\n\n{}\n```\n{}```\n\n<details>\n\n{}\n</details>\n\nend of it",
        "text line\n".repeat(9),
        "code\n".repeat(30),
        "- item\n".repeat(20)
    );
    let missing: Vec<usize> = (0..text.len())
        .map(|room| cut(&text, room).missing)
        .collect();
    // A closer that would not fit costs a line more.
    let lines = missing
        .windows(2)
        .filter(|two| two[1] > two[0] + 40)
        .count();
    assert_eq!(lines, 0, "{missing:?}");
}

/// However long a text is, no more of it is read than a little beyond the room.
#[test]
fn what_stands_far_behind_a_cut_does_not_change_it() {
    let lines = "line\n".repeat(1_000);
    let heading = format!("{lines}===\n\nend");
    // Read as a heading, all of it would be one part, which is cut through only where it has to be.
    becomes(
        &format!("# T\n\nbegin with this\n\n{heading}"),
        30,
        "# T\n\nbegin with this\n\nline",
    );
}

fn markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("```"),
        Just("~~~~"),
        Just("\n"),
        Just("\n\n"),
        Just("> "),
        Just("- "),
        Just("  "),
        Just("| a |\n|---|\n| 1 |\n"),
        Just("<details>"),
        Just("</details>"),
        Just("<b>"),
        Just("</b>"),
        Just("<!-- "),
        Just("-->"),
        Just("<a href='"),
        Just("'>"),
        Just("[x]: /y\n"),
        Just("`"),
        Just("**"),
        Just("text "),
        Just("é"),
        Just("🎉"),
        Just("<pre>"),
        Just("</pre>"),
        Just("<?"),
        Just("===\n"),
        Just("<"),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_cut_takes_in_nothing_that_follows(text in tag_soup(), room in 0..100_usize) {
        swallows_nothing(&cut(&close(&text), room).text);
    }

    #[test]
    fn any_text_fits_any_room_closed_and_is_a_beginning(text in markdown(), room in 0..300_usize) {
        check(&close(text.trim_start()), room);
    }

    #[test]
    fn a_cut_is_the_same_in_the_room_that_it_took(text in markdown(), room in 0..200_usize) {
        let once = cut(&close(text.trim_start()), room).text;
        prop_assert_eq!(cut(&once, room).text, once);
    }
}

/// Short texts, and what is left of them in so many characters.
#[test]
fn a_cut_is_made_at_the_best_place() {
    for (text, room, left) in [
        ("DATA[\n``\n``", 10, "DATA["),
        ("x\n<b>", 5, "x"),
        ("x\n<b>", 10, "x\n<b"),
        ("<\n>\n<b>", 5, "<\n>"),
        ("<\n>\n<b>", 10, "<\n>"),
        (".<!--\n.<p>\n`", 5, ".<!--"),
        (".<!--\n.<p>\n`", 10, ".<!--\n.<p>"),
        ("1. <th>", 5, "1. <t"),
        ("1. <th>", 10, "1."),
        ("1. <th>", 25, "1. &lt;th"),
        ("- <h2>", 15, "-"),
        ("<h2>]]>~~<h2>##", 5, "<"),
        ("<h2>]]>~~<h2>##", 10, "<h"),
        ("<h2>]]>~~<h2>##", 15, "<h2>]]>\n\n</h2>"),
        ("<h2>]]>~~<h2>##", 25, "<h2>]]>~~&lt;h2\n\n</h2>"),
    ] {
        assert_eq!(check(&close(text), room).text, left, "{text:?} in {room}");
    }
    // The blank line behind the item goes with it.
    assert_eq!(check(&close("1. <th>"), 15).missing, 23);
}
