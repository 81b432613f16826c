//! Copies of folders: bounded, readable for whatever user runs them, without links out of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::main_file::OwnFiles;

/// The most that a submission may hold.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// The most files and folders in it.
pub(super) const MOST_FILES: u32 = 2000;
/// Folders that are nobody's player.
const LEFT_OUT: [&str; 4] = [".git", "__MACOSX", "__pycache__", "node_modules"];

/// What may still be taken in.
#[derive(Debug)]
pub(super) struct Allowance {
    bytes: u64,
    files: u32,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { bytes: MOST_BYTES, files: MOST_FILES }
    }
}

impl Allowance {
    /// Takes one more file of this size in.
    pub(super) fn take(&mut self, bytes: u64) -> io::Result<()> {
        let left = self.bytes.checked_sub(bytes).zip(self.files.checked_sub(1));
        let too_much = || io::Error::other(format!("more than {} MiB or {MOST_FILES} files", MOST_BYTES >> 20));
        (self.bytes, self.files) = left.ok_or_else(too_much)?;
        Ok(())
    }

    /// How many bytes there is room for.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// An empty folder that everybody may look into.
pub(super) fn empty_folder() -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("joute-submission-").tempdir()?;
    set_mode(folder.path(), true)?;
    Ok(folder)
}

/// A copy of what of a folder belongs to the player, or of a file as the only one in it. A folder with nothing in it is nothing.
pub(super) fn copied(from: &Path) -> io::Result<TempDir> {
    copy_of(own_files(from)?)
}

/// Files in a folder of our own: where each lies in it, and where it is.
pub(crate) fn copy_of(files: Vec<(PathBuf, PathBuf)>) -> io::Result<TempDir> {
    let copy = empty_folder()?;
    for (name, source) in files {
        let mut at = copy.path().to_owned();
        for folder in name.parent().into_iter().flat_map(Path::components) {
            at.push(folder);
            if !at.is_dir() {
                fs::create_dir(&at)?;
                set_mode(&at, true)?;
            }
        }
        let (target, runs) = (copy.path().join(&name), crate::locator::is_executable(&source));
        fs::write(&target, fs::read(&source)?)?;
        set_mode(&target, runs)?;
    }
    Ok(copy)
}

/// The files of a folder that belong to the player, or a file itself: where each lies in the copy, and where it is.
pub(crate) fn own_files(from: &Path) -> io::Result<Vec<(PathBuf, PathBuf)>> {
    let root = from.canonicalize()?;
    let (mut allowance, mut files) = (Allowance::default(), Vec::new());
    if root.is_file() {
        let name = from.file_name().ok_or_else(|| io::Error::other("a file without a name"))?;
        allowance.take(root.metadata()?.len())?;
        return Ok(vec![(name.into(), root)]);
    }
    let own = OwnFiles::of(&root).map_err(io::Error::other)?;
    let mut folders = vec![(root.clone(), PathBuf::new())];
    while let Some((from, within)) = folders.pop() {
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            let name = within.join(entry.file_name());
            if LEFT_OUT.iter().any(|name| entry.file_name() == *name) || !own.holds(&name) {
                continue;
            }
            let source = inside(&entry.path(), &root)?;
            if source.is_dir() {
                allowance.take(0)?;
                folders.push((source, name));
            } else if source.is_file() {
                allowance.take(source.metadata()?.len())?;
                files.push((name, source));
            }
        }
    }
    Ok(files)
}

/// The real path of something in a folder; a link that leaves the folder would show what its author may not read.
fn inside(path: &Path, root: &Path) -> io::Result<PathBuf> {
    let real = path.canonicalize()?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if real.starts_with(root) && real != *root {
        Ok(real)
    } else {
        Err(io::Error::other(format!("{name} is a symbolic link that leaves the folder; expected the file itself")))
    }
}

/// Readable for everybody, and executable where that is meant.
#[cfg(unix)]
pub(super) fn set_mode(path: &Path, runs: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(if runs { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
pub(super) fn set_mode(_: &Path, _: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_is_copied_whole_and_no_link_leaves_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("data/deep")).unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        fs::create_dir(folder.path().join("empty")).unwrap();
        fs::write(folder.path().join("main.py"), "x").unwrap();
        fs::write(folder.path().join("data/deep/book.txt"), "y").unwrap();
        symlink("main.py", folder.path().join("same.py")).unwrap();
        let copy = copied(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(copy.path().join("data/deep/book.txt")).unwrap(), "y");
        assert_eq!(fs::read_to_string(copy.path().join("same.py")).unwrap(), "x");
        assert!(!copy.path().join(".git").exists());
        assert!(!copy.path().join("empty").exists(), "other machines get files alone, and must see the same");
        symlink("/etc/hostname", folder.path().join("out")).unwrap();
        assert!(copied(folder.path()).unwrap_err().to_string().contains("leaves the folder"));
    }

    #[test]
    fn what_is_too_much_is_not_taken_in() {
        let mut allowance = Allowance::default();
        assert!(allowance.take(MOST_BYTES).is_ok() && allowance.take(1).is_err());
        let mut allowance = Allowance::default();
        assert!((0..MOST_FILES).all(|_| allowance.take(0).is_ok()) && allowance.take(0).is_err());
    }
}
