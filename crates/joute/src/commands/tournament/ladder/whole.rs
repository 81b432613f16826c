//! Whether a file that somebody drops into a folder is all there: half of a copy must not be taken for a player.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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

/// A file of gzip ends with the size of what is in it, after a stream that says where it ends.
fn is_complete_gzip(contents: &[u8]) -> bool {
    const HEAD: usize = 10;
    let Some(flags) = contents.get(3) else { return false };
    // With names and comments in its head, the head is longer: then the stream is not looked at.
    if *flags != 0 || !contents.starts_with(&[0x1f, 0x8b]) {
        return contents.len() > HEAD;
    }
    let Some(stream) = contents.get(HEAD..) else { return false };
    match miniz_oxide::inflate::decompress_to_vec_with_limit(stream, LARGEST as usize) {
        Ok(_) => true,
        // Too much of it is judged by whoever unpacks it.
        Err(error) => error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput,
    }
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
