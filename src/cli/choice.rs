//! Inputs that take one of a few words. The words are a contract; what they do is decided elsewhere.

use crate::converge::{Classifier, Overflow};

use super::error::UsageError;

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Bring the section up to date.
    Publish,
    /// Only say whether this run is still current.
    Check,
    /// Leave the section for a run that may write.
    Stage,
    /// Bring sections up to date that others left.
    Deliver,
    /// Minimise the comment.
    Hide,
    /// Remove the comment.
    Delete,
    /// Print the comment.
    Show,
    /// Write what a publish would leave as a page to look at.
    Preview,
    /// Say what a publish would do, and everything that it depends on.
    Doctor,
}

impl Command {
    /// Whether it publishes, or goes the way of a publish up to the first write.
    pub fn publishes(self) -> bool {
        matches!(self, Self::Publish | Self::Preview | Self::Doctor)
    }

    /// Whether it stops before that write, whatever else is given.
    pub fn only_plans(self) -> bool {
        matches!(self, Self::Preview | Self::Doctor)
    }
}

/// When `publish` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always.
    Upsert,
    /// Only if there is no comment.
    Create,
    /// Only if there is one.
    Update,
    /// Only if the section is missing.
    Insert,
    /// Only if the section is missing; another text for it is refused.
    Once,
    /// Always, as an entry beside those of other runs.
    Append,
    /// Always, into a new comment.
    Recreate,
}

/// How a section is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collapse {
    /// Open while it is short, or when the job failed.
    Auto,
    /// Open.
    Open,
    /// Closed.
    Closed,
}

/// What an empty message does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// Wrong usage.
    Fail,
    /// Nothing, and that is fine.
    Skip,
    /// Removes the own section.
    Clear,
    /// Removes it, and hides the comment where nothing else is in it.
    Hide,
    /// Removes it, and with it the comment where nothing else is in it.
    Delete,
}

/// What a superseded run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// Nothing, and that is fine.
    Skip,
    /// Ends with exit code 75.
    Fail,
    /// Publishes, under the mark of another commit.
    Mark,
}

/// How the section of another commit than the head's looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaleSections {
    /// A line above it says so.
    Mark,
    /// Like any other.
    Keep,
}

/// What `publish` does where the token of a fork's or Dependabot's run may not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFork {
    /// Leaves the message for a run that may.
    Stage,
    /// Nothing, and that is fine.
    Skip,
    /// Ends with exit code 77.
    Fail,
}

/// What a failed comment does to the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// Fails it.
    Fail,
    /// Warns and lets it pass; wrong usage still fails.
    Warn,
}

/// Which of GitHub's interfaces to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// GraphQL, and REST where that does not answer.
    Auto,
    /// GraphQL alone.
    Graphql,
    /// REST alone.
    Rest,
}

/// A set of words, each with its meaning.
pub(super) trait Choice: Copy + 'static {
    /// In the order in which help and errors list them.
    const WORDS: &'static [(&'static str, Self)];
}

impl Choice for Command {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("publish", Self::Publish),
        ("check", Self::Check),
        ("stage", Self::Stage),
        ("deliver", Self::Deliver),
        ("hide", Self::Hide),
        ("delete", Self::Delete),
        ("show", Self::Show),
        ("preview", Self::Preview),
        ("doctor", Self::Doctor),
    ];
}

impl Choice for Mode {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("upsert", Self::Upsert),
        ("create", Self::Create),
        ("update", Self::Update),
        ("insert", Self::Insert),
        ("once", Self::Once),
        ("append", Self::Append),
        ("recreate", Self::Recreate),
    ];
}

impl Choice for Collapse {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("open", Self::Open),
        ("closed", Self::Closed),
    ];
}

impl Choice for Empty {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("fail", Self::Fail),
        ("skip", Self::Skip),
        ("clear", Self::Clear),
        ("hide", Self::Hide),
        ("delete", Self::Delete),
    ];
}

impl Choice for Overflow {
    const WORDS: &'static [(&'static str, Self)] =
        &[("truncate", Self::Truncate), ("fail", Self::Fail)];
}

impl Choice for Stale {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("skip", Self::Skip),
        ("fail", Self::Fail),
        ("mark", Self::Mark),
    ];
}

impl Choice for StaleSections {
    const WORDS: &'static [(&'static str, Self)] = &[("mark", Self::Mark), ("keep", Self::Keep)];
}

impl Choice for OnFork {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("stage", Self::Stage),
        ("skip", Self::Skip),
        ("fail", Self::Fail),
    ];
}

impl Choice for OnError {
    const WORDS: &'static [(&'static str, Self)] = &[("fail", Self::Fail), ("warn", Self::Warn)];
}

impl Choice for Api {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("graphql", Self::Graphql),
        ("rest", Self::Rest),
    ];
}

impl Choice for Classifier {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("outdated", Self::Outdated),
        ("resolved", Self::Resolved),
        ("duplicate", Self::Duplicate),
        ("off-topic", Self::OffTopic),
        ("spam", Self::Spam),
        ("abuse", Self::Abuse),
    ];
}

/// The meaning of `word`, or an error that lists the words there are (case 55).
pub(super) fn choose<T: Choice>(input: &'static str, word: &str) -> Result<T, UsageError> {
    let found = T::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<_> = T::WORDS.iter().map(|(known, _)| *known).collect();
        UsageError::invalid(input, word, format!("one of {}", words.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn the_help_lists<T: Choice>(flag: &str) {
        let command = crate::cli::command();
        let flag = command
            .get_arguments()
            .find(|argument| argument.get_id() == flag)
            .unwrap();
        let words: Vec<_> = T::WORDS.iter().map(|(word, _)| *word).collect();
        assert_eq!(flag.get_value_names().unwrap(), [words.join("|")]);
    }

    #[test]
    fn the_help_lists_the_words_that_are_taken() {
        the_help_lists::<Command>("command");
        the_help_lists::<Mode>("mode");
        the_help_lists::<Collapse>("collapse");
        the_help_lists::<Empty>("empty");
        the_help_lists::<Overflow>("overflow");
        the_help_lists::<Stale>("stale");
        the_help_lists::<StaleSections>("stale_sections");
        the_help_lists::<OnFork>("on_fork");
        the_help_lists::<OnError>("on_error");
        the_help_lists::<Api>("api");
        the_help_lists::<Classifier>("hide_as");
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_known_ones() {
        let error = choose::<Mode>("mode", "delete").unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"mode: "delete" is not one of upsert, create, update, insert, once, append, recreate"#
        );
    }
}
