//! A comment from a template: where its files may lie, what it is told, and when it is refused.

use crate::setup::{HEAD, JOB_TOKEN, Runner};
use crate::step::Step;

/// A step with this template, and data where there is any.
fn templated<'a>(runner: &'a Runner, template: &str, data: Option<&str>) -> Step<'a> {
    runner.file("t.md", template);
    let mut step = runner.publish("").env("ONE_COMMENT_TEMPLATE_PATH", "t.md");
    if let Some(data) = data {
        runner.file("d.json", data);
        step = step.env("ONE_COMMENT_DATA_PATH", "d.json");
    }
    step
}

#[tokio::test]
async fn a_template_is_published_with_its_data_and_what_is_known_of_the_run() {
    let runner = Runner::new().await;
    let template = "{{ data.a|icon }} #{{ number }} {{ sha }} {{ run }}/{{ attempt }} {{ event }} \
                    {{ repository }} {{ workflow }}/{{ job }} {{ matrix.os }} {{ status }}";
    let data = r#"{"a": "passed"}"#;
    let step = || {
        templated(&runner, template, Some(data))
            .env("ONE_COMMENT_LEG", r#"{"os": "linux"}"#)
            .env("ONE_COMMENT_JOB_STATUS", "success")
    };
    step().run().await.is("created");
    let text = format!("\n✅ #7 {HEAD} 100/1 pull_request octo-org/hello CI/build linux success\n");
    assert!(runner.body().contains(&text), "{}", runner.body());
    step().run().await.is("unchanged");
}

#[tokio::test]
async fn the_message_is_the_content_of_its_template() {
    let runner = Runner::new().await;
    let step = templated(&runner, "## Report\n\n{{ content }}\n\nend", None);
    let step = step.env("ONE_COMMENT_MESSAGE", "{{ no template }} $&");
    step.run().await.is("created");
    let text = "\n## Report\n\n{{ no template }} $&\n\nend\n";
    assert!(runner.body().contains(text), "{}", runner.body());
}

#[tokio::test]
async fn a_template_that_says_nothing_is_an_empty_message() {
    let runner = Runner::new().await;
    let template = "{% if data %}text{% endif %}\n";
    let step = || templated(&runner, template, Some("[]"));
    let end = step().run().await;
    end.exits(2);
    assert!(
        end.error().contains("the template says nothing"),
        "{}",
        end.error()
    );
    let skip = step().env("ONE_COMMENT_EMPTY", "skip");
    skip.run().await.is("skipped");
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn what_cannot_be_followed_is_refused_and_says_where() {
    let runner = Runner::new().await;
    for (template, data, says) in [
        (
            "a\n{{ data.b }}",
            r#"{"a": 1}"#,
            "t.md:2:4: undefined value",
        ),
        ("{% for %}", "{}", "t.md:1:8: syntax error"),
        ("", "{", "\"d.json\" is not JSON"),
    ] {
        let end = templated(&runner, template, Some(data)).run().await;
        end.exits(65);
        assert!(end.error().contains(says), "{}", end.error());
    }
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn files_that_are_not_there_and_data_without_a_template_are_wrong_usage() {
    let runner = Runner::new().await;
    for (name, path, says) in [
        (
            "ONE_COMMENT_TEMPLATE_PATH",
            "no.md",
            "template-path: cannot read \"no.md\"",
        ),
        ("ONE_COMMENT_DATA_PATH", "d.json", "give `template-path`"),
    ] {
        let end = runner.publish("text").env(name, path).run().await;
        end.exits(2);
        assert!(end.error().contains(says), "{}", end.error());
    }
}

#[tokio::test]
async fn a_file_outside_of_the_workspace_is_not_rendered() {
    let runner = Runner::new().await;
    let outside = tempfile::NamedTempFile::new().unwrap();
    let path = outside.path().to_str().unwrap();
    let step = runner.publish("").env("ONE_COMMENT_TEMPLATE_PATH", path);
    step.run().await.exits(65);
    let step = templated(&runner, "{{ data }}", None).env("ONE_COMMENT_DATA_PATH", path);
    step.run().await.exits(65);
}

#[tokio::test]
async fn a_token_in_the_data_is_neither_published_nor_quoted() {
    let runner = Runner::new().await;
    let data = format!(r#"{{"a": "{JOB_TOKEN}"}}"#);
    for template in ["{{ data.a }}", "{{ data.a|fence(data.a ~ ' ') }}"] {
        let end = templated(&runner, template, Some(&data)).run().await;
        end.exits(65);
        assert!(
            end.error().contains("contains the token"),
            "{}",
            end.error()
        );
        assert!(!end.stdout.contains(JOB_TOKEN) && !end.stderr.contains(JOB_TOKEN));
        assert!(!end.summary.contains(JOB_TOKEN));
    }
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn colours_are_taken_out_of_the_data() {
    let runner = Runner::new().await;
    let step = templated(&runner, "{{ data|fence }}", Some(r#""``\u001b[31m`red""#));
    step.run().await.is("created");
    let text = "\n````\n```red\n````\n";
    assert!(runner.body().contains(text), "{}", runner.body());
}

/// Lists in which the list before stands twice, forty times over: to walk one would take years.
fn endless() -> String {
    let double = "{% set x = [x, x] %}{% set y = [y, y] %}".repeat(40);
    format!("{{% set x = [1] %}}{{% set y = [1] %}}{double}")
}

#[tokio::test]
async fn a_template_without_an_end_is_refused_when_time_is_over() {
    let runner = Runner::new().await;
    for end in ["{{ x == y }}", "{{ [x, y]|sort|length }}"] {
        let template = endless() + end;
        let step = templated(&runner, &template, None).env("ONE_COMMENT_TIMEOUT", "1s");
        let end = step.run().await;
        end.exits(65);
        let says = "t.md: it was not done when the run's `timeout` was over";
        assert!(end.error().contains(says), "{}", end.error());
    }
    assert!(runner.comments().is_empty());
}

// Only Linux says how much memory a process has.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_template_that_takes_all_memory_is_refused() {
    let runner = Runner::new().await;
    let template = "{% set x = 'a' * 1000000 %}{{ ('' ~ [x] * 100000)|length }}";
    let end = templated(&runner, template, None).run().await;
    end.exits(65);
    let says = "t.md: it took more than 512 MiB";
    assert!(end.error().contains(says), "{}", end.error());
    assert!(runner.comments().is_empty());
}

#[tokio::test]
async fn what_a_failing_template_was_given_is_in_the_summary() {
    let runner = Runner::new().await;
    for template in ["{{ content }} {{ nope }}", "{% if"] {
        let step = templated(&runner, template, Some("{}"));
        let end = step.env("ONE_COMMENT_MESSAGE", "the report").run().await;
        end.exits(65);
        assert!(end.summary.contains("the report"), "{}", end.summary);
        let data = "The template's data is in d.json.";
        assert!(end.summary.contains(data), "{}", end.summary);
    }
}

#[tokio::test]
async fn where_the_event_names_no_commit_a_template_knows_the_newest() {
    let runner = Runner::new().await;
    let step = templated(&runner, "{{ sha[:7] }}", None)
        .env("GITHUB_EVENT_NAME", "schedule")
        .env("ONE_COMMENT_NUMBER", "7");
    step.run().await.is("created");
    let short = format!("\n{}\n", &HEAD[..7]);
    assert!(runner.body().contains(&short), "{}", runner.body());
}

#[tokio::test]
async fn standard_input_is_read_by_one_input_only() {
    let runner = Runner::new().await;
    for other in ["ONE_COMMENT_DATA_PATH", "ONE_COMMENT_MESSAGE_PATH"] {
        let step = runner.publish("").env("ONE_COMMENT_TEMPLATE_PATH", "-");
        let end = step.env(other, "-").run().await;
        end.exits(2);
        assert!(
            end.error().contains("named more than once"),
            "{}",
            end.error()
        );
    }
}
