//! The workflows that others call, and those that the documentation tells to paste: they fit the action, and ask for
//! no more than they need. Runs none of them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at what it cannot read"
)]

use std::collections::BTreeSet;

use saphyr::{LoadableYamlNode, Yaml};

const ACTION: &str = include_str!("../action.yml");
const COMMENT: &str = include_str!("../.github/workflows/comment.yml");
const DELIVER: &str = include_str!("../.github/workflows/deliver.yml");
const PIN: &str = include_str!("../.github/workflows/pin.yml");
const FORKS: &str = include_str!("../docs/forks.md");

fn load(text: &str) -> Yaml<'_> {
    Yaml::load_from_str(text).unwrap().remove(0)
}

fn keys<'a>(mapping: &'a Yaml<'_>) -> BTreeSet<&'a str> {
    let entries = mapping.as_mapping().unwrap().iter();
    entries.map(|(key, _)| key.as_str().unwrap()).collect()
}

/// The only job of a workflow.
fn job<'a>(workflow: &'a Yaml<'a>) -> &'a Yaml<'a> {
    let jobs = workflow["jobs"].as_mapping().unwrap();
    assert_eq!(jobs.len(), 1);
    jobs.iter().next().unwrap().1
}

fn permissions<'a>(of: &'a Yaml<'_>) -> Vec<(&'a str, &'a str)> {
    let entries = of["permissions"].as_mapping().unwrap().iter();
    entries
        .map(|(name, access)| (name.as_str().unwrap(), access.as_str().unwrap()))
        .collect()
}

/// The blocks of YAML in a page.
fn blocks(page: &str) -> Vec<&str> {
    let parts = page.split("```yaml\n").skip(1);
    parts
        .map(|part| part.split("```").next().unwrap())
        .collect()
}

#[test]
fn a_called_workflow_gives_the_action_only_inputs_and_takes_only_outputs_that_it_has() {
    let action = load(ACTION);
    for text in [COMMENT, DELIVER] {
        let workflow = load(text);
        let job = job(&workflow);
        let step = &job["steps"][0];
        assert_eq!(step["uses"].as_str(), Some("$/."));
        assert!(
            keys(&step["with"]).is_subset(&keys(&action["inputs"])),
            "{text}"
        );
        assert!(
            keys(&job["outputs"]).is_subset(&keys(&action["outputs"])),
            "{text}"
        );
        let outputs = &workflow["on"]["workflow_call"]["outputs"];
        assert_eq!(keys(outputs), keys(&job["outputs"]));
    }
}

/// A value as the runner hands it on.
fn text(value: &Yaml<'_>) -> Option<String> {
    let word = value.as_bool().map(|switch| switch.to_string());
    word.or_else(|| value.as_str().map(str::to_owned))
}

#[test]
fn an_input_of_a_called_workflow_is_the_action_s_own_under_the_same_name_and_by_the_same_default() {
    let action = load(ACTION);
    for file in [COMMENT, DELIVER] {
        let workflow = load(file);
        let job = job(&workflow);
        let call = &workflow["on"]["workflow_call"];
        for name in keys(&call["inputs"]) {
            let handed_on = format!("${{{{ inputs.{name} }}}}");
            if name == "runs-on" {
                assert_eq!(job["runs-on"].as_str(), Some(&*handed_on));
                continue;
            }
            let with = &job["steps"][0]["with"][name];
            assert_eq!(with.as_str(), Some(&*handed_on));
            if let Some(own) = action["inputs"][name].as_mapping_get("default") {
                assert_eq!(text(&call["inputs"][name]["default"]), text(own), "{name}");
            }
        }
    }
}

#[test]
fn an_organisation_chooses_the_machine_and_the_way_to_the_binary_and_the_token() {
    for text in [COMMENT, DELIVER] {
        let workflow = load(text);
        let call = &workflow["on"]["workflow_call"];
        let chosen = BTreeSet::from(["runs-on", "binary", "download-url", "build-from-source"]);
        assert!(chosen.is_subset(&keys(&call["inputs"])), "{text}");
        assert_eq!(call["secrets"]["token"]["required"].as_bool(), Some(false));
        let token = &job(&workflow)["steps"][0]["with"]["token"];
        assert_eq!(token.as_str(), Some("${{ secrets.token || github.token }}"));
    }
}

#[test]
fn runs_for_different_pull_requests_do_not_wait_for_each_other() {
    let workflow = load(COMMENT);
    let group = job(&workflow)["concurrency"]["group"].as_str().unwrap();
    for part in [
        "github.event.pull_request.number",
        "github.event.issue.number",
        "github.event.workflow_run.head_repository.full_name",
        "github.event.workflow_run.head_branch",
    ] {
        assert!(group.contains(part), "{group}");
    }
}

#[test]
fn a_called_workflow_may_do_no_more_than_it_needs_and_waits_for_its_turn() {
    for (text, needs) in [
        (COMMENT, vec![("pull-requests", "write")]),
        (
            DELIVER,
            vec![("actions", "read"), ("pull-requests", "write")],
        ),
    ] {
        let workflow = load(text);
        let job = job(&workflow);
        assert!(permissions(&workflow).is_empty(), "{text}");
        assert_eq!(permissions(job), needs);
        let concurrency = &job["concurrency"];
        assert_eq!(concurrency["cancel-in-progress"].as_bool(), Some(false));
        assert_eq!(concurrency["queue"].as_str(), Some("max"));
    }
}

#[test]
fn jobs_of_a_called_workflow_have_no_names_of_their_own_so_the_section_is_required() {
    let workflow = load(COMMENT);
    let section = &workflow["on"]["workflow_call"]["inputs"]["section"];
    assert_eq!(section["required"].as_bool(), Some(true));
}

#[test]
fn what_delivers_checks_nothing_out() {
    assert!(!DELIVER.contains("checkout"));
    assert_eq!(job(&load(DELIVER))["steps"].as_sequence().unwrap().len(), 1);
}

#[test]
fn the_two_workflows_to_paste_belong_together() {
    let [first, second, with] = blocks(FORKS)[..] else {
        panic!("docs/forks.md has other blocks than the two workflows and an example of inputs");
    };
    let (first, second) = (load(first), load(second));
    assert_eq!(second["on"]["workflow_run"]["workflows"][0], first["name"]);
    let called = load(DELIVER);
    assert_eq!(permissions(job(&second)), permissions(job(&called)));
    let inputs = &called["on"]["workflow_call"]["inputs"];
    assert!(keys(&load(with)["with"]).is_subset(&keys(inputs)));
}

#[test]
fn a_job_of_a_release_that_may_write_runs_no_cargo_and_waits_for_leave() {
    let pin = load(PIN);
    let mut writing = Vec::new();
    for (name, job) in pin["jobs"].as_mapping().unwrap() {
        if !permissions(job).contains(&("contents", "write")) {
            continue;
        }
        let steps = job["steps"].as_sequence().unwrap().iter();
        let scripts: Vec<&str> = steps
            .filter_map(|step| step.as_mapping_get("run")?.as_str())
            .collect();
        assert!(!scripts.concat().contains("cargo"), "{scripts:?}");
        assert_eq!(job["environment"].as_str(), Some("release"));
        writing.push(name.as_str().unwrap());
    }
    assert_eq!(writing, ["commit", "publish"]);
}

#[test]
fn one_release_after_the_other_moves_the_tags() {
    let concurrency = &load(PIN)["concurrency"];
    assert_eq!(concurrency["group"].as_str(), Some("pin"));
    assert_eq!(concurrency["cancel-in-progress"].as_bool(), Some(false));
}
