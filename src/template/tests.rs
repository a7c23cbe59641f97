//! Tests of `mod.rs` and `error.rs`: what a template may name, and where it is said to be wrong.

use std::time::Duration;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::*;

const PATH: &str = "ci/report.md";

const EXAMPLE: &str = include_str!("../../examples/template/comment.md.jinja");

pub(super) fn template(source: &str, data: &str) -> Result<Template, TemplateError> {
    read(source, Some(data), &str::to_owned)
}

fn read(
    source: &str,
    data: Option<&str>,
    clean: &impl Fn(&str) -> String,
) -> Result<Template, TemplateError> {
    // Further away than any test runs.
    let until = Instant::now() + Duration::from_secs(24 * 60 * 60);
    let data = data.map(|data| ("results.json", data));
    Template::new(PATH, source.to_owned(), data, clean, until)
}

#[track_caller]
pub(super) fn rendered(source: &str, data: &str) -> String {
    template(source, data)
        .unwrap()
        .render(&Facts::default())
        .unwrap()
}

/// The words of the error, whenever it comes.
#[track_caller]
pub(super) fn error(source: &str, data: &str) -> String {
    template(source, data)
        .and_then(|template| template.render(&Facts::default()))
        .unwrap_err()
        .to_string()
}

#[test]
fn the_example_becomes_the_comment_that_the_documentation_shows() {
    let shown = rendered(
        EXAMPLE,
        include_str!("../../examples/template/results.json"),
    );
    assert_eq!(shown, include_str!("../../examples/template/comment.md"));
    let documentation = include_str!("../../docs/templates.md");
    for part in [EXAMPLE, include_str!("../../examples/template/comment.md")] {
        assert!(
            documentation.contains(part),
            "docs/templates.md shows another"
        );
    }
}

/// As jest writes it: what did not run has `null` for its time.
const REPORT: &str = r#"{
    "success": false, "numPassedTests": 0, "numFailedTests": 0, "numPendingTests": 1,
    "testResults": [{"name": "a.test.js", "status": "failed", "message": "SyntaxError", "assertionResults": [
        {"status": "pending", "fullName": "one\ntwo | three", "failureMessages": [], "duration": null}
    ]}]
}"#;

#[test]
fn the_example_takes_a_report_in_which_no_test_ran() {
    let shown = rendered(EXAMPLE, REPORT);
    assert!(
        shown.starts_with("**❌ 0 of 0 tests passed**, –\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\n| ⏳ | one<br>two \\| three | – |\n"),
        "{shown}"
    );
}

