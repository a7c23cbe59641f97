//! An outbox as a folder: entries, and beside each that was delivered a receipt. The comment, not the receipt, is the
//! source of truth: a receipt is for people, and nothing is decided by it.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde_json::json;

use super::entry::{Entry, MAX_ENTRY};
use super::label::{file_of, is_label};
use super::refusal::Refusal;

/// Puts an entry's text into the folder, which is made if need be, under the name that `label` gives it.
///
/// # Errors
/// The folder or the file cannot be made; a file that is there already is left alone.
pub fn stage(folder: &Path, label: &str, json: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(file_of(label));
    File::create_new(&path)?.write_all(json.as_bytes())?;
    Ok(path)
}

/// An entry in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    path: PathBuf,
    /// When it was written, in nanoseconds since the Unix epoch.
    pub modified: u64,
    /// What it says, if it may be read.
    pub entry: Result<Entry, Refusal>,
}

/// The entries of a folder, by name. Other files are not looked at, and links not followed.
///
/// # Errors
/// The folder cannot be read.
pub fn entries(folder: &Path) -> io::Result<Vec<Filed>> {
    let mut paths = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name
            .and_then(|name| name.strip_suffix(".json"))
            .is_some_and(is_label)
        {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths.into_iter().map(Filed::read).collect())
}

impl Filed {
    fn read(path: PathBuf) -> Self {
        let read = read(&path);
        Self {
            modified: read.as_ref().map_or(0, |(modified, _)| *modified),
            entry: read
                .map_err(|_| Refusal::Unreadable)
                .and_then(|(_, bytes)| Ok(Entry::read(&bytes)?)),
            path,
        }
    }

    /// Notes what became of it, for whoever looks after an interruption. Replaces an earlier receipt whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn receipt(&self, result: &str, comment: Option<&str>) -> io::Result<()> {
        let receipt = json!({ "version": 1, "result": result, "comment": comment });
        let path = self.path.with_extension("receipt.json");
        let unfinished = format!("receipt.json.{}.new", std::process::id());
        let unfinished = self.path.with_extension(unfinished);
        // Made anew, never followed: the folder is a stranger's too, and may hold a link of this name.
        let mut file = File::create_new(&unfinished)?;
        let written = file.write_all(format!("{receipt:#}\n").as_bytes());
        written
            .and_then(|()| fs::rename(&unfinished, path))
            .inspect_err(|_| {
                // What matters is why there is no receipt.
                drop(fs::remove_file(&unfinished));
            })
    }
}

fn read(path: &Path) -> io::Result<(u64, Vec<u8>)> {
    let about = path.symlink_metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let since = about.modified()?.duration_since(UNIX_EPOCH);
    let modified = since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(0));
    let mut bytes = Vec::new();
    // One more than an entry has, so that the limit is noticed.
    let most = u64::try_from(MAX_ENTRY).unwrap_or(u64::MAX) + 1;
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok((modified, bytes))
}

#[cfg(test)]
mod tests;
