//! Watches the file of a ladder and its folder of submissions while it goes on, and lets in whoever is there now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use joute_arena::{Door, EventError, EventPlan, Lineup, News, Participant, Progress, Sink, Unplayed};
use joute_catalog::Source;
use joute_players::Workshop;
use joute_store::Store;
use joute_tournament::changes::PlayerChange;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::super::entrants::Entries;
use super::super::file;
use super::super::settings::Settings;
use super::{LOGS, authors};
use crate::failure::Result;
use crate::output;

/// How often is looked where nobody tells of changes, and for what is not whole yet.
const LOOK: Duration = Duration::from_millis(250);

/// Everything that is watched: each file with its size and when it was changed.
type Listing = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

pub(in super::super) struct Watcher<'a> {
    settings: &'a Settings,
    workshop: &'a Workshop,
    source: &'a Source,
    store: &'a dyn Store,
    sink: &'a dyn Sink,
    /// Who takes part, as it was last found out.
    known: Mutex<Vec<Arc<Participant>>>,
    /// Who is to be let in.
    next: Mutex<Option<Lineup>>,
}

impl<'a> Watcher<'a> {
    pub(in super::super) fn new(
        settings: &'a Settings,
        workshop: &'a Workshop,
        source: &'a Source,
        store: &'a dyn Store,
        plan: &EventPlan<'_>,
        sink: &'a dyn Sink,
    ) -> Watcher<'a> {
        authors::tell(settings, &plan.participants, &plan.refused);
        let known = Mutex::new(plan.participants.clone());
        Watcher { settings, workshop, source, store, sink, known, next: Mutex::new(None) }
    }

    /// Looks until it is over. Without a file there is nothing to watch.
    pub(in super::super) fn watch(&self, over: &AtomicBool) {
        let Some(file) = &self.settings.file else { return };
        let (_notifier, changed) = notifier(file, self.settings.watched.as_deref());
        // What was not whole when the ladder began is seen at the first look.
        let mut taken: Option<Listing> = None;
        while !over.load(Ordering::Relaxed) {
            let listing = self.listing(file);
            if taken.as_ref() != Some(&listing) {
                match self.lineup(file) {
                    Ok(lineup) => *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(lineup),
                    Err(failure) => output::note(&format!("not taken: {failure}")),
                }
                taken = Some(listing);
            }
            let _ = changed.recv_timeout(LOOK);
        }
    }

    /// The file and every submission that is whole.
    fn listing(&self, file: &Path) -> Listing {
        let mut listing = Listing::new();
        look(file, &mut listing);
        for (_, path) in self.settings.watched.iter().filter_map(|folder| super::listed(folder).ok()).flatten() {
            let own = if path.is_dir() && !path.is_symlink() {
                super::listed(&path).unwrap_or_default()
            } else {
                vec![(String::new(), path)]
            };
            own.iter().filter(|(_, path)| super::is_whole(path)).for_each(|(_, path)| look(path, &mut listing));
        }
        listing
    }

    /// Everybody as the file and the folder have them now: built, tried, and told what came of it.
    fn lineup(&self, file: &Path) -> Result<Lineup> {
        let settings = file::read(file)?;
        note_others(self.settings, &settings);
        let mut entries = Entries::gather(&settings, self.workshop, self.source)?;
        let settings = Settings { name: self.settings.name.clone(), ..settings };
        entries.examine(&settings, self.workshop, self.source, self.store)?;
        let (mut participants, refused) = entries.seated(&settings)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for participant in &mut participants {
            let is_same = |other: &&Arc<Participant>| {
                other.name == participant.name && other.entrant.identity == participant.entrant.identity
            };
            // Whoever stays as it was keeps the process that it may have.
            if let Some(same) = known.iter().find(is_same) {
                *participant = Arc::clone(same);
            }
        }
        known.clone_from(&participants);
        authors::tell(&settings, &participants, &refused);
        Ok(Lineup { participants, refused })
    }
}

/// Wakes whoever waits when something changes; where the system tells nobody, looking again and again does.
fn notifier(file: &Path, folder: Option<&Path>) -> (Option<RecommendedWatcher>, Receiver<()>) {
    let (wake, changed) = channel();
    let is_ours = |path: &PathBuf| path.components().any(|part| part.as_os_str() == LOGS);
    let hear = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.paths.iter().all(is_ours)) {
            let _ = wake.send(());
        }
    };
    let mut notifier = notify::recommended_watcher(hear).ok();
    if let Some(notifier) = &mut notifier {
        // The folder of the file, since editors put another file in its place.
        let _ = file.parent().map(|parent| notifier.watch(parent, RecursiveMode::NonRecursive));
        let _ = folder.map(|folder| notifier.watch(folder, RecursiveMode::Recursive));
    }
    (notifier, changed)
}

/// Notes a file, or all files of a folder.
fn look(path: &Path, listing: &mut Listing) {
    let Ok(facts) = path.symlink_metadata() else { return };
    listing.insert(path.to_owned(), (if facts.is_dir() { 0 } else { facts.len() }, facts.modified().ok()));
    if facts.is_dir() {
        std::fs::read_dir(path).into_iter().flatten().flatten().for_each(|entry| look(&entry.path(), listing));
    }
}

/// What else the file says now counts when the ladder is begun anew, if ever.
fn note_others(before: &Settings, now: &Settings) {
    let told = |settings: &Settings| {
        let Settings { format, game, setup, rules, scoring, games, .. } = settings;
        [format.name.to_owned(), game.clone(), setup.clone(), rules.to_string(), scoring.to_string(), games.to_string()]
    };
    let keys = ["format", "game", "setup", "rules", "scoring", "games"];
    for ((key, was), is) in keys.into_iter().zip(told(before)).zip(told(now)) {
        if was != is {
            output::note(&format!("{key} was {was}, and is {is}: only players change while a ladder goes on"));
        }
    }
}

impl Door for Watcher<'_> {
    fn lineup(&self) -> Option<Lineup> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Sink for Watcher<'_> {
    fn progress(&self, progress: &Progress<'_>) {
        self.sink.progress(progress);
    }

    fn news(&self, news: News) {
        self.sink.news(news);
    }

    fn wants_news(&self) -> bool {
        self.sink.wants_news()
    }

    fn changed(&self, changes: &[PlayerChange]) {
        changes.iter().for_each(|change| output::note(&format!("changed: {change}")));
        self.sink.changed(changes);
    }

    fn unplayed(&self, unplayed: &Unplayed) {
        self.sink.unplayed(unplayed);
    }

    fn not_changed(&self, error: &EventError) {
        output::note(&format!("not changed: {error}"));
        self.sink.not_changed(error);
    }
}
