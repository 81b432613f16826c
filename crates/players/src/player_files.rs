//! What a player takes along when it plays on another machine: the files that its locator names, as they lie under a folder.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::helpers::helpers_of;
use crate::kind::FOLDER;
use crate::locator::Locator;
use crate::submission::own_files;

/// More files, or more bytes, are no player but a disk.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 64 << 20;

/// The kind of players that cannot travel.
const GIT: &str = "git";

/// A file to take along.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerFile {
    /// Where it lies under the folder, with `/` between names.
    pub path: String,
    /// Where it is here.
    pub file: PathBuf,
}

/// The files of a player that lie under a folder. What it names elsewhere, such as an engine of the system, must be on the
/// other machine already; whether it is the same there is seen by its hash.
pub fn player_files(locator: &Locator, folder: &Path) -> io::Result<Vec<PlayerFile>> {
    if locator.kind.info().name == GIT {
        return Err(io::Error::other(
            "a revision of a repository cannot be taken along; expected a folder or an archive",
        ));
    }
    let mut packing = Packing { folder, packed: Vec::new(), bytes: 0 };
    let target = folder.join(&locator.target);
    if is_within(Path::new(&locator.target)) && target.is_dir() {
        // What of it belongs to the player, as the kind of folders knows.
        for (name, file) in own_files(&target)? {
            packing.pack(&target.join(name), &file)?;
        }
    } else {
        // What is there is no command, whatever its name looks like.
        let words = if target.exists() { Vec::new() } else { shlex::split(&locator.target).unwrap_or_default() };
        let named = [locator.target.clone()].into_iter().chain(words);
        for name in named.chain(locator.option(FOLDER.name).map(str::to_owned)) {
            if is_within(Path::new(&name)) {
                packing.add(&folder.join(&name), true)?;
            }
        }
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
    packed: Vec<PlayerFile>,
    bytes: u64,
}

impl Packing<'_> {
    fn add(&mut self, path: &Path, is_named: bool) -> io::Result<()> {
        let Ok(facts) = path.symlink_metadata() else { return Ok(()) };
        if facts.is_symlink() && !is_named {
            let why = format!("{} is a symbolic link, which cannot be taken along", path.display());
            return Err(io::Error::other(why));
        }
        let facts = std::fs::metadata(path)?;
        if facts.is_dir() {
            return std::fs::read_dir(path)?.try_for_each(|entry| self.add(&entry?.path(), false));
        }
        // Reading from a pipe that somebody put there would wait for ever.
        if !facts.is_file() {
            return Ok(());
        }
        self.pack(path, path)?;
        let helpers = helpers_of(path);
        helpers.iter().filter(|helper| helper.is_file()).try_for_each(|helper| self.pack(helper, helper))
    }

    fn pack(&mut self, path: &Path, file: &Path) -> io::Result<()> {
        let parts = path.strip_prefix(self.folder).map_err(io::Error::other)?.components();
        let names = parts.filter(|part| !matches!(part, Component::CurDir)).map(|part| part.as_os_str().to_str());
        let names: Option<Vec<&str>> = names.collect();
        let path = names.ok_or_else(|| io::Error::other(format!("{}: not UTF-8", file.display())))?.join("/");
        self.bytes += std::fs::metadata(file)?.len();
        if self.packed.len() >= MOST_FILES || self.bytes > MOST_BYTES {
            return Err(io::Error::other(format!("more than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20)));
        }
        self.packed.push(PlayerFile { path, file: file.to_owned() });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::KINDS;

    fn packed(locator: &str, folder: &Path) -> Result<Vec<String>, String> {
        let locator = Locator::parse(locator, folder, KINDS).map_err(|error| error.to_string())?;
        let packed = player_files(&locator, folder).map_err(|error| error.to_string())?;
        Ok(packed.into_iter().map(|file| file.path).collect())
    }

    #[test]
    fn a_folder_takes_along_what_belongs_to_the_player() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("team");
        for name in ["data", "node_modules", ".git", "empty"] {
            std::fs::create_dir_all(folder.join(name)).unwrap();
            (name != "empty").then(|| std::fs::write(folder.join(name).join("file"), "x").unwrap());
        }
        std::fs::write(folder.join("main.py"), "x").unwrap();
        symlink("data", folder.join("more")).unwrap();
        let all = ["team/data/file", "team/main.py", "team/more/file"];
        assert_eq!(packed("folder:team", home.path()).unwrap(), all);
        symlink("/etc/hostname", folder.join("out")).unwrap();
        assert!(packed("folder:team", home.path()).unwrap_err().contains("leaves the folder"));
        std::fs::write(folder.join("joute.toml"), "command = \"python3 main.py\"\nfiles = [\"main.py\"]").unwrap();
        assert_eq!(packed("folder:team", home.path()).unwrap(), ["team/joute.toml", "team/main.py"]);
    }

    #[test]
    fn a_file_is_a_file_whatever_its_name_looks_like() {
        let home = tempfile::tempdir().unwrap();
        for name in ["player.py class.toml", "class.toml", "player.py"] {
            std::fs::write(home.path().join(name), "x").unwrap();
        }
        assert_eq!(packed("exe:player.py class.toml", home.path()).unwrap(), ["player.py class.toml"]);
        assert_eq!(packed("exe:python3 player.py", home.path()).unwrap(), ["player.py"]);
    }
}
