//! Unpacks an archive of strangers: so much and no more, nothing beside its folder, and no links.

use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::zip;

/// The most files of an archive.
const MOST_FILES: usize = 20_000;
/// The most that an archive may have, and all of its files when they are unpacked.
const MOST_BYTES: usize = 1 << 30;
/// The most folders within folders.
const DEEPEST: usize = 12;

/// What tells which archive a folder was unpacked from.
const STAMP: &str = ".unpacked-from";

/// Something of an archive that is not unpacked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LeftOut {
    /// Its name in the archive.
    pub(super) name: String,
    pub(super) why: String,
}

/// What was unpacked: from which archive, and what of it was not.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unpacked {
    archive: String,
    left_out: Vec<LeftOut>,
}

/// Unpacks a zip into a folder, which holds what is in it and nothing else afterwards, and tells what was left out. One that is
/// unpacked already is left as it is, since somebody may be playing with it. A message if it cannot be.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<Vec<LeftOut>, String> {
    let stamp = stamp(archive).map_err(|error| format!("cannot read the archive: {error}"))?;
    let known = fs::read_to_string(folder.join(STAMP)).ok();
    let known = known.and_then(|text| serde_json::from_str::<Unpacked>(&text).ok());
    if let Some(known) = known.filter(|known| known.archive == stamp) {
        return Ok(known.left_out);
    }
    let beside = folder.with_extension("new");
    let unpacked = fresh(&beside).map_err(|error| format!("cannot make the folder {}: {error}", beside.display()));
    let unpacked = unpacked.and_then(|()| unpack_into(archive, &beside));
    let replaced = unpacked.and_then(|left_out| {
        let unpacked = Unpacked { archive: stamp, left_out };
        let written = serde_json::to_string(&unpacked).map_err(io::Error::from);
        let done = written.and_then(|text| fs::write(beside.join(STAMP), text)).and_then(|()| remove(folder));
        let done = done.and_then(|()| fs::rename(&beside, folder));
        done.map(|()| unpacked.left_out).map_err(|error| format!("cannot unpack: {error}"))
    });
    if replaced.is_err() {
        // What is half unpacked is of no use; if it cannot be removed, the next time will say so.
        let _ = remove(&beside);
    }
    replaced
}

/// The size of an archive and when it was changed.
fn stamp(archive: &Path) -> io::Result<String> {
    let facts = fs::metadata(archive)?;
    let changed = facts.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Ok(format!("{} bytes of {} ns", facts.len(), changed.as_nanos()))
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn fresh(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::create_dir_all(folder)
}

fn unpack_into(archive: &Path, folder: &Path) -> Result<Vec<LeftOut>, String> {
    let failed = |error: io::Error| format!("cannot unpack: {error}");
    let size = fs::metadata(archive).map_err(failed)?.len();
    if size > MOST_BYTES as u64 {
        return Err(format!("{} MiB: expected at most {}", size >> 20, MOST_BYTES >> 20));
    }
    let archive = fs::read(archive).map_err(failed)?;
    let (mut room, mut left_out) = (MOST_BYTES, Vec::new());
    for entry in zip::entries(&archive, MOST_FILES)? {
        if let Some(why) = unpack_entry(&entry, &archive, folder, &mut room)? {
            left_out.push(LeftOut { name: entry.name, why: why.to_owned() });
        }
    }
    Ok(left_out)
}

/// Unpacks one file or folder, or says why it is left out.
fn unpack_entry(
    entry: &zip::Entry,
    archive: &[u8],
    folder: &Path,
    room: &mut usize,
) -> Result<Option<&'static str>, String> {
    let failed = |error: io::Error| format!("cannot unpack: {error}");
    let Some(name) = inside(&entry.name) else { return Ok(Some("its name leads out of the archive")) };
    let path = folder.join(name);
    let is_folder = entry.name.ends_with('/');
    let own = if is_folder { Some(path.as_path()) } else { path.parent() };
    fs::create_dir_all(own.unwrap_or(folder)).map_err(failed)?;
    // A link could lead anywhere. Whose it is has a folder all the same.
    if entry.is_link() {
        return Ok(Some("a link; expected the file itself"));
    }
    if !is_folder {
        let contents = entry.contents(archive, *room)?;
        *room -= contents.len();
        write(&path, &contents, entry.mode).map_err(failed)?;
    }
    Ok(None)
}

fn write(path: &Path, contents: &[u8], mode: Option<u32>) -> io::Result<()> {
    fs::write(path, contents)?;
    let mode = if mode.is_some_and(|mode| mode & 0o111 != 0) { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// A name as a path below the folder; nothing for one that leads out of it.
fn inside(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let parts: Option<Vec<_>> = path
        .components()
        .map(|part| match part {
            Component::Normal(part) => Some(part),
            _ => None,
        })
        .collect();
    let parts = parts?;
    (!parts.is_empty() && parts.len() <= DEEPEST).then(|| parts.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn nothing_leads_out() {
        assert_eq!(inside("a/b.ml").unwrap().to_str(), Some("a/b.ml"));
        for name in ["../b", "/etc/passwd", "a/../../b", "", "."] {
            assert_eq!(inside(name), None, "{name}");
        }
        assert_eq!(inside(&"a/".repeat(40)), None, "too deep");
    }
}
