//! From the lines of `message-path` to files: a pattern stands for the files it matches, sorted, and no file comes
//! twice. Opens none of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern, glob_with};

use super::error::{DataError, MessageError, UsageError};
use super::file::Places;

/// Files of one pattern. Each costs a look at the disk.
const MOST: usize = 1000;

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
    line.contains(['*', '?', '[']) && !places.working_folder.join(line).exists()
}

fn matches(pattern: &str, places: &Places) -> Result<Vec<String>, MessageError> {
    let folder = places.working_folder.display().to_string();
    let rooted = Path::new(&Pattern::escape(&folder)).join(pattern);
    let found = glob_with(&rooted.to_string_lossy(), AS_SHELLS_DO).map_err(|why| {
        let (pattern, why) = (pattern.into(), why.to_string());
        UsageError::NoPattern { pattern, why }
    })?;
    let files: Vec<PathBuf> = found
        // A folder that cannot be read holds nothing that we could publish.
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .take(MOST + 1)
        .collect();
    let short = |path: PathBuf| {
        let within = path.strip_prefix(&places.working_folder).unwrap_or(&path);
        within.display().to_string()
    };
    match files.len() {
        0 => Err(UsageError::NoMatch {
            pattern: pattern.into(),
            folder,
        }
        .into()),
        1..=MOST => Ok(files.into_iter().map(short).collect()),
        _ => Err(DataError::TooMany(pattern.into()).into()),
    }
}
