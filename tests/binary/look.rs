//! What the reader sees of a section: its title, its fold, names that notify nobody, colours that are gone.

use crate::setup::Runner;

const LONG: &str = "line\n";

#[tokio::test]
async fn a_title_stands_over_the_text() {
    let runner = Runner::new().await;
    let step = || {
        runner
            .publish("text")
            .env("ONE_COMMENT_TITLE", "Unit *tests*")
    };
    step().run().await.is("created");
    assert!(runner.body().contains("\n### Unit \\*tests\\*\n\ntext\n"));
    step().run().await.is("unchanged");
    let other = step().env("ONE_COMMENT_TITLE", "Other");
    other.run().await.is("updated");
    assert!(runner.body().contains("\n### Other\n\ntext\n"));
}

#[tokio::test]
async fn a_section_is_folded_as_its_length_and_the_job_say() {
    let runner = Runner::new().await;
    for (collapse, status, lines, opening) in [
        ("open", "success", 30, "<details open>"),
        ("closed", "failure", 1, "<details>"),
        ("auto", "success", 20, "<details open>"),
        ("auto", "success", 21, "<details>"),
        ("auto", "cancelled", 21, "<details>"),
        ("auto", "failure", 21, "<details open>"),
    ] {
        let step = runner.publish(&LONG.repeat(lines)).section("s & t");
        let step = step.env("ONE_COMMENT_COLLAPSE", collapse);
        step.env("ONE_COMMENT_JOB_STATUS", status)
            .run()
            .await
            .exits(0);
        let expected = format!("{opening}\n<summary>s &amp; t</summary>\n\nline\n");
        assert!(
            runner.body().contains(&expected),
            "{collapse} {status}: {}",
            runner.body()
        );
    }
}

#[tokio::test]
async fn what_a_message_leaves_open_ends_within_its_fold() {
    let runner = Runner::new().await;
    let step = runner.publish("```\ncode").section("s");
    step.env("ONE_COMMENT_COLLAPSE", "open")
        .run()
        .await
        .is("created");
    let expected = "<details open>\n<summary>s</summary>\n\n```\ncode\n```\n\n</details>\n";
    assert!(runner.body().contains(expected), "{}", runner.body());
}

// case 53
#[tokio::test]
async fn names_notify_nobody_where_that_is_wished() {
    let runner = Runner::new().await;
    let step = || {
        runner
            .publish("@octocat fixed #12")
            .env("ONE_COMMENT_TITLE", "For @octocat")
    };
    step().run().await.is("created");
    assert!(runner.body().contains("@octocat fixed #12"));
    let plain = || step().env("ONE_COMMENT_PLAIN_MENTIONS", "true");
    plain().run().await.is("updated");
    let expected = "### For @\u{200b}octocat\n\n@\u{200b}octocat fixed #\u{200b}12\n";
    assert!(runner.body().contains(expected), "{}", runner.body());
    plain().run().await.is("unchanged");
}

#[tokio::test]
async fn a_log_loses_its_colours_and_keeps_them_on_request() {
    let runner = Runner::new().await;
    runner.file("test.log", "\u{1b}[31mred\u{1b}[0m");
    let step = || {
        runner
            .step("publish")
            .arg("--apply")
            .env("ONE_COMMENT_MESSAGE_PATH", "*.log")
    };
    step().run().await.is("created");
    assert!(runner.body().contains("\nred\n"));
    step()
        .env("ONE_COMMENT_STRIP_ANSI", "false")
        .run()
        .await
        .is("updated");
    assert!(runner.body().contains("\n\u{1b}[31mred\u{1b}[0m\n"));
}

// case 50
#[tokio::test]
async fn markers_stand_on_lines_of_their_own() {
    let runner = Runner::new().await;
    let table = "| a |\n|---|\n| 1 |";
    runner.publish(table).run().await.is("created");
    let body = runner.body();
    for line in body.lines().filter(|line| line.contains("one-comment:")) {
        assert!(
            line.starts_with("<!-- ") && line.ends_with(" -->"),
            "{line}"
        );
    }
    assert!(body.contains(&format!(" -->\n{table}\n<!-- ")), "{body}");
}
