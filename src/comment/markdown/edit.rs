//! Changes to a text, collected while it is read and made at once.

use std::borrow::Cow;
use std::ops::Range;

/// Takes the place of what is taken out, and stands where something must not be read on: nobody sees it, and what
/// stood on both sides of it never joins to something new.
pub(super) const APART: &str = "\u{200b}";

/// What is to be changed where, in any order; of two that overlap the one that begins later is dropped.
#[derive(Default)]
pub(super) struct Edits(Vec<(Range<usize>, Cow<'static, str>)>);

impl Edits {
    pub(super) fn insert(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.replace(at..at, text);
    }

    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) {
        self.0.push((range, text.into()));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = String::with_capacity(text.len());
        let mut copied = 0;
        for (range, new) in self.0 {
            if let Some(kept) = text.get(copied..range.start) {
                out.push_str(kept);
                out.push_str(&new);
                copied = range.end;
            }
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        out
    }
}
