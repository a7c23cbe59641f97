//! Lines on which GitHub's reader of Markdown and ours disagree: a tag alone on a line, right below a paragraph in a
//! list, quotation or note that the line does not belong to. GitHub's begins a block of HTML there; the specification,
//! and so ours, goes on with the paragraph.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::parser;

/// Where such lines begin. With a blank line before them both read what GitHub reads.
pub(super) fn html_lines(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut containers = 0_usize;
    let mut quotes = 0_usize;
    // What is indented as far belongs to the item.
    let mut column = 0;
    let mut start_of_text = 0;
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::Start(Tag::Item) => {
                containers += 1;
                let bullet = text.get(range.clone()).unwrap_or_default();
                let width = bullet.find(' ').map_or(0, |width| width + 1);
                start_of_text = range.start;
                column = range.start - line_start(text, range.start) + width;
            }
            Event::Start(Tag::FootnoteDefinition(_)) => {
                containers += 1;
                start_of_text = range.start;
                column = 4;
            }
            Event::End(TagEnd::Item | TagEnd::FootnoteDefinition) => containers -= 1,
            Event::Start(Tag::Paragraph) => start_of_text = range.start,
            Event::InlineHtml(tag) if quotes + containers > 0 && is_tag(&tag) => {
                let start = line_start(text, range.start);
                let indent = range.start - start;
                let is_indented = quotes == 0 && indent >= column;
                let before = text.get(start..range.start).unwrap_or_default();
                let after = text.get(range.end..).unwrap_or_default();
                let after = after.lines().next().unwrap_or_default();
                let is_alone = before.bytes().all(|b| b == b' ') && after.trim().is_empty();
                if is_alone && !is_indented && indent < 4 && start > start_of_text {
                    found.push(start);
                }
            }
            _ => {}
        }
    }
    found
}

fn is_tag(html: &str) -> bool {
    let name = html.trim_start_matches(['<', '/']);
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && !html.contains('\n')
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}
