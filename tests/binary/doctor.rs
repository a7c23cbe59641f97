//! `doctor`: what a publish would do and why, in words that are safe to paste, and nothing on GitHub.

use one_comment_sandbox::state::Deed;
use serde_json::Value;

use crate::end::End;
use crate::setup::{HEAD, JOB_TOKEN, NEXT_HEAD, READ_ONLY_TOKEN, Runner};
use crate::step::Step;

/// As the action starts it: with `--apply`, which must not matter.
fn doctor(runner: &Runner) -> Step<'_> {
    runner.step("doctor").arg("--apply")
}

/// What it found, line by line.
#[track_caller]
fn finds(end: &End, expected: &[(&str, &str)]) {
    assert_eq!(end.writes(), 0, "{end:#?}");
    for (what, text) in expected {
        let start = format!("{what}: ");
        let mut lines = end.stdout.lines();
        let found = lines.find_map(|line| line.strip_prefix(&start));
        let found = found.unwrap_or_else(|| panic!("nothing about {what}: {end:#?}"));
        assert!(found.contains(text), "{what}: {found}");
    }
}

#[tokio::test]
async fn a_doctor_says_who_where_what_and_what_publish_would_do() {
    let runner = Runner::new().await;
    let end = doctor(&runner).run().await;
    end.is("planned");
    finds(
        &end,
        &[
            ("program", "in Actions"),
            (
                "token",
                "the job's own, writes as github-actions[bot] (a bot)",
            ),
            ("may write", "unknown"),
            ("event", "pull_request; about #7"),
            ("conversation", "pull request #7 in octo-org/hello, open"),
            ("commit", &format!("{HEAD}, the head")),
            ("our comments", "none"),
            ("our marker by others", "none"),
            ("requests left", "of 1000"),
            ("publish", "would create a comment"),
        ],
    );
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn a_doctor_tells_our_comment_from_one_that_only_carries_our_marker() {
    let runner = Runner::new().await;
    runner.publish("text").run().await.is("created");
    let body = runner.body();
    runner.person(Deed::Comment { body });
    let end = doctor(&runner).run().await;
    end.is("planned");
    let ours = &runner.ours()[0];
    finds(
        &end,
        &[
            (
                "our comments",
                &format!("-{} by github-actions[bot]", ours.id.0),
            ),
            ("our marker by others", "by octocat (a user)"),
            ("publish", &format!("would update comment {}", ours.id.0)),
        ],
    );
    assert!(!end.stdout.contains("one-comment:root"), "{end:#?}");
}

#[tokio::test]
async fn a_doctor_of_what_is_said_already_says_unchanged() {
    let runner = Runner::new().await;
    runner.publish("text").run().await.is("created");
    let end = doctor(&runner)
        .env("ONE_COMMENT_MESSAGE", "text")
        .run()
        .await;
    end.is("unchanged");
    finds(&end, &[("publish", "would write nothing: unchanged")]);
}

#[tokio::test]
async fn a_doctor_of_a_removal_needs_no_message() {
    let runner = Runner::new().await;
    let end = doctor(&runner).env("ONE_COMMENT_CLEAR", "old").run().await;
    end.is("skipped");
    finds(&end, &[("publish", "would write nothing: skipped")]);
}

#[tokio::test]
async fn a_doctor_of_an_older_commit_says_superseded() {
    let runner = Runner::new().await;
    runner.push(NEXT_HEAD);
    let end = doctor(&runner).run().await;
    end.is("superseded");
    finds(
        &end,
        &[("commit", &format!("{HEAD}, while GitHub shows {NEXT_HEAD}"))],
    );
}

// case 39
#[tokio::test]
async fn a_doctor_of_a_locked_conversation_says_who_may_still_write() {
    let runner = Runner::new().await;
    runner.lock();
    let end = doctor(&runner).run().await;
    end.is("locked");
    finds(
        &end,
        &[
            ("conversation", "open, locked"),
            ("publish", "would write nothing: locked"),
        ],
    );
    assert!(!end.stdout.contains("create a comment"), "{end:#?}");
    let step = doctor(&runner).token("");
    let end = step.env("ONE_COMMENT_TOKEN", "person-token").run().await;
    end.is("locked");
    finds(
        &end,
        &[(
            "publish",
            "if its token may write all the same, would create a comment",
        )],
    );
}

// case 39
#[tokio::test]
async fn a_doctor_of_an_archived_repository_says_that_nothing_can_be_written() {
    let runner = Runner::new().await;
    runner.archive();
    let end = doctor(&runner).run().await;
    end.is("archived");
    finds(
        &end,
        &[
            ("conversation", "in an archived repository"),
            ("publish", "would write nothing: archived"),
        ],
    );
}

#[tokio::test]
async fn a_doctor_of_a_plain_issue_names_its_permission() {
    let runner = Runner::new().await;
    let end = doctor(&runner).env("ONE_COMMENT_NUMBER", "8").run().await;
    finds(
        &end,
        &[
            ("may write", "permissions: issues: write"),
            ("conversation", "issue #8"),
        ],
    );
}

#[tokio::test]
async fn a_doctor_of_a_run_without_rights_says_what_on_fork_makes_of_it() {
    let fork = "derived/pull_request.synchronize.fork.json";
    let dependabot = "derived/pull_request.synchronize.dependabot.json";
    for (event, on_fork, code, says) in [
        (fork, "stage", 0, "would stage the message"),
        (dependabot, "stage", 0, "would stage the message"),
        (fork, "skip", 0, "would write nothing: skipped"),
        (fork, "fail", 77, "would end with exit code 77"),
    ] {
        let runner = Runner::new().await;
        let outbox = runner.workspace().join("outbox");
        let end = doctor(&runner)
            .token(READ_ONLY_TOKEN)
            .event(event, HEAD)
            .env("ONE_COMMENT_ON_FORK", on_fork)
            .env("ONE_COMMENT_OUTBOX", outbox.to_str().unwrap())
            .run()
            .await;
        end.exits(code);
        let otherwise = "if its token may write all the same, would create a comment";
        finds(&end, &[("publish", says), ("publish", otherwise)]);
        assert!(!outbox.exists());
    }
}

#[tokio::test]
async fn a_doctor_of_a_run_without_rights_that_only_removes_speaks_of_no_staging() {
    let runner = Runner::new().await;
    runner.publish("x").section("a").run().await.is("created");
    let step = doctor(&runner).token(READ_ONLY_TOKEN).run_id(101);
    let step = step.event("derived/pull_request.synchronize.fork.json", HEAD);
    let end = step.env("ONE_COMMENT_CLEAR", "a").run().await;
    end.exits(0);
    finds(&end, &[("publish", "would write nothing: skipped")]);
}

#[tokio::test]
async fn a_doctor_says_where_staging_does_not_help() {
    let runner = Runner::new().await;
    let step = doctor(&runner).token(READ_ONLY_TOKEN);
    let step = step.event("derived/pull_request.synchronize.fork.json", HEAD);
    let step = step.env("GITHUB_EVENT_NAME", "pull_request_review");
    let end = step.run().await;
    end.exits(77);
    finds(&end, &[("publish", "it was not staged")]);
}

#[tokio::test]
async fn a_doctor_shows_no_password_of_an_address() {
    let runner = Runner::new().await;
    let secret = |end: &End| {
        let shown = end.everything().concat();
        assert!(
            !shown.contains("mona") && !shown.contains("s3cret"),
            "{shown}"
        );
    };
    for (api, graphql) in [
        (
            "https://mona:s3cret@api.example",
            "https://api.example/graphql",
        ),
        (
            "https://api.example?key=s3cret",
            "https://api.example/graphql",
        ),
        (
            "https://api.example",
            "https://mona:s3cret@api.example/graphql",
        ),
    ] {
        let step = doctor(&runner).env("GITHUB_API_URL", api);
        let end = step.env("GITHUB_GRAPHQL_URL", graphql).run().await;
        end.exits(2);
        finds(&end, &[("program", "api.example")]);
        secret(&end);
    }
    for (proxy, code) in [
        ("http://mona:s3cret@127.0.0.1:1", 75),
        ("socks5://mona:s3cret@127.0.0.1:1", 2),
    ] {
        let step = doctor(&runner).settle("1ms").env("HTTPS_PROXY", proxy);
        let step = step.env("GITHUB_API_URL", "https://api.example");
        let step = step.env("GITHUB_GRAPHQL_URL", "https://api.example/graphql");
        let end = step.run().await;
        end.exits(code);
        secret(&end);
    }
}

#[tokio::test]
async fn a_doctor_does_not_guess_whether_a_fork_s_token_may_write() {
    let runner = Runner::new().await;
    let fork = "derived/pull_request.synchronize.fork.json";
    let end = doctor(&runner)
        .token(READ_ONLY_TOKEN)
        .event(fork, HEAD)
        .run()
        .await;
    end.is("planned");
    finds(
        &end,
        &[
            (
                "may write",
                "unknown, since GitHub tells only by refusing a write; a fork's event",
            ),
            ("event", "pull_request, of a fork"),
        ],
    );
}

#[tokio::test]
async fn a_doctor_ends_with_the_code_of_publish_and_still_says_what_is_known() {
    let runner = Runner::new().await;
    let end = doctor(&runner).token("ghs_nobodysToken").run().await;
    end.exits(77);
    finds(
        &end,
        &[
            ("token", "unknown: the token is not valid"),
            ("may write", "no: "),
            ("event", "about #7"),
            ("our comments", "unknown"),
            ("publish", "would end with exit code 77"),
        ],
    );
    let end = doctor(&runner).env("ONE_COMMENT_NUMBER", "999").run().await;
    end.exits(1);
    finds(
        &end,
        &[
            ("conversation", "#999 in octo-org/hello; unknown"),
            ("requests left", "of 1000"),
            ("publish", "would end with exit code 1"),
        ],
    );
}

#[tokio::test]
async fn a_doctor_whom_nobody_answers_says_so() {
    let runner = Runner::new().await;
    let end = doctor(&runner).settle("1ms").nobody_listens().run().await;
    end.exits(75);
    let down = "unknown: GitHub cannot be reached";
    finds(&end, &[("token", down), ("requests left", down)]);
}

#[tokio::test]
async fn a_doctor_without_a_number_or_a_token_says_what_is_missing() {
    let runner = Runner::new().await;
    let end = doctor(&runner)
        .env("GITHUB_EVENT_NAME", "schedule")
        .run()
        .await;
    end.exits(2);
    finds(
        &end,
        &[
            (
                "event",
                "schedule; the event \"schedule\" names no pull request",
            ),
            ("conversation", "which one is unknown"),
            ("token", "unknown: GitHub was not asked"),
        ],
    );
    let end = doctor(&runner).token("").run().await;
    end.exits(2);
    finds(&end, &[("publish", "there is no token: leave out `token`")]);
}

#[tokio::test]
async fn what_a_doctor_repeats_is_no_command_of_the_runner() {
    let runner = Runner::new().await;
    let name = "odd\n::error::x ##[error]y";
    let end = doctor(&runner).env("GITHUB_EVENT_NAME", name).run().await;
    end.exits(2);
    // That nothing in it is one is checked at every end.
    finds(&end, &[("event", "odd ::error::x ")]);
}

#[tokio::test]
async fn what_a_doctor_repeats_is_withheld_where_it_holds_the_token() {
    let runner = Runner::new().await;
    let step = doctor(&runner).env("GITHUB_EVENT_NAME", JOB_TOKEN);
    let end = step.env("ONE_COMMENT_NUMBER", "7").run().await;
    end.is("planned");
    // That nothing holds the token is checked at every end.
    finds(&end, &[("event", "withheld")]);
}

#[tokio::test]
async fn a_doctor_s_findings_are_data_too() {
    let runner = Runner::new().await;
    let message = "Not for everybody";
    let end = doctor(&runner)
        .arg("--json")
        .without("RUNNER_DEBUG")
        .env("ONE_COMMENT_MESSAGE", message)
        .run()
        .await;
    let json: Value = serde_json::from_str(end.stdout.trim()).unwrap();
    assert_eq!(json["outcome"], "planned");
    assert_eq!(json["findings"]["publish"], "would create a comment");
    assert_eq!(json["findings"]["our-comments"], "none");
    assert!(!end.everything().concat().contains(message), "{end:#?}");
}

#[tokio::test]
async fn a_doctor_keeps_the_message_of_a_failed_publish_to_itself() {
    let runner = Runner::new().await;
    let end = doctor(&runner)
        .token("ghs_nobodysToken")
        .env("ONE_COMMENT_MESSAGE", "Not for everybody")
        .run()
        .await;
    end.exits(77);
    assert_eq!(end.summary, "");
}
