//! What is said in more than one place: the inputs in the README, in `action.yml` and among the flags; the numbers
//! of facts and cases in the code and in `docs`.
//!
//! Compares names, defaults and numbers; does not run the action.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it cannot read"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use one_comment::converge::ToolMarker;
use saphyr::{LoadableYamlNode, Yaml};

const README: &str = include_str!("../README.md");
const CI: &str = include_str!("../.ci/run");

/// What a user must not set, so that the README does not name it.
const HIDDEN_INPUTS: [&str; 3] = ["job-status", "leg", "legs"];

/// What is no flag: the script uses it up, or it must not stand on a command line.
const INPUTS_WITHOUT_FLAG: [&str; 4] = ["binary", "build-from-source", "download-url", "token"];

fn action() -> Yaml<'static> {
    Yaml::load_from_str(include_str!("../action.yml"))
        .unwrap()
        .remove(0)
}

/// The names in a mapping, each with the text of one field, empty where there is none.
fn fields(mapping: &Yaml<'_>, field: &str) -> BTreeMap<String, String> {
    let text = |entry: &Yaml<'_>| {
        entry
            .as_mapping_get(field)
            .and_then(Yaml::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    mapping
        .as_mapping()
        .unwrap()
        .iter()
        .map(|(name, entry)| (name.as_str().unwrap().to_owned(), text(entry)))
        .collect()
}

/// The only step on the main path: what follows it runs only where it says so.
fn step<'a>(action: &'a Yaml<'static>) -> &'a Yaml<'static> {
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let others = &steps[1..];
    let conditional = |step: &Yaml<'_>| step.as_mapping_get("if").is_some();
    assert!(
        others.iter().all(conditional),
        "each step costs every job a tenth of a second"
    );
    &steps[0]
}

/// The rows of the README's table under a heading: the first cell, and the second without its backticks.
fn table(heading: &str) -> BTreeMap<String, String> {
    let section = README.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    section
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .map(|row| {
            let (name, rest) = row.split_once("` |").unwrap();
            let (second, _) = rest.split_once(" |").unwrap_or((rest, ""));
            (name.to_owned(), second.trim().trim_matches('`').to_owned())
        })
        .collect()
}

fn variable(input: &str) -> String {
    format!("ONE_COMMENT_{}", input.to_uppercase().replace('-', "_"))
}

fn help() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_one-comment"))
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

// Case 57.
#[test]
fn the_readme_names_every_input_with_its_default() {
    let mut inputs = fields(&action()["inputs"], "default");
    inputs.retain(|name, _| !HIDDEN_INPUTS.contains(&name.as_str()));
    assert_eq!(table("Inputs"), inputs);
}

#[test]
fn the_readme_names_every_output() {
    let documented: Vec<String> = table("Outputs").into_keys().collect();
    let outputs: Vec<String> = fields(&action()["outputs"], "value").into_keys().collect();
    assert_eq!(documented, outputs);
}

#[test]
fn every_output_comes_from_the_step() {
    for (name, value) in fields(&action()["outputs"], "value") {
        assert_eq!(value, format!("${{{{ steps.run.outputs.{name} }}}}"));
    }
}

#[test]
fn every_input_and_output_is_described() {
    let action = action();
    for part in ["inputs", "outputs"] {
        for (name, description) in fields(&action[part], "description") {
            assert!(!description.is_empty(), "{name}");
        }
    }
}

#[test]
fn every_input_reaches_the_variable_of_its_name() {
    let action = action();
    let environment = &step(&action)["env"];
    let mapped: BTreeMap<String, String> = environment
        .as_mapping()
        .unwrap()
        .iter()
        .map(|(name, value)| {
            (
                name.as_str().unwrap().to_owned(),
                value.as_str().unwrap().to_owned(),
            )
        })
        .filter(|(name, _)| name.starts_with("ONE_COMMENT_") && name != "ONE_COMMENT_JOB_TOKEN")
        .collect();
    let expected: BTreeMap<String, String> = fields(&action["inputs"], "default")
        .into_keys()
        .map(|name| (variable(&name), format!("${{{{ inputs.{name} }}}}")))
        .collect();
    assert_eq!(mapped, expected);
}

// case 48
#[test]
fn the_outbox_is_uploaded_only_where_something_was_staged() {
    let action = action();
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let text = |field: &str| steps[1].as_mapping_get(field).and_then(Yaml::as_str);
    assert_eq!(steps.len(), 2);
    assert_eq!(text("if"), Some("steps.run.outputs.outcome == 'staged'"));
    let (name, commit) = text("uses").unwrap().split_once('@').unwrap();
    assert_eq!((name, commit.len()), ("actions/upload-artifact", 40));
}

#[test]
fn nothing_is_expanded_inside_the_script() {
    let script = step(&action())["run"].as_str().unwrap().to_owned();
    assert!(!script.contains("${{"), "{script}");
}

