//! Text in the comment that belongs to no section: what a person wrote there by hand. It is never ours to drop.

use std::collections::HashMap;

/// Lines of a person, without blank lines around them and without live markers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text(Vec<String>);

impl Text {
    /// Takes lines that stood outside all sections.
    pub(super) fn outside_markers<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        let mut lines: Vec<_> = lines
            .into_iter()
            .skip_while(|line| is_blank(line))
            .map(|line| line.trim_end().to_owned())
            .collect();
        while lines.last().is_some_and(|line| is_blank(line)) {
            lines.pop();
        }
        Self(lines)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines, blank ones inside included.
    pub fn lines(&self) -> &[String] {
        &self.0
    }

    /// Puts `more` below, with a blank line in between.
    pub fn append(&mut self, more: Self) {
        if more.is_empty() {
            return;
        }
        if !self.is_empty() {
            self.0.push(String::new());
        }
        self.0.extend(more.0);
    }

    /// The lines of `self` that `known` does not have as often, in their order; takes from `known` those it has.
    pub fn beyond(&self, known: &mut Lines) -> Self {
        let new = self
            .0
            .iter()
            .filter(|line| is_blank(line) || !known.take(line));
        Self::outside_markers(new.map(String::as_str))
    }
}

/// How often each line that is not blank occurs. Blank ones are layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(HashMap<String, usize>);

impl Lines {
    /// Counts the lines of several texts together.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a Text>) -> Self {
        let mut counts = HashMap::new();
        let lines = texts.into_iter().flat_map(Text::lines);
        for line in lines.filter(|line| !is_blank(line)) {
            *counts.entry(line.clone()).or_insert(0) += 1;
        }
        Self(counts)
    }

    fn take(&mut self, line: &str) -> bool {
        match self.0.get_mut(line) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

#[cfg(test)]
mod tests;
