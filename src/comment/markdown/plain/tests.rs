//! Tests of `plain.rs`. A `¦` in what is expected stands for the zero-width space.

use proptest::prelude::*;

use super::super::dialect;
use super::super::html::{Token, tokens};
use super::*;
use crate::comment::Content;

const SERVER: &str = "https://ghes.example:8443";

fn plain(text: &str) -> String {
    super::plain(text, SERVER)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = plain(text);
    assert_eq!(once.replace(APART, "¦"), expected, "{text:?}");
    assert_eq!(plain(&once), once, "twice {text:?}");
}

#[track_caller]
fn unchanged(text: &str) {
    check(text, text);
}

// case 53
#[test]
fn a_mention_of_a_person_or_a_team_is_plain_text() {
    check("@octocat", "@¦octocat");
    check("by @octo-org/team, thanks", "by @¦octo-org/team, thanks");
    check("(@a) \"@b\" /@c é@d", "(@¦a) \"@¦b\" /@¦c é@¦d");
    check("# For @a\n\n> - @b", "# For @¦a\n\n> - @¦b");
    check("| @a |\n|---|\n| @b |", "| @¦a |\n|---|\n| @¦b |");
    check("**@a** _@b_", "**@¦a** _@¦b_");
}

/// GitHub may take the image out.
#[test]
fn what_stands_on_both_sides_of_an_image_is_read_as_one() {
    check("@![chart](x)octocat", "@¦![chart](x)octocat");
    check("GH-![chart](x)12", "GH-¦![chart](x)12");
}

// case 53
#[test]
fn a_reference_to_an_issue_is_plain_text() {
    check("fixes #12", "fixes #¦12");
    check("see octo-org/hello#12", "see octo-org/hello#¦12");
    check(
        "GH-12 and gh-7, but not XGH or GH-x",
        "GH-¦12 and gh-¦7, but not XGH or GH-x",
    );
    check("#12 begins a line", "#¦12 begins a line");
}

#[test]
fn an_address_of_an_issue_leaves_no_trace_there() {
    for kind in ["issues", "pull", "discussions"] {
        check(
            &format!("see https://github.com/octo-org/hello/{kind}/12."),
            &format!("see https://redirect.github.com/octo-org/hello/{kind}/12."),
        );
    }
    check(
        "[it](HTTPS://GitHub.com/a/b/pull/1#x) <https://github.com/a/b/issues/2>",
        "[it](HTTPS://redirect.GitHub.com/a/b/pull/1#x) <https://redirect.github.com/a/b/issues/2>",
    );
    check(
        "[x]\n\n[x]: https://github.com/a/b/issues/2",
        "[x]\n\n[x]: https://redirect.github.com/a/b/issues/2",
    );
    check(
        "<a href=\"https://github.com/a/b/issues/2\">x</a>",
        "<a href=\"https://redirect.github.com/a/b/issues/2\">x</a>",
    );
}

#[test]
fn every_spelling_of_the_address_is_known() {
    check(
        "http://www.github.com/a/b/pull/1 https://github.com:443/a/b/pull/1",
        "http://redirect.github.com/a/b/pull/1 https://redirect.github.com:443/a/b/pull/1",
    );
    check(
        "www.github.com/a/b/issues/2",
        "redirect.github.com/a/b/issues/2",
    );
}

#[test]
fn what_only_looks_like_an_address_is_read() {
    check("http://a_b.c/@octocat x", "http://a_b.c/@¦octocat x");
    check("www.x_y/@octocat", "www.x_y/@¦octocat");
    check("http://a-b.c/_/@octocat", "http://a-b.c/_/@octocat");
    check("_@octocat", "_@¦octocat");
}

#[test]
fn an_address_on_a_server_of_ones_own_is_not_known_to_it() {
    for (host, apart) in [
        ("ghes.example", "g¦hes.example"),
        ("GHES.example:8443", "G¦HES.example:8443"),
        ("www.ghes.example", "w¦ww.ghes.example"),
    ] {
        check(
            &format!("see https://{host}/a/b/issues/2"),
            &format!("see https://{apart}/a/b/issues/2"),
        );
    }
    check(
        "www.ghes.example/a/b/pull/2",
        "w¦ww.ghes.example/a/b/pull/2",
    );
    unchanged("https://ghes.example/a/b/commit/1");
}

#[test]
fn what_github_does_not_link_stays_as_it_is() {
    for text in [
        "mail octocat@example.com",
        "a @ b, # 12, #x, @",
        "# 12 is a heading",
        "https://github.com/a/b/blob/main/src/x.rs#L12",
        "https://github.com/a/b/issues",
        "https://gitea.example/a/b/issues/12 https://ghes.example.evil.example/a/b/issues/1",
        "https://notgithub.com/a/b/issues/12 www.example/a/b/issues/1",
        "https://example.com/@octocat/#12 and www.example.com/#3",
        "[#12]\n\n[#12]: https://example.com",
        "![@a](x.png)",
        "a\\",
        "",
    ] {
        unchanged(text);
    }
}

#[test]
fn code_stays_as_it_is() {
    for text in [
        "`@a #12 https://github.com/a/b/issues/2`",
        "```\n@a #12 https://github.com/a/b/issues/2\n```",
        "    @a #12",
        "- ~~~\n  @a\n  ~~~",
    ] {
        unchanged(text);
    }
}

