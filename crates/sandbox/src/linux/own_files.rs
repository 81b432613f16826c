//! Copies of a program's own files in its own root: what a program can do to a file that it only reads, such as keeping its pages
//! in memory, is then noticed by nobody who was given the same file.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};

/// Bytes that are copied for one start at most. What is larger is shown as it is.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// Files and folders that are copied for one start at most.
const MOST_ENTRIES: u32 = 1000;

/// What may still be copied for one start.
pub(super) struct Allowance {
    bytes: u64,
    entries: u32,
}

impl Allowance {
    pub(super) fn new() -> Self {
        Self { bytes: MOST_BYTES, entries: MOST_ENTRIES }
    }

    /// Copies a file or a whole folder to where nothing is yet. Tells whether that was within the allowance; nothing is left of
    /// what could not be copied.
    pub(super) fn copy(&mut self, source: &Path, target: &Path) -> bool {
        let Some((bytes, entries)) = self.take(source) else { return false };
        if copy(source, target).is_err() {
            let _ = if target.is_dir() { fs::remove_dir_all(target) } else { fs::remove_file(target) };
            return false;
        }
        (self.bytes, self.entries) = (bytes, entries);
        true
    }

    /// What is left behind a path, if it fits.
    fn take(&self, path: &Path) -> Option<(u64, u32)> {
        let found = fs::symlink_metadata(path).ok()?;
        let bytes = if found.is_file() { found.len() } else { 0 };
        let mut left = Self { bytes: self.bytes.checked_sub(bytes)?, entries: self.entries.checked_sub(1)? };
        if found.is_dir() {
            for entry in fs::read_dir(path).ok()? {
                (left.bytes, left.entries) = left.take(&entry.ok()?.path())?;
            }
        }
        Some((left.bytes, left.entries))
    }
}

/// Copies with permissions and times, which tell a runtime whether what it compiled is up to date. Pipes and sockets stay behind:
/// they lead to others.
fn copy(source: &Path, target: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(source)?;
    if found.is_symlink() {
        return symlink(fs::read_link(source)?, target);
    }
    if found.is_dir() {
        fs::create_dir(target)?;
        for entry in fs::read_dir(source)? {
            let entry = entry?;
            copy(&entry.path(), &target.join(entry.file_name()))?;
        }
        fs::set_permissions(target, found.permissions())?;
    } else if found.is_file() {
        fs::copy(source, target)?;
    } else {
        return Ok(());
    }
    keep_time(target, &found)
}

fn keep_time(path: &Path, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let modified = Timespec { tv_sec: found.mtime(), tv_nsec: found.mtime_nsec() };
    let times = Timestamps { last_access: modified, last_modification: modified };
    Ok(utimensat(CWD, path, &times, AtFlags::empty())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_folder_is_copied_with_permissions_times_and_links_but_no_sockets() {
        let folder = tempfile::tempdir().unwrap();
        let (source, target) = (folder.path().join("source"), folder.path().join("target"));
        fs::create_dir_all(source.join("inner")).unwrap();
        fs::write(source.join("inner/main.py"), "import helper").unwrap();
        fs::set_permissions(source.join("inner/main.py"), fs::Permissions::from_mode(0o555)).unwrap();
        symlink("inner/main.py", source.join("link")).unwrap();
        let _socket = UnixListener::bind(source.join("socket")).unwrap();
        let mut allowance = Allowance::new();
        assert!(allowance.copy(&source, &target));
        assert_eq!(fs::read_to_string(target.join("link")).unwrap(), "import helper");
        let [one, other] = [&source, &target].map(|path| fs::metadata(path.join("inner/main.py")).unwrap());
        assert_eq!(one.permissions(), other.permissions());
        assert_eq!(one.modified().unwrap(), other.modified().unwrap());
        assert!(!target.join("socket").exists());
        assert_eq!((allowance.bytes, allowance.entries), (MOST_BYTES - 13, MOST_ENTRIES - 5));
    }

    #[test]
    fn what_is_too_much_is_not_begun() {
        let folder = tempfile::tempdir().unwrap();
        let large = fs::File::create(folder.path().join("large")).unwrap();
        large.set_len(MOST_BYTES + 1).unwrap();
        let mut allowance = Allowance::new();
        assert!(!allowance.copy(&folder.path().join("large"), &folder.path().join("copy")));
        assert!(!folder.path().join("copy").exists());
        large.set_len(MOST_BYTES).unwrap();
        assert!(allowance.copy(&folder.path().join("large"), &folder.path().join("copy")));
        fs::write(folder.path().join("small"), "x").unwrap();
        assert!(!allowance.copy(&folder.path().join("small"), &folder.path().join("another")), "nothing is left");
    }
}
