//! The kinds of submissions: a folder, an archive, a revision of a repository, one file of sources.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use tempfile::TempDir;

use super::build::unpacked;
use super::copy::copied;
use super::main_file::OwnFiles;
use super::unpack::untar;
use super::{ADVICE, main_file, seat, unusable};
use crate::advice::Advice;
use crate::entrant::EntrantError;
use crate::kind::{KEEP, Kind, KindInfo, MEMORY, Made, NamedFile, TargetKind};
use crate::locator::Locator;
use crate::ocaml::is_program;
use crate::workshop::Workshop;

const FOLDER: KindInfo = KindInfo {
    name: "folder",
    summary: "a folder with a program: main.py, player.c, ... or joute.toml",
    example: "folder:student30",
    endings: &[],
    target: TargetKind::File,
    options: &[KEEP, MEMORY],
};

const ARCHIVE: KindInfo = KindInfo {
    name: "archive",
    summary: "a zip or tar.gz of such a folder",
    example: "archive:student30.zip",
    endings: &["zip", "gz", "tgz"],
    ..FOLDER
};

const GIT: KindInfo = KindInfo {
    name: "git",
    summary: "such a folder as it is in a revision of a local git repository",
    example: "git:my_player@v1",
    endings: &[],
    ..FOLDER
};

const SOURCE: KindInfo = KindInfo {
    name: "source",
    summary: "a program in one file of C, C++, Rust, Java, Go or OCaml, which is compiled first",
    example: "source:player.c",
    endings: &["c", "cpp", "cc", "rs", "java", "go"],
    ..FOLDER
};

/// The kind of folders.
pub(crate) struct FolderKind;
/// The kind of archives.
pub(crate) struct ArchiveKind;
/// The kind of revisions.
pub(crate) struct GitKind;
/// The kind of sources.
pub(crate) struct SourceKind;

impl Kind for FolderKind {
    fn info(&self) -> &'static KindInfo {
        &FOLDER
    }

    fn recognise(&self, file: &NamedFile<'_>) -> Option<String> {
        (!file.path.is_empty() && file.is_folder()).then(|| file.path.to_owned())
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let path = workshop.path(locator);
        let copy = copied(&path).map_err(|error| unusable(&locator.target, error))?;
        of_folder(copy, stem(&path), locator, workshop)
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

impl Kind for ArchiveKind {
    fn info(&self) -> &'static KindInfo {
        &ARCHIVE
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let name = stem(&workshop.path(locator)).trim_end_matches(".tar").to_owned();
        of_folder(unpack(locator, workshop)?, name, locator, workshop)
    }

    fn unpacked(&self, locator: &Locator, workshop: &Workshop) -> Option<Result<TempDir, EntrantError>> {
        Some(unpack(locator, workshop))
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

impl Kind for GitKind {
    fn info(&self) -> &'static KindInfo {
        &GIT
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (path, revision) = revision(locator, workshop)?;
        of_folder(check_out(locator, workshop)?, format!("{}@{revision}", stem(&path)), locator, workshop)
    }

    fn unpacked(&self, locator: &Locator, workshop: &Workshop) -> Option<Result<TempDir, EntrantError>> {
        Some(check_out(locator, workshop))
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

impl Kind for SourceKind {
    fn info(&self) -> &'static KindInfo {
        &SOURCE
    }

    fn recognise(&self, file: &NamedFile<'_>) -> Option<String> {
        let ending = file.ending()?;
        // Other files in OCaml are functions, which have a kind of their own.
        let is_source = SOURCE.endings.contains(&ending) || (ending == "ml" && is_program(&file.full_path()));
        is_source.then(|| file.path.to_owned())
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let path = workshop.path(locator);
        let copy = copied(&path).map_err(|error| EntrantError::File { path: path.clone(), error })?;
        let own = copy.path().join(path.file_name().unwrap_or_default());
        let main = main_file::of_file(&own).map_err(|why| unusable(&locator.target, why))?;
        seat(copy, main, stem(&path), locator, workshop)
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

fn of_folder(copy: TempDir, name: String, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
    let main = main_file::of_folder(copy.path()).map_err(|why| unusable(&locator.target, why))?;
    seat(copy, main, name, locator, workshop)
}

/// What an archive holds that belongs to the player.
fn unpack(locator: &Locator, workshop: &Workshop) -> Result<TempDir, EntrantError> {
    let path = workshop.path(locator);
    if !path.is_file() {
        let error = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(EntrantError::File { path, error });
    }
    let tree = unpacked(&*workshop.sandbox()?, &path, &workshop.stop());
    own_files(tree.map_err(|why| unusable(&locator.target, why))?, locator)
}

/// The repository and the revision that a locator names.
fn revision<'a>(locator: &'a Locator, workshop: &Workshop) -> Result<(PathBuf, &'a str), EntrantError> {
    let wrong = || locator.bad("git", &locator.target, "git:FOLDER@REVISION");
    let (folder, revision) = locator.target.rsplit_once('@').ok_or_else(wrong)?;
    Ok((workshop.folder().join(folder), revision))
}

/// What a revision holds that belongs to the player.
fn check_out(locator: &Locator, workshop: &Workshop) -> Result<TempDir, EntrantError> {
    let (path, revision) = revision(locator, workshop)?;
    own_files(checked_out(&path, revision).map_err(|why| unusable(&locator.target, why))?, locator)
}

/// The files of a tree that its manifest names; all of them where it names none.
fn own_files(tree: TempDir, locator: &Locator) -> Result<TempDir, EntrantError> {
    let own = OwnFiles::of(tree.path()).map_err(|why| unusable(&locator.target, why))?;
    if own.are_all() {
        return Ok(tree);
    }
    copied(tree.path()).map_err(|error| unusable(&locator.target, error))
}

/// What a folder or a file is called, without its ending.
fn stem(path: &Path) -> String {
    let named = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let named = if named.is_dir() { named.file_name() } else { named.file_stem() }
        .map(|name| name.to_string_lossy().into_owned());
    named.unwrap_or_else(|| path.display().to_string())
}

/// The tree of a revision, in a folder of its own. Nothing of the repository is run.
fn checked_out(repository: &Path, revision: &str) -> Result<TempDir, String> {
    if revision.is_empty() || revision.starts_with('-') {
        return Err(format!("{revision:?} is no revision"));
    }
    let mut git = Process::new("git");
    git.arg("-C").arg(repository).args(["archive", "--format=tar", revision]);
    let done = git.output().map_err(|error| format!("git cannot be started: {error}"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).trim().to_owned());
    }
    let tree = super::copy::empty_folder().map_err(|error| error.to_string())?;
    untar(&done.stdout[..], tree.path()).map_err(|error| error.to_string())?;
    Ok(tree)
}
