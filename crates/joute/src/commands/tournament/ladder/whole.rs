//! Whether a file that somebody drops into a folder is all there: half of a copy must not be taken for a player.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use super::LOGS;

/// What nobody has changed for so long is whole, as far as its contents say nothing else.
const SETTLED: Duration = Duration::from_millis(500);
/// What is not whole by its contents for so long never will be, and is told so.
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest archive that is read to see whether it is whole.
const LARGEST: u64 = 64 << 20;
/// How files end that others write on the way.
const UNFINISHED: [&str; 7] = [".part", ".partial", ".tmp", ".crdownload", ".filepart", ".swp", "~"];

/// What lies in a folder of submissions, by name, in order; our own logs and what is hidden or unfinished is not there.
pub(in super::super) fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let failed = |error: std::io::Error| format!("cannot read the folder {}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_hidden = name.starts_with('.') || name == LOGS || name == "__MACOSX";
        if !is_hidden && !UNFINISHED.iter().any(|ending| name.ends_with(ending)) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file or a folder is all there.
pub(in super::super) fn is_whole(path: &Path) -> bool {
    let Some(age) = age(path) else { return false };
    age >= PATIENCE || (age >= SETTLED && is_complete(path))
}

/// How long nothing of it has changed; what says that it comes from the future is old.
fn age(path: &Path) -> Option<Duration> {
    let facts = path.symlink_metadata().ok()?;
    let own = SystemTime::now().duration_since(facts.modified().ok()?).unwrap_or(PATIENCE);
    if !facts.is_dir() {
        return Some(own);
    }
    let within = std::fs::read_dir(path).ok()?.flatten().filter_map(|entry| age(&entry.path()));
    Some(within.fold(own, Duration::min))
}

/// Whether the contents of a file do not say that something is missing: archives and libraries know how long they are.
fn is_complete(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_small = path.metadata().is_ok_and(|facts| facts.is_file() && facts.len() <= LARGEST);
    let needs_look = ["zip", "gz", "tgz", "so"].contains(&ending.as_str());
    if !needs_look || !is_small {
        return true;
    }
    let Ok(contents) = std::fs::read(path) else { return false };
    match ending.as_str() {
        "zip" => super::super::zip::entries(&contents, usize::MAX).is_ok(),
        "so" => is_complete_library(&contents),
        _ => is_complete_gzip(&contents),
    }
}

/// A library (ELF, 64 bits) ends with the table of its sections, whose place stands at its beginning.
fn is_complete_library(contents: &[u8]) -> bool {
    if !contents.starts_with(b"\x7fELF\x02") {
        return !contents.is_empty();
    }
    let number = |at: usize, size: usize| {
        let bytes = contents.get(at..at + size)?;
        Some(bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte)))
    };
    let end = || Some(number(0x28, 8)?.saturating_add(number(0x3a, 2)? * number(0x3c, 2)?));
    end().is_some_and(|end| end <= contents.len() as u64)
}

/// What begins a member of a file of gzip.
const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The most members that are looked at: archives have one, or one for each disk that was put together.
const MOST_MEMBERS: usize = 64;

/// What stands where a member of a file of gzip begins.
enum Member<'a> {
    /// A whole one, and what is behind it.
    Whole(&'a [u8]),
    /// One whose end is missing.
    Cut,
    /// More than is looked at: it is judged by whoever unpacks it.
    TooLarge,
}

/// A file of gzip is members: each has a head, a stream that says where it ends, and how long what is in it is.
fn is_complete_gzip(contents: &[u8]) -> bool {
    if contents.len() >= MAGIC.len() && !contents.starts_with(&MAGIC) {
        return true;
    }
    let mut rest = contents;
    for _ in 0..MOST_MEMBERS {
        match member(rest) {
            Member::Whole(behind) if behind.starts_with(&MAGIC) => rest = behind,
            Member::Whole(_) | Member::TooLarge => return true,
            Member::Cut => return false,
        }
    }
    true
}

