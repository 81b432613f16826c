//! Watches the file of a ladder and its folder of submissions while it goes on, and lets in whoever is there now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::thread::Scope;
use std::time::{Duration, Instant, SystemTime};

use joute_arena::bell::{self, Sleeper};
use joute_arena::{
    Door, EventError, EventPlan, Lineup, News, NotThere, Participant, Progress, Refused, Sink, Unplayed,
};
use joute_catalog::Source;
use joute_players::Workshop;
use joute_referee::Identity;
use joute_store::Store;
use joute_tournament::changes::PlayerChange;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::super::admission::Means;
use super::super::entrants::Entries;
use super::super::file;
use super::super::settings::Settings;
use super::examiner::Examiner;
use super::{LOGS, authors};
use crate::failure::Result;
use crate::output;

/// How often is looked where nobody tells of changes, and while something changes or is not whole yet.
const LOOK: Duration = Duration::from_millis(250);
/// How often is looked although nobody told of a change: of what other machines do to a shared folder the system may tell nothing.
const SELDOM: Duration = Duration::from_secs(10);

/// For so long nobody leaves while somebody is looked at who may be the same under another name.
const GRACE: Duration = Duration::from_secs(2);

/// Everything that is watched: each file with its size and when it was changed.
pub(super) type Listing = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

pub(in super::super) struct Watcher<'a> {
    settings: &'a Settings,
    means: Means<'a>,
    sink: &'a dyn Sink,
    /// Who takes part, and who does not, as it was last found out.
    known: Mutex<Known>,
    /// Who is to be let in.
    next: Mutex<Option<Lineup>>,
    /// Versions that could not be taken to other machines when they were to play, until something changes.
    left_out: Mutex<LeftOut>,
}

struct Known {
    participants: Vec<Arc<Participant>>,
    refused: Vec<Refused>,
}

impl Known {
    fn is(&self, other: &Known) -> bool {
        let [own, others] = [self, other].map(|known| known.participants.iter().map(Arc::as_ptr));
        own.eq(others) && self.refused == other.refused
    }
}

#[derive(Default)]
struct LeftOut {
    /// Name, version and reason.
    versions: Vec<(String, String, String)>,
    is_new: bool,
}

/// How it was when it was last looked at.
#[derive(Default)]
struct LastLook {
    /// What there was to look at; nothing before the first time, when it is seen what was not whole when the ladder began.
    taken: Option<Listing>,
    /// Since when it is waited for those who are still looked at.
    put_off: Option<Instant>,
    /// What was wrong, which is told once.
    trouble: String,
}

