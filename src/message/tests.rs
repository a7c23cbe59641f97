//! Reading messages, on real files.

mod patterns;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::*;

/// A workspace with files, and how to read from it.
struct Workspace(tempfile::TempDir);

impl Workspace {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn read(&self, text: Option<&str>, paths: &[&str]) -> Result<Option<String>, MessageError> {
        self.read_with(text, paths, "")
    }

    fn read_with(
        &self,
        text: Option<&str>,
        paths: &[&str],
        stdin: &str,
    ) -> Result<Option<String>, MessageError> {
        let paths: Vec<_> = paths.iter().map(|path| (*path).to_owned()).collect();
        let places = Places {
            working_folder: self.path().into(),
            only_within: Some(vec![self.path().into()]),
        };
        read(
            &Sources {
                text,
                paths: &paths,
                strip_ansi: true,
            },
            &places,
            &mut stdin.as_bytes(),
        )
    }
}

#[track_caller]
fn text(result: Result<Option<String>, MessageError>) -> String {
    result.unwrap().unwrap()
}

#[track_caller]
fn usage(result: Result<Option<String>, MessageError>) -> String {
    match result {
        Err(MessageError::Usage(error)) => error.to_string(),
        other => panic!("no usage error but {other:?}"),
    }
}

#[track_caller]
fn data(result: Result<Option<String>, MessageError>) -> DataError {
    match result {
        Err(MessageError::Data(error)) => error,
        other => panic!("no data error but {other:?}"),
    }
}

#[test]
fn a_message_alone_is_itself() {
    let hostile = "a `b` $(c) ${d} $& $$ %0A \\n {content}";
    assert_eq!(text(Workspace::with(&[]).read(Some(hostile), &[])), hostile);
}

#[test]
fn files_stand_one_blank_line_apart_in_the_order_given() {
    let workspace = Workspace::with(&[
        ("b.md", b"second\n\n"),
        ("a.md", b"first\n"),
        ("c.md", b"\n"),
    ]);
    assert_eq!(
        text(workspace.read(None, &["a.md", "c.md", "b.md"])),
        "first\n\nsecond"
    );
}

// case 47
#[test]
fn content_goes_into_the_message_literally() {
    let workspace = Workspace::with(&[("log", b"$& $$ $1 {content} \\0")]);
    let message = text(workspace.read(Some("<{content}> and {content}"), &["log"]));
    assert_eq!(
        message,
        "<$& $$ $1 {content} \\0> and $& $$ $1 {content} \\0"
    );
}

#[test]
fn files_that_a_message_has_no_place_for_are_not_dropped_in_silence() {
    let workspace = Workspace::with(&[("a.md", b"text")]);
    let error = usage(workspace.read(Some("Report:"), &["a.md"]));
    assert!(error.contains("{content}"), "{error}");
}

// case 46
#[test]
fn a_message_too_long_for_the_environment_comes_from_a_file() {
    let long = "0123456789abcde\n".repeat(64 * 1024);
    let workspace = Workspace::with(&[("report.md", long.as_bytes())]);
    assert_eq!(text(workspace.read(None, &["report.md"])), long.trim_end());
}

#[test]
fn colours_are_taken_out_unless_they_shall_stay() {
    let workspace = Workspace::with(&[("log", b"\x1b[31mred\x1b[0m")]);
    let sources = |strip_ansi| Sources {
        text: Some("\x1b[1mLog:\x1b[m {content}"),
        paths: &[],
        strip_ansi,
    };
    assert_eq!(
        text(workspace.read(Some("\x1b[1mLog:\x1b[m {content}"), &["log"])),
        "Log: red"
    );
    let places = Places {
        working_folder: workspace.path().into(),
        only_within: None,
    };
    let kept = read(&sources(false), &places, &mut io::empty());
    assert_eq!(text(kept), "\x1b[1mLog:\x1b[m {content}");
}

#[test]
fn a_dash_is_standard_input() {
    let workspace = Workspace::with(&[("a.md", b"file")]);
    assert_eq!(
        text(workspace.read_with(None, &["-", "a.md"], "piped\r\n")),
        "piped\n\nfile"
    );
}

// case 51
#[test]
fn nothing_and_blanks_are_no_message() {
    let workspace = Workspace::with(&[("empty", b""), ("blank", b"\xef\xbb\xbf \r\n\t")]);
    for (text, paths) in [
        (None, &[][..]),
        (Some(" \n"), &[]),
        (None, &["empty", "blank"]),
        (Some("{content}"), &["empty"]),
    ] {
        assert_eq!(
            workspace.read(text, paths).unwrap(),
            None,
            "{text:?} {paths:?}"
        );
    }
}

