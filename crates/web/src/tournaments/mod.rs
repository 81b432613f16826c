//! Tournaments as the server shows them: those it plays itself, and those that another program plays or has played.
//!
//! ```text
//! playing threads ──news──► Tables ──► Painter ──► boards ─┐
//! writer ──► store ◄── reader ──► Account ──► sheet ───────┴──► whoever watches
//! ```
//!
//! Results come from the store alone, read beside whoever writes it, so that it makes no difference who plays.

mod cached;
pub(crate) mod organiser;
mod painter;
mod sheet;
pub(crate) mod stream;
mod tables;
mod tournament;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use cached::Cached;
use joute_arena::Sink;
use joute_messages::Language;
use joute_store::{EventId, Store};
use tokio::runtime::Handle;
use tokio::sync::{Notify, broadcast};

use crate::limits::Share;
use crate::pool::{Pool, give_way};

pub use organiser::Prepare;
pub(crate) use organiser::{OFFERED, Organiser, Refusal, TournamentRequest};
pub(crate) use sheet::{game_title, plain_list};
pub(crate) use tournament::{Phase, Tournament, View, is_ended};

/// Plays a tournament to its end, or until the server stops, and says why if it could not. It runs on a thread of its
/// own, and tells the sink what happens.
pub type Run = Box<dyn FnOnce(&dyn Sink) -> Result<(), String> + Send>;

/// A tournament to be shown.
pub struct ShownTournament {
    /// The folder of its results.
    pub folder: PathBuf,
    /// Where it is kept, where that is a store with other things in it, and not the folder; it is of one event then.
    pub store: Option<Arc<dyn Store>>,
    /// Which of the events in it; without, all of them.
    pub event: Option<EventId>,
    /// How to play it; without, it is only looked at.
    pub run: Option<Run>,
    /// The file that describes it, where the server may go on with it.
    pub file: Option<PathBuf>,
    /// What stops those who play it, and nothing else.
    pub halt: Option<Arc<AtomicBool>>,
}

/// What those who watch hear.
#[derive(Debug, Clone)]
pub(crate) enum TournamentEvent {
    /// Something happened at a table: the news of it.
    Table(Arc<str>),
    /// Results have changed.
    Sheet,
}

/// How much a spectator may fall behind before it gets everything as it stands instead.
const BEHIND: usize = 256;

/// Those who watch any tournament.
pub(crate) struct Listeners {
    told: broadcast::Sender<(usize, TournamentEvent)>,
    came: Notify,
    /// How much was told of results.
    results: AtomicU64,
}

impl Listeners {
    fn tell(&self, index: usize, event: TournamentEvent) {
        if matches!(event, TournamentEvent::Sheet) {
            self.results.fetch_add(1, Ordering::Relaxed);
        }
        let _ = self.told.send((index, event));
    }

    /// Waits until somebody listens.
    async fn somebody(&self) {
        let came = self.came.notified();
        // Whoever comes after the line above is heard of even before the line below waits.
        if self.told.receiver_count() == 0 {
            came.await;
        }
    }
}

/// All tournaments of the server.
pub(crate) struct Tournaments {
    /// Each keeps its number for ever; nothing stands for those that were put away.
    shown: Mutex<Vec<Option<Arc<Tournament>>>>,
    listeners: Arc<Listeners>,
    lists: Cached<str>,
    /// Where those who watch are looked after.
    runtime: Handle,
    /// Whether what players write is not for everybody.
    is_private: bool,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Who counts what a tournament has come to: all results again after each, and in nobody's way.
    counting: Arc<Pool>,
}

/// Threads that count: a database that hangs keeps the others from nothing.
const COUNTING: usize = 2;

impl Tournaments {
    pub(crate) fn new(runtime: Handle, is_private: bool) -> std::io::Result<Tournaments> {
        let share = Share { visitor: usize::MAX, address: usize::MAX };
        let listeners =
            Listeners { told: broadcast::channel(BEHIND).0, came: Notify::new(), results: AtomicU64::new(0) };
        Ok(Tournaments {
            shown: Mutex::default(),
            listeners: Arc::new(listeners),
            lists: Cached::default(),
            runtime,
            is_private,
            threads: Mutex::default(),
            counting: Arc::new(Pool::new("counting", COUNTING, share)?),
        })
    }

    /// Shows a tournament, and plays it where that is wanted; the reason if it cannot be shown. Of a folder with several
    /// it gives the first.
    pub(crate) fn show(&self, shown: ShownTournament) -> Result<Arc<Tournament>, String> {
        let ShownTournament { folder, store, event, run, file, halt } = shown;
        let is_run = run.is_some();
        let opened = match store {
            Some(store) => Tournament::of_store(store, &folder, event, is_run)?,
            None => Tournament::open(&folder, event, is_run)?,
        };
        let opened = opened.of_file(file, halt);
        let first = self.show_one(opened, run);
        if event.is_none() {
            for other in tournament::events_of(&folder)?.into_iter().skip(1) {
                self.show_one(Tournament::open(&folder, Some(other), false)?, None);
            }
        }
        Ok(first)
    }

