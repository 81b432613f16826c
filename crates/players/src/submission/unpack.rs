//! Trees that come as a tar, from git, from an archive or from a build, unpacked within bounds. Names that leave the folder and links are
//! refused.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::copy::{Allowance, set_mode};

/// Unpacks the files and folders of a tar; whatever else is in it is refused.
pub(super) fn untar(tar: impl Read, folder: &Path) -> io::Result<()> {
    let mut archive = tar::Archive::new(tar);
    let mut allowance = Allowance::default();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = safe(&entry.path()?)?;
        let (kind, mode) = (entry.header().entry_type(), entry.header().mode().unwrap_or(0o644));
        match kind {
            tar::EntryType::Directory => make_folder(&folder.join(path))?,
            tar::EntryType::Regular => write(&mut entry, &folder.join(path), mode & 0o111 != 0, &mut allowance)?,
            tar::EntryType::Symlink | tar::EntryType::Link => return Err(link(&path)),
            // Headers of the format itself, such as that of a repository's revision.
            _ => {}
        }
    }
    Ok(())
}

/// A path within the folder.
fn safe(path: &Path) -> io::Result<PathBuf> {
    let is_safe = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if is_safe { Ok(path.to_owned()) } else { Err(io::Error::other(format!("{} leaves the archive", path.display()))) }
}

fn link(path: &Path) -> io::Error {
    io::Error::other(format!("{} is a link; expected the file itself", path.display()))
}

fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    set_mode(path, true)
}

/// Writes what comes out, which may be more than was announced.
fn write(content: &mut impl Read, path: &Path, runs: bool, allowance: &mut Allowance) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let mut bytes = Vec::new();
    content.take(allowance.bytes() + 1).read_to_end(&mut bytes)?;
    allowance.take(bytes.len() as u64)?;
    fs::write(path, bytes)?;
    set_mode(path, runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, content) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            // Written by hand, since the library itself refuses names that leave the archive.
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            builder.append(&header, *content).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn nothing_leaves_an_archive_and_nothing_is_without_bounds() {
        let folder = tempfile::tempdir().unwrap();
        let untar = |bytes: Vec<u8>| untar(&bytes[..], folder.path());
        assert!(untar(tar(&[("../out", b"x")])).unwrap_err().to_string().contains("leaves the archive"));
        assert!(untar(tar(&[("/etc/x", b"x")])).is_err());
        let much = vec![0; (super::super::copy::MOST_BYTES + 1) as usize];
        assert!(untar(tar(&[("much", &much)])).unwrap_err().to_string().contains("more than"));
    }
}
