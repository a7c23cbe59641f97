//! The one file inside an artifact's archive, taken out in memory. Writes no file, so no name in an archive leads
//! anywhere; knows nothing of entries.
//!
//! What an archive says of itself counts for nothing: the bytes are counted as they come out.

use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};

/// The most bytes of an archive that are looked at.
pub const MAX_ARCHIVE: usize = 2 * 1024 * 1024;

/// How far a text may swell: much more than a report does, much less than a bomb.
const MAX_RATIO: usize = 200;

/// As much as a comment can hold (fact 20), with each character spelled in six by JSON, is no bomb, whatever the ratio.
const HARMLESS: usize = 512 * 1024;

/// Of a Unix mode.
const FILE_TYPE: u32 = 0o170_000;
const REGULAR_FILE: u32 = 0o100_000;

/// Why an archive is refused. Names no part of it: its names may be anybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// More bytes than are looked at, before or after inflating.
    #[error("its archive is larger than one entry can be")]
    Large,
    /// A bomb.
    #[error("its archive swells more than any text does")]
    Ratio,
    /// Not one member, but none or several.
    #[error("its archive does not hold exactly one file")]
    Count,
    /// A member that is not the one that is wanted: an absolute name, `..`, another folder or file.
    #[error("the file in its archive does not have the name of the artifact")]
    Name,
    /// A link, a folder, a device, or encrypted.
    #[error("its archive holds something else than a plain file")]
    Kind,
    /// No archive, or a damaged one.
    #[error("its archive is damaged")]
    Damaged,
}

/// The content of the only member, which must be called `name` and have at most `limit` bytes.
///
/// # Errors
/// [`ArchiveError`] for any archive that an upload of one file would not have made.
pub fn only_member(archive: &[u8], name: &str, limit: usize) -> Result<Vec<u8>, ArchiveError> {
    if archive.len() > MAX_ARCHIVE {
        return Err(ArchiveError::Large);
    }
    let archive = ZipArchive::from_slice(archive).map_err(|_| ArchiveError::Damaged)?;
    let member = only(&archive)?;
    if member.file_path().as_bytes() != name.as_bytes() {
        return Err(ArchiveError::Name);
    }
    if member.flags().is_encrypted() || member.mode().value() & FILE_TYPE != REGULAR_FILE {
        return Err(ArchiveError::Kind);
    }
    inflate(&archive, &member, limit)
}

fn only<'a>(
    archive: &'a ZipSliceArchive<&'a [u8]>,
) -> Result<ZipFileHeaderRecord<'a>, ArchiveError> {
    let mut members = archive.entries();
    let mut next = || members.next_entry().map_err(|_| ArchiveError::Damaged);
    match (archive.entries_hint(), next()?, next()?) {
        (1, Some(member), None) => Ok(member),
        _ => Err(ArchiveError::Count),
    }
}

fn inflate(
    archive: &ZipSliceArchive<&[u8]>,
    member: &ZipFileHeaderRecord<'_>,
    limit: usize,
) -> Result<Vec<u8>, ArchiveError> {
    let damaged = |_| ArchiveError::Damaged;
    let entry = archive.get_entry(member.wayfinder()).map_err(damaged)?;
    // Two names for one member are two readers' quarrel.
    if entry.local_header().file_path().as_bytes() != member.file_path().as_bytes() {
        return Err(ArchiveError::Name);
    }
    let packed = entry.data();
    let reader: Box<dyn Read + '_> = match member.compression_method() {
        CompressionMethod::STORE => Box::new(packed),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed)),
        _ => return Err(ArchiveError::Kind),
    };
    let swollen = packed.len().saturating_mul(MAX_RATIO).max(HARMLESS);
    let most = limit.min(swollen);
    let mut content = Vec::new();
    let one_more = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    // The reader compares size and checksum with the directory's when it has come to the end.
    let read = entry
        .verifying_reader(reader)
        .take(one_more)
        .read_to_end(&mut content);
    match content.len() {
        length if length > limit => Err(ArchiveError::Large),
        length if length > most => Err(ArchiveError::Ratio),
        _ => read.map(|_| content).map_err(|_| ArchiveError::Damaged),
    }
}

#[cfg(test)]
mod tests;