fn member(bytes: &[u8]) -> Member<'_> {
    let Some(stream) = after_head(bytes) else { return Member::Cut };
    let (mut state, mut unpacked) = (InflateState::new_boxed(DataFormat::Raw), vec![0; 1 << 16]);
    let (mut at, mut length) = (0, 0u64);
    loop {
        let step = inflate(&mut state, &stream[at..], &mut unpacked, MZFlush::None);
        (at, length) = (at + step.bytes_consumed, length + step.bytes_written as u64);
        match step.status {
            Ok(MZStatus::StreamEnd) => break,
            Ok(_) if length > LARGEST => return Member::TooLarge,
            Ok(_) if step.bytes_consumed + step.bytes_written > 0 => {}
            _ => return Member::Cut,
        }
    }
    // A checksum, and the length modulo 2^32.
    let told = stream[at..].split_at_checked(8).filter(|(end, _)| end[4..] == (length as u32).to_le_bytes());
    told.map_or(Member::Cut, |(_, behind)| Member::Whole(behind))
}

/// What follows the head of a member: extra fields, names and comments are passed over.
fn after_head(member: &[u8]) -> Option<&[u8]> {
    const CHECKSUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let flags = *member.get(3)?;
    let mut rest = member.get(10..)?;
    if flags & EXTRA != 0 {
        let length = u16::from_le_bytes([*rest.first()?, *rest.get(1)?]);
        rest = rest.get(2 + usize::from(length)..)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            rest = &rest[rest.iter().position(|&byte| byte == 0)? + 1..];
        }
    }
    if flags & CHECKSUM != 0 { rest.get(2..) } else { Some(rest) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn half_of_a_library_is_not_whole() {
        let mut library = vec![0u8; 200];
        library[..5].copy_from_slice(b"\x7fELF\x02");
        (library[0x28], library[0x3a], library[0x3c]) = (72, 64, 2);
        assert!(is_complete_library(&library));
        assert!(!is_complete_library(&library[..199]));
        assert!(!is_complete_library(&library[..20]));
        assert!(!is_complete_library(b""));
    }

    #[test]
    fn half_of_a_zip_is_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        // An archive with nothing in it is its end alone.
        let mut archive = b"PK\x05\x06".to_vec();
        archive.extend([0; 18]);
        let path = folder.path().join("a.zip");
        std::fs::write(&path, &archive).unwrap();
        let half = folder.path().join("b.zip");
        std::fs::write(&half, &archive[..12]).unwrap();
        assert!(!is_complete(&half));
        assert_eq!(is_complete(&path), super::super::super::zip::entries(&archive, 10).is_ok());
    }

    /// A file of gzip as `gzip FILE` makes it, with the name of what is in it.
    fn gzip(contents: &[u8], flags: u8, more: &[u8]) -> Vec<u8> {
        let head = [&MAGIC[..], &[8, flags, 0, 0, 0, 0, 0, 3], more].concat();
        let stream = miniz_oxide::deflate::compress_to_vec(contents, 6);
        [head, stream, vec![0; 4], (contents.len() as u32).to_le_bytes().to_vec()].concat()
    }

    #[test]
    fn half_of_a_gzip_is_not_whole_whatever_its_head_holds() {
        let contents: Vec<u8> = (0..200_000u32).map(|number| (number.wrapping_mul(number) >> 7) as u8).collect();
        let heads: [(u8, &[u8]); 4] =
            [(0, b""), (8, b"x.tar\0"), (8 | 16, b"x.tar\0made at home\0"), (4 | 2, b"\x03\0abc\x01\x02")];
        for (flags, more) in heads {
            let whole = gzip(&contents, flags, more);
            assert!(is_complete_gzip(&whole), "{flags}");
            for cut in [0, 1, 9, 12, 30, whole.len() / 2, whole.len() - 9, whole.len() - 8, whole.len() - 1] {
                assert!(!is_complete_gzip(&whole[..cut]), "{flags}: the first {cut} bytes of {}", whole.len());
            }
        }
        let [one, two] = [gzip(&contents, 0, b""), gzip(b"more", 8, b"y\0")];
        let both = [one, two].concat();
        assert!(is_complete_gzip(&both) && !is_complete_gzip(&both[..both.len() - 1]));
        let padded = [gzip(b"some", 0, b""), vec![0; 512]].concat();
        assert!(is_complete_gzip(&padded) && is_complete_gzip(b"no archive"));
    }

    #[test]
    fn what_unpacks_to_more_than_is_looked_at_is_judged_by_whoever_unpacks_it() {
        let bomb = gzip(&vec![0; LARGEST as usize + (1 << 20)], 8, b"bomb\0");
        assert!(is_complete_gzip(&bomb[..bomb.len() - 8]));
    }

    #[test]
    fn logs_hidden_and_unfinished_files_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.c", ".b.c", "c.c.part", "d.c~", LOGS] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let names: Vec<String> = listed(folder.path()).unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.c"]);
    }
}
