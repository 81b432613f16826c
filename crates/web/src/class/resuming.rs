//! What a class was playing when its server was stopped: it goes on, and what cannot is shown with the reason.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use joute_store::{EventId, Store};

use super::carried_out::apart;
use super::events::{CUPS, Course, MATCHES, ladders, played};
use super::submissions::blocking;
use super::{Class, Result};
use crate::server::{Site, log_error};
use crate::tournaments::{Run, ShownTournament, Tournament};

impl Class {
    /// Goes on with everything that was being played when the server was stopped, and shows the rest.
    pub(crate) async fn resume(self: &Arc<Self>, site: &Arc<Site>) -> Result<()> {
        self.submissions.resume(&self.settings()).await?;
        // Whatever is begun meanwhile comes afterwards, and is not begun twice.
        let ready = self.preparing.lock().await;
        self.adopt().await?;
        for (file, course) in self.records.all::<Course>(usize::MAX).await? {
            let (path, site, shared) = (self.path(&file), Arc::clone(site), self.shared.clone());
            let shown = apart(move || resumed(&site, &path, &course, shared)).await;
            if let Err(why) = shown.unwrap_or_else(|error| Err(error.to_string())) {
                log_error(&format!("{file} cannot be shown: {why}"));
                // A server that was killed before the file was written: there is nothing to be played.
                if !self.path(&file).exists() {
                    self.records.remove::<Course>(&file).await?;
                }
            }
        }
        drop(ready);
        // Of those who left while something was played that is over by now.
        self.has_leftovers.store(true, Ordering::Release);
        self.sweep(site).await
    }

    /// Takes up files of tournaments that were begun without anything being written down of them: they are paused, for a teacher to see.
    async fn adopt(&self) -> Result<()> {
        let known: HashSet<String> =
            self.records.all::<Course>(usize::MAX).await?.into_iter().map(|(file, _)| file).collect();
        let (folder, shared) = (self.submissions.folder.clone(), self.shared.clone());
        let found = blocking(move || Ok(orphans(&folder, &known, shared.as_deref()))).await?;
        for (file, event) in found {
            log_error(&format!("{file} was begun, and nothing was written down of it: it is paused"));
            self.records.add(&file, &Course { is_paused: true, event, ..Course::new(None) }).await?;
        }
        Ok(())
    }
}

/// Files of tournaments that have results and are not known, with their numbers in the store where they are in one.
fn orphans(folder: &Path, known: &HashSet<String>, shared: Option<&dyn Store>) -> Vec<(String, Option<i64>)> {
    let in_folder = |name: &str| {
        let entries = fs::read_dir(folder.join(name)).into_iter().flatten().flatten();
        let files = entries.map(|entry| format!("{name}/{}", entry.file_name().to_string_lossy()));
        files.filter(|file| file.ends_with(".toml")).collect::<Vec<_>>()
    };
    let files = [ladders(folder), in_folder(CUPS), in_folder(MATCHES)].concat();
    let begun = files.into_iter().filter(|file| !known.contains(file)).filter_map(|file| {
        let path = folder.join(&file);
        match event_of(&path, shared) {
            Some(event) => Some((file, Some(event.0))),
            None => Tournament::open(&path.with_extension(""), None, false).is_ok().then_some((file, None)),
        }
    });
    begun.collect()
}

/// The number of a file's tournament in the store that the class has for all of them.
fn event_of(path: &Path, shared: Option<&dyn Store>) -> Option<EventId> {
    let text = fs::read_to_string(path).ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = "))?;
    let name: String = serde_json::from_str(name).ok()?;
    shared?.events().ok()?.into_iter().find(|known| known.event.name == name).map(|known| known.id)
}

/// Goes on with a tournament, or shows it where it is paused or over, or cannot go on.
fn resumed(
    site: &Site,
    path: &Path,
    course: &Course,
    shared: Option<Arc<dyn Store>>,
) -> std::result::Result<(), String> {
    let results = path.with_extension("");
    // A server that was killed while it was begun may not have noted its number.
    let noted = course.event.map(EventId);
    let is_in_folder = noted.is_none() && Tournament::open(&results, None, false).is_ok();
    let event = if is_in_folder { None } else { noted.or_else(|| event_of(path, shared.as_deref())) };
    // A tournament from before there was a database has its games in its folder.
    let store = shared.filter(|_| event.is_some());
    let known = match &store {
        Some(store) => Tournament::of_store(Arc::clone(store), &results, event, false),
        None => Tournament::open(&results, None, false),
    };
    let is_over = known.is_ok_and(|known| known.is_over());
    let show = |run: Option<Run>| {
        let (folder, store, file) = (results.clone(), store.clone(), Some(path.to_owned()));
        site.tournaments.show(ShownTournament { folder, store, event, run, file, halt: None }).map(drop)
    };
    if course.is_paused || is_over {
        return show(None);
    }
    let Err(why) = played(site, path) else { return Ok(()) };
    let why = why.to_string();
    log_error(&format!("{} cannot go on: {why}", path.display()));
    // Its results are there all the same; whoever looks at them sees the reason, and not where the class is on this machine.
    let own = path.ancestors().nth(2).map_or_else(String::new, |folder| format!("{}/", folder.display()));
    let why = if own.len() > 1 { why.replace(&own, "") } else { why };
    show(Some(Box::new(move |_| Err(why))))
}