/// A lineup to be, and whether it is better to wait for those who are still looked at.
struct NextLineup {
    known: Known,
    is_early: bool,
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
        let known = Known { participants: plan.participants.clone(), refused: plan.refused.clone() };
        let means = Means { workshop, source, store };
        Watcher { settings, means, sink, known: Mutex::new(known), next: Mutex::default(), left_out: Mutex::default() }
    }

    /// Looks until it is over. Without a file there is nothing to watch.
    pub(in super::super) fn watch(&self, over: &AtomicBool) {
        let Some(file) = &self.settings.file else { return };
        let sleeper = Sleeper::new();
        let call = Call { changed: Arc::default(), waker: sleeper.waker() };
        let notifier = notifier(file, self.settings.watched.as_deref(), call.clone());
        std::thread::scope(|scope| {
            let (mut examiner, mut looked) = (Examiner::new(self.means, call.clone()), LastLook::default());
            let is_over = || over.load(Ordering::Relaxed);
            while !is_over() {
                call.changed.store(false, Ordering::Relaxed);
                let is_calm = self.look(file, &mut looked, &mut examiner, scope) && notifier.is_some();
                let is_called = || call.changed.load(Ordering::Relaxed) || lock(&self.left_out).is_new;
                match is_calm {
                    true => sleeper.sleep_through(SELDOM, || is_over() || is_called()),
                    false => sleeper.sleep_through(LOOK, is_over),
                }
            }
        });
    }

    /// Looks once, and lets in whoever may play by now; whether there is nothing to wait for but a change.
    fn look<'scope>(
        &self,
        file: &Path,
        looked: &mut LastLook,
        examiner: &mut Examiner<'a>,
        scope: &'scope Scope<'scope, '_>,
    ) -> bool
    where
        'a: 'scope,
    {
        let (listing, is_whole) = self.listing(file);
        let is_left_out = std::mem::take(&mut lock(&self.left_out).is_new);
        // First whoever was left out leaves, so that it can come back by what has changed.
        let has_changed = !is_left_out && looked.taken.as_ref() != Some(&listing);
        if has_changed {
            looked.taken = Some(listing);
            lock(&self.left_out).versions.clear();
            examiner.forget_failures();
        }
        if !(examiner.has_news() || has_changed || is_left_out || looked.put_off.is_some()) {
            return is_whole;
        }
        match self.next_lineup((file, has_changed), examiner, scope) {
            Ok(lineup) if lineup.is_early && looked.put_off.get_or_insert_with(Instant::now).elapsed() < GRACE => {}
            Ok(lineup) => {
                (looked.put_off, looked.trouble) = (None, String::new());
                self.let_in(lineup.known);
            }
            Err(failure) => {
                let trouble = failure.to_string();
                if has_changed || looked.trouble != trouble {
                    output::note(&format!("not taken: {trouble}"));
                }
                (looked.put_off, looked.trouble) = (None, trouble);
            }
        }
        false
    }

    /// The file and every submission that is whole; whether all are.
    fn listing(&self, file: &Path) -> (Listing, bool) {
        let (mut listing, mut is_whole) = (Listing::new(), true);
        note_file(file, &mut listing);
        for (_, path) in self.settings.watched.iter().filter_map(|folder| super::listed(folder).ok()).flatten() {
            let own = if path.is_dir() && !path.is_symlink() {
                super::listed(&path).unwrap_or_default()
            } else {
                vec![(String::new(), path)]
            };
            let (whole, partial): (Vec<_>, Vec<_>) = own.iter().partition(|(_, path)| super::is_whole(path));
            whole.iter().for_each(|(_, path)| note_file(path, &mut listing));
            is_whole &= partial.is_empty();
        }
        (listing, is_whole)
    }

    /// Everybody as the file and the folder have them now, as far as they were looked at. Who is looked at, or is not whole,
    /// stays as it was.
    fn next_lineup<'scope>(
        &self,
        (file, has_changed): (&Path, bool),
        examiner: &mut Examiner<'a>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<NextLineup>
    where
        'a: 'scope,
    {
        let settings = file::read(file)?;
        if has_changed {
            note_others(self.settings, &settings);
        }
        let settings = Arc::new(Settings { name: self.settings.name.clone(), ..settings });
        let mut entries = Entries::of(&settings, examiner.admissions(&settings, scope).map_err(anyhow::Error::msg)?);
        if has_changed {
            entries.note_remarks();
        }
        entries.settle_absent(&settings, self.means.store)?;
        let pending = entries.pending();
        let (participants, refused) = entries.seated(&settings)?;
        let mut now = self.without_left_out(Known { participants, refused });
        let known = lock(&self.known);
        for participant in &mut now.participants {
            let is_same = |other: &&Arc<Participant>| {
                other.name == participant.name && other.entrant.identity == participant.entrant.identity
            };
            // Whoever stays as it was keeps the process that it may have.
            if let Some(same) = known.participants.iter().find(is_same) {
                *participant = Arc::clone(same);
            }
        }
        let is_told = |one: &&Arc<Participant>| {
            now.participants.iter().any(|other| other.name == one.name)
                || now.refused.iter().any(|other| other.name == one.name)
        };
        let is_still_there = |one: &&Arc<Participant>| {
            self.left_out_for(one).is_none() && (pending.contains(&one.name) || self.is_there(&one.name))
        };
        let untold = known.participants.iter().filter(|one| !is_told(one));
        let (stay, leave): (Vec<_>, Vec<_>) = untold.partition(is_still_there);
        let (stay, is_early) =
            (stay.into_iter().cloned().collect::<Vec<_>>(), !leave.is_empty() && !pending.is_empty());
        now.participants.extend(stay);
        // Whoever was there stays in its place: where nothing else has changed, another order is another event.
        let place = |one: &Arc<Participant>| known.participants.iter().position(|other| other.name == one.name);
        now.participants.sort_by_key(|one| place(one).unwrap_or(usize::MAX));
        Ok(NextLineup { known: now, is_early })
    }

    /// Whether a submission lies in the folder, whole or not.
    fn is_there(&self, name: &str) -> bool {
        self.settings.watched.as_ref().is_some_and(|folder| folder.join(name).symlink_metadata().is_ok())
    }

    /// Why this version was left out, if it was.
    fn left_out_for(&self, one: &Participant) -> Option<String> {
        let left_out = lock(&self.left_out);
        let is_it = |(name, version, _): &&(String, String, String)| {
            (name, version) == (&one.name, &one.entrant.identity.version)
        };
        left_out.versions.iter().find(is_it).map(|(.., reason)| reason.clone())
    }

    fn without_left_out(&self, mut known: Known) -> Known {
        known.participants.retain(|one| {
            let Some(reason) = self.left_out_for(one) else { return true };
            let Identity { locator, version, .. } = one.entrant.identity.clone();
            let (name, how) = (one.name.clone(), NotThere::Refused);
            known.refused.push(Refused { name, locator, version: Some(version), how, reason });
            false
        });
        known
    }

    /// Tells authors what came of it, and has those play from now on who may.
    fn let_in(&self, now: Known) {
        let mut known = lock(&self.known);
        if known.is(&now) {
            return;
        }
        let Known { participants, refused } = &now;
        authors::tell(self.settings, participants, refused);
        let before = known.participants.iter().map(|one| &one.name).chain(known.refused.iter().map(|one| &one.name));
        before.for_each(|name| authors::tell_left(self.settings, name));
        *lock(&self.next) = Some(Lineup { participants: participants.clone(), refused: refused.clone() });
        *known = now;
        bell::ring();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the watcher that there is something to look at.
#[derive(Debug, Clone)]
pub(super) struct Call {
    changed: Arc<AtomicBool>,
    waker: Waker,
}

impl Call {
    pub(super) fn call(&self) {
        self.changed.store(true, Ordering::Relaxed);
        self.waker.wake_by_ref();
    }
}

/// Calls when something changes; where the system tells nobody, looking again and again does.
fn notifier(file: &Path, folder: Option<&Path>, call: Call) -> Option<RecommendedWatcher> {
    let is_ours = |path: &PathBuf| path.components().any(|part| part.as_os_str() == LOGS);
    let hear = move |event: notify::Result<notify::Event>| {
        // Looking is told as well, our own most of all.
        if event.is_ok_and(|event| !event.kind.is_access() && !event.paths.iter().all(is_ours)) {
            call.call();
        }
    };
    let mut notifier = notify::recommended_watcher(hear).ok()?;
    // The folder of the file, since editors put another file in its place.
    file.parent().map_or(Ok(()), |parent| notifier.watch(parent, RecursiveMode::NonRecursive)).ok()?;
    folder.map_or(Ok(()), |folder| notifier.watch(folder, RecursiveMode::Recursive)).ok()?;
    Some(notifier)
}

/// What a compiler says has many lines, and so may a name; all of it stands beside the submission.
fn in_one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST { line } else { line.chars().take(LONGEST).chain(['…']).collect() }
}

/// Notes a file, or all files of a folder.
pub(super) fn note_file(path: &Path, listing: &mut Listing) {
    let Ok(facts) = path.symlink_metadata() else { return };
    listing.insert(path.to_owned(), (if facts.is_dir() { 0 } else { facts.len() }, facts.modified().ok()));
    if facts.is_dir() {
        std::fs::read_dir(path).into_iter().flatten().flatten().for_each(|entry| note_file(&entry.path(), listing));
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
        lock(&self.next).take()
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
        changes.iter().for_each(|change| output::note(&format!("changed: {}", in_one_line(&change.to_string()))));
        self.sink.changed(changes);
    }

    fn unplayed(&self, unplayed: &Unplayed) {
        self.sink.unplayed(unplayed);
    }

    fn left_out(&self, player: &Participant, reason: &str) -> bool {
        output::note(&format!("left out: {}: {reason}", player.name));
        let version = player.entrant.identity.version.clone();
        let mut left_out = lock(&self.left_out);
        left_out.versions.push((player.name.clone(), version, reason.to_owned()));
        left_out.is_new = true;
        bell::ring();
        true
    }

    fn not_changed(&self, error: &EventError) {
        output::note(&format!("not changed: {error}"));
        self.sink.not_changed(error);
    }
}
