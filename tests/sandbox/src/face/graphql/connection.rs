//! Connections: pages of a list that are asked for from either end.

use async_graphql::{Error, OutputType, SimpleObject};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::face::answer::typed_error;

use super::comment::{IssueComment, UserContentEdit};
use super::pull_request::PullRequestCommit;

/// Where an item stands: lists ascend by it, whatever joins or leaves between two pages.
pub(super) type Key = (i64, i64);

/// The most that one page holds.
const LARGEST_PAGE: usize = 100;

/// The types of the errors about a connection's bounds.
pub(super) const BOUNDS_ERRORS: [&str; 3] = [MISSING, EXCESSIVE, BAD_CURSOR];
const MISSING: &str = "MISSING_PAGINATION_BOUNDARIES";
const EXCESSIVE: &str = "EXCESSIVE_PAGINATION";
const BAD_CURSOR: &str = "INVALID_CURSOR_ARGUMENTS";

/// What a query asks of a connection.
pub(super) struct Bounds {
    pub(super) first: Option<i32>,
    pub(super) last: Option<i32>,
    pub(super) after: Option<String>,
    pub(super) before: Option<String>,
}

impl Bounds {
    /// How many from which end, or GitHub's error where neither end is named or it is too much.
    fn size(&self, connection: &str) -> Result<(End, usize), Error> {
        let (end, name, asked) = match (self.first, self.last) {
            (Some(first), _) => (End::First, "first", first),
            (None, Some(last)) => (End::Last, "last", last),
            (None, None) => {
                let message = format!(
                    "You must provide a `first` or `last` value to properly paginate the \
                     `{connection}` connection."
                );
                return Err(typed_error(MISSING, &message));
            }
        };
        match usize::try_from(asked) {
            Ok(size @ 1..=LARGEST_PAGE) => Ok((end, size)),
            _ => {
                let message = format!(
                    "Requesting {asked} records on the `{connection}` connection exceeds the \
                     `{name}` limit of {LARGEST_PAGE} records."
                );
                Err(typed_error(EXCESSIVE, &message))
            }
        }
    }

    /// The items between the two cursors.
    fn between<T>(&self, mut items: Vec<(Key, T)>) -> Result<Vec<(Key, T)>, Error> {
        if let Some(after) = &self.after {
            let after = parse_cursor(after)?;
            items.retain(|(key, _)| *key > after);
        }
        if let Some(before) = &self.before {
            let before = parse_cursor(before)?;
            items.retain(|(key, _)| *key < before);
        }
        Ok(items)
    }
}

/// From which end a page is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Where a page ends, and whether there is more.
#[derive(Clone, SimpleObject)]
pub(super) struct PageInfo {
    end_cursor: Option<String>,
    has_next_page: bool,
    has_previous_page: bool,
    start_cursor: Option<String>,
}

/// A page of a list.
#[derive(SimpleObject)]
#[graphql(concrete(name = "IssueCommentConnection", params(IssueComment)))]
#[graphql(concrete(name = "UserContentEditConnection", params(UserContentEdit)))]
#[graphql(concrete(name = "PullRequestCommitConnection", params(PullRequestCommit)))]
pub(super) struct Connection<T: OutputType>
where
    Edge<T>: OutputType,
{
    edges: Option<Vec<Option<Edge<T>>>>,
    nodes: Option<Vec<Option<T>>>,
    page_info: PageInfo,
    total_count: i32,
}

/// An item with its place.
#[derive(Clone, SimpleObject)]
#[graphql(concrete(name = "IssueCommentEdge", params(IssueComment)))]
#[graphql(concrete(name = "UserContentEditEdge", params(UserContentEdit)))]
#[graphql(concrete(name = "PullRequestCommitEdge", params(PullRequestCommit)))]
pub(super) struct Edge<T: OutputType> {
    cursor: String,
    node: Option<T>,
}

impl<T: OutputType> Edge<T> {
    pub(super) fn new(key: Key, item: T) -> Self {
        Self {
            cursor: print_cursor(key),
            node: Some(item),
        }
    }
}

/// The wanted page of `items`, which ascend by key; `count` is what the server says there are.
pub(super) fn page<T: OutputType + Clone>(
    connection: &str,
    items: Vec<(Key, T)>,
    count: usize,
    bounds: &Bounds,
) -> Result<Connection<T>, Error>
where
    Edge<T>: OutputType,
{
    let (end, size) = bounds.size(connection)?;
    let all = items.len();
    let eligible = bounds.between(items)?;
    // Whether the cursor, and not the end of the list, is what bounds the page on its own side.
    let cut = eligible.len() < all;
    let more = eligible.len() > size;
    let skipped = match end {
        End::First => 0,
        End::Last => eligible.len().saturating_sub(size),
    };
    let edges: Vec<Edge<T>> = eligible
        .into_iter()
        .skip(skipped)
        .take(size)
        .map(|(key, item)| Edge::new(key, item))
        .collect();
    let (has_next_page, has_previous_page) = match end {
        End::First => (more, bounds.after.is_some() && cut),
        End::Last => (bounds.before.is_some() && cut, more),
    };
    Ok(Connection {
        nodes: Some(edges.iter().map(|edge| edge.node.clone()).collect()),
        page_info: PageInfo {
            start_cursor: edges.first().map(|edge| edge.cursor.clone()),
            end_cursor: edges.last().map(|edge| edge.cursor.clone()),
            has_next_page,
            has_previous_page,
        },
        edges: Some(edges.into_iter().map(Some).collect()),
        total_count: i32::try_from(count).unwrap_or(i32::MAX),
    })
}

fn print_cursor((major, minor): Key) -> String {
    STANDARD.encode(format!("cursor:{major}:{minor}"))
}

fn parse_cursor(cursor: &str) -> Result<Key, Error> {
    let read = || {
        let text = String::from_utf8(STANDARD.decode(cursor).ok()?).ok()?;
        let (major, minor) = text.strip_prefix("cursor:")?.split_once(':')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    read().ok_or_else(|| {
        let message = format!("`{cursor}` does not appear to be a valid cursor.");
        typed_error(BAD_CURSOR, &message)
    })
}