#[test]
fn a_fence_in_a_list_is_indented_into_it() {
    let source = "- a\n  {{ data|fence('diff')|indent(2) }}\n- b";
    let shown = rendered(source, r#""+1\n\n- 2\n""#);
    let mut fence = false;
    let (mut lists, mut items, mut code) = (0, 0, String::new());
    for event in Parser::new(&shown) {
        match event {
            Event::Start(Tag::List(_)) => lists += 1,
            Event::Start(Tag::Item) => items += 1,
            Event::Start(Tag::CodeBlock(_)) => fence = true,
            Event::End(TagEnd::CodeBlock) => fence = false,
            Event::Text(text) if fence => code.push_str(&text),
            _ => {}
        }
    }
    assert_eq!(
        (lists, items, code.as_str()),
        (1, 2, "+1\n\n- 2\n"),
        "{shown}"
    );
}

#[test]
fn every_filter_test_and_function_is_documented() {
    let documentation = include_str!("../../docs/templates.md");
    let known = [include_str!("mod.rs"), include_str!("language.rs")]
        .into_iter()
        .flat_map(|source| source.split("environment.add_").skip(1))
        .filter_map(|rest| rest.split('"').nth(1));
    let undocumented: Vec<_> = known
        .filter(|name| !documentation.contains(&format!("`{name}`")))
        .collect();
    assert_eq!(undocumented, Vec::<&str>::new());
}

#[test]
fn what_templates_have_of_jinja_works_as_jinja_says() {
    let data = r#"[{"n": "b", "s": "x", "t": 2}, {"n": "a", "s": "y", "t": 1}, {"n": "c", "s": "x", "t": 4}]"#;
    for (source, shown) in [
        ("{{ data|map(attribute='n')|sort|join(', ') }}", "a, b, c"),
        ("{{ data|selectattr('s', 'eq', 'x')|list|length }}", "2"),
        (
            "{{ data|rejectattr('t', 'gt', 1)|map(attribute='n')|first }}",
            "a",
        ),
        (
            "{{ data|sum(attribute='t') }} {{ data|map(attribute='t')|max }}",
            "7 4",
        ),
        (
            "{% for s, of in data|groupby('s') %}{{ s }}{{ of|length }} {% endfor %}",
            "x2 y1 ",
        ),
        (
            "{% for k, v in data[0]|items %}{{ k|upper }}={{ v }} {% endfor %}",
            "N=b S=x T=2 ",
        ),
        ("{{ data|map(attribute='s')|unique|list|last }}", "y"),
        (
            "{{ data[0].missing|default('-') }} {{ data[0].n is defined }}",
            "- True",
        ),
        (
            "{{ (10 / 3)|round(1) }} {{ '<&'|escape }} {{ ' a '|trim }}",
            "3.3 &lt;&amp; a",
        ),
        ("{{ 's' in data[0] }} {{ data is sequence }}", "True True"),
    ] {
        assert_eq!(rendered(source, data), shown, "{source}");
    }
}

#[test]
fn a_template_knows_the_run() {
    let source = "{{ content }} {{ event }} {{ repository }} {{ number }} {{ sha }} {{ run }} {{ attempt }} \
                  {{ run_url }} {{ workflow }} {{ job }} {{ matrix.os }} {{ status }} {{ data.a[1] }}";
    let facts = Facts {
        content: "text",
        event: Some("pull_request"),
        repository: "o/r",
        number: 7,
        sha: Some("abc"),
        run: Some(42),
        attempt: Some(2),
        run_url: Some("https://example.com/42"),
        workflow: Some("CI"),
        job: Some("test"),
        matrix: Some(r#"{"os": "linux"}"#),
        status: Some("success"),
    };
    assert_eq!(
        template(source, r#"{"a": [1, "two"]}"#)
            .unwrap()
            .render(&facts)
            .unwrap(),
        "text pull_request o/r 7 abc 42 2 https://example.com/42 CI test linux success two"
    );
}

#[test]
fn what_is_not_known_is_not_defined_and_so_is_data_that_was_not_given() {
    let facts = [
        "data", "event", "sha", "run", "attempt", "run_url", "workflow", "job", "matrix", "status",
    ];
    for fact in facts {
        let of = |source: &str| {
            let template = read(source, None, &str::to_owned).unwrap();
            let facts = Facts {
                matrix: Some("null"),
                ..Facts::default()
            };
            template.render(&facts)
        };
        let asked = format!("{{{{ {fact} is defined }}}} {{{{ {fact}|default('-') }}}}");
        assert_eq!(of(&asked).unwrap(), "False -");
        let used = of(&format!("{{{{ {fact}[:7] }}}}"));
        let error = used.unwrap_err().to_string();
        assert!(error.contains(":1:4: undefined value"), "{fact}: {error}");
    }
}

#[test]
fn nothing_is_escaped_and_what_is_put_in_is_no_template() {
    // case 47
    assert_eq!(
        rendered("{{ data }}", r#""<b>&amp; {{ sha }} $& | * @x""#),
        "<b>&amp; {{ sha }} $& | * @x"
    );
}

#[test]
fn a_line_with_nothing_but_a_block_leaves_no_line() {
    let source = "| a |\n| --- |\n{% for n in data %}\n  {% if n > 1 %}\n| {{ n }} |\n  {% endif %}\n{% endfor %}\nend";
    assert_eq!(
        rendered(source, "[1, 2, 3]"),
        "| a |\n| --- |\n| 2 |\n| 3 |\nend"
    );
}

#[test]
fn fields_keep_the_order_of_the_data() {
    let data = r#"{"z": 1, "a": 2, "m": 3}"#;
    assert_eq!(rendered("{{ data|list|join }}", data), "zam");
}

#[test]
fn each_text_in_the_data_is_cleaned_and_nothing_else_of_it() {
    let clean = |text: &str| text.replace('x', "");
    let data = r#"{"x": ["axb", 1, null, {"y": "x"}], "n": 1.5}"#;
    let source =
        "{{ data.x[0] }} {{ data.x[1] }} {{ data.x[2] is none }} {{ data.x[3].y }}. {{ data.n }}";
    let template = read(source, Some(data), &clean).unwrap();
    let shown = template.render(&Facts::default()).unwrap();
    assert_eq!(shown, "ab 1 True . 1.5");
}

#[test]
fn a_name_that_is_not_defined_is_an_error_with_its_place() {
    for (source, place) in [
        ("{{ datum }}", "1:4"),
        ("text\n\n  {{ data.missing }}", "3:6"),
        ("äöü {{ data.a.b }}", "1:8"),
        ("\n{% if data.missing %}{% endif %}", "2:7"),
        ("\n{% for x in data.missing %}{% endfor %}", "2:13"),
    ] {
        let error = error(source, r#"{"a": {}}"#);
        let start = format!("template-path: {PATH}:{place}: undefined value");
        assert!(error.starts_with(&start), "{source:?}: {error}");
    }
}

#[test]
fn no_filter_takes_what_is_not_defined_for_something_empty() {
    let mut lenient = Vec::new();
    for filter in [
        "first",
        "groupby('a')",
        "items|list",
        "join",
        "last",
        "length",
        "list",
        "lower",
        "map(attribute='a')|list",
        "max",
        "min",
        "rejectattr('a')|list",
        "replace('a', 'b')",
        "round",
        "selectattr('a')|list",
        "sort",
        "sum",
        "trim",
        "unique|list",
        "upper",
        "table",
        "cell",
        "fence",
        "diff",
        "icon",
        "truncate",
        "escape_markdown",
        "bytes",
        "duration",
        "percent",
        "delta(1)",
        "escape",
        "indent",
    ] {
        let source = format!("{{{{ data.missing|{filter} }}}}");
        let result = template(&source, "{}").unwrap().render(&Facts::default());
        if result.is_ok() {
            lenient.push(filter);
        }
    }
    assert_eq!(lenient, Vec::<&str>::new());
}

#[test]
fn a_template_that_cannot_be_read_says_where() {
    let found = [
        "{{ data",
        "\n  {% if data %}",
        "a\n {{ data|no_such }}",
        "{% include 'x' %}",
        "{% import 'x' as x %}",
        "{% extends 'x' %}",
    ]
    .map(|source| error(source, "{}").replace("template-path: ci/report.md:", ""));
    assert_eq!(
        found,
        [
            "1:4: syntax error: unexpected end of input, expected end of variable block",
            "2:14: syntax error: unexpected end of input, expected end of block",
            "2:10: unknown filter: filter no_such is unknown",
            "1:4: syntax error: unknown statement include",
            "1:4: syntax error: unknown statement import",
            "1:4: syntax error: unknown statement extends",
        ]
    );
}

#[test]
fn a_filter_that_cannot_do_with_its_value_says_where_and_why() {
    let error = error("\n{{ data|table }}", "[1]");
    let expected = format!("template-path: {PATH}:2:9: invalid operation: a table is made of");
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn data_that_is_no_json_says_where() {
    let error = error("", "{\n  \"a\": nothing}");
    assert_eq!(
        error,
        "data-path: \"results.json\" is not JSON: expected ident at line 2 column 9"
    );
}

#[test]
fn data_with_a_byte_order_mark_is_read() {
    // case 49
    assert_eq!(rendered("{{ data }}", "\u{feff}7"), "7");
}

#[test]
fn a_report_of_thousands_of_tests_is_rendered() {
    let test = r#"{"name": "a test with a name", "status": "passed", "ms": 12}"#;
    let data = format!("[{}]", vec![test; 5000].join(","));
    let source = "{{ data|table }}\n{% for test in data %}\n| {{ test.status|icon }} | {{ test.name|cell }} |\n{% endfor %}";
    assert!(rendered(source, &data).lines().count() > 10_000);
}