#[test]
fn an_address_that_is_none_hides_no_mention() {
    check("https://@octocat", "https://@¦octocat");
    check("xhttps://a.b/@octocat", "xhttps://a.b/@¦octocat");
    check(".www.a.b/@octocat", ".www.a.b/@¦octocat");
}

#[test]
fn a_mention_in_disguise_is_found() {
    check(
        "&#64;a &commat;b &#x40;c &#35;1",
        "&#64;¦a &commat;¦b &#x40;¦c &#35;¦1",
    );
    check("@&#97;b \\@c", "@¦&#97;b \\@¦c");
    check("@<b>octo</b>", "@¦<b>octo</b>");
    check("a<b>@c</b>", "a<b>@¦c</b>");
    check("G<b>H</b>-1", "G<b>H</b>-¦1");
}

#[test]
fn a_mention_in_an_html_block_is_found() {
    check(
        "<div>\n@a\n&#64;b &#x0040;c &commat;d\n#1</div>",
        "<div>\n@¦a\n&#64;¦b &#x0040;¦c &commat;¦d\n#¦1</div>",
    );
    check(
        "> <p title=\"@x\">\n> @a & @b</p>",
        "> <p title=\"@x\">\n> @¦a & @¦b</p>",
    );
    unchanged("<!-- @a -->");
}

#[test]
fn a_hundred_thousand_mentions_are_one_pass() {
    for piece in [
        "@a #1 ",
        "@",
        "#",
        "**@**",
        "@<b>",
        "https://github.com/a/b/pull/1 ",
        "<p>&",
        "GH-",
    ] {
        let text = piece.repeat(100_000);
        let once = plain(&text);
        assert!(once.len() <= text.len() + 100_000 * 9, "{piece}");
    }
}

/// Text made of what mentions, references and their surroundings are made of.
pub(in crate::comment::markdown) fn mention_soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "@",
        "a",
        "octo",
        "/",
        "#",
        "1",
        "GH-",
        "-",
        " ",
        "\n",
        "\n\n",
        "`",
        "```\n",
        "**",
        "_",
        "[",
        "](",
        ")",
        "]",
        "![",
        "<b>",
        "</b>",
        "<div>",
        "<a href=x>",
        "<img src=x>",
        "<!-- ",
        "-->",
        "<!",
        "?>",
        "&#64;",
        "&#35;",
        "&commat;",
        "\\",
        "https://",
        "github.com/a/b/issues/1",
        "www.",
        ".",
        ":",
        "> ",
        "- ",
        "    ",
        "|",
        "\u{200b}",
        "é",
        "<",
        ">",
        "~",
        "[a]: ",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// What GitHub looks through: the text of the rendered HTML outside of code and links.
pub(in crate::comment::markdown) fn seen_texts(markdown: &str) -> Vec<String> {
    let mut html = String::new();
    let parser = dialect::parser(markdown);
    pulldown_cmark::html::push_html(&mut html, parser);
    let mut quiet = 0;
    let texts = tokens(&html).filter_map(|(_, token)| {
        match token {
            Token::Text(text) if quiet == 0 => {
                let text = text.replace("&#64;", "@").replace("&commat;", "@");
                return Some(text.replace("&#35;", "#").replace("&amp;", "&"));
            }
            Token::Start("a" | "code" | "pre") => quiet += 1,
            Token::End("a" | "code" | "pre") => {
                quiet -= i32::from(quiet > 0);
            }
            _ => {}
        }
        None
    });
    texts.collect()
}

/// Whether GitHub would link something in this text.
pub(in crate::comment::markdown) fn is_linked(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Inside of an address nothing is looked for.
    let has_address = ["http", "www.", "ftp"]
        .iter()
        .any(|start| text.contains(start));
    let characters: Vec<char> = format!(" {text} ").chars().collect();
    !has_address
        && characters.windows(3).any(|near| {
            let mention = near[1] == '@' && !is_word(near[0]) && near[2].is_ascii_alphanumeric();
            mention || near[1] == '#' && near[2].is_ascii_digit()
        })
}

proptest! {
    #[test]
    fn nothing_that_github_would_link_is_left(text in mention_soup()) {
        let once = plain(&text);
        for text in seen_texts(&once) {
            prop_assert!(!is_linked(&text), "{once:?} shows {text:?}");
        }
    }

    #[test]
    fn twice_is_once(text in mention_soup()) {
        let content = Content::plain(&text, SERVER);
        prop_assert_eq!(plain(content.as_str()), content.as_str());
    }

    #[test]
    fn without_the_spaces_it_is_the_text_as_it_was(text in mention_soup()) {
        let without = |text: &str| text.replace(APART, "").replace("redirect.", "").replace("www.", "");
        prop_assert_eq!(without(&plain(&text)), without(&text));
    }
}

#[test]
fn a_mention_is_found_whatever_stands_beside_it() {
    check("\ta\n@a", "\ta\n@¦a");
    check("<?é@a", "<?é@¦a");
    check("@[x](y)", "@¦[x](y)");
    check("&#64;*x*", "&#64;¦*x*");
    check("www.1<#1", "www.1<#¦1");
}

#[test]
fn what_only_looks_like_a_reference_stays_as_it_is() {
    for text in ["-1", "sh-1", "gx-1", "h-1"] {
        unchanged(text);
    }
    let name = "a".repeat(200);
    for names in ["/b", "a/", "a/b,c", &format!("a/{name}")] {
        unchanged(&format!("https://github.com/{names}/issues/1"));
    }
}
