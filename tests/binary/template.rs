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
    step().run().await.exits(2);
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
