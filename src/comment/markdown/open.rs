//! The elements that may be open, by what browsers do with tags in any order (HTML standard, "tree construction").
//! Errs on one side: an element counts as closed only by an end tag that closes it for sure. A surplus end tag at the
//! end of a text does nothing; a missing one would take in all that follows.

use super::element::{Kind, is_barrier, kind};

/// From the outside in.
#[derive(Default)]
pub(super) struct OpenElements {
    entries: Vec<Entry>,
    /// Where the elements that Markdown makes begin in the entries, as they are nested in Markdown.
    markdown: Vec<usize>,
    /// The entries before this one may be closed already: an end tag came that closed nothing for sure.
    doubtful: usize,
}

struct Entry {
    name: String,
    kind: Kind,
    origin: Origin,
    /// How many tags that are barriers there are up to here.
    barriers: usize,
    /// How many tags that need an end.
    tags: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A tag at this place of the source.
    Tag(usize),
    /// Markdown will write its end.
    Markdown,
    /// Markdown wrote its end, which may have closed nothing.
    LeftOpen,
    /// Closed, with something that may be open inside.
    Closed,
}

impl Entry {
    /// The end of what is around it closes it as well.
    fn ends_with_parent(&self) -> bool {
        match self.origin {
            Origin::Closed => true,
            Origin::Markdown => self.name == "p",
            Origin::Tag(_) | Origin::LeftOpen => self.kind == Kind::Item,
        }
    }

    /// Whether an end tag closes it.
    fn is_tag(&self) -> bool {
        matches!(self.origin, Origin::Tag(_) | Origin::LeftOpen)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name == name && self.is_tag()
    }
}

impl OpenElements {
    /// A start tag at this place. Answers false where nobody could say what it closes: it must not stay a tag.
    pub(super) fn start(&mut self, name: &str, at: usize) -> bool {
        match kind(name) {
            Kind::None => true,
            Kind::Item => self.start_item(name, at),
            Kind::Cell => {
                let is_cell = |last: &Entry| last.kind == Kind::Cell && last.is_tag();
                if self.entries.last().is_some_and(is_cell) {
                    self.close(self.entries.len() - 1);
                }
                self.push(name, Kind::Cell, Origin::Tag(at));
                true
            }
            kind => {
                self.push(name, kind, Origin::Tag(at));
                true
            }
        }
    }

    /// An item ends the one before it.
    fn start_item(&mut self, name: &str, at: usize) -> bool {
        let last = |entries: &[Entry], names: &[&str]| {
            let last = entries.last();
            last.is_some_and(|last| names.iter().any(|name| last.is_named(name)))
        };
        if self.is_in_paragraph() {
            return name == "p";
        }
        let siblings: &[&str] = match name {
            "p" => &["p"],
            "li" => &["p", "li"],
            _ => &["p", "dt", "dd"],
        };
        while last(&self.entries, siblings) {
            self.close(self.entries.len() - 1);
        }
        let fits = name == "p" || !last(&self.entries, &["li", "dt", "dd"]);
        if name != "p" && last(&self.entries, &["address", "div"]) {
            // One around it ends here.
            self.doubtful = self.entries.len();
        }
        if fits {
            self.push(name, Kind::Item, Origin::Tag(at));
        }
        fits
    }

    /// An end tag.
    pub(super) fn end(&mut self, name: &str) {
        let items = self.last_items();
        let at = match kind(name) {
            Kind::None => None,
            Kind::Exact => self.entries.len().checked_sub(1),
            Kind::Block if name == "table" => {
                let is_part = |entry: &Entry| {
                    entry.ends_with_parent() || entry.kind == Kind::Cell && entry.is_tag()
                };
                self.entries.iter().rposition(|entry| !is_part(entry))
            }
            Kind::Block => items.checked_sub(1),
            Kind::Item | Kind::Cell => {
                let tail = self.entries.iter().skip(items);
                let inner = tail
                    .rev()
                    .take_while(|item| item.is_named("p") || item.origin == Origin::Closed);
                let at = self.entries.len() - inner.count();
                if name == "p" { self.entries.len() } else { at }.checked_sub(1)
            }
        };
        let is_named = |at: &usize| self.entries.get(*at).is_some_and(|it| it.is_named(name));
        match at.filter(is_named) {
            Some(at) => self.end_at(at),
            None => self.doubtful = self.entries.len(),
        }
    }

