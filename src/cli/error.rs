//! Wrong usage, in words for the person who wrote the workflow. Decides no exit code.

/// What was given cannot be meant. Exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// A value that its input does not take.
    #[error("{input}: {value:?} is not {wanted}")]
    Invalid {
        /// Name of the input, which is the flag's too.
        input: &'static str,
        /// What was given, shortened.
        value: String,
        /// What would do, to follow "is not".
        wanted: String,
    },
    /// Neither the user nor the runner named a repository.
    #[error("no repository is known: give `repository` as OWNER/NAME")]
    NoRepository,
    /// The runner did not say which workflow and job this is, so no section name follows from them.
    #[error(
        "GITHUB_WORKFLOW or GITHUB_JOB is not set, so the section has no default name: give `section`"
    )]
    NoSection,
    /// Data that nothing would read.
    #[error(
        "`data-path` is given without a template: give `template-path`, or publish the file by `message-path`"
    )]
    NoTemplate,
    /// Standard input can be read once.
    #[error(
        "standard input (`-`) is named more than once, by `template-path`, `data-path` or `message-path`: give all but one as a file"
    )]
    StdinTwice,
}

impl UsageError {
    /// Of `value`, what fits on a line of a log.
    pub(super) fn invalid(input: &'static str, value: &str, wanted: impl Into<String>) -> Self {
        let mut shown: String = value.chars().take(SHOWN).collect();
        if shown.len() < value.len() {
            shown.push('…');
        }
        Self::Invalid {
            input,
            value: shown,
            wanted: wanted.into(),
        }
    }
}

/// Characters of a wrong value that a message repeats.
const SHOWN: usize = 60;
