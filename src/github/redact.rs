//! Addresses as they may be shown. What a user put into one by mistake stays out of logs, errors and pasted reports.

/// What stands for what is left out.
const GAP: char = '…';

/// An address without user name, password, query and fragment. It need not be a good one: most that are shown are not.
pub fn redacted(url: &str) -> String {
    // A password may hold any of the other separators, so whatever is before the last `@` goes.
    let (start, rest) = match url.rsplit_once('@') {
        Some((start, rest)) => (
            scheme(start).map(|scheme| format!("{scheme}://{GAP}@")),
            rest,
        ),
        None => (Some(String::new()), url),
    };
    let start = start.unwrap_or_else(|| format!("{GAP}@"));
    let (place, end) = match rest.find(['?', '#']).map(|at| rest.split_at(at)) {
        Some((place, _)) => (place, format!("?{GAP}")),
        None => (rest, String::new()),
    };
    format!("{start}{place}{end}")
}

/// One of the two that an address may begin with; anything else may be a part of the secret.
fn scheme(start: &str) -> Option<&'static str> {
    let (scheme, _) = start.trim().split_once("://")?;
    ["https", "http"]
        .into_iter()
        .find(|known| scheme.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests;
