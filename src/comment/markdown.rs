//! Closes what content leaves open, so that it cannot swallow what follows. Does not render, cut or sanitise.
//!
//! Two layers can be left open. A *block* of CommonMark (a fence, an HTML block without a blank-line end)
//! takes the following lines as its own. An *element* or comment of the resulting HTML (`<details>`, `<!--`)
//! takes the following blocks inside. A fence inside a list or a quotation ends with its container and needs nothing.

mod address;
pub(super) mod code;
pub(super) mod cut;
mod edit;
mod element;
mod elements;
mod html;
mod lazy;
mod limit;
mod open;
pub(super) mod plain;
mod run;
pub(super) mod untrusted;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use code::CodeRanges;
use edit::Edits;
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
    const RAW: [(&str, &str); 3] = [
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<textarea", "</textarea>"),
    ];
    if source.starts_with("<!--") {
        return "-->";
    }
    let start = source.chars().take("<textarea".len());
    let start: String = start.collect::<String>().to_ascii_lowercase();
    RAW.iter()
        .find(|(open, _)| start.starts_with(open))
        .map_or("</pre>", |(_, close)| close)
}

/// Writes the `<` of what could take in all that follows, without end, as `&lt;`.
fn escape_harmful(text: &str) -> String {
    /// What is escaped may turn what stood beside it from HTML into text, or the reverse.
    const MAX_ROUNDS: usize = 8;
    let mut out = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let harmful = Elements::of(parser(&out).into_offset_iter()).harmful;
        let mut edits = Edits::default();
        for at in harmful.into_iter().chain(declarations(&out)) {
            edits.replace(at..at + 1, "&lt;");
        }
        for line in lazy::html_lines(&out) {
            edits.insert(line, "\n");
        }
        if edits.is_empty() {
            return out;
        }
        out = edits.apply(&out);
    }
    // Whoever went to such lengths need not be read with ease.
    out.replace('<', "&lt;")
}

/// Where `<!X`, `<?` and `<![CDATA[` stand outside of code. Where they end, readers of Markdown and of HTML disagree.
fn declarations(text: &str) -> Vec<usize> {
    let begins = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        let rest = text.get(at + 1..).unwrap_or_default();
        let named = rest.strip_prefix('!').unwrap_or_default();
        let declares = rest.starts_with('?')
            || named.starts_with("[CDATA[")
            || named.starts_with(|c: char| c.is_ascii_alphabetic());
        declares && backslashes % 2 == 0
    };
    let found: Vec<_> = text
        .match_indices('<')
        .map(|(at, _)| at)
        .filter(begins)
        .collect();
    if found.is_empty() {
        return found;
    }
    let code = CodeRanges::of(text);
    found.into_iter().filter(|at| !code.contains(*at)).collect()
}

#[cfg(test)]
mod tests;
