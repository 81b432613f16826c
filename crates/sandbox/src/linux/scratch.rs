//! The scratch folder on disk, for systems without a mount namespace: made, measured, and removed whatever is in it.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that is removed when dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes a new folder for this user alone.
    pub(super) fn create() -> io::Result<Self> {
        // Only to make names differ: two folders of one process, and tries after a name that was taken.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let name = format!("joute-scratch-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok(Self { path }),
            }
        }
    }

    /// Gives it to another user.
    pub(super) fn give_to(&self, owner: u32) -> io::Result<()> {
        chown(&self.path, Some(owner), Some(owner))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The launcher has removed it already, unless it was killed.
        let _ = remove(&self.path);
    }
}

/// Removes a folder with all its contents, however deep: what lies in a subfolder is first moved up, so that no path
/// grows and no recursion is needed. Nobody else uses the folder any more.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    let mut next = 0u64;
    loop {
        let mut found = false;
        for entry in open(folder)? {
            found = true;
            let path = entry?.path();
            if !is_folder(&path) {
                fs::remove_file(&path)?;
                continue;
            }
            for inner in open(&path)? {
                let inner = inner?.path();
                if is_folder(&inner) {
                    // A folder without write permission could not be moved: moving changes its "..".
                    fs::set_permissions(&inner, Permissions::from_mode(0o700))?;
                    fs::rename(&inner, unused(folder, &mut next))?;
                } else {
                    fs::remove_file(&inner)?;
                }
            }
            fs::remove_dir(&path)?;
        }
        if !found {
            return fs::remove_dir(folder);
        }
    }
}

fn open(folder: &Path) -> io::Result<fs::ReadDir> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    fs::read_dir(folder)
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

fn unused(folder: &Path, next: &mut u64) -> PathBuf {
    loop {
        let path = folder.join(format!("up-{next}"));
        *next += 1;
        if fs::symlink_metadata(&path).is_err() {
            return path;
        }
    }
}

/// Bytes in use beneath a folder, counted until they are more than `enough`. A file counts at least a block, so that
/// many empty ones are limited too; folders are walked without recursion.
pub(super) fn size(folder: &Path, enough: u64) -> u64 {
    const BLOCK: u64 = 4096;
    let mut total = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            total += (metadata.blocks() * 512).max(BLOCK);
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            if total > enough {
                return total;
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_removed() {
        let scratch = Scratch::create().unwrap();
        let path = scratch.path().to_owned();
        let mut deep = path.clone();
        for _ in 0..200 {
            deep.push("a-folder-with-a-rather-long-name");
            if fs::create_dir(&deep).is_err() {
                break;
            }
        }
        fs::create_dir_all(path.join("up-0/up-1")).unwrap();
        fs::write(path.join("up-0/up-1/file"), "x").unwrap();
        std::os::unix::fs::symlink("/", path.join("root")).unwrap();
        fs::set_permissions(path.join("up-0"), Permissions::from_mode(0o000)).unwrap();
        drop(scratch);
        assert!(!path.exists());
        assert!(Path::new("/").exists());
    }

    #[test]
    fn size_counts_files_and_stops_early() {
        let scratch = Scratch::create().unwrap();
        fs::create_dir(scratch.path().join("a")).unwrap();
        for i in 0..10 {
            fs::write(scratch.path().join(format!("a/{i}")), vec![1; 5000]).unwrap();
        }
        let size_of_all = size(scratch.path(), u64::MAX);
        assert!(size_of_all >= 50_000, "{size_of_all}");
        assert!(size(scratch.path(), 10_000) < size_of_all);
    }
}
