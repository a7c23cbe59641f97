//! From the lines of `message-path` to files: a pattern stands for the files it matches, sorted, and no file comes
//! twice. Opens none of them, and follows no link to a folder.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};
use walkdir::WalkDir;

use super::error::{DataError, MessageError, UsageError};
use super::file::Places;

/// Files of one pattern. Each costs a look at the disk.
const MOST: usize = 1000;

/// Files and folders that are looked at for one pattern: more than a big workspace has with all that it depends on.
const MOST_LOOKED_AT: usize = 2_000_000;

/// What makes a line a pattern.
const WILD: [char; 3] = ['*', '?', '['];

/// As shells do it: `*` stops at a slash, and a hidden file must be named.
const AS_SHELLS_DO: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The files of all lines, in their order; `-` stays as it is.
pub(super) fn expand(lines: &[String], places: &Places) -> Result<Vec<String>, MessageError> {
    let mut files = Vec::new();
    for line in lines {
        if is_pattern(line, places) {
            files.extend(matches(line, places)?);
        } else {
            files.push(line.clone());
        }
    }
    let mut seen = HashSet::new();
    files.retain(|path| {
        let path = places.working_folder.join(path);
        seen.insert(path.canonicalize().unwrap_or(path))
    });
    Ok(files)
}

/// A file of just this name is no pattern, whatever characters it has.
fn is_pattern(line: &str, places: &Places) -> bool {
    line.contains(WILD) && !places.working_folder.join(line).exists()
}

fn matches(pattern: &str, places: &Places) -> Result<Vec<String>, MessageError> {
    let folder = &places.working_folder;
    // Without doubled slashes and single dots, which no path that is found has.
    let pattern_path: PathBuf = Path::new(pattern).components().collect();
    let rooted = Path::new(&Pattern::escape(&folder.to_string_lossy())).join(&pattern_path);
    let compiled =
        Pattern::new(&rooted.to_string_lossy()).map_err(|why| UsageError::NoPattern {
            pattern: pattern.into(),
            why: why.msg.to_owned(),
        })?;
    let mut found = Vec::new();
    for (looked_at, entry) in walk(&pattern_path, folder).enumerate() {
        if looked_at == MOST_LOOKED_AT {
            return Err(DataError::TooManyLookedAt(pattern.into()).into());
        }
        // A folder that cannot be read holds nothing that we could publish.
        let Ok(entry) = entry else { continue };
        if compiled.matches_path_with(entry.path(), AS_SHELLS_DO) && entry.path().is_file() {
            found.push(entry.into_path());
        }
        if found.len() > MOST {
            return Err(DataError::TooMany(pattern.into()).into());
        }
    }
    if found.is_empty() {
        return Err(UsageError::NoMatch {
            pattern: pattern.into(),
            folder: folder.display().to_string(),
        }
        .into());
    }
    found.sort();
    let within = |path: &PathBuf| {
        let path = path.strip_prefix(folder).unwrap_or(path);
        path.display().to_string()
    };
    Ok(found.iter().map(within).collect())
}

/// All below the folder that the pattern names in full, as deep as it goes. Links to folders are not followed: they
/// may lead in circles (two in one folder into 2⁴⁰ of them), and to what stands elsewhere under its own name.
fn walk(pattern: &Path, folder: &Path) -> walkdir::IntoIter {
    let is_literal = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(WILD);
    let named: PathBuf = pattern.components().take_while(is_literal).collect();
    let deep = pattern.to_string_lossy().contains("**");
    let depth = pattern.components().count() - named.components().count();
    WalkDir::new(folder.join(named))
        .max_depth(if deep { usize::MAX } else { depth })
        .into_iter()
}
