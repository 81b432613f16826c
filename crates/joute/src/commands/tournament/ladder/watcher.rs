//! Watches the file of a ladder and its folder of submissions while it goes on, and lets in whoever is there now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use joute_arena::bell::{self, Sleeper, UNRUNG};
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

/// How often is looked where nobody tells of changes, and while something changes or is not whole yet.
const LOOK: Duration = Duration::from_millis(250);
/// How often is looked although nobody told of a change: of what other machines do to a shared folder the system may tell nothing.
const SELDOM: Duration = Duration::from_secs(10);

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
        let (sleeper, changed) = (Sleeper::new(), Arc::new(AtomicBool::new(false)));
        let notifier = notifier(file, self.settings.watched.as_deref(), &sleeper, &changed);
        // What was not whole when the ladder began is seen at the first look.
        let mut taken: Option<Listing> = None;
        while !over.load(Ordering::Relaxed) {
            changed.store(false, Ordering::Relaxed);
            let (listing, is_whole) = self.listing(file);
            let is_same = taken.as_ref() == Some(&listing);
            if !is_same {
                match self.lineup(file) {
                    Ok(lineup) => *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(lineup),
                    Err(failure) => output::note(&format!("not taken: {failure}")),
                }
                taken = Some(listing);
                bell::ring();
            }
            let rest = if is_same && is_whole && notifier.is_some() { SELDOM } else { LOOK };
            let (begun, is_over) = (Instant::now(), || over.load(Ordering::Relaxed));
            while begun.elapsed() < rest && !is_over() && !(rest > LOOK && changed.load(Ordering::Relaxed)) {
                sleeper.sleep(rest.saturating_sub(begun.elapsed()).min(UNRUNG));
            }
        }
    }

    /// The file and every submission that is whole; whether all are.
    fn listing(&self, file: &Path) -> (Listing, bool) {
        let (mut listing, mut is_whole) = (Listing::new(), true);
        look(file, &mut listing);
        for (_, path) in self.settings.watched.iter().filter_map(|folder| super::listed(folder).ok()).flatten() {
            let own = if path.is_dir() && !path.is_symlink() {
                super::listed(&path).unwrap_or_default()
            } else {
                vec![(String::new(), path)]
            };
            let (whole, partial): (Vec<_>, Vec<_>) = own.iter().partition(|(_, path)| super::is_whole(path));
            whole.iter().for_each(|(_, path)| look(path, &mut listing));
            is_whole &= partial.is_empty();
        }
        (listing, is_whole)
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

/// Wakes whoever sleeps when something changes; where the system tells nobody, looking again and again does.
fn notifier(
    file: &Path,
    folder: Option<&Path>,
    sleeper: &Sleeper,
    changed: &Arc<AtomicBool>,
) -> Option<RecommendedWatcher> {
    let (waker, changed) = (sleeper.waker(), Arc::clone(changed));
    let is_ours = |path: &PathBuf| path.components().any(|part| part.as_os_str() == LOGS);
    let hear = move |event: notify::Result<notify::Event>| {
        // Looking is told as well, our own most of all.
        if event.is_ok_and(|event| !event.kind.is_access() && !event.paths.iter().all(is_ours)) {
            changed.store(true, Ordering::Relaxed);
            waker.wake_by_ref();
        }
    };
    let mut notifier = notify::recommended_watcher(hear).ok()?;
    // The folder of the file, since editors put another file in its place.
    file.parent().map_or(Ok(()), |parent| notifier.watch(parent, RecursiveMode::NonRecursive)).ok()?;
    folder.map_or(Ok(()), |folder| notifier.watch(folder, RecursiveMode::Recursive)).ok()?;
    Some(notifier)
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
