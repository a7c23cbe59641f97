//! Which sections a command removes, and the tombstones that keep them removed.

use std::collections::BTreeMap;

use super::stamp::precedence;
use crate::comment::{Document, Name, NameError, Origin, Section, Sha, Tombstone};

/// Sections that are meant by one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Selector {
    /// This one, whether it is there or not.
    Named(Name),
    /// All that are there and whose names begin so. Ends in a slash, or is empty for all that are there.
    Below(String),
}

impl Selector {
    /// Reads `*`, `prefix/*`, or else a whole name.
    ///
    /// # Errors
    /// [`NameError`] where it is neither.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        match text.strip_suffix('*') {
            Some(prefix) if prefix.is_empty() || prefix.ends_with('/') => {
                Ok(Self::Below(prefix.to_owned()))
            }
            _ => Name::new(text).map(Self::Named),
        }
    }

    /// The name, or what names begin with.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Named(name) => name.as_str(),
            Self::Below(prefix) => prefix,
        }
    }
}

/// The names that selectors mean in `current`.
pub(super) fn selected(current: &Document, selectors: &[Selector]) -> Vec<Name> {
    let mut names = Vec::new();
    for selector in selectors {
        match selector {
            Selector::Named(name) => names.push(name.clone()),
            Selector::Below(prefix) => {
                names.extend(below(current, prefix));
                names.extend(below(current, &as_list(prefix)));
            }
        }
    }
    names
}

/// What the entries of the list begin with that the user means by `prefix`.
fn as_list(prefix: &str) -> String {
    let name = prefix.strip_suffix('/').map(Name::shortened);
    match name {
        Some(Ok(name)) => format!("{}/", name.as_list()),
        _ => prefix.to_owned(),
    }
}

/// The entries of a list that are too many once `entry` is in it: strangers' before others, the oldest first.
pub(super) fn surplus(
    head: Option<&Sha>,
    current: &Document,
    list: &Name,
    entry: &Name,
    limit: usize,
) -> Vec<Name> {
    let sections = current.sections().iter();
    let entries = sections.filter(|section| is_entry(section, list));
    let mut others: Vec<Name> = entries.map(|section| section.name.clone()).collect();
    others.retain(|name| name != entry);
    others.sort_by_key(|name| origin(current, name).map(|origin| precedence(origin, head)));
    let kept = limit.saturating_sub(1).min(others.len());
    others.truncate(others.len() - kept);
    others
}

/// Whether a section is an entry of this very list: named after the run that wrote it, outside Actions after the
/// moment. What else begins like the list is another's: legs of a matrix, entries of a list below this one.
fn is_entry(section: &Section, list: &Name) -> bool {
    section.record.as_ref().is_some_and(|record| {
        let origin = &record.origin;
        let in_actions = origin.run != 0 || origin.delivered;
        let number = if in_actions {
            origin.run
        } else {
            origin.stamp.start
        };
        let beginning = format!("{list}/{number}.");
        section.name.as_str().starts_with(&beginning)
    })
}

fn origin<'a>(current: &'a Document, name: &Name) -> Option<&'a Origin> {
    let record = current.section(name)?.record.as_ref()?;
    Some(&record.origin)
}

/// Tombstones by `mark` for what of these is not newer than it.
pub(super) fn tombstones(
    head: Option<&Sha>,
    mark: &Origin,
    current: &Document,
    names: Vec<Name>,
) -> BTreeMap<Name, Tombstone> {
    let older = |name: &Name| {
        origin(current, name).map_or(!mark.delivered, |origin| {
            precedence(origin, head) <= precedence(mark, head)
        })
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

#[cfg(test)]
mod tests;
