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

use super::address::{Step, steps};
use super::code::CodeRanges;
use super::conversation::detours;
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
    for (range, new) in detours(text, server) {
        if !code.contains(range.start) {
            edits.replace(range, new);
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
    // An underscore may be the end of emphasis.
    let in_word = |c: char| c.is_ascii_alphanumeric();
    match step.text {
        "@" => !step.before.is_some_and(in_word) && next().is_some_and(in_word),
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

#[cfg(test)]
pub(super) mod tests;
