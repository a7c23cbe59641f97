//! The direction of dependencies, read from the imports of every source file.
//!
//! `main -> lib -> run -> {cli, workflow, github, outbox, message, template, preview} -> converge -> comment`, and below `converge`
//! no clock, environment, file, network or chance: values come in. Tests inside the files are free.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what it cannot read"
)]

mod source;

use std::collections::BTreeSet;
use std::path::Path;

use source::{Segments, SourceFile, parse, read_folder};

/// The storeys of the house, from the ground up. Rooms of one storey do not import each other.
const STOREYS: [&[&str]; 5] = [
    &["comment"],
    &["converge"],
    &[
        "cli", "workflow", "github", "outbox", "message", "template", "preview",
    ],
    &["run"],
    &["lib", "main"],
];

/// Where no effect may happen.
const PURE: [&str; 2] = ["comment", "converge"];

/// What pure code may use: computing only.
const PURE_CRATES: [&str; 11] = [
    "alloc",
    "base64",
    "chrono",
    "core",
    "crate",
    "flate2",
    "pulldown_cmark",
    "serde",
    "serde_json",
    "sha2",
    "thiserror",
];

/// What of them and of `std` has an effect, or brings in a value that nobody passed.
const EFFECTS: [&str; 13] = [
    "chrono::Local",
    "chrono::Utc::now",
    "std::env",
    "std::fs",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

fn product() -> Vec<SourceFile> {
    read_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The room a file stands in: its top folder, or its own name at the root.
fn room(file: &SourceFile) -> &str {
    file.module
        .first()
        .map_or_else(|| file.name.trim_end_matches(".rs"), String::as_str)
}

fn storey(room: &str) -> usize {
    STOREYS
        .iter()
        .position(|rooms| rooms.contains(&room))
        .unwrap_or_else(|| panic!("src/{room} has no place in the table of storeys: give it one"))
}

/// The file that defines what an import names: the one of the longest module path.
fn target<'a>(import: &[String], files: &'a [SourceFile]) -> Option<&'a SourceFile> {
    let path = import.strip_prefix(&["crate".to_owned()])?;
    files
        .iter()
        .filter(|file| file.name != "main.rs" && path.starts_with(&file.module))
        .max_by_key(|file| file.module.len())
}

/// Tests are free, in a module of the file, in a file of their own and in a folder of theirs.
fn is_test(file: &SourceFile) -> bool {
    file.name.ends_with("/tests.rs") || file.name.contains("/tests/")
}

fn is_effect(import: &Segments) -> bool {
    let path = import.join("::");
    EFFECTS
        .iter()
        .any(|effect| path == *effect || path.starts_with(&format!("{effect}::")))
}

fn impure_imports(file: &SourceFile) -> Vec<String> {
    let mut found: Vec<String> = file
        .imports
        .iter()
        .filter(|import| {
            import[0] != "std" && !PURE_CRATES.contains(&import[0].as_str()) || is_effect(import)
        })
        .filter(|import| !is_primitive(&import[0]))
        .map(|import| format!("src/{} names {}", file.name, import.join("::")))
        .collect();
    if file.is_async {
        found.push(format!("src/{} is async", file.name));
    }
    found
}

/// `u64::MAX` and the like look like a path into a crate.
fn is_primitive(name: &str) -> bool {
    matches!(
        name,
        "bool"
            | "char"
            | "f64"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "str"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
    )
}

/// The first circle met by following imports from `start`, as the names on the way.
fn circle_from(start: &SourceFile, files: &[SourceFile]) -> Option<Vec<String>> {
    fn walk(
        file: &SourceFile,
        files: &[SourceFile],
        way: &mut Vec<String>,
        seen: &mut BTreeSet<String>,
    ) -> bool {
        way.push(file.name.clone());
        for next in file
            .imports
            .iter()
            .filter_map(|import| target(import, files))
        {
            if next.name == way[0] && way.len() > 1 {
                return true;
            }
            if seen.insert(next.name.clone()) && walk(next, files, way, seen) {
                return true;
            }
        }
        way.pop();
        false
    }
    let mut way = Vec::new();
    let mut seen = BTreeSet::from([start.name.clone()]);
    walk(start, files, &mut way, &mut seen).then_some(way)
}

