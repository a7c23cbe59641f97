//! From a command line to checked options. The machine's own variables are kept out.

use std::time::Duration;

use super::*;
use crate::comment::{Name, Order, Sha};
use crate::converge::{Classifier, Overflow, Selector, ToolMarker};

/// As in a step of the action's own workflow.
const JOB: Defaults<'_> = Defaults {
    repository: Some("octo-org/hello"),
    workflow: Some("CI"),
    job: Some("test"),
    verbose: false,
};

/// Flags that are no inputs.
const COMMAND_LINE_ONLY: [&str; 6] = ["apply", "settle", "api", "out", "json", "verbose"];

fn raw(flags: &str) -> Result<Raw, clap::Error> {
    let without_variables = command().mut_args(|flag| flag.env(None::<&str>));
    let words = std::iter::once("one-comment").chain(flags.split_whitespace());
    Raw::from_arg_matches(&without_variables.try_get_matches_from(words)?)
}

fn options(flags: &str) -> Result<Options, UsageError> {
    Options::resolve(&raw(flags).unwrap(), &JOB)
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

#[track_caller]
fn wrong(flags: &str) -> String {
    options(flags).unwrap_err().to_string()
}

#[test]
fn every_flag_is_an_input_and_the_reverse() {
    for flag in command().get_arguments() {
        let name = flag.get_long().unwrap_or("command");
        let variable = flag
            .get_env()
            .map(|variable| variable.to_str().unwrap().to_owned());
        let expected = format!("ONE_COMMENT_{}", name.to_uppercase().replace('-', "_"));
        let expected = (!COMMAND_LINE_ONLY.contains(&name)).then_some(expected);
        assert_eq!(variable, expected, "{name}");
    }
}

#[test]
fn no_flag_takes_a_token() {
    for argument in ["--token=x", "--github-token=x"] {
        assert_eq!(raw(argument).unwrap_err().exit_code(), 2, "{argument}");
    }
}

#[test]
fn the_definition_is_sound() {
    command().debug_assert();
}

#[test]
fn the_help_is_readable() {
    insta::assert_snapshot!(command().term_width(100).render_long_help());
}

#[test]
fn the_defaults_are_those_of_the_contract() {
    let expected = Options {
        command: Command::Publish,
        message: None,
        message_paths: vec![],
        template_path: None,
        data_path: None,
        title: None,
        collapse: None,
        job_status: None,
        empty: Empty::Fail,
        clear: vec![],
        strip_ansi: true,
        plain_mentions: false,
        overflow: Overflow::Truncate,
        footer: true,
        key: name("default"),
        section: name("main"),
        leg: String::new(),
        legs: 1,
        matrix: None,
        order: Order::DEFAULT,
        number: None,
        repository: Repository {
            owner: "octo-org".into(),
            name: "hello".into(),
        },
        head_sha: None,
        comment_id: None,
        mode: Mode::Upsert,
        append_limit: 20,
        hide_old: false,
        stale: Stale::Skip,
        stale_sections: StaleSections::Mark,
        on_fork: OnFork::Stage,
        outbox: None,
        allow: vec![name("default")],
        run_id: None,
        on_error: OnError::Fail,
        author: None,
        adopt: Vec::new(),
        hide_as: Classifier::Outdated,
        timeout: Duration::from_secs(240),
        write: false,
        settle: Duration::from_secs(2),
        api: Api::Auto,
        out: "one-comment-preview.html".into(),
        json: false,
        verbose: false,
    };
    assert_eq!(options(""), Ok(expected));
}

#[test]
fn an_input_that_was_not_set_is_empty_and_means_nothing() {
    let mut all_empty = String::new();
    for flag in command().get_arguments() {
        if let (Some(name), Some(_)) = (flag.get_long(), flag.get_env()) {
            all_empty.push_str(&format!("--{name}= "));
        }
    }
    assert_eq!(options(&all_empty), options(""));
}

#[test]
fn what_is_given_is_taken() {
    let sha = "a1".repeat(20);
    let given = options(&format!(
        "hide --message=Hi --key k --section s --order 7 --mode append --append-limit 3 --hide-old \
         --clear=old/* --comment-id 99 --stale-sections keep --empty skip --number 12 \
         --title=T --collapse auto --job-status failure \
         --repository a/b --head-sha {sha} --stale fail --author app[bot] --adopt mshick --on-error warn \
         --strip-ansi=false --plain-mentions --footer=false --hide-as off-topic --timeout 2m30s --settle 0 --api rest --json --verbose"
    ));
    let given = given.unwrap();
    assert_eq!(
        (given.title, given.collapse, given.job_status),
        (
            Some("T".into()),
            Some(Collapse::Auto),
            Some("failure".into())
        )
    );
    assert_eq!(
        (given.command, given.mode, given.empty),
        (Command::Hide, Mode::Append, Empty::Skip)
    );
    assert_eq!(
        (given.append_limit, given.hide_old, given.comment_id),
        (3, true, Some(99))
    );
    assert_eq!(
        (given.clear, given.stale_sections),
        (vec![Selector::Below("old/".into())], StaleSections::Keep)
    );
    assert_eq!(
        (
            given.key.as_str(),
            given.section.as_str(),
            given.order.to_string()
        ),
        ("k", "s", "000007".into())
    );
    assert_eq!(
        (given.number, given.repository.to_string()),
        (Some(12), "a/b".into())
    );
    assert_eq!(
        given.head_sha,
        Some(HeadSha::Commit(Sha::parse(&sha).unwrap()))
    );
    assert_eq!(
        (given.stale, given.on_error, given.api),
        (Stale::Fail, OnError::Warn, Api::Rest)
    );
    assert_eq!(
        (given.hide_as, given.author.unwrap().login, given.adopt),
        (
            Classifier::OffTopic,
            "app[bot]".into(),
            vec![ToolMarker::parse("mshick").unwrap()]
        )
    );
    assert_eq!(
        (given.timeout, given.settle),
        (Duration::from_secs(150), Duration::ZERO)
    );
    assert!(
        !given.strip_ansi && given.plain_mentions && !given.footer && given.json && given.verbose
    );
}

#[test]
fn an_unknown_word_is_wrong_usage_that_lists_the_words() {
    assert_eq!(
        wrong("post"),
        r#"command: "post" is not one of publish, check, stage, deliver, hide, delete, show, preview, doctor"#
    );
    assert_eq!(
        wrong("--stale never"),
        r#"stale: "never" is not one of skip, fail, mark"#
    );
}

#[test]
fn an_unknown_flag_is_wrong_usage() {
    assert_eq!(raw("--massage Hi").unwrap_err().exit_code(), 2);
}

#[test]
fn a_wrong_value_is_named_with_its_input() {
    assert_eq!(
        wrong("--number 12abc"),
        r#"number: "12abc" is not a number from 1, in digits"#
    );
    assert!(wrong("--footer=yes").starts_with(r#"footer: "yes" is not true or false"#));
    assert!(wrong("--head-sha main").starts_with("head-sha: "));
    assert!(wrong("--repository hello").starts_with("repository: "));
    assert!(wrong(&format!("--key {}", "k".repeat(101))).contains("at most 100 characters"));
}

#[test]
fn a_boolean_flag_alone_means_true() {
    assert!(options("--footer").unwrap().footer);
    assert!(!options("--footer=FALSE").unwrap().footer);
}

#[test]
fn only_apply_writes_and_a_dry_run_never() {
    assert!(options("--apply").unwrap().write);
    assert!(options("--apply --dry-run=false").unwrap().write);
    assert!(!options("--apply --dry-run publish").unwrap().write);
    assert!(!options("").unwrap().write);
}

#[test]
fn files_are_one_a_line() {
    let mut raw = raw("").unwrap();
    raw.content.message_path = Some("a b.md\r\n\n  -\nc.md\n".into());
    let options = Options::resolve(&raw, &JOB).unwrap();
    assert_eq!(options.message_paths, ["a b.md", "-", "c.md"]);
}

#[test]
fn sections_to_clear_are_one_a_line_and_may_be_all_below_a_prefix() {
    let mut raw = raw("").unwrap();
    raw.content.clear = Some("CI/test (20)\n\nCI/old/*\n*\n".into());
    let options = Options::resolve(&raw, &JOB).unwrap();
    let expected = [
        Selector::Named(name("CI/test (20)")),
        Selector::Below("CI/old/".into()),
        Selector::Below(String::new()),
    ];
    assert_eq!(options.clear, expected);
    for misplaced in ["CI/*/test", "CI*", "*/test"] {
        raw.content.clear = Some(misplaced.into());
        let error = Options::resolve(&raw, &JOB).unwrap_err().to_string();
        assert!(error.contains("stands nowhere else"), "{error}");
    }
    raw.content.clear = Some("x".repeat(101));
    let error = Options::resolve(&raw, &JOB).unwrap_err().to_string();
    assert!(error.starts_with("clear: "), "{error}");
}

#[test]
fn a_message_keeps_its_blanks_and_may_start_with_a_dash() {
    let words = ["one-comment", "--message", "- item\n"];
    let matches = command().try_get_matches_from(words).unwrap();
    let options = Options::resolve(&Raw::from_arg_matches(&matches).unwrap(), &JOB).unwrap();
    assert_eq!(options.message.unwrap(), "- item\n");
}

#[test]
fn in_the_action_each_leg_owns_its_section() {
    assert_eq!(options("--leg=null").unwrap().section, name("CI/test"));
    assert_eq!(
        options(r#"--leg={"os":"linux"}"#).unwrap().section,
        name("CI/test/linux")
    );
    assert_eq!(
        options(r#"--leg={"os":"linux"} --section s"#).unwrap().leg,
        "linux"
    );
    assert_eq!(
        options("--leg=null --section mine").unwrap().section,
        name("mine")
    );
}

#[test]
fn a_section_that_cannot_be_named_is_asked_for() {
    let nameless = Defaults {
        workflow: None,
        ..JOB
    };
    let error = Options::resolve(&raw("--leg=null").unwrap(), &nameless).unwrap_err();
    assert!(error.to_string().ends_with("give `section`"), "{error}");
}

#[test]
fn none_is_the_commit_of_a_plain_issue() {
    assert_eq!(
        options("--head-sha none").unwrap().head_sha,
        Some(HeadSha::None)
    );
}

#[test]
fn a_repository_is_needed() {
    let error = Options::resolve(&raw("").unwrap(), &Defaults::default()).unwrap_err();
    assert_eq!(error, UsageError::NoRepository);
}

#[test]
fn debugging_the_run_makes_it_verbose() {
    let debugging = Defaults {
        verbose: true,
        ..JOB
    };
    assert!(
        Options::resolve(&raw("").unwrap(), &debugging)
            .unwrap()
            .verbose
    );
}
