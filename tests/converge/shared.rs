//! Two writers of one section: each wipes the other's text, and a warning says so (cases 6, 7).

use one_comment::comment::Digest;
use one_comment::converge::Settings;

use crate::command::{publish, settings};
use crate::schedule::Schedule;

/// A job of a run, at an attempt, on a runner; the names may be empty.
type Job = (u64, u32, &'static str, &'static str);

fn says(job: Job, text: &str) -> Settings {
    let (run, attempt, writer, runner) = job;
    let mut settings = settings(run, publish("a", text));
    settings.run.attempt = attempt;
    writer.clone_into(&mut settings.run.writer);
    settings.run.runner = (!runner.is_empty()).then(|| Digest::of(runner));
    settings
}

/// What the second of two jobs is warned of that write one section.
fn warnings(first: Job, second: Job) -> Vec<String> {
    let mut s = Schedule::new(1);
    s.alone(says(first, "one"));
    s.alone(says(second, "two")).warnings
}

#[test]
fn a_section_that_two_workflows_write_is_warned_of_with_both_names() {
    let found = warnings((1, 1, "ci/test", ""), (2, 1, "docs/build", ""));
    assert_eq!(
        found,
        [
            "section \"a\" was written by \"ci/test\" and is now written by \"docs/build\"; give each a `section` of its own"
        ]
    );
}

#[test]
fn a_section_that_two_jobs_of_one_attempt_write_is_warned_of() {
    let found = warnings((1, 1, "ci/test", "one"), (1, 1, "ci/test", "two"));
    assert_eq!(
        found,
        ["two jobs of this run write section \"a\"; give each a `section` of its own"]
    );
}

#[test]
fn one_job_that_writes_again_is_warned_of_nothing() {
    for (first, second) in [
        // The next run, a re-run on another runner, the same job twice.
        ((1, 1, "ci/test", "one"), (2, 1, "ci/test", "two")),
        ((1, 1, "ci/test", "one"), (1, 2, "ci/test", "two")),
        ((1, 1, "ci/test", "one"), (1, 1, "ci/test", "one")),
        // Not everybody says who it is.
        ((1, 1, "", "one"), (2, 1, "ci/test", "two")),
        ((1, 1, "ci/test", "one"), (2, 1, "", "two")),
        ((1, 1, "ci/test", ""), (1, 1, "ci/test", "two")),
        ((1, 1, "ci/test", "one"), (1, 1, "ci/test", "")),
        // Outside Actions there are no jobs.
        ((0, 0, "ci/test", "one"), (0, 0, "ci/test", "two")),
    ] {
        let found = warnings(first, second);
        assert!(found.is_empty(), "{first:?}, {second:?}: {found:?}");
    }
}