#[test]
fn every_flag_of_an_input_reads_the_variable_that_the_action_sets() {
    let help = help();
    let read: BTreeSet<String> = help
        .split(|character: char| !character.is_ascii_uppercase() && character != '_')
        .filter(|word| word.starts_with("ONE_COMMENT_") && *word != "ONE_COMMENT_TOKEN")
        .map(str::to_owned)
        .collect();
    let set: BTreeSet<String> = fields(&action()["inputs"], "default")
        .into_keys()
        .filter(|name| {
            !HIDDEN_INPUTS.contains(&name.as_str()) && !INPUTS_WITHOUT_FLAG.contains(&name.as_str())
        })
        .map(|name| variable(&name))
        .collect();
    assert_eq!(read, set);
}

#[test]
fn the_readme_s_test_command_is_the_one_that_ci_runs() {
    let command = "cargo test --workspace";
    assert!(
        README.contains(&format!("\n{command}\n")),
        "the README lost its test command"
    );
    assert!(
        CI.contains(&format!("{{ {command}; }}")),
        ".ci/run does not call: {command}"
    );
}

/// Every file below a folder of the repository.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// The numbers after `word` or its plural: "fact 7", "facts 7, 9 to 11 and 14".
fn references(word: &str, text: &str) -> BTreeSet<u32> {
    let plural = format!("{word}s");
    let mut found = BTreeSet::new();
    let (mut in_list, mut last, mut to) = (false, 0, false);
    for part in text.split_whitespace().filter(|part| *part != "///") {
        let part = part.trim_start_matches('(').to_lowercase();
        let digits = part.trim_end_matches(|character: char| !character.is_ascii_digit());
        if part == word || part == plural {
            (in_list, to) = (true, false);
        } else if let (true, Ok(number)) = (in_list, digits.parse()) {
            found.extend(if to { last } else { number }..=number);
            in_list = [digits, &format!("{digits},")].contains(&part.as_str());
            (last, to) = (number, false);
        } else {
            to = part == "to";
            in_list &= to || part == "and";
        }
    }
    found
}

/// The numbers in the first column of a page's tables.
fn numbered(page: &str) -> BTreeSet<u32> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" |")?.0.parse().ok())
        .collect()
}

/// The workflow under a heading of a page.
fn workflow(page: &str, heading: &str) -> Yaml<'static> {
    let text = page.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let text = text.split("```yaml\n").nth(1).unwrap();
    let text = text.split("\n```").next().unwrap().to_owned();
    Yaml::load_from_str(&text).unwrap().remove(0)
}

#[test]
fn what_a_page_on_migration_gives_are_inputs_of_the_action() {
    let inputs = fields(&action()["inputs"], "default");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/migrate");
    for path in files(&folder) {
        let page = fs::read_to_string(&path).unwrap();
        workflow(&page, "Before");
        let after = workflow(&page, "After");
        let steps = after["steps"].as_sequence().unwrap();
        let ours = steps.iter().find_map(|step| {
            let uses = step.as_mapping_get("uses")?.as_str()?;
            uses.starts_with("OWNER/one-comment@").then_some(step)
        });
        let with = &ours.unwrap()["with"];
        let adopt = ToolMarker::parse(with["adopt"].as_str().unwrap());
        assert!(adopt.is_some(), "{}", path.display());
        let with = fields(with, "");
        for name in with.keys() {
            assert!(inputs.contains_key(name), "{}: {name}", path.display());
        }
        // In the table, what stands on the right is ours too.
        let rows = page.lines().filter(|line| line.starts_with("| `"));
        let ours = rows.filter_map(|row| row.split(" | ").nth(1)?.strip_prefix('`'));
        for named in ours.filter_map(|cell| cell.split(['`', ':']).next()) {
            let is_ours = inputs.contains_key(named);
            assert!(is_ours, "{}: {named}", path.display());
        }
        let name = path.file_stem().unwrap().to_string_lossy();
        assert!(
            README.contains(&format!("docs/migrate/{name}.md")),
            "{name}"
        );
    }
}

#[test]
fn every_fact_and_case_that_the_code_names_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code: String = files(&root.join("src"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .map(|path| fs::read_to_string(path).unwrap() + "\n")
        .collect();
    for (word, page) in [
        ("fact", include_str!("../docs/facts.md")),
        ("case", include_str!("../docs/cases.md")),
    ] {
        let named = references(word, &code);
        let missing = &named - &numbered(page);
        assert!(!named.is_empty(), "the code names no {word}");
        assert!(missing.is_empty(), "docs/{word}s.md lacks {missing:?}");
    }
}

#[test]
fn numbers_are_read_from_every_way_to_name_them() {
    let text = "(facts 3, 94). Fact 7: 10 s /// facts 12 to 14 and\n/// 19, case 40. In fact, 8";
    assert_eq!(references("fact", text), [3, 7, 12, 13, 14, 19, 94].into());
    assert_eq!(references("case", text), [40].into());
}

#[test]
fn every_case_is_named_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: String = ["src", "tests", ".ci/tools/e2e"]
        .iter()
        .flat_map(|folder| files(&root.join(folder)))
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "rs" || end == "py")
        })
        .filter(|path| path.ends_with("tests.rs") || !path.starts_with(root.join("src")))
        .map(|path| fs::read_to_string(path).unwrap() + "\n")
        .collect();
    let cases = numbered(include_str!("../docs/cases.md"));
    let missing = &cases - &references("case", &tests);
    assert!(missing.is_empty(), "no test names the cases {missing:?}");
}