    /// Closes it, and what ends with it; but if it may have been closed before, items may stand elsewhere.
    fn end_at(&mut self, at: usize) {
        if at + 1 == self.entries.len() || at >= self.doubtful {
            self.close(at);
            return;
        }
        for (n, entry) in self.entries.iter_mut().enumerate().skip(at) {
            if n == at || entry.kind == Kind::Cell {
                entry.origin = Origin::Closed;
            }
        }
        self.doubtful = self.entries.len();
        self.close(self.entries.len());
    }

    /// An element that Markdown makes.
    pub(super) fn start_markdown(&mut self, name: &str) {
        self.markdown.push(self.entries.len());
        self.push(name, kind(name), Origin::Markdown);
    }

    /// One that Markdown makes where nobody sees it.
    pub(super) fn start_unseen(&mut self) {
        self.markdown.push(usize::MAX);
    }

    /// The end of the innermost element that Markdown made; `seen` unless a comment hides it.
    pub(super) fn end_markdown(&mut self, seen: bool) {
        let Some(at) = self.last_markdown() else {
            return;
        };
        let closes = self.entries.get(at).is_some_and(|entry| match entry.kind {
            Kind::Exact => at + 1 == self.entries.len(),
            _ => self.barriers() == entry.barriers,
        });
        if seen && closes && self.last_items() <= at + 1 {
            self.end_at(at);
        } else if let Some(entry) = self.entries.get_mut(at) {
            entry.origin = if seen && closes {
                Origin::Closed
            } else {
                Origin::LeftOpen
            };
            self.doubtful = self.entries.len();
        }
    }

    /// The same, of one whose content stands elsewhere; answers where the tags are that it left open.
    pub(super) fn end_apart(&mut self) -> Vec<usize> {
        let Some(at) = self.last_markdown() else {
            return Vec::new();
        };
        let inside = self.entries.split_off(at);
        self.close(at);
        let tags = inside.into_iter().filter_map(|entry| match entry.origin {
            Origin::Tag(at) if entry.kind != Kind::Item => Some(at),
            _ => None,
        });
        tags.collect()
    }

    /// Where the innermost element of Markdown's is, if no tag ended it.
    fn last_markdown(&mut self) -> Option<usize> {
        let at = self.markdown.pop()?;
        let entry = self.entries.get(at)?;
        (entry.origin == Origin::Markdown).then_some(at)
    }

    /// The names of the end tags that close everything, in their order. A paragraph ends where the next block begins,
    /// a cell with its table; but either would keep what it stands in from being closed.
    pub(super) fn closers(&self) -> Vec<&str> {
        let mut closers = Vec::new();
        let mut in_exact = false;
        let mut around = "";
        for entry in &self.entries {
            in_exact |= entry.kind == Kind::Exact && entry.origin != Origin::Closed;
            let needed = match entry.name.as_str() {
                _ if entry.origin == Origin::Closed => false,
                "p" => in_exact,
                "caption" | "td" | "th" => in_exact || around != "table",
                _ => true,
            };
            around = &entry.name;
            closers.extend(needed.then_some(entry.name.as_str()));
        }
        closers.reverse();
        closers
    }

    /// Whether no tag is open that needs an end.
    pub(super) fn is_empty(&self) -> bool {
        self.tags() == 0
    }

    fn push(&mut self, name: &str, kind: Kind, origin: Origin) {
        let is_tag = matches!(origin, Origin::Tag(_));
        let needs_end = matches!(kind, Kind::Block | Kind::Exact);
        self.entries.push(Entry {
            name: name.to_owned(),
            kind,
            origin,
            barriers: self.barriers() + usize::from(is_tag && is_barrier(name)),
            tags: self.tags() + usize::from(is_tag && needs_end),
        });
    }

    fn close(&mut self, at: usize) {
        self.entries.truncate(at);
        self.doubtful = self.doubtful.min(at);
        while matches!(self.entries.last(), Some(last) if last.origin == Origin::Closed) {
            self.entries.pop();
        }
    }

    fn tags(&self) -> usize {
        self.entries.last().map_or(0, |last| last.tags)
    }

    fn barriers(&self) -> usize {
        self.entries.last().map_or(0, |last| last.barriers)
    }

    /// Directly in one that Markdown makes.
    fn is_in_paragraph(&self) -> bool {
        let last = self.entries.last();
        last.is_some_and(|last| last.origin == Origin::Markdown && last.name == "p")
    }

    /// Where the last entries begin that end with their parent.
    fn last_items(&self) -> usize {
        let parent = self.entries.iter().rposition(|it| !it.ends_with_parent());
        parent.map_or(0, |parent| parent + 1)
    }
}

#[cfg(test)]
mod tests;
