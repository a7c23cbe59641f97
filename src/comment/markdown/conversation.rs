//! Addresses of issues, pull requests and discussions. GitHub leaves a note in a conversation whose address is
//! written elsewhere.

use std::ops::Range;

use super::edit::APART;
use super::html::character_reference;

const GITHUB: &str = "github.com";
const WWW: &str = "www.";
/// Longer than a host may be, with its port.
const LONGEST_HOST: usize = 300;
/// An owner's or repository's name; longer than either may be.
const LONGEST_NAME: usize = 128;

/// What of plain addresses is to give way, and to what, so that they leave no note on github.com and on `server`, the
/// base of its addresses.
pub(super) fn detours(
    text: &str,
    server: &str,
) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    hosts(text).filter_map(move |at| {
        let (range, new) = detour(text.get(at..)?, host(server))?;
        Some((at + range.start..at + range.end, new))
    })
}

/// Where the numbers begin in all other spellings: with character references and backslashes, or without a host.
pub(super) fn obscure(text: &str, server: &str) -> Vec<usize> {
    let (shown, places) = decoded(text);
    let kinds = ["/issues/", "/pull/", "/discussions/"];
    let found = kinds.iter().flat_map(|kind| {
        let found = shown.match_indices(kind);
        found.map(|(at, kind)| (at, at + kind.len()))
    });
    let leads_there = |(at, number): &(usize, usize)| {
        let is_number = shown
            .get(*number..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let before = shown
            .get(..*at)
            .and_then(without_name)
            .and_then(without_name);
        is_number && before.is_some_and(|before| may_be_ours(before, host(server)))
    };
    let numbers = found.filter(leads_there);
    numbers
        .filter_map(|(_, number)| places.get(number).copied())
        .collect()
}

/// What precedes `/name`.
fn without_name(text: &str) -> Option<&str> {
    let before = text.trim_end_matches(is_of_name);
    let length = text.len() - before.len();
    before
        .strip_suffix('/')
        .filter(|_| (1..=LONGEST_NAME).contains(&length))
}

/// Whether a text before a path ends with one of our hosts, or with none.
fn may_be_ours(text: &str, own: &str) -> bool {
    let start = text
        .trim_end_matches(|c: char| is_of_name(c) || c == ':')
        .len();
    let host = text.get(start..).unwrap_or_default();
    let host = without_port(host).trim_end_matches('.');
    let bare = without_www(host);
    host.is_empty()
        || [host, bare]
            .iter()
            .any(|host| host.eq_ignore_ascii_case(GITHUB) || host.eq_ignore_ascii_case(own))
}

/// The text without backslashes and with characters for their references, and where each of its bytes comes from.
fn decoded(text: &str) -> (String, Vec<usize>) {
    let mut shown = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let unescaped = rest
            .strip_prefix('\\')
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_punctuation()));
        at += rest.len() - unescaped.unwrap_or(rest).len();
        let rest = unescaped.unwrap_or(rest);
        let Some(first) = rest.chars().next() else {
            break;
        };
        let (character, length) = character_reference(rest).unwrap_or((first, first.len_utf8()));
        shown.push(character);
        places.resize(shown.len(), at);
        at += length;
    }
    (shown, places)
}

/// Where the hosts of addresses begin.
fn hosts(text: &str) -> impl Iterator<Item = usize> {
    const SCHEME_END: &str = "://";
    let written = text
        .match_indices(SCHEME_END)
        .map(|(at, end)| at + end.len());
    let bare = text.match_indices("www.").map(|(at, _)| at);
    let bare = bare.filter(|at| {
        !text
            .get(..*at)
            .is_some_and(|before| before.ends_with(SCHEME_END))
    });
    written.chain(bare)
}

/// Of the address of a conversation, without its scheme: what of it is to give way, and to what.
fn detour(address: &str, own: &str) -> Option<(Range<usize>, &'static str)> {
    let end = address
        .bytes()
        .take(LONGEST_HOST)
        .position(|byte| byte == b'/')?;
    let (host, path) = address.split_at(end);
    let host = without_port(host);
    let bare = without_www(host);
    if !is_conversation(path) {
        None
    } else if bare.eq_ignore_ascii_case(GITHUB) {
        Some((0..host.len() - bare.len(), "redirect."))
    } else if host.eq_ignore_ascii_case(own) || bare.eq_ignore_ascii_case(own) {
        let first = host.chars().next()?.len_utf8();
        Some((first..first, APART))
    } else {
        None
    }
}

/// Whether it is `/owner/name/issues/1` or the like.
fn is_conversation(path: &str) -> bool {
    let mut parts = path.splitn(5, '/').skip(1);
    let named = |part: Option<&str>| part.is_some_and(is_name);
    named(parts.next())
        && named(parts.next())
        && matches!(parts.next(), Some("issues" | "pull" | "discussions"))
        && parts
            .next()
            .is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// The host in the base of a server's addresses.
fn host(server: &str) -> &str {
    let (_, after) = server.split_once("://").unwrap_or_default();
    without_port(after.split('/').next().unwrap_or_default())
}

fn without_port(host: &str) -> &str {
    host.split_once(':').map_or(host, |(host, _)| host)
}

fn without_www(host: &str) -> &str {
    let start = host.get(..WWW.len());
    let www = start.filter(|start| start.eq_ignore_ascii_case(WWW));
    host.get(www.map_or(0, str::len)..).unwrap_or_default()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_NAME && text.chars().all(is_of_name)
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.')
}

#[cfg(test)]
mod tests;
