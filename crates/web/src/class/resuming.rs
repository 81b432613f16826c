//! What a class was playing when its server was stopped: it goes on, and what cannot is shown with the reason.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use joute_store::{EventId, Store};

use super::events::{Course, played};
use super::{Class, Result};
use crate::server::{Site, log_error};
use crate::tournaments::{Run, ShownTournament, Tournament};

impl Class {
    /// Goes on with everything that was being played when the server was stopped, and shows the rest.
    pub(crate) async fn resume(self: &Arc<Self>, site: &Arc<Site>) -> Result<()> {
        self.submissions.resume(&self.settings()).await?;
        for (file, course) in self.records.all::<Course>(usize::MAX).await? {
            let (path, site, shared) = (self.path(&file), Arc::clone(site), self.shared.clone());
            let shown = tokio::task::spawn_blocking(move || resumed(&site, &path, &course, shared));
            if let Ok(Err(why)) = shown.await {
                log_error(&format!("{file} cannot be shown: {why}"));
            }
        }
        // Of those who left while something was played that is over by now.
        self.has_leftovers.store(true, Ordering::Release);
        self.sweep(site).await
    }
}

/// Goes on with a tournament, or shows it where it is paused or over, or cannot go on.
fn resumed(
    site: &Site,
    path: &Path,
    course: &Course,
    shared: Option<Arc<dyn Store>>,
) -> std::result::Result<(), String> {
    let results = path.with_extension("");
    let event = course.event.map(EventId);
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
    log_error(&format!("{} cannot go on: {why}", path.display()));
    // Its results are there all the same; whoever looks at them sees the reason, and not where the class is on this machine.
    let own = path.ancestors().nth(2).map_or_else(String::new, |folder| format!("{}/", folder.display()));
    let why = if own.len() > 1 { why.replace(&own, "") } else { why };
    show(Some(Box::new(move |_| Err(why))))
}
