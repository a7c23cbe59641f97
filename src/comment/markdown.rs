//! Closes what content leaves open, so that it cannot swallow what follows. Does not render, cut or sanitise.
//!
//! Two layers can be left open. A *block* of CommonMark (a fence, an HTML block without a blank-line end)
//! takes the following lines as its own. An *element* or comment of the resulting HTML (`<details>`, `<!--`)
//! takes the following blocks inside. A fence inside a list or a quotation ends with its container and needs nothing.

mod address;
pub(super) mod code;
pub(super) mod cut;
mod edit;
mod elements;
mod html;
mod limit;
pub(super) mod plain;
mod run;
pub(super) mod untrusted;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use elements::Elements;

/// GitHub's dialect as far as it decides what is code and what is HTML.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, options())
}

/// The text, and below it the closers of what it leaves open. Closing twice changes nothing more.
pub(super) fn close(text: &str) -> String {
    /// A closer can end one block and thereby begin another; each round closes at least one.
    const MAX_ROUNDS: usize = 8;
    let mut out = escape_unended_tags(text.trim_end());
    for _ in 0..MAX_ROUNDS {
        let Some(closer) = open_block(&out) else {
            break;
        };
        out.push('\n');
        out.push_str(&closer);
    }
    let elements = Elements::of(parser(&out).into_offset_iter());
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
    let events = parser(&probe).into_offset_iter();
    let starts = events.filter_map(|(event, range)| match event {
        Event::Start(tag) => Some((tag, range.start)),
        _ => None,
    });
    // The paragraph's own, or that of the block which took it in.
    let (tag, start) = starts.last()?;
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

/// Writes the `<` of tags that never end as `&lt;`: what follows them would become their attributes.
fn escape_unended_tags(text: &str) -> String {
    /// What is escaped may turn what stood beside it from HTML into text, or the reverse.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let unended = Elements::of(parser(&out).into_offset_iter()).unended;
        if unended.is_empty() {
            break;
        }
        for at in unended.into_iter().rev() {
            out.replace_range(at..=at, "&lt;");
        }
    }
    out
}

#[cfg(test)]
mod tests;
