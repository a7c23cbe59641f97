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
    /// Reads `dist-manifest.json` and every archive that it names.
    ///
    /// # Errors
    ///
    /// A file is missing or cannot be read, or an archive is not the one that cargo-dist's own checksum is of.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let manifest = read(&folder.join("dist-manifest.json"))?;
        let manifest: Manifest =
            serde_json::from_slice(&manifest).context("dist-manifest.json is not as expected")?;
        let Some(app) = manifest.releases.iter().find(|app| app.app_name == PROGRAM) else {
            bail!("dist-manifest.json holds no release of {PROGRAM}");
        };
        let mut archives = BTreeMap::new();
        for name in &app.artifacts {
            match manifest.artifacts.get(name) {
                Some(artifact) if artifact.kind == "executable-zip" => {
                    let [target] = artifact.target_triples.as_slice() else {
                        bail!("dist-manifest.json: {name} is not for exactly one target");
                    };
                    archives.insert(target.clone(), Archive::read(folder, name, target)?);
                }
                _ => {}
            }
        }
        ensure!(!archives.is_empty(), "dist-manifest.json names no archive");
        Ok(Self {
            version: app.app_version.clone(),
            tag: manifest.announcement_tag,
            archives,
        })
    }
}

impl Archive {
    fn read(folder: &Path, name: &str, target: &str) -> anyhow::Result<Self> {
        let content = read(&folder.join(name))?;
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
            name: name.to_owned(),
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
