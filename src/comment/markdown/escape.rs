//! Text as it is to be read, whatever Markdown, or GitHub behind it, would make of it. Does not make it harmless: a
//! text of several lines stays as many lines.

use super::edit::APART;

/// The text with backslashes before what Markdown would read as more than text, and zero-width spaces in what GitHub
/// would link or draw (an address, a mention, a reference, an emoji).
pub fn escape_markdown(text: &str) -> String {
    let text = unlinked(text);
    let lines: Vec<_> = text.split('\n').map(escape_line).collect();
    lines.join("\n")
}

fn escape_line(line: &str) -> String {
    const BLANKS: [char; 2] = [' ', '\t'];
    let body = line.trim_matches(BLANKS);
    if body.is_empty() {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len() + 8);
    // Indented text would be code, and blanks at the end break the line.
    let (before, after) = line.split_once(body).unwrap_or_default();
    let mut blanks = before.chars();
    out.extend(blanks.next().map(character_reference));
    out.push_str(blanks.as_str());
    let mark = mark(body);
    for (at, character) in body.char_indices() {
        if mark == Some(at) || r"\`*_[]<>#&~|$".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    let mut blanks = after.chars();
    let last = blanks.next_back().map(character_reference);
    out.push_str(blanks.as_str());
    out.extend(last);
    out
}

fn character_reference(character: char) -> String {
    format!("&#{};", u32::from(character))
}

/// Where a backslash keeps the start of a line from being a list, a rule or an underline.
fn mark(line: &str) -> Option<usize> {
    if line.starts_with(['-', '+', '=', ':']) {
        return Some(0);
    }
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let after = line.get(end..)?;
    (end > 0 && after.starts_with(['.', ')'])).then_some(end)
}

/// The text with zero-width spaces in what GitHub finds in any text, escaped or not.
pub(in crate::comment) fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        out.push(character);
        let (before, after) = text.split_at(at);
        let after = after.get(character.len_utf8()..).unwrap_or_default();
        if begins_more(before, character, after) {
            out.push_str(APART);
        }
    }
    out
}

/// Whether the character would begin, or is in the beginning of, what GitHub makes more than text.
fn begins_more(before: &str, character: char, after: &str) -> bool {
    let follows_digit = after.starts_with(|c: char| c.is_ascii_digit());
    match character {
        '@' => !after.is_empty() && !after.starts_with(char::is_whitespace),
        '#' => follows_digit,
        '-' => follows_digit && ends_with(before, "gh"),
        'w' | 'W' => starts_with(after, "ww."),
        ':' => after.starts_with("//") || is_emoji(after),
        _ => false,
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    let head = text.get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start))
}

fn ends_with(text: &str, end: &str) -> bool {
    let start = text.len().checked_sub(end.len());
    let tail = start.and_then(|start| text.get(start..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// Whether it goes on like `tada:`.
fn is_emoji(after: &str) -> bool {
    /// Longer than any name.
    const LONGEST: usize = 64;
    let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
    let end = after
        .char_indices()
        .take(LONGEST)
        .find(|(_, c)| !in_name(*c));
    end.is_some_and(|(at, c)| at > 0 && c == ':')
}

#[cfg(test)]
mod tests;
