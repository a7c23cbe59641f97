//! The modes as a workflow uses them: where one input goes, and what the step says. What they do in which situation is
//! the table of `docs/modes.md`.

use one_comment_sandbox::state::HideReason;

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner};
use crate::step::Step;

fn append<'a>(runner: &'a Runner, message: &str) -> Step<'a> {
    let step = runner.publish(message).env("ONE_COMMENT_MODE", "append");
    step.section("log")
}

/// The names of the sections.
fn sections(runner: &Runner) -> Vec<String> {
    let body = runner.body();
    let starts = body.lines().filter_map(|line| {
        let name = line.split_once("one-comment:section ")?.1;
        name.strip_suffix(":start -->")
    });
    starts.map(|name| name.replace("%2F", "/")).collect()
}

fn empty<'a>(runner: &'a Runner, does: &str) -> Step<'a> {
    let step = runner.publish("").env("ONE_COMMENT_EMPTY", does);
    step.run_id(101)
}

// Case 11.
#[tokio::test]
async fn a_rerun_replaces_its_own_entry_and_another_run_adds_one() {
    let runner = Runner::new().await;
    append(&runner, "first").run().await.is("created");
    let next = append(&runner, "second").run_id(101);
    next.run().await.is("updated");
    let again = append(&runner, "again").env("GITHUB_RUN_ATTEMPT", "2");
    again.run().await.is("updated");
    assert_eq!(sections(&runner), ["log/100.build.", "log/101.build."]);
    let body = runner.body();
    assert!(!body.contains("first") && body.contains("\nagain\n") && body.contains("\nsecond\n"));
}

// Case 50.
#[tokio::test]
async fn footnotes_take_in_nothing_whatever_makes_them_notes() {
    let runner = Runner::new().await;
    let twice = "a[^1]\n\n[^1]: one\n";
    append(&runner, twice).run().await.is("created");
    append(&runner, twice).run_id(101).run().await.is("updated");
    // Notes as soon as the instruction in front of them is text.
    for section in ["x", "y"] {
        let step = runner.publish("<?xml\n[^1]: a\n[^1]: b").section(section);
        step.run().await.is("updated");
    }
    let last = runner.publish("what follows").section("z");
    last.run().await.is("updated");
    let page = runner.page().await;
    let (before, notes) = page.split_once("class=\"footnotes\"").unwrap();
    assert!(before.contains("<p>what follows</p>"), "{page}");
    assert_eq!(notes.matches("<li").count(), 2, "{notes}");
}

#[tokio::test]
async fn what_is_appended_stands_between_markers_on_lines_of_their_own() {
    let runner = Runner::new().await;
    append(&runner, "- a\n- b").run().await.is("created");
    append(&runner, "| c |\n|---|\n| d |")
        .run_id(101)
        .run()
        .await
        .is("updated");
    let body = runner.body();
    let markers = body.lines().filter(|line| line.contains("<!--"));
    for marker in markers {
        assert!(
            marker.starts_with("<!--") && marker.ends_with("-->"),
            "{marker}"
        );
    }
    let page = runner.page().await;
    assert!(
        page.contains("<li>b</li>") && page.contains("<td>d</td>"),
        "{page}"
    );
}

