//! `joute store backup`: a folder with its stores, copied while whoever writes them goes on: a class, an arena, a folder of results.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_store::StoreLocation;

use crate::failure::{Failure, Result};
use crate::output;

/// Copy a folder with all stores in it while they are written.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute store backup my-class backups/monday\n  joute serve --class backups/monday    # goes on from there\n\n\
                  Stores come first, each as of one moment, then everything else. What is in a database is not in the folder: use pg_dump as well."
)]
pub(super) struct Backup {
    /// The folder: of a class, of an arena, or of results.
    from: PathBuf,
    /// Where the copy goes: a folder that is not there yet, and not inside the other.
    to: PathBuf,
}

/// What was copied.
#[derive(Default)]
struct Copied {
    stores: usize,
    files: usize,
}

impl Backup {
    pub(super) fn run(&self) -> Result {
        let from =
            self.from.canonicalize().map_err(|error| Failure::usage(anyhow!("{}: {error}", self.from.display())))?;
        let to = std::path::absolute(&self.to).context("cannot tell where the copy goes")?;
        if !from.is_dir() || to.exists() || to.starts_with(&from) {
            return Err(Failure::usage(anyhow!(
                "expected a folder, and a place for the copy that is not there yet and not inside it: {} {}",
                self.from.display(),
                self.to.display()
            )));
        }
        let (mut stores, mut others) = (Vec::new(), Vec::new());
        find(&from, &mut stores, &mut others).with_context(|| format!("cannot read {}", from.display()))?;
        let mut copied = Copied::default();
        // What a store names was there before it was written down: files come after.
        for path in stores {
            let copy = place(&path, &from, &to)?;
            StoreLocation::file(&path).back_up(&copy).map_err(|error| Failure::Work(error.into()))?;
            copied.stores += 1;
        }
        for path in others {
            copied.files += usize::from(copy_file(&path, &place(&path, &from, &to)?)?);
        }
        output::print(&format!("{} stores and {} other files were copied\n", copied.stores, copied.files));
        Ok(ExitCode::SUCCESS)
    }
}

/// All stores and all other files of a folder; what belongs to a store is left out.
fn find(folder: &Path, stores: &mut Vec<PathBuf>, others: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_of_store = [".sqlite-wal", ".sqlite-shm", ".sqlite-ledger"].iter().any(|ending| name.ends_with(ending));
        match () {
            () if kind.is_dir() => find(&path, stores, others)?,
            () if !kind.is_file() || is_of_store || name == "lock" || name.ends_with(".part") => {}
            () if name.ends_with(".sqlite") => stores.push(path),
            () => others.push(path),
        }
    }
    Ok(())
}

/// Where something goes, whose folder is there then.
fn place(path: &Path, from: &Path, to: &Path) -> Result<PathBuf> {
    let place = to.join(path.strip_prefix(from).unwrap_or(path));
    let folder = place.parent().unwrap_or(to);
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(place)
}

/// Copies a file; one that is gone by now is none.
fn copy_file(path: &Path, to: &Path) -> Result<bool> {
    match fs::copy(path, to) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(anyhow!("cannot copy {}: {error}", path.display()).into()),
    }
}
