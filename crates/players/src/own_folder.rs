//! Temporary folders for the files of players, which do not outlive this program for long: those of one that was killed are
//! removed when the next one makes its first.
//!
//! A folder is in use while somebody holds the lock on a file in it. The kernel gives the lock back whatever becomes of the
//! program, in whatever container it ran, so that nobody's number has to be looked up.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Once;
use std::time::{Duration, SystemTime};

use rustix::fs::OFlags;
use tempfile::TempDir;

/// How the folders begin to be called.
const PREFIX: &str = "joute-player-";
/// The file whose lock says that the folder is in use.
const LOCK: &str = "in-use";
/// How it is called until it is locked.
const BEING_LOCKED: &str = "in-use-soon";
/// A folder without such a file may just be made; after so long it is not.
const BEING_MADE: Duration = Duration::from_secs(3600);

/// A folder of our own, removed with this value.
#[derive(Debug)]
pub(crate) struct OwnFolder {
    folder: TempDir,
    _lock: File,
}

impl OwnFolder {
    /// A new folder among the system's temporary ones.
    pub(crate) fn new() -> io::Result<OwnFolder> {
        static SWEPT: Once = Once::new();
        let place = std::env::temp_dir();
        // Whatever cannot be removed is left to the next one.
        SWEPT.call_once(|| drop(sweep(&place)));
        OwnFolder::within(&place)
    }

    fn within(place: &Path) -> io::Result<OwnFolder> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        // It gets its name when it is locked: nobody who sweeps must find it free before that.
        let being_made = folder.path().join(BEING_LOCKED);
        let lock = File::create_new(&being_made)?;
        lock.lock()?;
        fs::rename(being_made, folder.path().join(LOCK))?;
        Ok(OwnFolder { folder, _lock: lock })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders of programs that are gone.
fn sweep(place: &Path) -> io::Result<()> {
    for entry in fs::read_dir(place)?.flatten() {
        let is_named_so = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_named_so && is_left(&entry.path()).unwrap_or(false) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// Whether a folder is ours, no link, and in nobody's use.
fn is_left(folder: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(folder)?;
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return Ok(false);
    }
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).map_err(io::Error::other)?;
    match OpenOptions::new().read(true).write(true).custom_flags(flags).open(folder.join(LOCK)) {
        Ok(lock) => Ok(lock.try_lock().is_ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let age = SystemTime::now().duration_since(metadata.modified()?).unwrap_or_default();
            Ok(age > BEING_MADE)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many programs that start at once sweep while others make their folders.
    #[test]
    fn nobody_sweeps_what_is_being_made() {
        let place = tempfile::tempdir().unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    sweep(place.path()).unwrap();
                }
            });
            let made: Vec<_> = (0..300).map(|_| OwnFolder::within(place.path())).collect();
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(made.into_iter().all(|folder| folder.unwrap().path().join(LOCK).exists()));
        });
    }

    #[test]
    fn only_what_was_left_behind_is_swept() {
        let place = tempfile::tempdir().unwrap();
        let used = OwnFolder::within(place.path()).unwrap();
        // As after a kill: the folder and its file are there, and nobody holds the lock.
        let left = place.path().join(format!("{PREFIX}left"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        fs::write(left.join("player.ml"), "let x = 1").unwrap();
        let young = place.path().join(format!("{PREFIX}young"));
        fs::create_dir(&young).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join(LOCK), "").unwrap();
        let link = place.path().join(format!("{PREFIX}link"));
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
        let foreign = place.path().join("somebody-else");
        fs::create_dir(&foreign).unwrap();
        fs::write(foreign.join(LOCK), "").unwrap();
        sweep(place.path()).unwrap();
        assert!(!left.exists(), "nobody uses it");
        for kept in [used.path(), &young, &link, &foreign, elsewhere.path()] {
            assert!(kept.exists(), "{}", kept.display());
        }
        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists());
    }
}
