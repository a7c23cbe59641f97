//! Messages that a comment cannot hold: what the reader sees, and where the rest is.

use std::fs;

use one_comment_sandbox::state::BodyLimit;

use crate::end::End;
use crate::setup::Runner;

/// A report of 12 folded sections with a table and a log each, of about 25 KB.
fn report(of: &str) -> String {
    let part = |n: usize| {
        let rows: String = (0..300)
            .map(|row| format!("| {of} {n}.{row} | passed | {row} ms |\n"))
            .collect();
        let log: String = (0..700)
            .map(|line| format!("{of} {n}: log line {line:04}\n"))
            .collect();
        format!(
            "<details><summary>Suite {n}</summary>\n\n| test | result | time |\n|---|---|---|\n{rows}\n```\n{log}```\n\n</details>\n\n"
        )
    };
    (0..12).map(part).collect()
}

/// How many more `<details>` begin than end; the page's own script speaks of one.
fn left_open(page: &str) -> usize {
    page.matches("<details").count() - page.matches("</details>").count()
}

/// A step on a machine whose temporary folder outlives it.
async fn publish(runner: &Runner, section: &str, message: &str, overflow: &str) -> End {
    let path = runner.file("report.md", message);
    let step = runner
        .step("publish")
        .arg("--apply")
        .env("ONE_COMMENT_MESSAGE_PATH", path.to_str().unwrap())
        .env("ONE_COMMENT_OVERFLOW", overflow)
        .env("RUNNER_TEMP", runner.workspace().to_str().unwrap());
    step.section(section).run().await
}

// Cases 43 and 60.
#[tokio::test]
async fn a_report_of_300_kilobytes_is_published_and_all_of_it_is_in_the_summary_and_the_file() {
    let runner = Runner::new().await;
    let report = report("unit");
    assert!(report.len() > 300_000, "{}", report.len());
    let end = publish(&runner, "a", &report, "truncate").await;
    end.is("created");
    let body = runner.body();
    assert!(body.chars().count() <= 65_536 && body.len() > 40_000);
    assert!(
        body.contains("more characters do not fit into this comment: see <a href="),
        "{body}"
    );
    assert_eq!(end.summary, report.trim_end());
    let path = &end.outputs()["full-body-path"];
    assert_eq!(fs::read_to_string(path).unwrap(), report.trim_end());
    assert!(end.stdout.contains(path.as_str()), "{end:#?}");
    assert_eq!(
        body.matches("<details>").count(),
        body.matches("</details>").count()
    );

    let again = publish(&runner, "a", &report, "truncate").await;
    again.is("unchanged");
    assert_ne!(again.outputs()["full-body-path"], "", "it is still cut");
}

#[tokio::test]
async fn twelve_long_reports_share_one_comment_that_every_reader_can_read_on_from() {
    let runner = Runner::new().await;
    let empty = left_open(&runner.page().await);
    let report = &report("unit")[..25_000];
    for leg in 0..12 {
        let section = format!("leg {leg}");
        let end = publish(&runner, &section, report, "truncate").await;
        assert_eq!(end.code, Some(0), "{end:#?}");
    }
    let body = runner.body();
    assert!(body.chars().count() <= 65_536);
    assert_eq!(
        body.matches(":start -->").count(),
        12 + 1,
        "12 sections and a footer"
    );
    assert_eq!(
        body.matches("do not fit into this comment").count(),
        12,
        "{body}"
    );
    assert_eq!(left_open(&runner.page().await), empty);
}

#[tokio::test]
async fn a_message_that_fits_leaves_no_file_and_no_summary() {
    let runner = Runner::new().await;
    let end = publish(&runner, "a", "short", "truncate").await;
    end.is("created");
    assert_eq!((&*end.outputs()["full-body-path"], &*end.summary), ("", ""));
    let files = fs::read_dir(runner.workspace()).unwrap();
    let left = files.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        name.to_str().unwrap().starts_with("one-comment-")
    });
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn overflow_fail_refuses_with_its_own_exit_code_and_keeps_the_message_in_the_summary() {
    let runner = Runner::new().await;
    let report = report("unit");
    let end = publish(&runner, "a", &report, "fail").await;
    end.exits(65);
    assert_eq!((&*end.outcome(), end.writes()), ("refused", 0));
    assert!(end.error().contains("too long"), "{end:#?}");
    assert_eq!(end.summary, report.trim_end());
    assert!(runner.comments().is_empty());
}

// Case 42.
#[tokio::test]
async fn a_server_that_takes_less_is_asked_once_more_and_then_the_step_fails() {
    for (limit, code, comments) in [(20_000, 0, 1), (1_000, 65, 0)] {
        let runner = Runner::new().await;
        runner.sandbox.hub().with(|state| {
            state.rules_mut().body_limit = BodyLimit::Scalars(limit);
        });
        let end = publish(&runner, "a", &report("unit"), "truncate").await;
        end.exits(code);
        assert_eq!(
            (end.writes(), runner.comments().len()),
            (2, comments),
            "{end:#?}"
        );
    }
}

#[tokio::test]
async fn a_folder_that_takes_no_file_is_a_warning() {
    let runner = Runner::new().await;
    let step = runner.publish("").without("ONE_COMMENT_MESSAGE");
    let path = runner.file("report.md", report("unit"));
    let step = step
        .env("ONE_COMMENT_MESSAGE_PATH", path.to_str().unwrap())
        .env(
            "RUNNER_TEMP",
            runner.workspace().join("none").to_str().unwrap(),
        );
    let end = step.run().await;
    end.is("created");
    let warnings = end.annotations("warning");
    assert!(
        warnings
            .iter()
            .any(|warning| warning.contains("whole message")),
        "{end:#?}"
    );
    assert_eq!(end.outputs()["full-body-path"], "");
}
