//! Mentions and references as plain text, so that nobody is notified and no other conversation says that it was
//! mentioned (case 53). Code is left alone: GitHub looks for neither there (fact 101).
//!
//! - `@user`, `@org/team`, `#12`, `owner/repo#12` and `GH-12` get a zero-width space after the `@`, `#` or `-`, as
//!   the large update bots do it. An HTML comment in its place would not survive the removal of comments.
//! - The address of an issue, pull request or discussion goes by way of `redirect.github.com`, which leaves no
//!   trace there (fact 102).
//!
//! Commits, labels and the addresses of other servers stay as they are.

use super::address::{Step, steps};
use super::code::CodeRanges;
use super::edit::{APART, Edits};
use super::run::{self, SEAM};

/// The text without mentions and references. Doing it twice changes nothing more.
pub(in crate::comment) fn plain(text: &str) -> String {
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
        if !code.contains(at) {
            edits.insert(at, "redirect.");
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

/// Where the host begins in the addresses of github.com's issues, pull requests and discussions.
fn addresses(text: &str) -> impl Iterator<Item = usize> {
    const HOST: &str = "github.com/";
    let hosts = text
        .match_indices("://")
        .map(|(at, slashes)| at + slashes.len());
    hosts.filter(|at| {
        let rest = text.get(*at..).unwrap_or_default();
        let host = rest.get(..HOST.len()).unwrap_or_default();
        let mut path = rest.get(HOST.len()..).unwrap_or_default().splitn(4, '/');
        let named = |part: Option<&str>| part.is_some_and(is_name);
        host.eq_ignore_ascii_case(HOST)
            && named(path.next())
            && named(path.next())
            && matches!(path.next(), Some("issues" | "pull" | "discussions"))
            && path
                .next()
                .is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn is_name(text: &str) -> bool {
    /// An owner's or repository's; longer than either may be.
    const LONGEST: usize = 128;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && text.len() <= LONGEST && text.bytes().all(plain)
}

#[cfg(test)]
pub(super) mod tests;
