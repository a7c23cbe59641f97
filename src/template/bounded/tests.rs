//! Tests of `bounded.rs` and `cost.rs`: hostile templates. What only time or memory ends is tested with the binary, whose
//! end ends it.

use super::super::tests::{error, rendered, template};
use super::super::{DEEPEST, Facts, LONGEST};

/// A list in which the list before stands twice, forty times over.
fn doubled(name: &str) -> String {
    let step = format!("{{% set {name} = [{name}, {name}] %}}");
    format!("{{% set {name} = [1] %}}{}", step.repeat(40))
}

#[test]
fn a_template_that_asks_for_too_much_is_stopped_by_what_it_costs() {
    let twice = doubled("x");
    let long = "{% set x = 'a' * 1000000 %}";
    for source in [
        "{% for a in range(10000) %}{% for b in range(10000) %}{% endfor %}{% endfor %}".to_owned(),
        format!(
            "{{% set x = 'aaaaaaaa' %}}{}",
            "{% set x = x ~ x %}".repeat(100)
        ),
        "{{ 'a' * 90000000 }}".to_owned(),
        "{{ ([1] * 90000000)|list }}".to_owned(),
        format!("{twice}{{{{ x }}}}"),
        format!("{twice}{{{{ x|icon }}}}"),
        format!("{twice}{{{{ x|join }}}}"),
        format!("{twice}{{{{ [{{'x': x}}]|table }}}}"),
        format!("{long}{{{{ ([x] * 5000)|join|length }}}}"),
        format!("{long}{{{{ ([[x, x, x, x]] * 1000)|table|length }}}}"),
        format!("{long}{{{{ ([[x] * 1000000] * 1000000)|table }}}}"),
        format!("{long}{{% for a in range(100) %}}{{{{ x|escape_markdown }}}}{{% endfor %}}"),
        format!("{long}{{{{ ([x] * 5000)|cell|length }}}}"),
    ] {
        let error = error(&source, "{}");
        assert!(error.contains("too much to do"), "{source:.200}: {error}");
    }
}

#[test]
fn a_template_may_be_as_deep_as_it_can_be_long() {
    let fits = |part: &str| (LONGEST - 100) / part.len();
    let deep = "{% set x = [[[[x]]]] %}".repeat(2500);
    for (before, part, behind) in [
        ("{{ ", "1+", "1 }}"),
        ("{{ ", "not ", "1 }}"),
        ("{{ ", "-", "1 }}"),
        ("{{ ", "1**", "1 }}"),
        ("{{ [1]", "|list", " }}"),
        ("{{ ", "1 if 0 else ", "1 }}"),
        ("{% if 0 %}", "{% elif 0 %}", "{% endif %}"),
    ] {
        let source = format!("{before}{}{behind}", part.repeat(fits(part)));
        let shown = template(&source, "{}").unwrap().render(&Facts::default());
        shown.unwrap_or_else(|why| panic!("{part}: {why}"));
    }
    for end in [
        "{{ x }}",
        "{{ x|table }}",
        "{{ x == [1] }}",
        "{{ [x, x]|unique }}",
    ] {
        let source = format!("{{% set x = [] %}}{deep}{end}");
        let ended = template(&source, "{}").unwrap().render(&Facts::default());
        // Whatever it is: the process goes on.
        drop(ended);
    }
}

#[test]
fn what_is_within_itself_is_refused() {
    for (source, says) in [
        ("(".repeat(10_000), "recursion"),
        ("[".repeat(10_000), "recursion"),
        (
            "{% if 1 %}".repeat(2_000) + &"{% endif %}".repeat(2_000),
            "recursion",
        ),
        (
            "{% for x in [1] recursive %}{{ loop([x]) }}{% endfor %}".to_owned(),
            "recursion",
        ),
        (
            "{% set n = namespace() %}".to_owned(),
            "namespace is unknown",
        ),
    ] {
        let source = if source.starts_with("{%") {
            source
        } else {
            format!("{{{{ {source}")
        };
        let error = error(&source, "{}");
        assert!(error.contains(says), "{source:.40}: {error}");
    }
}

#[test]
fn loops_within_loops_are_followed() {
    let depth = DEEPEST - 2;
    let source = "{% for x in [1, 2] %}".repeat(depth) + "." + &"{% endfor %}".repeat(depth);
    assert_eq!(rendered(&source, "{}"), ".".repeat(1 << depth));
}

#[test]
fn a_template_longer_than_a_comment_is_refused() {
    assert_eq!(rendered(&"a".repeat(LONGEST), "{}").len(), LONGEST);
    let error = error(&"a".repeat(LONGEST + 1), "{}");
    assert!(
        error.contains("ci/report.md: a template has at most 64 KiB"),
        "{error}"
    );
}
