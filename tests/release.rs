//! What has to agree for a release: the version in `Cargo.toml`, the changelog, the pins; the targets that are built
//! and those that the action installs.
//!
//! Whether the pins are those of the release's bytes is for `examples/pin` to see to.

#![allow(clippy::unwrap_used, reason = "a test stops at what it cannot read")]

use std::collections::BTreeSet;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const CHANGELOG: &str = include_str!("../CHANGELOG.md");
const PINS: &str = include_str!("../action/pins");
const INSTALL: &str = include_str!("../action/install.sh");
const PIN_TOOL: &str = include_str!("../examples/pin/release.rs");
const PIN_WORKFLOW: &str = include_str!("../.github/workflows/pin.yml");
const DIST: &str = include_str!("../dist-workspace.toml");

/// The first version that the changelog has a part for; the part for what is not released yet is none.
fn newest_in_changelog() -> Option<&'static str> {
    CHANGELOG
        .lines()
        .filter_map(|line| line.strip_prefix("## [")?.split_once(']'))
        .map(|(version, _)| version)
        .find(|version| *version != "Unreleased")
}

fn pinned_version() -> Option<&'static str> {
    PINS.lines().find_map(|line| line.strip_prefix("version "))
}

fn pinned_targets() -> BTreeSet<&'static str> {
    PINS.lines()
        .filter(|line| !line.starts_with("version "))
        .filter_map(|line| line.split_once(" https://"))
        .map(|(target, _)| target)
        .collect()
}

/// Every target triple of a text, whatever stands around it.
fn targets(text: &str) -> BTreeSet<&str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && !"_-".contains(character))
        .filter(|word| word.starts_with("x86_64-") || word.starts_with("aarch64-"))
        .filter(|word| word.split('-').count() >= 3)
        .collect()
}

#[test]
fn the_changelog_s_newest_version_is_that_of_the_package() {
    if let Some(newest) = newest_in_changelog() {
        assert_eq!(newest, VERSION);
    }
}

#[test]
fn pins_are_those_of_the_package_s_version_and_of_every_target() {
    if let Some(pinned) = pinned_version() {
        assert_eq!(pinned, VERSION);
        assert_eq!(newest_in_changelog(), Some(VERSION));
        assert_eq!(pinned_targets(), targets(DIST));
    } else {
        assert!(pinned_targets().is_empty(), "pins without a version");
    }
}

#[test]
fn what_is_built_is_what_the_action_installs() {
    assert_eq!(targets(DIST), targets(INSTALL));
    assert_eq!(targets(DIST).len(), 6);
}

#[test]
fn what_is_pinned_is_what_is_built_and_was_verified_before() {
    assert_eq!(targets(DIST), targets(PIN_TOOL));
    let verified: BTreeSet<String> = PIN_WORKFLOW
        .split_whitespace()
        .filter(|word| word.ends_with(".tar.gz") || word.ends_with(".zip"))
        .map(str::to_owned)
        .collect();
    let built: BTreeSet<String> = targets(DIST)
        .iter()
        .map(|target| match target.contains("windows") {
            true => format!("one-comment-{target}.zip"),
            false => format!("one-comment-{target}.tar.gz"),
        })
        .collect();
    assert_eq!(verified, built);
    let [verify, pin] =
        ["gh attestation verify", "--example pin"].map(|step| PIN_WORKFLOW.find(step));
    assert!(verify.unwrap() < pin.unwrap());
}

#[test]
fn the_binaries_are_released_under_tags_that_are_not_the_action_s() {
    assert!(DIST.contains("tag-namespace = \"binaries\""));
}
