//! Which sections a command removes, and the tombstones that keep them removed.

use std::collections::BTreeMap;

use super::stamp::place;
use crate::comment::{Document, Name, Origin, Sha, Tombstone};

/// The names that patterns mean: whole names, there or not, and with `prefix/*` those that are there.
pub(super) fn named(current: &Document, patterns: &[String]) -> Vec<Name> {
    let mut names = Vec::new();
    for pattern in patterns {
        match pattern
            .strip_suffix('*')
            .filter(|prefix| prefix.ends_with('/'))
        {
            Some(prefix) => names.extend(below(current, prefix)),
            None => names.extend(Name::new(pattern.as_str())),
        }
    }
    names
}

/// The oldest entries of a list that are too many once `entry` is in it.
pub(super) fn surplus(
    head: Option<&Sha>,
    current: &Document,
    list: &Name,
    entry: &Name,
    limit: usize,
) -> Vec<Name> {
    let prefix = format!("{list}/");
    let mut others: Vec<Name> = below(current, &prefix)
        .filter(|name| name != entry)
        .collect();
    others.sort_by_key(|name| {
        let record = current
            .section(name)
            .and_then(|section| section.record.as_ref());
        record.map(|record| place(&record.origin, head))
    });
    let kept = limit.saturating_sub(1).min(others.len());
    others.truncate(others.len() - kept);
    others
}

/// Tombstones by `mark` for what of these is not newer than it.
pub(super) fn tombstones(
    head: Option<&Sha>,
    mark: &Origin,
    current: &Document,
    names: Vec<Name>,
) -> BTreeMap<Name, Tombstone> {
    let older = |name: &Name| {
        let record = current
            .section(name)
            .and_then(|section| section.record.as_ref());
        record.is_none_or(|record| place(&record.origin, head) <= place(mark, head))
    };
    let tombstone = Tombstone {
        origin: mark.clone(),
        buried: mark.stamp.start,
    };
    let older = names.into_iter().filter(older);
    older.map(|name| (name, tombstone.clone())).collect()
}

fn below(current: &Document, prefix: &str) -> impl Iterator<Item = Name> {
    let names = current.sections().iter().map(|section| &section.name);
    names
        .filter(move |name| name.as_str().starts_with(prefix))
        .cloned()
}
