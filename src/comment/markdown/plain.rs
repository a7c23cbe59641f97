//! Mentions and references as plain text, so that nobody is notified and no other conversation says that it was
//! mentioned (case 53). Code is left alone: GitHub looks for neither there (fact 101).
//!
//! - `@user`, `@org/team`, `#12`, `owner/repo#12` and `GH-12` get a zero-width space after the `@`, `#` or `-`, as
//!   the large update bots do it. An HTML comment in its place would not survive the removal of comments.
//! - The address of an issue, pull request or discussion goes by way of `redirect.github.com`, which leaves no
//!   trace there (fact 102). A server of one's own has no such host: there the host gets a zero-width space, which
//!   browsers leave out.
//!
//! Commits, labels and the addresses of other servers stay as they are.

use std::ops::Range;

use super::address::{Step, steps};
use super::code::CodeRanges;
use super::edit::{APART, Edits};
use super::run::{self, SEAM};

/// The text without mentions and references on `server`, the base of its addresses.
pub(in crate::comment) fn plain(text: &str, server: &str) -> String {
    let mut edits = Edits::default();
    run::for_each(text, |run| {
        for at in triggers(&run.text) {
            if let Some(end) = run.end_in_source(at) {
                edits.insert(end, APART);
            }
        }
    });
    let code = CodeRanges::of(text);
    for at in addresses(text) {
        let rest = text.get(at..).unwrap_or_default();
        if let Some((range, new)) = detour(rest, host(server)).filter(|_| !code.contains(at)) {
            edits.replace(at + range.start..at + range.end, new);
        }
    }
    edits.apply(text)
}

/// Where characters stand that make a mention or reference of what follows them.
fn triggers(text: &str) -> impl Iterator<Item = usize> {
    steps(text)
        .filter(|step| is_trigger(text, step))
        .map(|step| step.at)
}

fn is_trigger(text: &str, step: &Step<'_>) -> bool {
    let next = || step.after.chars().find(|c| *c != SEAM);
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match step.text {
        "@" => {
            !step.before.is_some_and(in_word) && next().is_some_and(|c| c.is_ascii_alphanumeric())
        }
        "#" => next().is_some_and(|c| c.is_ascii_digit()),
        "-" => {
            next().is_some_and(|c| c.is_ascii_digit())
                && text.get(..step.at).is_some_and(ends_with_gh)
        }
        _ => false,
    }
}

fn ends_with_gh(head: &str) -> bool {
    let mut back = head.chars().rev().filter(|c| *c != SEAM);
    back.next().is_some_and(|c| c.eq_ignore_ascii_case(&'h'))
        && back.next().is_some_and(|c| c.eq_ignore_ascii_case(&'g'))
}

/// Where the hosts of addresses begin.
fn addresses(text: &str) -> impl Iterator<Item = usize> {
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
    const GITHUB: &str = "github.com";
    const WWW: &str = "www.";
    /// Longer than a host may be, with its port.
    const LONGEST: usize = 300;
    let end = address
        .bytes()
        .take(LONGEST)
        .position(|byte| byte == b'/')?;
    let (host, path) = address.split_at(end);
    let host = without_port(host);
    let www = host
        .get(..WWW.len())
        .filter(|start| start.eq_ignore_ascii_case(WWW));
    let www = www.map_or(0, str::len);
    let bare = host.get(www..)?;
    if !is_conversation(path) {
        None
    } else if bare.eq_ignore_ascii_case(GITHUB) {
        Some((0..www, "redirect."))
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

fn is_name(text: &str) -> bool {
    /// An owner's or repository's; longer than either may be.
    const LONGEST: usize = 128;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && text.len() <= LONGEST && text.bytes().all(plain)
}

#[cfg(test)]
pub(super) mod tests;
