//! What a release holds: its version, and for each target the digests of the archive and of the program inside.
//!
//! Believes nothing that it can compute, and refuses a release in which something is missing.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use flate2::read::GzDecoder;
use semver::Version;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

const PROGRAM: &str = "one-comment";

/// What `action/install.sh` knows; `tests/release.rs` compares the two.
pub(crate) const TARGETS: [&str; 6] = [
    "aarch64-apple-darwin",
    "aarch64-pc-windows-msvc",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];

/// A release in a folder.
#[derive(Debug)]
pub(crate) struct Release {
    /// Of the package.
    pub(crate) version: Version,
    /// The tag of the GitHub release that holds the archives.
    pub(crate) tag: String,
    /// By target.
    pub(crate) archives: BTreeMap<String, Archive>,
}

/// One archive of a release.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Archive {
    /// Of its file.
    pub(crate) name: String,
    /// SHA-256 of the archive, in hexadecimal.
    pub(crate) digest: String,
    /// SHA-256 of the program inside.
    pub(crate) program_digest: String,
}

/// The part of cargo-dist's manifest that is needed here.
#[derive(Deserialize)]
struct Manifest {
    announcement_tag: String,
    releases: Vec<App>,
    artifacts: BTreeMap<String, Artifact>,
}

#[derive(Deserialize)]
struct App {
    app_name: String,
    app_version: Version,
    artifacts: Vec<String>,
}

#[derive(Deserialize)]
struct Artifact {
    kind: String,
    #[serde(default)]
    target_triples: Vec<String>,
}

impl Release {
    /// Reads `dist-manifest.json` and the archive of each of the targets, by the one name that it may have.
    ///
    /// # Errors
    ///
    /// The manifest is of another tag, or names more or fewer archives; a file is missing or cannot be read; an
    /// archive is not the one that cargo-dist's own checksum is of.
    pub(crate) fn read(folder: &Path, tag: &str, targets: &[String]) -> anyhow::Result<Self> {
        let manifest = read(&folder.join("dist-manifest.json"))?;
        let manifest: Manifest =
            serde_json::from_slice(&manifest).context("dist-manifest.json is not as expected")?;
        let app = manifest.app(tag)?;
        manifest.check_archives(app, targets)?;
        let archives = targets
            .iter()
            .map(|target| Ok((target.clone(), Archive::read(folder, target)?)))
            .collect::<anyhow::Result<_>>()?;
        Ok(Self {
            version: app.app_version.clone(),
            tag: tag.to_owned(),
            archives,
        })
    }
}

impl Manifest {
    /// Our program, if this is the manifest of its release under that tag.
    fn app(&self, tag: &str) -> anyhow::Result<&App> {
        let Some(app) = self.releases.iter().find(|app| app.app_name == PROGRAM) else {
            bail!("dist-manifest.json holds no release of {PROGRAM}");
        };
        let (of, version) = (&self.announcement_tag, &app.app_version);
        ensure!(
            of == tag && *of == format!("binaries/v{version}"),
            "dist-manifest.json is of the tag {of} and version {version}, not of {tag}: download that release again"
        );
        Ok(app)
    }

    /// Only what was verified is pinned, so a name that nobody looked for is an error and not passed over.
    fn check_archives(&self, app: &App, targets: &[String]) -> anyhow::Result<()> {
        let named: BTreeMap<&str, &[String]> = app
            .artifacts
            .iter()
            .filter_map(|name| Some((name.as_str(), self.artifacts.get(name)?)))
            .filter(|(_, artifact)| artifact.kind == "executable-zip")
            .map(|(name, artifact)| (name, artifact.target_triples.as_slice()))
            .collect();
        let expected: Vec<String> = targets.iter().map(|target| archive_name(target)).collect();
        let expected: BTreeMap<&str, &[String]> = expected
            .iter()
            .map(String::as_str)
            .zip(targets.chunks(1))
            .collect();
        ensure!(
            named == expected,
            "dist-manifest.json names the archives {named:?} instead of {expected:?}"
        );
        Ok(())
    }
}

/// The only name that the archive of a target may have.
fn archive_name(target: &str) -> String {
    let kind = if target.contains("-windows-") {
        "zip"
    } else {
        "tar.gz"
    };
    format!("{PROGRAM}-{target}.{kind}")
}

impl Archive {
    fn read(folder: &Path, target: &str) -> anyhow::Result<Self> {
        let name = archive_name(target);
        let content = read(&folder.join(&name))?;
        let digest = hexadecimal(&content);
        let sum = read(&folder.join(format!("{name}.sha256")))?;
        ensure!(
            sum.starts_with(digest.as_bytes()),
            "{name} is not the archive that {name}.sha256 is of: download the release again"
        );
        let program = if name.ends_with(".zip") {
            from_zip(&content)
        } else {
            from_tar(&content, &format!("{PROGRAM}-{target}/{PROGRAM}"))
        };
        let program = program.with_context(|| format!("{name}: cannot read the program in it"))?;
        Ok(Self {
            name,
            digest,
            program_digest: hexadecimal(&program),
        })
    }
}

/// The place of the program is the one where `action/install.sh` looks.
fn from_tar(content: &[u8], place: &str) -> anyhow::Result<Vec<u8>> {
    let mut archive = tar::Archive::new(GzDecoder::new(content));
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.path()? == Path::new(place) {
            return whole(&mut entry);
        }
    }
    bail!("there is no {place}")
}

/// Archives for Windows have no folder.
fn from_zip(content: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(content))?;
    whole(&mut archive.by_name(&format!("{PROGRAM}.exe"))?)
}

fn whole(source: &mut impl Read) -> anyhow::Result<Vec<u8>> {
    let mut content = Vec::new();
    source.read_to_end(&mut content)?;
    Ok(content)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn hexadecimal(content: &[u8]) -> String {
    Sha256::digest(content)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests;
