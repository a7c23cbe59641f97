//! How a job and a leg name their section.

use super::*;

#[track_caller]
fn name(job: &str, leg: &str) -> String {
    let leg = values_of(leg).unwrap();
    of_job("CI", job, &leg).unwrap().as_str().to_owned()
}

#[test]
fn a_job_without_a_matrix_is_named_by_workflow_and_job() {
    for leg in ["null", "{}"] {
        assert_eq!(name("test", leg), "CI/test");
    }
}

#[test]
fn a_leg_adds_its_values_in_their_order() {
    let leg = "{\n  \"os\": \"ubuntu\",\n  \"node\": 20,\n  \"lts\": true\n}";
    assert_eq!(name("test", leg), "CI/test/ubuntu, 20, true");
    assert_eq!(name("test", r#"{"z":"1","a":"2"}"#), "CI/test/1, 2");
}

#[test]
fn a_value_with_parts_is_written_as_compact_json() {
    let leg = "{ \"of\": { \"a\": [1, \"x\"] }, \"no\": null }";
    assert_eq!(name("test", leg), r#"CI/test/{"a":[1,"x"]}, null"#);
}

#[test]
fn a_name_of_exactly_the_limit_is_whole() {
    let job = "j".repeat(97);
    assert_eq!(name(&job, "null"), format!("CI/{job}"));
}

#[test]
fn what_is_no_matrix_is_refused() {
    for leg in ["[1]", "\"x\"", "{", "os: linux"] {
        assert!(values_of(leg).is_err(), "{leg}");
    }
}
