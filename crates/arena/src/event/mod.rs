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
mod door;
mod machines;
mod news;
mod outline;
mod records;
mod roster;
mod schedule;
mod stages;
mod summary;
mod worker;
mod writer;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use joute_catalog::{ExactJudge, NoExactResults, Source};
use joute_games::SetupError;
use joute_players::{Entrant, EntrantError};
use joute_referee::{Identity, MatchRules};
use joute_store::{EventId, OwnerId, Store, StoreError, StoredEvent};
use joute_tournament::changes::PlayerChange;
use joute_tournament::format::{Competition, FormatError, FormatOptions};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::{Contestant, EventSummary};

pub use account::{Account, account};
pub use door::{Door, Lineup};
pub use machines::{CONFINED, Crew, CrewNews, CrewSummary, Doings, Luggage, SharedMatch, Unplayed, run_crew};
pub use news::News;
pub use records::{found_game, labelled_record};
pub use stages::is_played;

use book::Book;
use machines::Offers;
use schedule::Scheduler;
use stages::Stages;
use worker::{Dispatch, Queue, Seats, Worker};

use crate::bell;

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
    pub participants: Vec<Arc<Participant>>,
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

/// A player that does not play, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The name, unique in the event.
    pub name: String,
    /// How it was named.
    pub locator: String,
    /// The content hash, where there is one.
    pub version: Option<String>,
    /// Whose will it is.
    pub how: NotThere,
    /// Why; a withdrawal may have no reason.
    pub reason: String,
}

/// Why somebody of the list does not play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotThere {
    /// It was not let in.
    Refused,
    /// It withdrew.
    Withdrawn,
    /// It was put out.
    Disqualified,
}

