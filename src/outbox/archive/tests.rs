use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;
use rawzip::ZipArchiveWriter;
use rawzip::path::EntryPath;

use super::*;

const NAME: &str = "one-comment-outbox-0123456789abcdef.json";
const LIMIT: usize = 1024 * 1024;

/// One member of an archive to be made.
struct Member<'a> {
    name: &'a str,
    mode: u32,
    content: &'a [u8],
}

const PLAIN: Member<'static> = Member {
    name: NAME,
    mode: 0o100_644,
    content: b"{}",
};

fn packed(members: &[Member<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for member in members {
        let path = EntryPath::verbatim(member.name.as_bytes());
        let builder = archive.new_file(path).unix_permissions(member.mode);
        let builder = builder.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = builder.start().unwrap();
        let mut data = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        data.write_all(member.content).unwrap();
        let (encoder, descriptor) = data.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

fn one(member: Member<'_>) -> Result<Vec<u8>, ArchiveError> {
    only_member(&packed(&[member]), NAME, LIMIT)
}

/// What does not get smaller.
fn noise(length: usize) -> Vec<u8> {
    let next = |seed: &u32| Some(seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let draws = std::iter::successors(Some(1), next);
    draws.map(|draw| (draw >> 24) as u8).take(length).collect()
}

/// The archive with the bytes `from` replaced wherever they stand.
fn patched(mut archive: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    let windows = archive.windows(from.len()).enumerate();
    let places = windows.filter(|(_, window)| *window == from);
    let places: Vec<_> = places.map(|(at, _)| at).collect();
    assert!(!places.is_empty(), "nothing to patch");
    for at in places {
        archive[at..at + to.len()].copy_from_slice(to);
    }
    archive
}

#[test]
fn the_only_file_comes_out_as_it_went_in() {
    assert_eq!(one(PLAIN), Ok(b"{}".to_vec()));
    let noise = noise(LIMIT);
    let content = noise.as_slice();
    assert_eq!(one(Member { content, ..PLAIN }), Ok(content.to_vec()));
}

#[test]
fn a_file_that_was_only_stored_is_taken_too() {
    let mut archive = ZipArchiveWriter::new(Cursor::new(Vec::new()));
    let (mut entry, config) = archive.new_file(NAME).start().unwrap();
    let mut data = config.wrap(&mut entry);
    data.write_all(b"{}").unwrap();
    let (_, descriptor) = data.finish().unwrap();
    entry.finish(descriptor).unwrap();
    let archive = archive.finish().unwrap().into_inner();
    assert_eq!(only_member(&archive, NAME, LIMIT), Ok(b"{}".to_vec()));
}

#[test]
fn any_other_name_is_refused() {
    let names = [
        "/etc/passwd",
        "../one-comment-outbox-0123456789abcdef.json",
        "a/one-comment-outbox-0123456789abcdef.json",
        "./one-comment-outbox-0123456789abcdef.json",
        "C:\\one-comment-outbox-0123456789abcdef.json",
        "one-comment-outbox-0123456789abcdef.json\0",
        "one-comment-outbox-0123456789ABCDEF.json",
        "::add-mask::x",
        "\u{1b}[31m",
    ];
    for name in names {
        assert_eq!(one(Member { name, ..PLAIN }), Err(ArchiveError::Name));
    }
}

#[test]
fn a_name_that_differs_between_the_two_headers_is_refused() {
    let mut archive = packed(&[PLAIN]);
    let local = archive
        .windows(NAME.len())
        .position(|window| window == NAME.as_bytes())
        .unwrap();
    archive[local..local + 4].copy_from_slice(b"../x");
    assert_eq!(only_member(&archive, NAME, LIMIT), Err(ArchiveError::Name));
}

#[test]
fn a_link_a_folder_or_a_device_is_refused() {
    for mode in [0o120_777, 0o040_755, 0o020_666, 0o060_666, 0o010_666] {
        assert_eq!(one(Member { mode, ..PLAIN }), Err(ArchiveError::Kind));
    }
}

#[test]
fn none_two_and_a_thousand_members_are_refused() {
    let count = Err(ArchiveError::Count);
    assert_eq!(only_member(&packed(&[]), NAME, LIMIT), count);
    // The same name twice: which one counts is anybody's guess.
    assert_eq!(only_member(&packed(&[PLAIN, PLAIN]), NAME, LIMIT), count);
    let crowd: Vec<_> = (0..1000).map(|_| PLAIN).collect();
    assert_eq!(only_member(&packed(&crowd), NAME, LIMIT), count);
}

#[test]
fn a_bomb_is_stopped_by_its_ratio_and_a_large_text_by_its_size() {
    let zeros = vec![0; LIMIT];
    let content = zeros.as_slice();
    assert_eq!(one(Member { content, ..PLAIN }), Err(ArchiveError::Ratio));
    // Little comes out of it, so it harms nobody.
    let content = &zeros[..HARMLESS];
    assert!(one(Member { content, ..PLAIN }).is_ok());
    let noise = noise(LIMIT + 1);
    let content = noise.as_slice();
    assert_eq!(one(Member { content, ..PLAIN }), Err(ArchiveError::Large));
}

#[test]
fn an_archive_that_is_larger_than_an_entry_is_not_even_opened() {
    assert_eq!(
        only_member(&vec![0; MAX_ARCHIVE + 1], NAME, LIMIT),
        Err(ArchiveError::Large)
    );
}

#[test]
fn a_size_that_lies_in_its_header_is_noticed() {
    let content = b"0123456789abcdefghijklmnopqrstuvwxyz!";
    let archive = packed(&[Member { content, ..PLAIN }]);
    let truth = u32::try_from(content.len()).unwrap().to_le_bytes();
    for lie in [0_u32, 1, 36, 38, u32::MAX - 1] {
        let lying = patched(archive.clone(), &truth, &lie.to_le_bytes());
        let read = only_member(&lying, NAME, LIMIT);
        assert_eq!(read, Err(ArchiveError::Damaged), "{lie}");
    }
}

#[test]
fn a_changed_byte_is_noticed() {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    let (mut entry, config) = archive.new_file(NAME).start().unwrap();
    let mut data = config.wrap(&mut entry);
    data.write_all(b"no tests failed").unwrap();
    let (_, descriptor) = data.finish().unwrap();
    entry.finish(descriptor).unwrap();
    let archive = patched(archive.finish().unwrap(), b"no tests", b"99 tests");
    assert_eq!(
        only_member(&archive, NAME, LIMIT),
        Err(ArchiveError::Damaged)
    );
}

#[test]
fn what_is_no_archive_is_damaged() {
    for bytes in [&b""[..], b"PK", b"{\"version\":1}", b"PK\x05\x06"] {
        let read = only_member(bytes, NAME, LIMIT);
        assert_eq!(read, Err(ArchiveError::Damaged), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn a_damaged_archive_is_refused_or_unharmed(at in 0_usize..200, byte: u8) {
        let mut archive = packed(&[PLAIN]);
        if let Some(place) = archive.get_mut(at) {
            *place = byte;
        }
        if let Ok(content) = only_member(&archive, NAME, LIMIT) {
            prop_assert_eq!(content, b"{}".to_vec());
        }
    }
}
