//! Tags that readers of Markdown and of HTML take for different things. They are to become text.

use pulldown_cmark::{Event, Tag};

use super::code::CodeRanges;
use super::dialect::parser;

/// Elements of which only GitHub's reader, or only ours, says that their tag begins a block of HTML.
const BLOCKS: [&str; 2] = ["search", "source"];

/// Where `<!X`, `<?`, `<![CDATA[` and the tags of blocks of text stand outside of code. Where these end, or what they
/// end, readers of Markdown and of HTML disagree.
pub(super) fn contested(text: &str) -> Vec<usize> {
    let all = || text.match_indices('<').map(|(at, _)| at);
    let found: Vec<_> = all().filter(|at| is_contested(text, *at)).collect();
    let blocks: Vec<_> = all().filter(|at| begins_block(text, *at)).collect();
    if found.is_empty() && blocks.is_empty() {
        return found;
    }
    let code = CodeRanges::of(text);
    let outside = found.into_iter().filter(|at| !code.contains(*at));
    outside.chain(contested_blocks(text, blocks)).collect()
}

fn is_contested(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let backslashes = before.len() - before.trim_end_matches('\\').len();
    let inner = rest.strip_prefix('<').unwrap_or(rest);
    let declares = inner.strip_prefix('!').is_some_and(|name| {
        name.starts_with("[CDATA[") || name.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    let is_text = || {
        let mut names = ["script", "style", "textarea"].iter();
        names.any(|name| is_tag_of(name, rest))
    };
    backslashes % 2 == 0 && (inner.starts_with('?') || declares || is_text())
}

/// Whether a tag begins here that stands first in its line and begins a block for some only.
fn begins_block(text: &str, at: usize) -> bool {
    /// No text has more quotations and items inside each other.
    const LONGEST: usize = 1024;
    let (before, rest) = text.split_at(at);
    let is_prefix = |c: char| c.is_whitespace() || c.is_ascii_digit() || ">-*+.)".contains(c);
    let mut line = before.chars().rev().take_while(|c| *c != '\n').enumerate();
    BLOCKS.iter().any(|name| is_tag_of(name, rest))
        && line.all(|(length, c)| length < LONGEST && is_prefix(c))
}

fn is_tag_of(name: &str, text: &str) -> bool {
    let inner = text.strip_prefix('<').unwrap_or(text);
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let start = inner.get(..name.len()).unwrap_or_default();
    let after = inner.get(name.len()..).unwrap_or_default();
    start.eq_ignore_ascii_case(name)
        && !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
}

/// Those of such tags that stand outside of blocks of code and of HTML that others have begun.
fn contested_blocks(text: &str, mut found: Vec<usize>) -> Vec<usize> {
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => found.retain(|at| !range.contains(at)),
            Event::Start(Tag::HtmlBlock) => {
                let block = text.get(range.clone()).unwrap_or_default();
                let own = block.find('<').map(|at| range.start + at);
                let own = own.filter(|at| {
                    is_tag_of("search", text.get(*at..).unwrap_or_default())
                        && !stands_apart(text, *at)
                });
                found.retain(|at| !range.contains(at) || Some(*at) == own);
            }
            _ => {}
        }
    }
    found
}

/// Whether the tag has a line of its own below a blank one: it begins a block for everybody then.
fn stands_apart(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let line = rest.lines().next().unwrap_or_default();
    let inside = line
        .trim_end()
        .strip_suffix('>')
        .and_then(|tag| tag.strip_prefix('<'));
    let is_alone = inside.is_some_and(|inside| !inside.contains(['<', '>']));
    is_alone && (before.is_empty() || before.ends_with("\n\n"))
}

#[cfg(test)]
mod tests;
