//! Paths with `*`, `?` and `[` stand for files.

use super::*;

#[test]
fn a_pattern_stands_for_its_files_sorted() {
    let workspace = Workspace::with(&[
        ("b.md", b"b"),
        ("a.md", b"a"),
        ("c.txt", b"c"),
        (".hidden.md", b"hidden"),
        ("deep/d.md", b"d"),
        ("deep/.git/e.md", b"e"),
    ]);
    assert_eq!(text(workspace.read(None, &["*.md"])), "a\n\nb");
    assert_eq!(text(workspace.read(None, &["**/*.md"])), "a\n\nb\n\nd");
    assert_eq!(text(workspace.read(None, &["[bc].*"])), "b\n\nc");
    assert_eq!(text(workspace.read(None, &[".hidden.md"])), "hidden");
    assert_eq!(text(workspace.read(None, &["deep/.git/*.md"])), "e");
    assert_eq!(text(workspace.read(None, &["*"])), "a\n\nb\n\nc");
}

#[test]
fn no_file_comes_twice() {
    let workspace = Workspace::with(&[("b.md", b"b"), ("a.md", b"a")]);
    assert_eq!(
        text(workspace.read(None, &["b.md", "*.md", "./a.md"])),
        "b\n\na"
    );
}

#[test]
fn a_file_may_be_named_like_a_pattern() {
    let workspace = Workspace::with(&[("report[1].md", b"one"), ("report1.md", b"two")]);
    assert_eq!(text(workspace.read(None, &["report[1].md"])), "one");
}

#[test]
fn a_working_folder_named_like_a_pattern_is_none() {
    let workspace = Workspace::with(&[("[x]*/a.md", b"a")]);
    let places = Places {
        working_folder: workspace.path().join("[x]*"),
        only_within: None,
    };
    let paths = ["*.md".to_owned()];
    let sources = Sources {
        paths: &paths,
        ..Sources::default()
    };
    assert_eq!(text(read(&sources, &places, &mut io::empty())), "a");
}

// case 52
#[test]
fn a_pattern_without_a_file_is_named_with_the_working_folder() {
    let workspace = Workspace::with(&[]);
    let error = usage(workspace.read(None, &["reports/*.md"]));
    assert!(error.contains("reports/*.md"), "{error}");
    assert!(
        error.contains(&workspace.path().display().to_string()),
        "{error}"
    );
    let error = usage(workspace.read(None, &["a[.md"]));
    assert!(error.contains("no pattern"), "{error}");
}

#[test]
fn a_pattern_may_be_given_by_its_whole_path_or_with_needless_parts() {
    let workspace = Workspace::with(&[("deep/a.md", b"a"), ("b.md", b"b")]);
    let whole = workspace.path().join("deep/*.md");
    for pattern in [
        whole.to_str().unwrap(),
        "./deep//*.md",
        "deep/**",
        "deep/../deep/*",
    ] {
        assert_eq!(text(workspace.read(None, &[pattern])), "a", "{pattern}");
    }
}

// As package managers lay them: each sees the others, and so itself.
#[cfg(unix)]
#[test]
fn links_to_folders_are_not_followed_by_a_pattern() {
    let workspace = Workspace::with(&[("p/0/report.md", b"one"), ("p/1/x", b""), ("p/2/x", b"")]);
    let root = workspace.path();
    for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        let link = root.join(format!("p/{from}/to{to}"));
        std::os::unix::fs::symlink(root.join(format!("p/{to}")), link).unwrap();
    }
    std::os::unix::fs::symlink(root.join("p/0/report.md"), root.join("p/2/linked.md")).unwrap();
    assert_eq!(text(workspace.read(None, &["p/**/report.md"])), "one");
    assert_eq!(text(workspace.read(None, &["p/2/*.md"])), "one");
    let error = usage(workspace.read(None, &["p/**/other.md"]));
    assert!(error.contains("no file matches"), "{error}");
}

#[test]
fn a_pattern_of_too_many_files_is_refused() {
    let names: Vec<String> = (0..=1000).map(|n| format!("{n}.md")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), &b"x"[..]))
        .collect();
    let workspace = Workspace::with(&files);
    let error = data(workspace.read(None, &["*.md"]));
    assert!(matches!(error, DataError::TooMany(_)), "{error}");
}
