//! One file: where it may lie, and how its bytes become text.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::{DataError, MessageError, UsageError};

/// Bytes of a file and of a message, before and after the files are put in. A comment takes far less; this bounds
/// memory.
pub(super) const LARGEST: usize = 16 * 1024 * 1024;

/// Where files are looked for.
#[derive(Clone, Debug)]
pub struct Places {
    /// Relative paths start here.
    pub working_folder: PathBuf,
    /// Files elsewhere are refused; `None` on the command line, where a person says what to read.
    pub only_within: Option<Vec<PathBuf>>,
}

/// The text of one file, at most 16 MiB; `-` is standard input. `input` is the one that names the file.
///
/// # Errors
/// [`MessageError`] names the input and the file.
pub fn read_file(
    input: &'static str,
    path: &str,
    places: &Places,
    stdin: &mut dyn Read,
) -> Result<String, MessageError> {
    let (name, bytes) = if path == "-" {
        ("standard input", bounded(stdin))
    } else {
        (path, bounded(&mut open(input, path, places)?))
    };
    let bytes = bytes.map_err(|why| unreadable(input, name, places, &why))?;
    if bytes.len() > LARGEST {
        return Err(DataError::TooLarge(name.into()).into());
    }
    Ok(decode(&bytes).ok_or_else(|| DataError::NotText(name.into()))?)
}

/// Opens a regular file, if it lies where files may lie. Links are followed first, then judged.
fn open(input: &'static str, path: &str, places: &Places) -> Result<File, MessageError> {
    let failed = |why: &io::Error| unreadable(input, path, places, why);
    let real = places
        .working_folder
        .join(path)
        .canonicalize()
        .map_err(|why| failed(&why))?;
    let inside = |folder: &PathBuf| {
        folder
            .canonicalize()
            .is_ok_and(|folder| real.starts_with(folder))
    };
    if places
        .only_within
        .as_ref()
        .is_some_and(|folders| !folders.iter().any(inside))
    {
        let (path, real) = (path.into(), real.display().to_string());
        return Err(DataError::Outside { input, path, real }.into());
    }
    // Before opening: to open a pipe would wait for its writer.
    if !real.metadata().map_err(|why| failed(&why))?.is_file() {
        return Err(failed(&io::Error::other("not a regular file")).into());
    }
    Ok(File::open(&real).map_err(|why| failed(&why))?)
}

fn unreadable(input: &'static str, path: &str, places: &Places, why: &io::Error) -> UsageError {
    let folder: &Path = &places.working_folder;
    UsageError::Unreadable {
        input,
        path: path.into(),
        folder: folder.display().to_string(),
        why: why.to_string(),
    }
}

/// At most one byte over the limit, so that the limit is noticed.
fn bounded(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// UTF-8, or UTF-16 where a byte order mark says so, as PowerShell writes it (case 49). No text holds a NUL.
fn decode(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => std::str::from_utf8(bytes).ok()?.to_owned(),
    };
    (!text.contains('\0')).then_some(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    rest.is_empty()
        .then(|| String::from_utf16(&units).ok())
        .flatten()
}
