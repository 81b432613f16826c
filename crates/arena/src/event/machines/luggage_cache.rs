//! The files of players on the machine of a worker: fetched once by their hashes, and laid out as they lay at home.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use joute_games::content_hash;
use joute_players::Workshop;
use joute_store::Queue;

use super::charter::{Traveller, can_run};
use super::tables::Trouble;
use crate::event::Participant;

/// Makes the workshop of a folder.
pub(super) type WorkshopMaker = dyn Fn(&Path) -> Result<Workshop, String> + Sync + Send;

/// Players that are here, kept until there are this many.
const MOST: usize = 256;

pub(super) struct LuggageCache<'a> {
    pub(super) folder: PathBuf,
    pub(super) workshop: &'a WorkshopMaker,
    seated: Mutex<HashMap<Traveller, Arc<Participant>>>,
}

impl<'a> LuggageCache<'a> {
    pub(super) fn new(folder: PathBuf, workshop: &'a WorkshopMaker) -> LuggageCache<'a> {
        LuggageCache { folder, workshop, seated: Mutex::default() }
    }

    /// The player on this machine, or why it cannot be seated here.
    pub(super) fn participant(&self, traveller: &Traveller, queue: &dyn Queue) -> Result<Arc<Participant>, Trouble> {
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = seated.get(traveller) {
            return Ok(Arc::clone(known));
        }
        let folder = self.unpack(traveller, queue)?;
        let workshop = (self.workshop)(&folder)?;
        // A copy of its own: whoever sweeps the cache meanwhile must not make anybody lose.
        let entrant = workshop.entrant(&traveller.locator).and_then(|entrant| workshop.kept(&entrant));
        let entrant = entrant.map_err(|error| error.to_string())?;
        if entrant.identity.version != traveller.version {
            let here = &entrant.identity.version;
            let Traveller { locator, version, .. } = traveller;
            return Err(format!("{locator} has version {here} here, and {version} is to play").into());
        }
        if seated.len() >= MOST {
            seated.clear();
        }
        let participant = Arc::new(Participant { name: traveller.name.clone(), entrant });
        seated.insert(traveller.clone(), Arc::clone(&participant));
        Ok(participant)
    }

    /// The folder of a player's files; it is there whole or not at all. Others may share the cache, on a disk of several machines,
    /// and whoever ran out of room or swept it may have left something else: what is there is looked at first.
    fn unpack(&self, traveller: &Traveller, queue: &dyn Queue) -> Result<PathBuf, Trouble> {
        let told = |error: io::Error| format!("{}: {error}", self.folder.display());
        let list: String = traveller.files.iter().map(|(path, hash, runs)| format!("{path} {hash} {runs}\n")).collect();
        let players = self.folder.join("players");
        let folder = players.join(content_hash(list.as_bytes()));
        if is_as_packed(&folder, traveller) {
            return Ok(folder);
        }
        fs::create_dir_all(&players).and_then(|()| open_to_all(&players)).map_err(told)?;
        let fresh = tempfile::Builder::new().prefix("unpacking-").tempdir_in(&self.folder).map_err(told)?;
        open_to_all(fresh.path()).map_err(told)?;
        for (path, hash, runs) in &traveller.files {
            let bytes = self.fetched(hash, queue)?;
            lay_out(fresh.path(), path, &bytes, *runs).map_err(told)?;
        }
        let _ = fs::remove_dir_all(&folder);
        match fs::rename(fresh.path(), &folder) {
            // Somebody else was quicker.
            Err(_) if is_as_packed(&folder, traveller) => {}
            renamed => renamed.map_err(told)?,
        }
        Ok(folder)
    }

    /// A file by its hash: what is kept here is looked at again, since disks forget.
    fn fetched(&self, hash: &str, queue: &dyn Queue) -> Result<Vec<u8>, Trouble> {
        let kept = self.folder.join("files").join(hash);
        if let Some(bytes) = fs::read(&kept).ok().filter(|bytes| content_hash(bytes) == hash) {
            return Ok(bytes);
        }
        let bytes = queue.file(hash)?.filter(|bytes| content_hash(bytes) == hash);
        let bytes = bytes.ok_or_else(|| format!("the file {hash} is not in the store as it was"))?;
        // A cache that cannot be written costs time and nothing else.
        let _ = fs::create_dir_all(self.folder.join("files")).and_then(|()| fs::write(&kept, &bytes));
        Ok(bytes)
    }
}

/// Whether a folder holds what a player takes along.
fn is_as_packed(folder: &Path, traveller: &Traveller) -> bool {
    let is_there = |(path, hash, runs): &(String, String, bool)| {
        let file = folder.join(path);
        fs::read(&file).is_ok_and(|bytes| content_hash(&bytes) == *hash) && can_run(&file) == *runs
    };
    folder.is_dir() && traveller.files.iter().all(is_there)
}

/// Programs run as other users, who must be able to read their files.
fn open_to_all(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

fn lay_out(folder: &Path, path: &str, bytes: &[u8], runs: bool) -> io::Result<()> {
    let mut at = folder.to_owned();
    for part in path.split('/') {
        if part.is_empty() || part == ".." || part == "." {
            return Err(io::Error::other(format!("{path}: no path of a player's file")));
        }
        if at != folder {
            fs::create_dir_all(&at)?;
            open_to_all(&at)?;
        }
        at.push(part);
    }
    fs::write(&at, bytes)?;
    fs::set_permissions(&at, Permissions::from_mode(if runs { 0o755 } else { 0o644 }))
}
