//! Releases packed here, as cargo-dist packs them.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use super::*;

const LINUX: &str = "x86_64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-msvc";

fn tar_gz(place: &str, content: &[u8]) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len().try_into().unwrap());
    header.set_mode(0o755);
    archive.append_data(&mut header, place, content).unwrap();
    archive.into_inner().unwrap().finish().unwrap()
}

fn zip(place: &str, content: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive
        .start_file(place, SimpleFileOptions::default())
        .unwrap();
    archive.write_all(content).unwrap();
    archive.finish().unwrap().into_inner()
}

/// A folder with a release for Linux and Windows.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let linux = format!("one-comment-{LINUX}.tar.gz");
    let windows = format!("one-comment-{WINDOWS}.zip");
    put(
        &folder,
        &linux,
        &tar_gz(&format!("one-comment-{LINUX}/one-comment"), b"for Linux"),
    );
    put(&folder, &windows, &zip("one-comment.exe", b"for Windows"));
    let manifest = json!({
        "announcement_tag": "binaries/v1.2.3",
        "releases": [
            {"app_name": "another", "app_version": "9.9.9", "artifacts": []},
            {"app_name": "one-comment", "app_version": "1.2.3",
             "artifacts": [linux, format!("{linux}.sha256"), windows]},
        ],
        "artifacts": {
            linux.as_str(): {"kind": "executable-zip", "target_triples": [LINUX]},
            format!("{linux}.sha256"): {"kind": "checksum"},
            windows.as_str(): {"kind": "executable-zip", "target_triples": [WINDOWS]},
            "sha256.sum": {"kind": "unified-checksum"},
        },
    });
    fs::write(
        folder.path().join("dist-manifest.json"),
        manifest.to_string(),
    )
    .unwrap();
    folder
}

/// An archive with its checksum, as cargo-dist writes it.
fn put(folder: &TempDir, name: &str, content: &[u8]) {
    fs::write(folder.path().join(name), content).unwrap();
    let sum = format!("{} *{name}\n", hexadecimal(content));
    fs::write(folder.path().join(format!("{name}.sha256")), sum).unwrap();
}

fn read_release(folder: &TempDir) -> anyhow::Result<Release> {
    let targets = [WINDOWS.to_owned(), LINUX.to_owned()];
    Release::read(folder.path(), "binaries/v1.2.3", &targets)
}

fn error(folder: &TempDir) -> String {
    format!("{:#}", read_release(folder).unwrap_err())
}

/// Lets something else stand in the manifest wherever `from` does.
fn replace_in_manifest(folder: &TempDir, from: &str, to: &str) {
    let path = folder.path().join("dist-manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    assert!(manifest.contains(from), "{manifest}");
    fs::write(path, manifest.replace(from, to)).unwrap();
}

#[test]
fn a_release_is_read_with_the_digests_of_archives_and_programs() {
    let release = read_release(&folder()).unwrap();
    assert_eq!(release.version, Version::new(1, 2, 3));
    assert_eq!(release.tag, "binaries/v1.2.3");
    let programs: Vec<(&str, &str)> = release
        .archives
        .iter()
        .map(|(target, archive)| (target.as_str(), archive.program_digest.as_str()))
        .collect();
    assert_eq!(
        programs,
        [
            (WINDOWS, hexadecimal(b"for Windows").as_str()),
            (LINUX, hexadecimal(b"for Linux").as_str()),
        ]
    );
}

#[test]
fn a_digest_is_sha256_in_lower_case() {
    let of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(hexadecimal(b""), of_nothing);
}

#[test]
fn a_missing_archive_stops_the_pinning() {
    let folder = folder();
    fs::remove_file(folder.path().join(format!("one-comment-{WINDOWS}.zip"))).unwrap();
    assert!(error(&folder).contains("cannot read"), "{}", error(&folder));
}

#[test]
fn an_archive_that_is_not_the_one_of_its_checksum_is_refused() {
    let folder = folder();
    let path = folder.path().join(format!("one-comment-{LINUX}.tar.gz"));
    let other = tar_gz(&format!("one-comment-{LINUX}/one-comment"), b"evil");
    fs::write(path, other).unwrap();
    assert!(error(&folder).contains("is not the archive"));
}

#[test]
fn a_program_that_the_script_would_not_find_is_refused() {
    let folder = folder();
    let name = format!("one-comment-{LINUX}.tar.gz");
    put(&folder, &name, &tar_gz("one-comment", b"for Linux"));
    assert!(
        error(&folder).contains("there is no one-comment-x86_64-unknown-linux-musl/one-comment")
    );
}

#[test]
fn a_manifest_of_something_else_is_refused() {
    let folder = folder();
    let manifest = json!({"announcement_tag": "v1.2.3", "releases": [], "artifacts": {}});
    fs::write(
        folder.path().join("dist-manifest.json"),
        manifest.to_string(),
    )
    .unwrap();
    assert!(error(&folder).contains("no release of one-comment"));
}

#[test]
fn a_manifest_of_another_tag_is_refused() {
    for tag in ["binaries/v1.2.4", "binaries/v1.2.3/../../x", "v1.2.3"] {
        let folder = folder();
        replace_in_manifest(&folder, "binaries/v1.2.3", tag);
        assert!(error(&folder).contains("not of binaries/v1.2.3"), "{tag}");
    }
    let folder = folder();
    replace_in_manifest(&folder, r#""1.2.3""#, r#""1.2.4""#);
    assert!(error(&folder).contains("version 1.2.4"));
}

#[test]
fn an_archive_under_a_name_that_nobody_verified_is_refused() {
    for (from, to) in [
        ("msvc.zip", "msvc.ZIP"),
        ("one-comment-x86_64-unknown", "evil-x86_64-unknown"),
        ("x86_64-pc-windows-msvc", "i686-pc-windows-msvc"),
        (r#""executable-zip""#, r#""symbols""#),
    ] {
        let folder = folder();
        replace_in_manifest(&folder, from, to);
        assert!(error(&folder).contains("names the archives"), "{to}");
    }
}

#[test]
fn a_release_without_one_of_the_targets_is_refused() {
    let targets = TARGETS.map(str::to_owned);
    let error = Release::read(folder().path(), "binaries/v1.2.3", &targets).unwrap_err();
    assert!(error.to_string().contains("aarch64-apple-darwin"));
}
