//! Closes what content leaves open, so that it cannot swallow what follows. Does not render, cut or sanitise.
//!
//! Two layers can be left open. A *block* of CommonMark (a fence, an HTML block without a blank-line end)
//! takes the following lines as its own. An *element* or comment of the resulting HTML (`<details>`, `<!--`)
//! takes the following blocks inside. A fence inside a list or a quotation ends with its container and needs nothing.

mod address;
pub(super) mod code;
mod contested;
mod conversation;
pub(super) mod cut;
pub(super) mod defuse;
mod dialect;
mod edit;
mod element;
mod elements;
pub(super) mod escape;
pub(super) mod footnotes;
mod html;
mod lazy;
mod limit;
mod open;
pub(super) mod plain;
mod run;
mod spans;
pub(super) mod untrusted;

use pulldown_cmark::{CodeBlockKind, Event, Tag};

use contested::contested;
use dialect::parser;
use edit::Edits;
use elements::Elements;

/// The text, and below it the closers of what it leaves open. Closing twice changes nothing more.
pub(super) fn close(text: &str) -> String {
    /// A closer can end one block and thereby begin another; each round closes at least one.
    const MAX_ROUNDS: usize = 8;
    let mut out = escape_harmful(text.trim_end());
    for _ in 0..MAX_ROUNDS {
        let Some(closer) = open_block(&out) else {
            break;
        };
        out.push('\n');
        out.push_str(&closer);
    }
    let elements = Elements::of(parser(&out).into_offset_iter());
    if elements.comment.is_some() {
        out.push_str("\n\n<!-- -->");
    }
    for (n, name) in elements.open.closers().into_iter().enumerate() {
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

/// The end condition of an HTML block that a blank line does not end (CommonMark, HTML blocks 1 and 2).
fn html_block_end(source: &str) -> &'static str {
    if source.starts_with("<!--") {
        "-->"
    } else {
        "</pre>"
    }
}

/// Writes the `<` of what could take in all that follows, without end, as `&lt;`.
fn escape_harmful(text: &str) -> String {
    /// What is escaped may turn what stood beside it from HTML into text, or the reverse.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let harmful = Elements::of(parser(&out).into_offset_iter()).harmful;
        let mut edits = Edits::default();
        for at in harmful.into_iter().chain(contested(&out)) {
            edits.replace(at..at + 1, "&lt;");
        }
        lazy::separate(&out, &mut edits);
        spans::settle(&out, &mut edits);
        if edits.is_empty() {
            return out;
        }
        out = edits.apply(&out);
    }
    // Whoever went to such lengths need not be read with ease.
    out.replace('<', "&lt;")
}

#[cfg(test)]
pub(super) mod tests;