    fn show_one(&self, mut tournament: Tournament, run: Option<Run>) -> Arc<Tournament> {
        let mut all = self.shown();
        if let Some(free) = another(&tournament.slug, &all) {
            tournament.rename(free);
        }
        if self.is_private {
            tournament.keep_logs_private();
        }
        let (index, tournament) = (all.len(), Arc::new(tournament));
        all.push(Some(Arc::clone(&tournament)));
        drop(all);
        self.follow(&tournament, index);
        if let Some(run) = run {
            self.runtime.spawn(Arc::clone(&tournament).show_tables(Arc::clone(&self.listeners), index));
            self.play(&tournament, index, run);
        }
        tournament
    }

    fn follow(&self, tournament: &Arc<Tournament>, index: usize) {
        let (listeners, counting) = (Arc::clone(&self.listeners), Arc::clone(&self.counting));
        self.runtime.spawn(Arc::clone(tournament).follow_results(listeners, index, counting));
    }

    fn play(&self, tournament: &Arc<Tournament>, index: usize, run: Run) {
        let (played, listeners) = (Arc::clone(tournament), Arc::clone(&self.listeners));
        let thread = std::thread::spawn(move || {
            give_way();
            played.play(run, &|event| listeners.tell(index, event));
        });
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
    }

    /// Goes on with a tournament that is not played at the moment.
    pub(crate) fn go_on(&self, index: usize, tournament: &Arc<Tournament>, shown: ShownTournament) {
        let Some(run) = shown.run else { return };
        let was_over = tournament.is_over();
        tournament.begin_again(shown.halt);
        if was_over {
            self.follow(tournament, index);
        }
        self.runtime.spawn(Arc::clone(tournament).show_tables(Arc::clone(&self.listeners), index));
        self.play(tournament, index, run);
    }

    /// Ends a tournament for good, and tells those who look.
    pub(crate) fn end(&self, index: usize, tournament: &Tournament) -> std::io::Result<()> {
        tournament.end()?;
        self.listeners.tell(index, TournamentEvent::Sheet);
        Ok(())
    }

    /// The list as JSON, made once for everybody who reads this language.
    pub(crate) fn list_json(&self, language: Language) -> Arc<str> {
        let version = self.listeners.results.load(Ordering::Relaxed) + self.shown().len() as u64;
        self.lists.of(language, version, || sheet::list(self, language).into())
    }

    /// A tournament by its name in addresses, with its number among all.
    pub(crate) fn find(&self, slug: &str) -> Option<(usize, Arc<Tournament>)> {
        let all = self.shown();
        all.iter().enumerate().find_map(|(index, one)| Some((index, one.clone().filter(|one| one.slug == slug)?)))
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Arc<Tournament>> {
        self.shown().iter().flatten().cloned().collect()
    }

    /// A tournament by its number.
    pub(crate) fn at(&self, index: usize) -> Option<Arc<Tournament>> {
        self.shown().get(index).cloned().flatten()
    }

    /// Shows a tournament no more.
    pub(crate) fn put_away(&self, tournament: &Arc<Tournament>) {
        let mut all = self.shown();
        let index = all.iter().position(|one| one.as_ref().is_some_and(|one| Arc::ptr_eq(one, tournament)));
        if let Some(index) = index {
            all[index] = None;
            drop(all);
            self.listeners.tell(index, TournamentEvent::Sheet);
        }
    }

    /// What happens from now on, with the number of the tournament.
    pub(crate) fn listen(&self) -> broadcast::Receiver<(usize, TournamentEvent)> {
        let listener = self.listeners.told.subscribe();
        self.listeners.came.notify_waiters();
        listener
    }

    /// Waits until those that are played here have stopped: whoever sets the server's flag has told them to.
    pub(crate) fn close(&self) {
        self.all().iter().for_each(|tournament| tournament.halt());
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }

    fn shown(&self) -> MutexGuard<'_, Vec<Option<Arc<Tournament>>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Another name, where this one is taken.
fn another(slug: &str, all: &[Option<Arc<Tournament>>]) -> Option<String> {
    let is_taken = |slug: &str| all.iter().flatten().any(|tournament| tournament.slug == slug);
    let mut numbered = (2..).map(|number| format!("{slug}-{number}"));
    is_taken(slug).then(|| numbered.find(|slug| !is_taken(slug))).flatten()
}
