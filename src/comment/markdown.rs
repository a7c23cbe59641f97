//! Closes what content leaves open, so that it cannot swallow what follows. Does not render, cut or sanitise.
//!
//! Two layers can be left open. A *block* of CommonMark (a fence, an HTML block without a blank-line end)
//! takes the following lines as its own. An *element* or comment of the resulting HTML (`<details>`, `<!--`)
//! takes the following blocks inside. A fence inside a list or a quotation ends with its container and needs nothing.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// GitHub's dialect as far as it decides what is code and what is HTML.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// The text, and below it the closers of what it leaves open. Closing twice adds nothing.
pub(super) fn close(text: &str) -> String {
    /// A closer can end one block and thereby begin another; each round closes at least one.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.trim_end().to_owned();
    for _ in 0..MAX_ROUNDS {
        let Some(closer) = open_block(&out) else {
            break;
        };
        out.push('\n');
        out.push_str(&closer);
    }
    let elements = Elements::left_open(&out);
    if elements.in_comment {
        out.push_str("\n\n<!-- -->");
    }
    for (n, name) in elements.open.iter().rev().enumerate() {
        out.push_str(if n == 0 { "\n\n</" } else { "\n</" });
        out.push_str(name);
        out.push('>');
    }
    out
}

/// What would end the top-level block that a following paragraph would fall into.
fn open_block(text: &str) -> Option<String> {
    let probe = format!("{text}\n\nx\n");
    let mut depth = 0_usize;
    let mut last: Option<(Tag<'_>, usize)> = None;
    for (event, range) in Parser::new_ext(&probe, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    last = Some((tag, range.start));
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let (tag, start) = last?;
    let source = probe.get(start..)?.trim_start();
    match tag {
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) => {
            let fence = source.chars().next()?;
            Some(source.chars().take_while(|c| *c == fence).collect())
        }
        Tag::HtmlBlock => Some(html_block_end(source).to_owned()),
        _ => None,
    }
}

/// The end condition of an HTML block that a blank line does not end (CommonMark, HTML blocks 1 to 5).
fn html_block_end(source: &str) -> &'static str {
    const RAW: [(&str, &str); 4] = [
        ("<script", "</script>"),
        ("<pre", "</pre>"),
        ("<style", "</style>"),
        ("<textarea", "</textarea>"),
    ];
    if source.starts_with("<!--") {
        "-->"
    } else if source.starts_with("<?") {
        "?>"
    } else if source.starts_with("<![CDATA[") {
        "]]>"
    } else {
        let lower: String = source
            .chars()
            .take(10)
            .collect::<String>()
            .to_ascii_lowercase();
        RAW.iter()
            .find(|(open, _)| lower.starts_with(open))
            .map_or(">", |(_, close)| close)
    }
}

/// The HTML that Markdown passes through, as far as what is open is concerned.
#[derive(Default)]
struct Elements {
    open: Vec<String>,
    in_comment: bool,
}

impl Elements {
    fn left_open(text: &str) -> Self {
        let mut elements = Self::default();
        let mut html = String::new();
        for event in Parser::new_ext(text, options()) {
            match event {
                Event::Html(raw) | Event::InlineHtml(raw) => html.push_str(&raw),
                // Markdown's own text is escaped: it ends a tag's reach but cannot hold one.
                _ => {
                    elements.read(&html);
                    html.clear();
                }
            }
        }
        elements.read(&html);
        elements
    }

    fn read(&mut self, html: &str) {
        let mut rest = html;
        loop {
            if self.in_comment {
                let Some((_, after)) = rest.split_once("-->") else {
                    return;
                };
                self.in_comment = false;
                rest = after;
            }
            let Some((_, after)) = rest.split_once('<') else {
                return;
            };
            if let Some(after) = after.strip_prefix("!--") {
                self.in_comment = true;
                rest = after;
            } else {
                rest = self.tag(after);
            }
        }
    }

    /// Reads one tag after its `<`; answers what follows its name.
    fn tag<'a>(&mut self, text: &'a str) -> &'a str {
        let (closing, text) = match text.strip_prefix('/') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let end = text
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let name = name.to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return rest;
        }
        if closing {
            if let Some(at) = self.open.iter().rposition(|open| *open == name) {
                self.open.truncate(at);
            }
        } else if !ends_by_itself(&name) {
            self.open.push(name);
        }
        past_attributes(rest)
    }
}

/// What follows the `>` that ends a tag; a `>` inside a quoted attribute does not.
fn past_attributes(text: &str) -> &str {
    let mut quote: Option<char> = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '>' => return text.get(at + 1..).unwrap_or_default(),
            None => {}
        }
    }
    ""
}

/// Elements that have no end, or whose end another one implies (HTML, void elements and optional tags).
fn ends_by_itself(name: &str) -> bool {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ];
    const IMPLIED: [&str; 16] = [
        "p", "li", "dt", "dd", "td", "th", "tr", "tbody", "thead", "tfoot", "colgroup", "caption",
        "option", "optgroup", "rt", "rp",
    ];
    VOID.contains(&name) || IMPLIED.contains(&name)
}

#[cfg(test)]
mod tests {
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

    proptest! {
        #[test]
        fn closing_twice_adds_nothing(text in crate::comment::marker::tests::marker_soup()) {
            let once = close(&text);
            prop_assert_eq!(close(&once), once);
        }
    }
}
