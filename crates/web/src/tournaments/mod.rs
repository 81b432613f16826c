//! Tournaments as the server shows them: those it plays itself, and those that another program plays or has played.
//!
//! ```text
//! playing threads ──news──► Tables ──► Painter ──► boards ─┐
//! writer ──► store ◄── reader ──► Account ──► sheet ───────┴──► whoever watches
//! ```
//!
//! Results come from the store alone, read beside whoever writes it, so that it makes no difference who plays.

mod organiser;
mod painter;
mod sheet;
pub(crate) mod stream;
mod tables;
mod tournament;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use joute_arena::Sink;
use joute_store::EventId;
use tokio::sync::broadcast;

pub use organiser::Prepare;
pub(crate) use organiser::{OFFERED, Organiser, Refusal, TournamentRequest};
use painter::Change;
pub(crate) use sheet::{Parts, game_title, list, plain_list};
pub(crate) use tournament::{Tournament, View};

/// Plays a tournament to its end, or until the server stops, and says why if it could not. It runs on a thread of its
/// own, and tells the sink what happens.
pub type Run = Box<dyn FnOnce(&dyn Sink) -> Result<(), String> + Send>;

/// A tournament to be shown.
pub struct ShownTournament {
    /// The folder of its results.
    pub folder: PathBuf,
    /// Which of the events in it; without, all of them.
    pub event: Option<EventId>,
    /// How to play it; without, it is only looked at.
    pub run: Option<Run>,
}

/// What those who watch hear.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TournamentEvent {
    /// Something happened at a table.
    Table(Change),
    /// Results have changed.
    Sheet,
}

/// How much a spectator may fall behind before it gets everything as it stands instead.
const BEHIND: usize = 256;

/// All tournaments of the server.
pub(crate) struct Tournaments {
    shown: Mutex<Vec<Arc<Tournament>>>,
    told: broadcast::Sender<(usize, TournamentEvent)>,
    closed: Arc<AtomicBool>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Default for Tournaments {
    fn default() -> Tournaments {
        Tournaments {
            shown: Mutex::default(),
            told: broadcast::channel(BEHIND).0,
            closed: Arc::default(),
            threads: Mutex::default(),
        }
    }
}

impl Tournaments {
    /// Shows a tournament, and plays it where that is wanted; the reason if it cannot be shown. Of a folder with several
    /// it gives the first.
    pub(crate) fn show(&self, shown: ShownTournament) -> Result<Arc<Tournament>, String> {
        let ShownTournament { folder, event, run } = shown;
        let first = self.show_one(Tournament::open(&folder, event, run.is_some())?, run);
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
        let (index, tournament) = (all.len(), Arc::new(tournament));
        all.push(Arc::clone(&tournament));
        drop(all);
        let (watched, told, closed) = (Arc::clone(&tournament), self.told.clone(), Arc::clone(&self.closed));
        self.spawn(move || watched.attend(&told, index, &closed));
        if let Some(run) = run {
            let (played, told) = (Arc::clone(&tournament), self.told.clone());
            self.spawn(move || played.play(run, &|news| drop(told.send((index, news)))));
        }
        tournament
    }

    fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        let thread = std::thread::spawn(work);
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
    }

    /// A tournament by its name in addresses, with its number among all.
    pub(crate) fn find(&self, slug: &str) -> Option<(usize, Arc<Tournament>)> {
        self.shown().iter().cloned().enumerate().find(|(_, tournament)| tournament.slug == slug)
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Arc<Tournament>> {
        self.shown().clone()
    }

    /// A tournament by its number.
    pub(crate) fn at(&self, index: usize) -> Option<Arc<Tournament>> {
        self.shown().get(index).cloned()
    }

    /// What happens from now on, with the number of the tournament.
    pub(crate) fn listen(&self) -> broadcast::Receiver<(usize, TournamentEvent)> {
        self.told.subscribe()
    }

    /// Waits until those that are played here have stopped: whoever sets the server's flag has told them to.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }

    fn shown(&self) -> MutexGuard<'_, Vec<Arc<Tournament>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Another name, where this one is taken.
fn another(slug: &str, all: &[Arc<Tournament>]) -> Option<String> {
    let is_taken = |slug: &str| all.iter().any(|tournament| tournament.slug == slug);
    let mut numbered = (2..).map(|number| format!("{slug}-{number}"));
    is_taken(slug).then(|| numbered.find(|slug| !is_taken(slug))).flatten()
}
