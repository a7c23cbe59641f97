//! How a step ended: everything that is kept of it, and short ways to look at that. Starts nothing.

use std::collections::{BTreeMap, BTreeSet};

use one_comment_sandbox::state::{Counters, Journal};

/// What a runner takes for a command.
const COMMANDS: [&str; 5] = [
    "::error title=one-comment::",
    "::warning title=one-comment::",
    "::notice title=one-comment::",
    "::group::",
    "::endgroup::",
];

/// How a step ended.
#[derive(Debug)]
pub(crate) struct End {
    /// None where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) output_file: String,
    pub(crate) summary: String,
    /// What GitHub was asked in the meantime.
    pub(crate) requests: Journal,
}

impl End {
    /// The step's outputs, read by the runner's rule.
    #[track_caller]
    pub(crate) fn outputs(&self) -> BTreeMap<&str, String> {
        let mut lines = self.output_file.lines();
        let mut outputs = BTreeMap::new();
        while let Some(line) = lines.next() {
            let (name, end) = line.split_once("<<").expect("an output without heredoc");
            let value: Vec<_> = lines.by_ref().take_while(|line| *line != end).collect();
            outputs.insert(name, value.join("\n"));
        }
        outputs
    }

    #[track_caller]
    pub(crate) fn outcome(&self) -> String {
        self.outputs()["outcome"].clone()
    }

    /// Ended well, and so.
    #[track_caller]
    pub(crate) fn is(&self, outcome: &str) {
        assert_eq!(
            (self.code, &*self.outcome()),
            (Some(0), outcome),
            "{self:#?}"
        );
    }

    /// Ended with this code.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:#?}");
    }

    /// The annotations of this level.
    pub(crate) fn annotations(&self, level: &str) -> Vec<&str> {
        let start = format!("::{level} title=one-comment::");
        let found = self
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix(&start));
        found.collect()
    }

    /// The only error.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        match *self.annotations("error") {
            [error] => error,
            _ => panic!("not one error: {self:#?}"),
        }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.requests.counters()
    }

    /// How many connections the requests came by.
    pub(crate) fn connections(&self) -> usize {
        let by = self.requests.requests.iter().map(|one| one.connection);
        by.collect::<BTreeSet<_>>().len()
    }

    pub(crate) fn writes(&self) -> usize {
        let counters = self.counters();
        counters.rest_writes + counters.graphql_mutations
    }

    /// Everything that is kept of a step.
    pub(crate) fn everything(&self) -> [&str; 4] {
        [&self.stdout, &self.stderr, &self.output_file, &self.summary]
    }

    #[track_caller]
    pub(super) fn shows_no(&self, token: &str) {
        let shown = self.everything().iter().any(|text| text.contains(token));
        assert!(token.is_empty() || !shown, "the token is shown: {self:#?}");
    }

    /// The runner obeys whatever line starts with two colons, on either stream.
    #[track_caller]
    pub(super) fn gives_no_foreign_command(&self) {
        let lines = self.stdout.lines().chain(self.stderr.lines());
        let mut commands = lines.filter(|line| line.trim_start().starts_with("::"));
        let known = |line: &str| COMMANDS.iter().any(|known| line.starts_with(known));
        assert!(commands.all(known), "a foreign command: {self:#?}");
        let text = format!("{}{}", self.stdout, self.stderr);
        assert!(!text.contains("##["), "an old command: {self:#?}");
    }
}