#[test]
fn every_import_points_down() {
    let files = product();
    for file in &files {
        for import in &file.imports {
            let Some(target) = target(import, &files) else {
                continue;
            };
            let (from, to) = (room(file), room(target));
            assert!(
                from == to || storey(to) < storey(from),
                "src/{} imports {}, which does not lie below it",
                file.name,
                import.join("::"),
            );
        }
    }
}

#[test]
fn pure_code_has_no_effects() {
    let found: Vec<String> = product()
        .iter()
        .filter(|file| PURE.contains(&room(file)) && !is_test(file))
        .flat_map(impure_imports)
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn only_the_github_folder_names_octocrab() {
    for file in product() {
        let names_it = file.imports.iter().any(|import| import[0] == "octocrab");
        assert!(
            !names_it || room(&file) == "github",
            "src/{} names octocrab",
            file.name
        );
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let files = product();
    for file in &files {
        let circle = circle_from(file, &files);
        assert!(circle.is_none(), "a circle of imports: {circle:?}");
    }
}

#[test]
fn the_sandbox_does_not_depend_on_the_product() {
    let manifest = include_str!("../sandbox/Cargo.toml");
    assert!(
        !manifest
            .lines()
            .any(|line| line.trim_start().starts_with("one-comment ")),
        "{manifest}"
    );
}

#[test]
fn an_import_is_followed_through_groups_renames_aliases_and_parents() {
    let file = parse(
        "converge/plan.rs",
        "use std::{fs as disk, time};
         use super::call::Call;
         mod inner { use super::super::owner; }
         pub(in crate::converge) struct Seen;
         fn f(_: Call) { disk::read(); time::Instant::now(); crate::comment::Sha::new(); }
         #[cfg(test)] mod tests { use tokio::time; }",
    );
    let named: BTreeSet<String> = file
        .imports
        .iter()
        .map(|import| import.join("::"))
        .collect();
    let expected = [
        "crate::comment::Sha::new",
        "crate::converge::call::Call",
        "crate::converge::owner",
        "std::fs",
        "std::fs::read",
        "std::time",
        "std::time::Instant::now",
    ];
    assert_eq!(
        named.iter().map(String::as_str).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn an_effect_in_pure_code_is_found() {
    for text in [
        "use std::fs;",
        "fn f() { std::env::var(\"X\"); }",
        "use std::time::{Duration, Instant};",
        "use tokio::time::sleep;",
        "async fn f() {}",
        "fn f() { rand::random(); }",
        "fn f() { assert!(std::path::Path::new(&std::env::temp_dir()).exists()); }",
    ] {
        assert!(
            !impure_imports(&parse("comment/x.rs", text)).is_empty(),
            "{text}"
        );
    }
    let computing = "use std::time::Duration; use std::io::Write; fn f() -> u64 { u64::MAX }";
    assert!(impure_imports(&parse("comment/x.rs", computing)).is_empty());
}

#[test]
fn a_circle_of_three_files_is_found() {
    let files = [
        parse("comment/mod.rs", "mod a; mod b; mod c;"),
        parse("comment/a.rs", "use super::b::B;"),
        parse("comment/b.rs", "use crate::comment::c::C;"),
        parse("comment/c.rs", "fn f() { crate::comment::a::g(); }"),
    ];
    assert!(circle_from(&files[0], &files).is_none());
    assert_eq!(
        circle_from(&files[1], &files).unwrap(),
        ["comment/a.rs", "comment/b.rs", "comment/c.rs"]
    );
}
