//! One tournament: what its store tells of it, and its tables where it is played here.

use std::future::poll_fn;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_arena::{Account, account, bell, is_played};
use joute_messages::Language;
use joute_referee::GameRecord;
use joute_report::{Files, ReportOptions, files};
use joute_store::{Access, EventId, GameId, Store, StoreLocation, Wake};
use tokio::task::spawn_blocking;

use super::cached::Cached;
use super::painter::{Card, Painter};
use super::sheet::Parts;
use super::stream::news;
use super::tables::Tables;
use super::{Listeners, Run, TournamentEvent};
use crate::client::Client;
use crate::pool::Pool;

/// How long tables stay as they were drawn while somebody watches, and results as they were read.
const TICK: Duration = Duration::from_millis(80);
const LOOK: Duration = Duration::from_millis(400);

/// How a tournament stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Another program plays it, or nobody.
    Followed,
    /// It is played here.
    Running,
    /// It was played here until something went wrong.
    Stopped(String),
    /// Nothing is left to play.
    Finished,
    /// Somebody has ended it for good, with games left to play.
    Ended,
}

/// What lies in the folder of a tournament that somebody has ended.
const ENDED: &str = "ended";

/// Whether somebody has ended the tournament of this folder.
pub(crate) fn is_ended(folder: &Path) -> bool {
    folder.join(ENDED).exists()
}

pub(crate) struct Tournament {
    /// Its name in addresses.
    pub(crate) slug: String,
    store: Arc<dyn Store>,
    event: EventId,
    is_private: bool,
    /// The folder of its results.
    pub(crate) folder: PathBuf,
    file: Option<PathBuf>,
    halt: Mutex<Option<Arc<AtomicBool>>>,
    is_ended: AtomicBool,
    tables: Tables,
    painter: Mutex<Painter>,
    known: Mutex<Known>,
    parts: Cached<Parts>,
    sheets: Cached<str>,
    sheet_news: Cached<str>,
    reports: Cached<Files>,
}

#[derive(Clone)]
struct Known {
    account: Arc<Account>,
    phase: Phase,
    /// Grows with every change.
    version: u64,
    /// When this server began to look, and how many games there were.
    since: (Instant, usize),
}

/// What a page shows of a tournament at one moment.
pub(crate) struct View {
    pub(crate) account: Arc<Account>,
    pub(crate) phase: Phase,
    /// Whether the server may go on with it, where nobody plays it.
    pub(crate) has_file: bool,
    /// About how long it will take still.
    pub(crate) left: Option<Duration>,
    /// Whether what players wrote is not for everybody.
    pub(crate) is_private: bool,
    version: u64,
}

impl View {
    /// Whether nobody will play it any more.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Finished | Phase::Ended)
    }
}

impl Tournament {
    /// Reads an event of a folder, the first if none is named; the reason if there is no tournament in it.
    pub(crate) fn open(folder: &Path, event: Option<EventId>, is_run: bool) -> Result<Tournament, String> {
        Tournament::of_store(open_store(folder)?, folder, event, is_run)
    }

    /// The same of a store that is open; results are written into the folder.
    pub(crate) fn of_store(
        store: Arc<dyn Store>,
        folder: &Path,
        event: Option<EventId>,
        is_run: bool,
    ) -> Result<Tournament, String> {
        let first = || Ok::<_, String>(events_in(&*store)?.first().copied());
        let event = event.map_or_else(first, |event| Ok(Some(event)))?;
        let event = event.ok_or("there is no tournament in this folder, only games")?;
        let account = account(&*store, event).map_err(|error| error.to_string())?;
        let name = &account.summary.name;
        Ok(Tournament {
            slug: slug(name),
            tables: Tables::default(),
            painter: Mutex::new(Painter::new(&slug(name), name)),
            store,
            event,
            is_private: false,
            folder: folder.to_owned(),
            file: None,
            halt: Mutex::default(),
            is_ended: AtomicBool::new(is_ended(folder)),
            known: Mutex::new(Known {
                since: (Instant::now(), account.results.len()),
                account: Arc::new(account),
                phase: if is_run { Phase::Running } else { Phase::Followed },
                version: 1,
            }),
            parts: Cached::default(),
            sheets: Cached::default(),
            sheet_news: Cached::default(),
            reports: Cached::default(),
        })
    }