// case 49
#[test]
fn utf_8_and_marked_utf_16_are_read() {
    let utf16 = |mark: u16, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(mark)
            .chain("é 😀\r\nb".encode_utf16())
            .flat_map(bytes)
            .collect()
    };
    let workspace = Workspace::with(&[
        ("plain", "é 😀\nb".as_bytes()),
        ("marked", "\u{feff}é 😀\r\nb".as_bytes()),
        ("little", &utf16(0xfeff, u16::to_le_bytes)),
        ("big", &utf16(0xfeff, u16::to_be_bytes)),
    ]);
    for file in ["plain", "marked", "little", "big"] {
        assert_eq!(text(workspace.read(None, &[file])), "é 😀\nb", "{file}");
    }
}

#[test]
fn what_is_not_text_is_refused_by_name() {
    let workspace = Workspace::with(&[
        ("latin1", b"caf\xe9"),
        ("odd-utf16", b"\xff\xfea\0b"),
        ("half-pair-utf16", b"\xff\xfe\x3d\xd8"),
        ("utf32", b"\xff\xfe\0\0a\0\0\0"),
        ("nul", b"a\0b"),
    ]);
    for file in ["latin1", "odd-utf16", "half-pair-utf16", "utf32", "nul"] {
        let error = data(workspace.read(None, &[file]));
        assert!(
            matches!(&error, DataError::NotText(name) if name == file),
            "{error}"
        );
    }
}

// case 52
#[test]
fn a_missing_file_is_named_with_the_working_folder() {
    let workspace = Workspace::with(&[]);
    let error = usage(workspace.read(None, &["reports/none.md"]));
    assert!(error.contains("reports/none.md"), "{error}");
    assert!(
        error.contains(&workspace.path().display().to_string()),
        "{error}"
    );
}

#[test]
fn a_folder_is_no_file() {
    let workspace = Workspace::with(&[]);
    fs::create_dir(workspace.path().join("reports")).unwrap();
    assert!(usage(workspace.read(None, &["reports"])).contains("not a regular file"));
}

#[test]
fn in_actions_files_elsewhere_are_refused() {
    let (elsewhere, workspace) = (Workspace::with(&[("secret", b"s")]), Workspace::with(&[]));
    let absolute = elsewhere.path().join("secret").display().to_string();
    let name = elsewhere.path().file_name().unwrap().display();
    for path in [&absolute, &format!("../{name}/secret")] {
        assert!(
            matches!(
                data(workspace.read(None, &[path])),
                DataError::Outside { .. }
            ),
            "{path}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_counts_as_what_it_leads_to() {
    let elsewhere = Workspace::with(&[("secret", b"s")]);
    let workspace = Workspace::with(&[("real.md", b"inside")]);
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, workspace.path().join(name)).unwrap()
    };
    link(&elsewhere.path().join("secret"), "out.md");
    link(elsewhere.path(), "folder");
    link(Path::new("real.md"), "in.md");
    for path in ["out.md", "folder/secret", "o*.md", "folder/*"] {
        assert!(
            matches!(
                data(workspace.read(None, &[path])),
                DataError::Outside { .. }
            ),
            "{path}"
        );
    }
    assert_eq!(text(workspace.read(None, &["in.md"])), "inside");
}

#[test]
fn on_the_command_line_a_person_may_read_what_they_like() {
    let elsewhere = Workspace::with(&[("notes.md", b"mine")]);
    let places = Places {
        working_folder: PathBuf::from("."),
        only_within: None,
    };
    let paths = [elsewhere.path().join("notes.md").display().to_string()];
    let sources = Sources {
        text: None,
        paths: &paths,
        strip_ansi: true,
    };
    assert_eq!(text(read(&sources, &places, &mut io::empty())), "mine");
}

#[test]
fn more_than_the_limit_is_refused() {
    let (half, rest) = ("a".repeat(LARGEST / 2), "b".repeat(LARGEST / 2 + 1));
    let workspace = Workspace::with(&[("half", half.as_bytes()), ("rest", rest.as_bytes())]);
    let too_large = |paths: &[&str]| data(workspace.read(None, paths)).to_string();
    assert!(too_large(&["half", "rest"]).contains("at rest"));
    let error = data(workspace.read(Some("{content}{content}{content}"), &["half"]));
    assert!(matches!(error, DataError::TooLarge(_)), "{error}");
}

#[test]
fn a_source_without_an_end_is_cut_off() {
    let places = Places {
        working_folder: PathBuf::from("."),
        only_within: None,
    };
    let sources = Sources {
        text: None,
        paths: &["-".to_owned()],
        strip_ansi: true,
    };
    let error = data(read(&sources, &places, &mut io::repeat(b'a')));
    assert!(matches!(error, DataError::TooLarge(_)), "{error}");
}
