//! Addresses that GitHub makes links of by itself, in text as a run holds it.

use super::run::SEAM;

/// One step through a text.
pub(super) struct Step<'a> {
    pub(super) at: usize,
    /// A whole address, or one character.
    pub(super) text: &'a str,
    pub(super) is_address: bool,
    pub(super) before: Option<char>,
    pub(super) after: &'a str,
}

/// The whole text, one character or address at a time.
pub(super) fn steps(text: &str) -> impl Iterator<Item = Step<'_>> {
    let mut before = None;
    let mut rest = text;
    std::iter::from_fn(move || {
        let character = rest.chars().next()?.len_utf8();
        let address = address_length(rest, before);
        let (here, after) = rest.split_at(address.unwrap_or(character));
        let step = Step {
            at: text.len() - rest.len(),
            text: here,
            is_address: address.is_some(),
            before,
            after,
        };
        before = here.chars().next_back();
        rest = after;
        Some(step)
    })
}

/// How long the address at the start of `text` is. Narrower than GitHub: what it finds is one.
fn address_length(text: &str, before: Option<char>) -> Option<usize> {
    let prefix = match before {
        Some(letter) if letter.is_ascii_alphabetic() => None,
        None | Some(' ' | '\n' | '\t' | '*' | '_' | '~' | '(') => {
            prefix(text, &["https://", "http://", "ftp://", "www."])
        }
        Some(_) => prefix(text, &["https://", "http://", "ftp://"]),
    };
    let host = text.get(prefix?..)?;
    // GitHub takes none with an underscore near its end.
    let end = host.find(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-'));
    let after = host.get(end.unwrap_or(host.len())..)?;
    let is_host = host.starts_with(|c: char| c.is_ascii_alphanumeric()) && !after.starts_with('_');
    is_host.then(|| {
        text.find(|c: char| c.is_whitespace() || c == '<' || c == SEAM)
            .unwrap_or(text.len())
    })
}

/// The length of the prefix that `text` begins with, in any case of letters.
fn prefix(text: &str, prefixes: &[&str]) -> Option<usize> {
    let lengths = prefixes.iter().filter(|prefix| {
        let start = text.get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    });
    lengths.map(|prefix| prefix.len()).next()
}
