//! Several steps at once.

use crate::end::End;
use crate::setup::Runner;
use crate::step::Step;

/// All of them at once; how they ended, in order.
async fn at_once<'a>(steps: impl Iterator<Item = Step<'a>>) -> Vec<End> {
    // All are started before the first is waited for.
    let started: Vec<_> = steps.map(Step::start).collect();
    let mut ends = Vec::new();
    for step in started {
        ends.push(step.end().await);
    }
    ends
}

#[track_caller]
fn holds_all(runner: &Runner, ends: &[End], sections: impl Iterator<Item = String>) {
    for end in ends {
        end.exits(0);
    }
    let body = runner.body();
    for section in sections {
        let start = format!("section {}:start -->\n", section.replace('/', "%2F"));
        let content = format!("{start}Result {section}\n");
        assert!(body.contains(&content), "no {content:?} in {body}");
        assert_eq!(body.matches(&start).count(), 1, "{body}");
    }
    assert_eq!(runner.comments().len(), 1);
}

// Cases 4 and 5.
#[tokio::test]
async fn eight_jobs_at_once_make_one_comment_with_eight_sections() {
    let runner = Runner::new().await;
    let jobs = || (1..=8).map(|job| format!("job-{job}"));
    let steps = jobs().map(|job| {
        let step = runner.publish(&format!("Result CI/{job}"));
        step.env("GITHUB_JOB", &job)
    });
    let ends = at_once(steps).await;
    holds_all(&runner, &ends, jobs().map(|job| format!("CI/{job}")));
}

// Case 2.
#[tokio::test]
async fn eight_legs_of_a_matrix_at_once_make_one_comment_with_eight_sections() {
    let runner = Runner::new().await;
    let steps = (1..=8).map(|leg| {
        let step = runner.publish(&format!("Result CI/build/{leg}"));
        step.env("ONE_COMMENT_LEG", &format!("{{\"version\":{leg}}}"))
            .env("ONE_COMMENT_LEGS", "8")
            .env("RUNNER_NAME", &format!("runner-{leg}"))
    });
    let ends = at_once(steps).await;
    holds_all(&runner, &ends, (1..=8).map(|leg| format!("CI/build/{leg}")));
}
