//! Takes from a text what could harm others, whatever a reader of Markdown makes of it. Knows no Markdown: what one
//! reader takes for code, another takes for a tag.
//!
//! A zero-width space, which nobody sees, stands
//!
//! - behind the `<` of each tag, comment and declaration, but for the few tags that harm nobody, and behind those: what
//!   stands around an end that ends nothing, or a tag that GitHub removes, is one text;
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
        in_address = !ends_address(character) && (in_address || begins_address(rest));
        match (character, live(before, rest, may_have_tags)) {
            ('@', Some(_)) if in_address => edits.replace(at..at + 1, "%40"),
            ('-', Some(_)) if in_address => edits.replace(at..at + 1, "%2D"),
            (_, Some(length)) => edits.insert(at + length, APART),
            (_, None) => {}
        }
    }
    for at in obscure(&text, server) {
        edits.insert(at, APART);
    }
    edits.apply(&text)
}

fn begins_address(text: &str) -> bool {
    ["https://", "http://", "www."]
        .iter()
        .any(|start| text.starts_with(start))
}

fn ends_address(character: char) -> bool {
    character.is_whitespace() || "()[]<>|`\"'".contains(character)
}

/// The length of what begins here, if it makes something of what follows it.
fn live(before: &str, rest: &str, may_have_tags: bool) -> Option<usize> {
    let first = rest.chars().next()?;
    let (character, length) = character_reference(rest).unwrap_or((first, first.len_utf8()));
    let after = rest.get(length..)?;
    let may_be_number = after.starts_with(|c: char| c.is_ascii_digit() || c == '&');
    let is_live = match character {
        '@' => !after.starts_with(APART),
        '#' => may_be_number || before.ends_with('&') && is_unended(after),
        '-' => may_be_number && may_end_with_gh(before),
        _ if length > first.len_utf8() => false,
        '<' => return markup(before, after, may_have_tags).map(|inside| length + inside),
        ']' => after.starts_with(':'),
        // The text of an image is none.
        '[' => after.starts_with(['\\', '&']) || after.starts_with('!') && !after.starts_with("!["),
        '!' => before.ends_with(';') && after.starts_with(|c: char| c.is_ascii_alphabetic()),
        _ => false,
    };
    is_live.then_some(length)
}

/// How far the zero-width space is from a `<`: right behind it, or behind the tag that harms nobody.
fn markup(before: &str, after: &str, may_have_tags: bool) -> Option<usize> {
    let harmless = harmless(after).filter(|_| may_have_tags);
    if let Some(end) = harmless {
        let text = after.get(end..).unwrap_or_default();
        let joins = before.ends_with(|c: char| !c.is_whitespace())
            && text.starts_with(|c: char| !c.is_whitespace() && c != '<')
            && !text.starts_with(APART);
        return joins.then_some(end);
    }
    after
        .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        .then_some(0)
}

/// Whether a hexadecimal reference has no semicolon: browsers read it, and Markdown does not.
fn is_unended(after: &str) -> bool {
    after.strip_prefix(['x', 'X']).is_some_and(|digits| {
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        !rest.starts_with(';')
    })
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

/// Either letter may be a character reference, and a backslash may stand behind them.
fn may_end_with_gh(before: &str) -> bool {
    before.ends_with(['h', 'H', ';', '\\'])
}

/// The length of what follows a `<`, if both make a tag of a harmless element without attributes, or an address in
/// brackets.
fn harmless(after: &str) -> Option<usize> {
    if after.starts_with("https://") || after.starts_with("http://") {
        let end = after.find(|c: char| c.is_whitespace() || "<>\"'".contains(c))?;
        return after.get(end..)?.starts_with('>').then_some(end + 1);
    }
    let tag = after.strip_prefix('/').unwrap_or(after);
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (name, rest) = tag.split_at(end);
    let mut ends = [">", "/>", " />", " open>"].iter();
    let end = ends.find(|end| rest.starts_with(**end))?;
    HARMLESS
        .iter()
        .any(|harmless| name.eq_ignore_ascii_case(harmless))
        .then_some(after.len() - rest.len() + end.len())
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