#[tokio::test]
async fn every_leg_has_an_entry_and_the_oldest_runs_go() {
    let runner = Runner::new().await;
    for run in [100, 101, 102] {
        for os in ["linux", "windows"] {
            let leg = format!(r#"{{"os":"{os}"}}"#);
            let step = append(&runner, os).run_id(run);
            let step = step.env("ONE_COMMENT_LEG", &leg);
            step.env("ONE_COMMENT_APPEND_LIMIT", "3")
                .run()
                .await
                .exits(0);
        }
    }
    assert_eq!(
        sections(&runner),
        [
            "log/101.build.windows",
            "log/102.build.linux",
            "log/102.build.windows"
        ]
    );
}

#[tokio::test]
async fn the_limit_of_a_list_spares_the_sections_of_other_jobs_below_it() {
    let runner = Runner::new().await;
    let lint = |run| runner.publish("x").section("log/lint").run_id(run);
    lint(100).run().await.is("created");
    for run in [101, 102] {
        let step = append(&runner, "entry").run_id(run);
        let step = step.env("ONE_COMMENT_APPEND_LIMIT", "1");
        step.run().await.is("updated");
    }
    assert_eq!(sections(&runner), ["log/102.build.", "log/lint"]);
    lint(100).run().await.is("unchanged");
}

#[tokio::test]
async fn a_list_is_cleared_by_its_name_however_long_that_is() {
    for length in [3, 50, 51, 100] {
        let (runner, list) = (Runner::new().await, "l".repeat(length));
        let entry = append(&runner, "entry").section(&list);
        entry.run().await.is("created");
        let step = runner.publish("").run_id(101).section("other");
        let step = step.env("ONE_COMMENT_CLEAR", &format!("{list}/*"));
        step.run().await.is("updated");
        assert!(sections(&runner).is_empty(), "{length}");
    }
}

#[tokio::test]
async fn at_a_terminal_every_entry_is_a_new_one() {
    let runner = Runner::new().await;
    for message in ["one", "two", "three"] {
        let step = append(&runner, message).on_a_terminal();
        let step = step.arg("--repository=octo-org/hello").arg("--number=7");
        let step = step.arg("--section=log").arg("--append-limit=2");
        step.run().await.exits(0);
    }
    assert_eq!(sections(&runner).len(), 2);
}

#[tokio::test]
async fn once_says_it_once_and_refuses_another_text() {
    let runner = Runner::new().await;
    let once = |text| runner.publish(text).env("ONE_COMMENT_MODE", "once");
    once("text\n").run().await.is("created");
    once("text").run_id(101).run().await.is("unchanged");
    let end = once("other").run_id(102).run().await;
    end.exits(65);
    assert_eq!(end.outcome(), "refused");
    assert!(end.error().contains("`once`"), "{end:#?}");
    assert!(end.summary.contains("other"), "{end:#?}");
    assert!(runner.body().contains("\ntext\n"));
}

#[tokio::test]
async fn what_was_said_once_is_the_same_however_it_is_folded() {
    let runner = Runner::new().await;
    let long = "a line\n".repeat(30);
    let once = |status| {
        let step = runner.publish(&long).env("ONE_COMMENT_MODE", "once");
        let step = step.env("ONE_COMMENT_COLLAPSE", "auto");
        step.env("ONE_COMMENT_JOB_STATUS", status)
    };
    once("success").run().await.is("created");
    once("failure").run_id(101).run().await.is("unchanged");
}

#[tokio::test]
async fn a_recreation_may_hide_the_old_comment() {
    let runner = Runner::new().await;
    runner.publish("old").run().await.is("created");
    let step = runner
        .publish("new")
        .run_id(101)
        .env("ONE_COMMENT_MODE", "recreate");
    let step = step.env("ONE_COMMENT_HIDE_OLD", "true");
    step.env("ONE_COMMENT_HIDE_AS", "resolved")
        .run()
        .await
        .is("created");
    assert!(runner.body().contains("\nnew\n"));
    let comments = runner.comments();
    let (old, new) = (&comments[0], &comments[1]);
    assert!(old.body.contains("\nold\n"), "{comments:#?}");
    assert_eq!((old.hidden, new.hidden), (Some(HideReason::Resolved), None));
}

#[tokio::test]
async fn sections_are_cleared_beside_a_message_and_without_one() {
    let runner = Runner::new().await;
    for section in ["m/1", "m/2", "a"] {
        runner.publish("x").section(section).run().await.exits(0);
    }
    let step = runner.publish("new").section("m/1").run_id(101);
    let end = step.env("ONE_COMMENT_CLEAR", "m/*\ngone").run().await;
    end.is("updated");
    assert_eq!(
        (end.writes(), sections(&runner)),
        (1, vec!["a".to_owned(), "m/1".to_owned()])
    );
    let step = runner.publish("").run_id(102).env("ONE_COMMENT_CLEAR", "a");
    step.run().await.is("updated");
    assert_eq!(sections(&runner), ["m/1"]);
}

#[tokio::test]
async fn a_report_that_came_out_empty_does_not_pass_for_a_wish_to_clear() {
    let runner = Runner::new().await;
    runner.publish("x").section("a").run().await.is("created");
    runner.file("report.md", "");
    let step = runner
        .publish("")
        .env("ONE_COMMENT_MESSAGE_PATH", "report.md");
    let end = step.env("ONE_COMMENT_CLEAR", "a").run_id(101).run().await;
    end.exits(2);
    assert_eq!(sections(&runner), ["a"]);
}

// Case 51.
#[tokio::test]
async fn an_empty_message_does_what_empty_says() {
    for (does, code, outcome, left) in [
        ("fail", 2, "", 1),
        ("skip", 0, "skipped", 1),
        ("clear", 0, "updated", 1),
        ("hide", 0, "hidden", 1),
        ("delete", 0, "deleted", 0),
    ] {
        let runner = Runner::new().await;
        runner.publish("x").run().await.is("created");
        let end = empty(&runner, does).run().await;
        end.exits(code);
        assert_eq!(
            (end.outcome().as_str(), runner.ours().len()),
            (outcome, left),
            "{does}"
        );
        let says = runner
            .ours()
            .iter()
            .any(|comment| comment.body.contains("\nx\n"));
        assert_eq!(says, ["fail", "skip"].contains(&does), "{does}");
        let hidden = runner
            .comments()
            .iter()
            .any(|comment| comment.hidden.is_some());
        assert_eq!(hidden, does == "hide");
    }
}

// Cases 15, 54.
#[tokio::test]
async fn what_is_hidden_for_want_of_content_is_the_same_comment_when_it_is_shown_again() {
    let runner = Runner::new().await;
    empty(&runner, "hide").run().await.is("skipped");
    runner.publish("x").run().await.is("created");
    empty(&runner, "hide").run().await.is("hidden");
    let id = runner.the_comment().id;
    runner.publish("y").run_id(102).run().await.is("updated");
    let comment = runner.the_comment();
    assert_eq!((comment.id, comment.hidden), (id, None));
}

#[tokio::test]
async fn a_stale_run_publishes_under_a_mark_where_it_is_told_to() {
    let runner = Runner::new().await;
    runner.publish("first").run().await.is("created");
    runner.push(NEXT_HEAD);
    let late = |section| {
        let step = runner.publish("late").run_id(101).section(section);
        step.env("ONE_COMMENT_STALE", "mark")
    };
    late("slow").run().await.is("updated");
    assert!(runner.body().contains("Result for another commit"));
    let fast = runner.publish("of the head").pushed(HEAD, NEXT_HEAD);
    let fast = fast.run_id(102).section("fast");
    fast.env("ONE_COMMENT_STALE_SECTIONS", "keep")
        .run()
        .await
        .is("updated");
    assert!(!runner.body().contains("Result for another commit"));
    late("fast").run().await.is("superseded");
    assert!(runner.body().contains("of the head"));
}

#[tokio::test]
async fn a_comment_is_found_by_the_id_that_an_earlier_step_told() {
    let runner = Runner::new().await;
    let created = runner.publish("one").run().await;
    let id = created.outputs()["comment-id"].clone();
    let again = |text, id: &str| runner.publish(text).env("ONE_COMMENT_COMMENT_ID", id);
    again("two", &id).run().await.is("updated");
    // Of nothing, and of a comment elsewhere: a hint is no licence, and no harm.
    again("three", "424242").run().await.is("updated");
    let elsewhere = runner.publish("x").env("ONE_COMMENT_NUMBER", "8");
    let elsewhere: End = elsewhere.env("ONE_COMMENT_HEAD_SHA", "none").run().await;
    let other = elsewhere.outputs()["comment-id"].clone();
    again("four", &other).run().await.is("updated");
    assert!(runner.body().contains("\nfour\n"));
}
