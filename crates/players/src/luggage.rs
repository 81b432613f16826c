//! What a player takes along when it plays on another machine: the files that its locator names, as they lie under a folder.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::helpers::helpers_of;
use crate::kind::FOLDER;
use crate::locator::Locator;

/// More files, or more bytes, are no player but a disk.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 64 << 20;

/// A file to take along.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed {
    /// Where it lies under the folder, with `/` between names.
    pub path: String,
    /// Where it is here.
    pub file: PathBuf,
}

/// The files of a player that lie under a folder. What it names elsewhere, such as an engine of the system, must be on the
/// other machine already; whether it is the same there is seen by its hash.
pub fn luggage(locator: &Locator, folder: &Path) -> io::Result<Vec<Packed>> {
    let words = shlex::split(&locator.target).unwrap_or_default();
    let named = [locator.target.clone()].into_iter().chain(words).chain(locator.option(FOLDER.name).map(str::to_owned));
    let mut packing = Packing { folder, packed: Vec::new(), bytes: 0 };
    for name in named.filter(|name| is_within(Path::new(name))) {
        packing.add(&folder.join(&name))?;
    }
    packing.packed.sort();
    packing.packed.dedup();
    Ok(packing.packed)
}

fn is_within(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

struct Packing<'a> {
    folder: &'a Path,
    packed: Vec<Packed>,
    bytes: u64,
}

impl Packing<'_> {
    fn add(&mut self, path: &Path) -> io::Result<()> {
        let Ok(facts) = path.symlink_metadata() else { return Ok(()) };
        if facts.is_dir() {
            return std::fs::read_dir(path)?.try_for_each(|entry| self.add(&entry?.path()));
        }
        self.add_file(path)?;
        helpers_of(path).iter().try_for_each(|helper| self.add_file(helper))
    }

    fn add_file(&mut self, file: &Path) -> io::Result<()> {
        let facts = std::fs::metadata(file)?;
        let parts = file.strip_prefix(self.folder).map_err(io::Error::other)?.components();
        let names = parts.filter(|part| matches!(part, Component::Normal(_))).map(|part| part.as_os_str().to_str());
        let names: Option<Vec<&str>> = names.collect();
        let path = names.ok_or_else(|| io::Error::other(format!("{}: not UTF-8", file.display())))?.join("/");
        self.bytes += facts.len();
        if self.packed.len() >= MOST_FILES || self.bytes > MOST_BYTES {
            return Err(io::Error::other(format!("more than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20)));
        }
        self.packed.push(Packed { path, file: file.to_owned() });
        Ok(())
    }
}
