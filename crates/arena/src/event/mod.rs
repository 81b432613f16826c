//! The runner of events: a format over a store, on several threads, resumable after any kind of death.
//!
//! ```text
//! scheduler ──tasks──► workers ──records──► writer ──committed results──► scheduler
//! ```
//!
//! A game counts when it is committed and not before: the scheduler hears of results from the writer alone. What to play
//! next depends on stored results only, so an event that is started again goes on exactly where it was.

mod account;
mod book;
mod description;
mod news;
mod outline;
mod records;
mod schedule;
mod summary;
mod worker;
mod writer;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use joute_catalog::Source;
use joute_games::SetupError;
use joute_players::{Entrant, EntrantError};
use joute_referee::{Identity, MatchRules};
use joute_store::{EventId, NewEvent, Store, StoreError, StoreErrorKind, StoredEvent};
use joute_tournament::format::{Competition, FormatError, FormatOptions};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::EventSummary;

pub use account::{Account, account};
pub use news::News;
pub use records::{found_game, labelled_record};

use book::Book;
use outline::Outline;
use schedule::Scheduler;
use worker::{Queue, Worker};

/// An event to be played.
pub struct EventPlan<'a> {
    /// What it is called.
    pub name: String,
    /// The format by name.
    pub format: &'static str,
    /// What the format is told.
    pub options: FormatOptions,
    /// The game by name.
    pub game: String,
    /// The boards.
    pub source: &'a Source,
    /// The rules of every game.
    pub rules: MatchRules,
    /// What results are worth.
    pub scoring: Scoring,
    /// Everything random comes from it.
    pub seed: u64,
    /// Games of a match.
    pub games: u32,
    /// How many games at once.
    pub jobs: usize,
    /// Who takes part, by seed number.
    pub participants: Vec<Participant>,
    /// Who was not let in.
    pub refused: Vec<Refused>,
    /// Games that go on for longer than this are stored as they are played.
    pub live_after: Option<Duration>,
}

/// A player that takes part.
pub struct Participant {
    /// The name, unique in the event.
    pub name: String,
    /// Who it is.
    pub entrant: Entrant,
}

/// A player that was refused, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The name, unique in the event.
    pub name: String,
    /// How it was named.
    pub locator: String,
    /// Why.
    pub reason: String,
}

impl Participant {
    fn identity(&self) -> Identity {
        Identity { name: self.name.clone(), ..self.entrant.identity.clone() }
    }
}

/// An event that cannot be played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The setup makes no board.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The format does not fit.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A player cannot take part.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds results of another event.
    #[error("the results that are stored are those of another event: {}. Put that back as it was, or choose another folder for this one", .0.join("; "))]
    Other(Vec<String>),
    /// The store holds an event that this program does not understand.
    #[error("the event that is stored here cannot be understood; it may be that of a newer program")]
    Unknown,
}

/// How an event stands, for whoever watches.
pub struct Progress<'a> {
    /// Games that are stored.
    pub done: u64,
    /// About how many there will be.
    pub expected: u64,
    /// Games that were stored before this run.
    pub before: u64,
    /// Matches, byes and the order of merit.
    pub competition: &'a Competition,
}

/// Whoever wants to know. It is called on playing threads, too, and must return at once: what cannot keep up drops what
/// it cannot take and asks for the whole picture later.
pub trait Sink: Sync {
    /// More games were stored.
    fn progress(&self, _progress: &Progress<'_>) {}

    /// Something happened in a game.
    fn news(&self, _news: News) {}

    /// Whether [`Sink::news`] is wanted: telling every ply costs quick players some of their speed.
    fn wants_news(&self) -> bool {
        false
    }
}

/// Nobody.
impl Sink for () {}

/// Whether an event has a store to itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// The store is for this event, as that of a folder of results: what is in it must be this event.
    Sole,
    /// There may be others, told apart by their names.
    Shared,
}

/// The event of a name, if it was announced before; where the store is for one event, whatever is in it.
pub fn find_event(store: &dyn Store, name: &str, sharing: Sharing) -> Result<Option<StoredEvent>, StoreError> {
    let mut events = store.events()?;
    let named = events.iter().rposition(|known| known.event.name == name);
    let at = named.or((sharing == Sharing::Sole && !events.is_empty()).then_some(0));
    Ok(at.map(|at| events.swap_remove(at)))
}

/// An event by its number.
fn event_of(store: &dyn Store, event: EventId) -> Result<NewEvent, StoreError> {
    let known = store.events()?.into_iter().find(|known| known.id == event);
    known.map(|known| known.event).ok_or_else(|| StoreError {
        place: store.place().to_owned(),
        kind: StoreErrorKind::Missing { what: format!("event {}", event.0) },
        cause: None,
    })
}

/// Plays an event that was announced to its end, or until `stop` is set. Games in progress are then given up and played
/// again next time.
pub fn run_event(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    event: EventId,
    stop: &AtomicBool,
    sink: &dyn Sink,
) -> Result<EventSummary, EventError> {
    compare(plan, &event_of(&**store, event)?)?;
    let book = Book::new(plan.games, plan.scoring, store.results(event)?);
    let competition = Competition::new(plan.format, &plan.options, plan.participants.len())?;
    let mut scheduler = Scheduler::new(plan, event, competition, book);
    play(plan, store, &mut scheduler, stop, sink)?;
    let faults = store.faults(event)?;
    let Scheduler { competition, book, complete, .. } = &scheduler;
    Ok(summary::summarise(&Outline::of(plan), competition, book, *complete, faults))
}

/// Every player must play this game, before anything is played.
fn check(plan: &EventPlan<'_>) -> Result<(), EventError> {
    let start = plan.source.start(0)?;
    plan.participants.iter().try_for_each(|participant| participant.entrant.check(&start))?;
    Ok(())
}

/// Makes sure that an event can be played and is in the store: one that is there already must be this very event.
pub fn announce_event(plan: &EventPlan<'_>, store: &dyn Store, sharing: Sharing) -> Result<EventId, EventError> {
    check(plan)?;
    match find_event(store, &plan.name, sharing)? {
        None => Ok(store.add_event(&description::of(plan))?),
        Some(known) => compare(plan, &known.event).map(|()| known.id),
    }
}

fn compare(plan: &EventPlan<'_>, known: &NewEvent) -> Result<(), EventError> {
    match description::differences(&known.description, &description::of(plan).description) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(EventError::Other(changes)),
    }
}

fn play(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    scheduler: &mut Scheduler<'_>,
    stop: &AtomicBool,
    sink: &dyn Sink,
) -> Result<(), EventError> {
    let queue = Queue::default();
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (records, to_write) = mpsc::sync_channel(1024);
        let (committed, results) = mpsc::channel();
        scope.spawn(move || writer::write(store, &to_write, &committed));
        for _ in 0..plan.jobs.max(1) {
            let worker = Worker { plan, event: scheduler.event(), queue: &queue, halt: &halt, sink };
            let records = records.clone();
            scope.spawn(move || worker.work(&records));
        }
        // Only those who play write; the writer ends when they have.
        drop(records);
        let outcome = scheduler.run(&queue, &results, stop, sink);
        halt.store(true, Ordering::Relaxed);
        queue.close();
        // What was finished before the stop is committed and counts.
        let rest = scheduler.take_in_rest(&results);
        outcome.and(rest)
    })
}
