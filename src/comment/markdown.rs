//! Closes what content leaves open, so that it cannot swallow what follows. Does not render, cut or sanitise.
//!
//! Two layers can be left open. A *block* of CommonMark (a fence, an HTML block without a blank-line end)
//! takes the following lines as its own. An *element* or comment of the resulting HTML (`<details>`, `<!--`)
//! takes the following blocks inside. A fence inside a list or a quotation ends with its container and needs nothing.

mod address;
pub(super) mod code;
mod edit;
mod html;
mod limit;
pub(super) mod plain;
mod run;
pub(super) mod untrusted;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// GitHub's dialect as far as it decides what is code and what is HTML.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
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
    let elements = Elements::of(&out);
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

/// Writes the `<` of tags that never end as `&lt;`: what follows them would become their attributes.
fn escape_unended_tags(text: &str) -> String {
    /// What is escaped may turn what stood beside it from HTML into text, or the reverse.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let unended = Elements::of(&out).unended;
        if unended.is_empty() {
            break;
        }
        for at in unended.into_iter().rev() {
            out.replace_range(at..=at, "&lt;");
        }
    }
    out
}

/// The HTML that Markdown passes through, as far as what is open is concerned.
#[derive(Default)]
struct Elements {
    open: Vec<String>,
    in_comment: bool,
    /// Where in the source the tags begin that do not end in their own piece of HTML.
    unended: Vec<usize>,
}

impl Elements {
    fn of(text: &str) -> Self {
        let mut elements = Self::default();
        let mut piece = Piece::default();
        for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
            match event {
                Event::Html(raw) | Event::InlineHtml(raw) => piece.push(&raw, range.start),
                // Markdown's own text is escaped and cannot hold a tag, nor its end.
                _ => elements.read(std::mem::take(&mut piece)),
            }
        }
        elements.read(piece);
        elements
    }

    fn read(&mut self, piece: Piece) {
        let mut rest = piece.html.as_str();
        loop {
            if self.in_comment {
                let Some(after) = past_comment(rest) else {
                    return;
                };
                self.in_comment = false;
                rest = after;
            }
            let Some((_, after)) = rest.split_once('<') else {
                return;
            };
            if let Some(after) = after.strip_prefix("!--") {
                // These two are whole comments in HTML.
                let empty = after.strip_prefix('>').or_else(|| after.strip_prefix("->"));
                self.in_comment = empty.is_none();
                rest = empty.unwrap_or(after);
            } else if let Some(after) = self.tag(after) {
                rest = after;
            } else {
                let at = piece.html.len() - after.len() - 1;
                self.unended.extend(piece.source(at));
                rest = after;
            }
        }
    }

    /// Reads one tag after its `<`; answers what follows it, `None` where it does not end.
    fn tag<'a>(&mut self, text: &'a str) -> Option<&'a str> {
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
            return Some(rest);
        }
        let after = past_attributes(rest)?;
        if closing {
            if let Some(at) = self.open.iter().rposition(|open| *open == name) {
                self.open.truncate(at);
            }
        } else if !ends_by_itself(&name) {
            self.open.push(name);
        }
        Some(after)
    }
}

/// One stretch of HTML between Markdown's own text, and where its lines stand in the source.
#[derive(Default)]
struct Piece {
    html: String,
    lines: Vec<(usize, usize)>,
}

impl Piece {
    fn push(&mut self, html: &str, source: usize) {
        self.lines.push((self.html.len(), source));
        self.html.push_str(html);
    }

    /// Where in the source this place of the HTML stands.
    fn source(&self, at: usize) -> Option<usize> {
        let line = self.lines.partition_point(|(start, _)| *start <= at);
        let (start, source) = self.lines.get(line.checked_sub(1)?)?;
        Some(source + at - start)
    }

    fn source_of(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let last = range.end.checked_sub(1)?;
        Some(self.source(range.start)?..self.source(last)? + 1)
    }
}

fn past_comment(text: &str) -> Option<&str> {
    let ends = ["-->", "--!>"].map(|end| text.find(end).map(|at| at + end.len()));
    ends.into_iter()
        .flatten()
        .min()
        .and_then(|at| text.get(at..))
}

/// What follows the `>` that ends a tag; a `>` inside a quoted attribute does not.
fn past_attributes(text: &str) -> Option<&str> {
    let mut quote: Option<char> = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '>' => return text.get(at + 1..),
            None => {}
        }
    }
    None
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
mod tests;
