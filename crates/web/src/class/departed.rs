//! Those who have left: what they handed in goes as soon as nothing unfinished plays with it, and the name of their team is nobody
//! else's, since games and what was said in them stay under it.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use super::account::{Account, Link};
use super::events::{CUPS, MATCHES, locator_of};
use super::records::Record;
use super::secrets::now;
use super::submissions::{VERSIONS, blocking};
use super::{Class, Result};
use crate::server::Site;

/// A team of which nobody is left; kept by its name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Departed {
    pub(crate) since: u64,
    /// Whether some of its versions are still on the disk.
    pub(crate) has_versions: bool,
}

impl Record for Departed {
    const KIND: &'static str = "departed";
}

/// What unfinished tournaments play with: the texts of their files.
pub(super) struct InUse(Vec<String>);

impl InUse {
    /// Whether one of them names a version, by its path as seen from the folder of the class; names of files are plain, and stand there as they are.
    pub(super) fn has(&self, path: &Path) -> bool {
        let locator = locator_of(path);
        self.0.iter().any(|text| text.contains(&locator))
    }
}

impl Class {
    /// Nobody of a team is left: nothing of it plays in what is begun from now on, and its versions go when nothing needs them.
    pub(super) async fn dissolve(&self, site: &Site, team: &str) -> Result<()> {
        self.records.put(team, &Departed { since: now(), has_versions: true }).await?;
        // Nobody becomes this team by an older link.
        self.records.remove_where(|link: &Link| link.opens.team() == Some(team)).await?;
        self.submissions.forget(team).await?;
        self.forget_talks_of(HashSet::from([team.to_owned()])).await?;
        self.has_leftovers.store(true, Ordering::Release);
        self.sweep(site).await
    }

    /// Whether somebody was called so who has left.
    pub(super) async fn has_departed(&self, team: &str) -> Result<bool> {
        Ok(self.records.get::<Departed>(team).await?.is_some())
    }

    /// The name of a new team: that of the account, or with a number where somebody who has left had it, or a team has.
    pub(super) async fn free_team(&self, key: &str, taken: &HashSet<&str>) -> Result<String> {
        let accounts = self.records.all::<Account>(usize::MAX).await?;
        let is_account = |name: &str| accounts.iter().any(|(account, _)| account == name);
        let mut name = key.to_owned();
        for number in 2_u32.. {
            let is_first = name == key;
            if !taken.contains(name.as_str()) && (is_first || !is_account(&name)) && !self.has_departed(&name).await? {
                break;
            }
            name = format!("{key}-{number}");
        }
        Ok(name)
    }

    /// Deletes versions of those who have left, but for those that an unfinished tournament plays with; they go another time.
    pub(crate) async fn sweep(&self, site: &Site) -> Result<()> {
        // A tournament that is being begun may need any of them.
        let Ok(_turn) = self.steering.try_lock() else { return Ok(()) };
        if !self.has_leftovers.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let in_use = self.in_use(site).await?;
        let departed = self.records.all::<Departed>(usize::MAX).await?;
        let left: Vec<String> =
            departed.into_iter().filter(|(_, one)| one.has_versions).map(|(team, _)| team).collect();
        let folder = self.submissions.folder.clone();
        let (gone, left) = blocking(move || deleted(&folder, left, &in_use)).await?;
        for team in &gone {
            self.records.change(team, |one: &mut Departed| one.has_versions = false).await?;
        }
        // Until now something of theirs was played.
        self.forget_talks_of(gone.into_iter().collect()).await?;
        self.has_leftovers.fetch_or(left, Ordering::AcqRel);
        Ok(())
    }

    /// What is played, or may still be: everything of the folder that is not known to be over.
    pub(super) async fn in_use(&self, site: &Site) -> Result<InUse> {
        let shown = site.tournaments.all();
        let over = shown.iter().filter(|one| one.is_over()).filter_map(|one| one.file().map(Path::to_owned));
        let over: HashSet<PathBuf> = over.collect();
        let folders = [CUPS, MATCHES].map(|folder| self.submissions.folder.join(folder));
        let texts = move || {
            let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
            let files =
                files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "toml"));
            files.filter(|path| !over.contains(path)).map(fs::read_to_string).collect()
        };
        Ok(InUse(blocking(texts).await?))
    }
}

/// Deletes what these teams have, but for what is in use: the teams that have nothing any more, and whether others have.
fn deleted(folder: &Path, teams: Vec<String>, in_use: &InUse) -> io::Result<(Vec<String>, bool)> {
    let count = teams.len();
    let mut gone = Vec::new();
    for team in teams {
        if is_deleted(folder, &Path::new(VERSIONS).join(&team), in_use)? {
            gone.push(team);
        }
    }
    let left = gone.len() < count;
    Ok((gone, left))
}

/// Deletes a folder with everything in it that is not in use; whether nothing is left.
fn is_deleted(root: &Path, folder: &Path, in_use: &InUse) -> io::Result<bool> {
    let entries = match fs::read_dir(root.join(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        entries => entries?,
    };
    let mut is_empty = true;
    for entry in entries {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            is_empty &= is_deleted(root, &path, in_use)?;
        } else if in_use.has(&path) {
            is_empty = false;
        } else {
            fs::remove_file(root.join(&path))?;
        }
    }
    if is_empty {
        fs::remove_dir(root.join(folder))?;
    }
    Ok(is_empty)
}