impl Refused {
    /// Why it does not play, in words.
    fn told(&self) -> String {
        match self.how {
            NotThere::Refused => self.reason.clone(),
            NotThere::Withdrawn if self.reason.is_empty() => "withdrawn".to_owned(),
            NotThere::Withdrawn => format!("withdrawn: {}", self.reason),
            NotThere::Disqualified => format!("disqualified: {}", self.reason),
        }
    }
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
    /// Games are to end by exact results, and there are none.
    #[error(transparent)]
    NoExactResults(#[from] NoExactResults),
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A player's files cannot be taken to other machines.
    #[error("{0} cannot play on other machines: {1}")]
    Luggage(String, std::io::Error),
    /// Whoever listens cannot be told.
    #[error("{0}")]
    Listener(std::io::Error),
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

    /// Those who take part have changed while it is played.
    fn changed(&self, _changes: &[PlayerChange]) {}

    /// Games wait that no worker can play, and nothing else is played.
    fn unplayed(&self, _unplayed: &Unplayed) {}

    /// A version of a player cannot be taken to other machines, though it was let in: its files have changed since, or cannot
    /// be read any more. Whether the event goes on without it, and [`Door`] lets nobody else wait for it.
    fn left_out(&self, _player: &Participant, _reason: &str) -> bool {
        false
    }

    /// Others were to take part, and cannot: it goes on as it was.
    fn not_changed(&self, _error: &EventError) {}

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
    let mut events: Vec<StoredEvent> = store.events()?.into_iter().filter(|known| is_played(&known.event)).collect();
    let named = events.iter().rposition(|known| known.event.name == name);
    let at = named.or((sharing == Sharing::Sole && !events.is_empty()).then_some(0));
    Ok(at.map(|at| events.swap_remove(at)))
}

/// What those who take part in an event are called today, by seed number.
pub fn names_of(store: &dyn Store, event: EventId) -> Result<Vec<String>, EventError> {
    let stages = Stages::read(store, event)?;
    Ok(stages.roster().members.iter().map(|member| member.name.clone()).collect())
}

/// Everybody of an event as they are today, those who were refused behind the others. No game is looked at.
pub fn contestants_of(store: &dyn Store, event: EventId) -> Result<Vec<Contestant>, EventError> {
    Ok(Stages::read(store, event)?.roster().contestants())
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
    run_open_event(plan, store, event, stop, sink, &())
}

/// The same; those whom the door lets in take part from then on, as the format allows, and nothing stops for it.
pub fn run_open_event(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    event: EventId,
    stop: &AtomicBool,
    sink: &dyn Sink,
    door: &dyn Door,
) -> Result<EventSummary, EventError> {
    run_by(plan, store, event, (stop, sink, door), None)
}

/// The same, played by whoever takes its games from the queue of the store: [`run_crew`] does, on any machine. The owner is
/// the one who schedules; no other may at the same time.
pub fn run_shared_event(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    event: EventId,
    (stop, sink, door): (&AtomicBool, &dyn Sink, &dyn Door),
    (owner, luggage): (OwnerId, Luggage<'_>),
) -> Result<EventSummary, EventError> {
    run_by(plan, store, event, (stop, sink, door), Some((owner, luggage)))
}

fn run_by(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    event: EventId,
    (stop, sink, door): (&AtomicBool, &dyn Sink, &dyn Door),
    shared: Option<(OwnerId, Luggage<'_>)>,
) -> Result<EventSummary, EventError> {
    let stages = Stages::read(&**store, event)?;
    let (_, difference) = stages.difference(plan)?;
    if !difference.changes.is_empty() {
        return Err(EventError::Other(difference.changes.iter().map(PlayerChange::to_string).collect()));
    }
    let seats = Seats::default();
    seats.change(stages.roster().seats(plan));
    let book = Book::new(plan.games, plan.scoring, store.results(event)?);
    let mut scheduler = Scheduler::new(plan, event, stages, book)?;
    let context = EventContext { store: &**store, seats: &seats, stop, sink, door };
    match shared {
        None => play(plan, store, &mut scheduler, &context)?,
        Some((owner, luggage)) => {
            let offers = Offers::new(plan, &**store, (event, owner), &seats, luggage, sink)?;
            play_elsewhere(&offers, &mut scheduler, &context)?;
        }
    }
    let faults = store.faults(event)?;
    let Scheduler { stages, competition, book, complete, .. } = &scheduler;
    Ok(summary::summarise(&stages.outline()?, competition, book, *complete, faults))
}

/// What an event has to do with while it is played.
struct EventContext<'a> {
    store: &'a dyn Store,
    seats: &'a Seats,
    stop: &'a AtomicBool,
    sink: &'a dyn Sink,
    door: &'a dyn Door,
}

/// Every player must play this game, before anything is played.
fn check(plan: &EventPlan<'_>) -> Result<(), EventError> {
    let start = plan.source.start(0)?;
    plan.participants.iter().try_for_each(|participant| participant.entrant.check(&start))?;
    ExactJudge::of(&start, &plan.rules)?;
    Ok(())
}

/// Makes sure that an event can be played and is in the store: one that is there already must be this very event, except
/// that those who take part may have changed as its format allows.
pub fn announce_event(plan: &EventPlan<'_>, store: &dyn Store, sharing: Sharing) -> Result<EventId, EventError> {
    announce_changes(plan, store, sharing).map(|(event, _)| event)
}

/// The same; with what has changed since the event was played last.
pub fn announce_changes(
    plan: &EventPlan<'_>,
    store: &dyn Store,
    sharing: Sharing,
) -> Result<(EventId, Vec<PlayerChange>), EventError> {
    check(plan)?;
    match find_event(store, &plan.name, sharing)? {
        None => Ok((store.add_event(&description::of(plan, &plan.options))?, Vec::new())),
        Some(known) => Ok((known.id, Stages::read(store, known.id)?.amend(plan, store)?)),
    }
}

fn play(
    plan: &EventPlan<'_>,
    store: &Arc<dyn Store>,
    scheduler: &mut Scheduler<'_>,
    context: &EventContext<'_>,
) -> Result<(), EventError> {
    let &EventContext { seats, sink, .. } = context;
    let queue = Queue::default();
    let adjudicator = ExactJudge::adjudicator(&plan.source.start(0)?, &plan.rules)?;
    let adjudicator = adjudicator.as_ref();
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (records, to_write) = mpsc::sync_channel(1024);
        let (committed, results) = mpsc::channel();
        let (committed, bell) = writer::rung_for(committed);
        scope.spawn(move || writer::write(store, &to_write, &committed));
        for _ in 0..plan.jobs.max(1) {
            let event = scheduler.event();
            let worker = Worker {
                plan,
                seats,
                event,
                queue: &queue,
                adjudicator,
                halt: &halt,
                sink,
                machine: None,
                is_match: false,
            };
            let records = records.clone();
            scope.spawn(move || worker.work(&records));
        }
        // Only those who play write; the writer ends when they have.
        drop(records);
        let outcome = scheduler.run(&queue, &results, context);
        drop(bell);
        halt.store(true, Ordering::Relaxed);
        queue.close();
        // What was finished before the stop is committed and counts.
        let rest = scheduler.take_in_rest(&results);
        outcome.and(rest)
    })
}

/// Hands games to other machines, and takes in what comes of them.
fn play_elsewhere(
    offers: &Offers<'_>,
    scheduler: &mut Scheduler<'_>,
    context: &EventContext<'_>,
) -> Result<(), EventError> {
    let halt = AtomicBool::new(false);
    let last = scheduler.book.last();
    std::thread::scope(|scope| {
        let (committed, results) = mpsc::channel();
        let (committed, _bell) = writer::rung_for(committed);
        scope.spawn(|| {
            let committed = committed;
            offers.listen(last, &halt, &committed, &|unplayed| context.sink.unplayed(unplayed));
        });
        let outcome = scheduler.run(offers, &results, context);
        offers.close();
        halt.store(true, Ordering::Relaxed);
        bell::ring();
        let rest = scheduler.take_in_rest(&results);
        outcome.and(rest)
    })
}