    /// Takes another name in addresses, since this one is taken.
    pub(crate) fn rename(&mut self, slug: String) {
        let name = self.known().account.summary.name.clone();
        self.painter = Mutex::new(Painter::new(&slug, &name));
        self.slug = slug;
    }

    /// The same with the file that describes it, and what stops those who play it.
    pub(crate) fn of_file(self, file: Option<PathBuf>, halt: Option<Arc<AtomicBool>>) -> Tournament {
        Tournament { file, halt: Mutex::new(halt), ..self }
    }

    /// Which event of its store it is.
    pub(crate) fn event(&self) -> EventId {
        self.event
    }

    /// The file that describes it, where there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Tells those who play it to stop after what they are at, where somebody here plays it.
    pub(crate) fn halt(&self) {
        if let Some(halt) = &*locked(&self.halt) {
            halt.store(true, Ordering::Relaxed);
            bell::ring();
        }
    }

    /// Ends it for good: what is under way is given up, and nobody goes on with it, also after a restart.
    pub(crate) fn end(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.folder.join(ENDED), "")?;
        self.is_ended.store(true, Ordering::Release);
        self.halt();
        self.known().version += 1;
        Ok(())
    }

    /// It is played again from now on.
    pub(crate) fn begin_again(&self, halt: Option<Arc<AtomicBool>>) {
        *locked(&self.halt) = halt;
        // What was added is known to the store already.
        self.look();
        let mut known = self.known();
        known.phase = Phase::Running;
        known.version += 1;
    }

    /// From now on what players wrote is not for everybody.
    pub(crate) fn keep_logs_private(&mut self) {
        self.is_private = true;
    }

    /// Plays it, on this thread.
    pub(crate) fn play(&self, run: Run, tell: &dyn Fn(TournamentEvent)) {
        let outcome = run(&self.tables);
        if let Err(why) = &outcome {
            crate::server::log_error(&format!("the tournament {} stopped: {why}", self.slug));
        }
        // Whoever reads that it has stopped reads all that was played.
        self.look();
        let mut known = self.known();
        known.phase = outcome.map_or_else(Phase::Stopped, |()| Phase::Followed);
        known.version += 1;
        drop(known);
        tell(TournamentEvent::Sheet);
    }

    /// Draws what happens at the tables for those who watch. While nothing happens or nobody watches, it sleeps.
    pub(crate) async fn show_tables(self: Arc<Self>, listeners: Arc<Listeners>, index: usize) {
        let mut seen = 0;
        loop {
            self.tables.more_than(seen).await;
            listeners.somebody().await;
            seen = self.tables.changes();
            let tournament = Arc::clone(&self);
            let drawn = spawn_blocking(move || tournament.painter().paint(&tournament.tables, false)).await;
            for card in drawn.unwrap_or_default() {
                listeners.tell(index, TournamentEvent::Table(news(&[card], "{}")));
            }
            tokio::time::sleep(TICK).await;
        }
    }

    /// Reads results again when somebody has written some, until there are no more to come.
    pub(crate) async fn follow_results(self: Arc<Self>, listeners: Arc<Listeners>, index: usize, counting: Arc<Pool>) {
        let store = Arc::clone(&self.store);
        // A database is waited for before it is heard.
        let Ok(mut watch) = spawn_blocking(move || store.watch()).await else { return };
        let turn = Client::anywhere(&self.slug);
        while !self.is_over() {
            let (begun, tournament) = (Instant::now(), Arc::clone(&self));
            if counting.wait_for(&turn, move || tournament.look()).await.unwrap_or(false) {
                listeners.tell(index, TournamentEvent::Sheet);
            }
            // A long event takes long to count: most of the time is for those who play.
            tokio::time::sleep(LOOK.max(begun.elapsed() * 10)).await;
            if poll_fn(|context| watch.poll_changed(context)).await == Wake::Closed {
                return;
            }
        }
    }

    /// Reads the store again; whether there is something new.
    fn look(&self) -> bool {
        let Ok(account) = account(&*self.store, self.event) else { return false };
        let mut known = self.known();
        let is_new = account.results.len() != known.account.results.len() || account.summary != known.account.summary;
        known.account = Arc::new(account);
        known.version += u64::from(is_new);
        is_new
    }

    /// How it stands.
    pub(crate) fn view(&self) -> View {
        let Known { account, phase, version, since: (since, then), .. } = self.known().clone();
        let phase = match phase {
            _ if account.summary.complete => Phase::Finished,
            // Those who play need a moment to stop.
            Phase::Followed | Phase::Stopped(_) if self.is_ended.load(Ordering::Acquire) => Phase::Ended,
            phase => phase,
        };
        let now = account.results.len().saturating_sub(then);
        let ahead = account.expected.saturating_sub(account.results.len() as u64);
        let is_going = now > 0 && matches!(phase, Phase::Followed | Phase::Running);
        let left = is_going.then(|| since.elapsed().mul_f64(ahead as f64 / now as f64));
        View { account, phase, left, has_file: self.file.is_some(), is_private: self.is_private, version }
    }

    /// Whether it is played here.
    pub(crate) fn is_running(&self) -> bool {
        self.view().phase == Phase::Running
    }

    /// Whether nobody will play it any more.
    pub(crate) fn is_over(&self) -> bool {
        self.view().is_over()
    }

    /// Whether somebody has ended it.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Acquire)
    }

    /// Whether it is over, or was stopped by something that went wrong, and nobody here is at it any more.
    pub(crate) fn is_settled(&self) -> bool {
        let is_left = self.known().phase != Phase::Running;
        is_left && matches!(self.view().phase, Phase::Finished | Phase::Ended | Phase::Stopped(_))
    }

    /// The parts of its page that change; made once for everybody who reads this language.
    pub(crate) fn parts(&self, language: Language) -> Arc<Parts> {
        let view = self.view();
        self.parts.of(language, view.version, || Arc::new(Parts::of(&self.slug, &view, language)))
    }

    /// The same as JSON.
    pub(crate) fn sheet(&self, language: Language) -> Arc<str> {
        let version = self.known().version;
        self.sheets.of(language, version, || self.parts(language).json().into())
    }

    /// The same as news of its own.
    pub(crate) fn sheet_news(&self, language: Language) -> Arc<str> {
        let version = self.known().version;
        self.sheet_news.of(language, version, || news(&[], &self.sheet(language)))
    }

    /// Every table as it stands at this moment.
    pub(crate) fn cards(&self) -> Vec<Card> {
        let mut painter = self.painter();
        painter.paint(&self.tables, true);
        painter.cards()
    }

    /// What pages call its tables.
    pub(crate) fn table_ids(&self) -> Vec<String> {
        let painter = self.painter();
        (0..painter.cards().len()).map(|table| painter.id(table)).collect()
    }

    /// A stored game.
    pub(crate) async fn game(&self, id: GameId) -> Option<GameRecord> {
        let store = Arc::clone(&self.store);
        let found = spawn_blocking(move || store.game(id)).await.ok()?;
        found.unwrap_or_else(|error| {
            crate::server::log_error(&format!("game {id} of the tournament {}: {error}", self.slug));
            None
        })
    }

    /// The whole report as it would be written now; made once for each state of the event. It waits for the disk.
    pub(crate) fn report(&self, language: Language) -> Arc<Files> {
        let view = self.view();
        self.reports.of(language, view.version, || {
            let summary = &view.account.summary;
            let ids = summary.matches.iter().flat_map(|played| &played.games);
            let games = ids.filter_map(|&id| Some((id, self.store.game(id).ok()??)));
            Arc::new(files(summary, games, &ReportOptions { language, ..ReportOptions::default() }))
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        locked(&self.known)
    }

    fn painter(&self) -> MutexGuard<'_, Painter> {
        locked(&self.painter)
    }
}

fn open_store(folder: &Path) -> Result<Arc<dyn Store>, String> {
    StoreLocation::in_folder(folder).open(Access::ReadOnly).map_err(|error| error.to_string())
}

fn events_in(store: &dyn Store) -> Result<Vec<EventId>, String> {
    let events = store.events().map_err(|error| error.to_string())?;
    Ok(events.into_iter().filter(|known| is_played(&known.event)).map(|known| known.id).collect())
}

/// All events of a folder.
pub(super) fn events_of(folder: &Path) -> Result<Vec<EventId>, String> {
    events_in(&*open_store(folder)?)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A name as it stands in an address: letters, digits and hyphens.
fn slug(name: &str) -> String {
    let letters = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let words: String = letters.flat_map(char::to_lowercase).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "tournament".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_become_addresses() {
        assert_eq!(slug("Coupe d’été 2026"), "coupe-d-été-2026");
        assert_eq!(slug("../.."), "tournament");
    }
}
