//! Takes from a text what could harm others, whatever a reader of Markdown makes of it. Knows no Markdown: what one
//! reader takes for code, another takes for a tag.
//!
//! A zero-width space, which nobody sees, stands
//!
//! - behind the `<` of each tag, comment and declaration, but for the few tags that harm nobody;
//! - behind each `@`, the `#` of `#1` and the `-` of `GH-1`, so that nobody is notified (case 53);
//! - in `]:`, which would define a link or footnote for the whole comment, and in `[!NOTE]`, which begins an alert;
//! - in an obscure address of a conversation; a plain one goes by way of a host that leaves no trace there (fact 102).

use super::conversation::{detours, obscure};
use super::edit::{APART, Edits};
use super::html::character_reference;

/// Elements that a browser ends with the quotation around them, at the latest, and whose end ends no quotation.
const HARMLESS: [&str; 26] = [
    "br", "dd", "del", "details", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "ins", "kbd", "li", "ol", "p", "pre", "samp", "sub", "summary", "sup", "ul", "var",
];

/// The text made harmless on github.com and on `server`, the base of its addresses. Doing it twice changes nothing more.
pub(in crate::comment) fn defuse(text: &str, server: &str) -> String {
    let mut edits = Edits::default();
    for (range, new) in detours(text, server) {
        edits.replace(range, new);
    }
    spell_in_hexadecimal(text, &mut edits);
    let text = edits.apply(text);

    let mut edits = Edits::default();
    let may_have_tags = !may_hold_a_quotation(&text);
    let mut in_address = false;
    for (at, character) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        in_address = !character.is_whitespace()
            && (in_address || rest.starts_with("://") || rest.starts_with("www."));
        if character == '@' && in_address {
            edits.replace(at..at + 1, "%40");
        } else if let Some(length) = live(before, rest, may_have_tags) {
            edits.insert(at + length, APART);
        }
    }
    for at in obscure(&text, server) {
        edits.insert(at, APART);
    }
    edits.apply(&text)
}

/// The length of what begins here, if it makes something of what follows it.
fn live(before: &str, rest: &str, may_have_tags: bool) -> Option<usize> {
    let first = rest.chars().next()?;
    let (character, length) = character_reference(rest).unwrap_or((first, first.len_utf8()));
    let after = rest.get(length..)?;
    let may_be_number = after.starts_with(|c: char| c.is_ascii_digit() || c == '&');
    let is_live = match character {
        '@' => !after.starts_with(APART),
        '#' => may_be_number,
        '-' => may_be_number && may_end_with_gh(before),
        _ if length > first.len_utf8() => false,
        '<' => {
            after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
                && !(may_have_tags && is_harmless(after))
        }
        ']' => after.starts_with(':'),
        // The text of an image is none.
        '[' => after.starts_with(['\\', '&']) || after.starts_with('!') && !after.starts_with("!["),
        _ => false,
    };
    is_live.then_some(length)
}

/// Writes `&#39;` as `&#x27;`: a part of the one is the reference `#3`.
fn spell_in_hexadecimal(text: &str, edits: &mut Edits) {
    /// More are no character reference for a reader of Markdown.
    const MOST_DIGITS: usize = 7;
    for (at, start) in text.match_indices("&#") {
        let (before, rest) = text.split_at(at + start.len());
        let digits = rest
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or_default();
        let ends = rest
            .get(digits.len()..)
            .is_some_and(|rest| rest.starts_with(';'));
        if let Ok(number) = digits.parse::<u32>()
            && ends
            && digits.len() <= MOST_DIGITS
            && !before.ends_with("\\&#")
        {
            let digits = before.len()..before.len() + digits.len();
            edits.replace(digits, format!("x{number:x}"));
        }
    }
}

/// Either letter may be a character reference.
fn may_end_with_gh(before: &str) -> bool {
    let mut back = before.chars().rev().map(|c| c.to_ascii_lowercase());
    match back.next() {
        Some('h') => matches!(back.next(), Some('g' | ';')),
        last => last == Some(';'),
    }
}

/// Whether what follows a `<` makes a tag of a harmless element, without attributes, or an address in brackets.
fn is_harmless(after: &str) -> bool {
    let address = after
        .strip_prefix("https://")
        .or(after.strip_prefix("http://"));
    if let Some(address) = address {
        let end = address.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>'));
        return end.is_some_and(|end| address.get(end..).is_some_and(|rest| rest.starts_with('>')));
    }
    let tag = after.strip_prefix('/').unwrap_or(after);
    let end = tag
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(tag.len());
    let (name, rest) = tag.split_at(end);
    let ends = [">", "/>", " />", " open>"]
        .iter()
        .any(|end| rest.starts_with(end));
    ends && HARMLESS
        .iter()
        .any(|harmless| name.eq_ignore_ascii_case(harmless))
}

/// Whether a quotation may begin in the text. It could end an element that began outside of it, and a tag in it an
/// element around it: in either case one quotation's end would be taken for another's.
fn may_hold_a_quotation(text: &str) -> bool {
    text.lines().any(|line| {
        let mut rest = line.trim_start();
        while let Some(inside) = past_bullet(rest) {
            rest = inside.trim_start();
        }
        rest.starts_with('>')
    })
}

/// What follows the mark of an item.
fn past_bullet(line: &str) -> Option<&str> {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let ends: &[char] = if numbered.len() < line.len() {
        &['.', ')']
    } else {
        &['-', '*', '+']
    };
    let inside = numbered.strip_prefix(ends)?;
    inside.starts_with(char::is_whitespace).then_some(inside)
}

#[cfg(test)]
mod tests;
