//! The crew of a worker: threads that play, one that says that it is there, and one that takes tasks and settles them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use joute_referee::GameRecord;
use joute_store::{EventId, NewWorker, OwnerId, Pulse, Queue, Spot, Store, StoreError, Ticket};

use super::doings::Doings;
use super::foreman::Foreman;
use super::luggage_cache::WorkshopMaker;
use super::queue_of;
use super::tables::Tables;
use super::tray::Tray;

/// A worker to be.
pub struct Crew<'a> {
    /// Where the queue is.
    pub store: &'a Arc<dyn Store>,
    /// What it says of itself.
    pub worker: NewWorker,
    /// How long it may be silent.
    pub lease: Duration,
    /// Where files of players are kept.
    pub cache: PathBuf,
    /// Makes players.
    pub workshop: &'a WorkshopMaker,
    /// Set when it is to end as soon as the pairs are played that it has begun.
    pub drain: &'a AtomicBool,
    /// Set when it is to end at once.
    pub halt: &'a AtomicBool,
    /// The most tasks that it takes at once, where that is not left to how fast they are played.
    pub most: Option<usize>,
    /// Ends by itself after so many games.
    pub drain_after: Option<u64>,
    /// What it does, besides what others of its program do.
    pub doings: &'a Doings,
    /// Hears what happens.
    pub hear: &'a (dyn Fn(CrewNews<'_>) + Sync),
}

/// What happens to a worker.
#[derive(Debug, Clone, Copy)]
pub enum CrewNews<'a> {
    /// It has tasks to play.
    Taken(usize),
    /// Games were kept, and so many were played for nothing, since others had taken them over.
    Settled {
        /// Games that count.
        games: u64,
        /// Games that do not.
        lost: u64,
    },
    /// Somebody cannot be seated here.
    Refused {
        /// Who.
        player: &'a str,
        /// Why.
        why: &'a str,
    },
    /// The store does not answer.
    Trouble(&'a StoreError),
}

/// What a worker has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CrewSummary {
    /// Games that count.
    pub games: u64,
    /// Games that were played for nothing, since others had taken them over.
    pub lost: u64,
}

/// A game that has ended: where it belongs, its record, and all there was to have.
pub(super) type PlayedGame = (Spot, Box<GameRecord>, u32);

/// What a thread has come to.
pub(super) enum Done {
    Played {
        ticket: Ticket,
        event: EventId,
        games: Vec<PlayedGame>,
        took: Duration,
    },
    /// Nobody here can play it.
    Refused(Ticket, Refused),
    /// It was given up.
    GivenUp(Ticket),
}

/// What cannot be played here, and why.
pub(super) struct Refused {
    /// What is not taken again.
    pub(super) what: NotTaken,
    /// Who or what it is, for people.
    pub(super) who: String,
    pub(super) why: String,
}

/// What a worker leaves to others from now on.
pub(super) enum NotTaken {
    /// A version of a player.
    Player(String),
    /// Everything of an event.
    Event(EventId),
    /// A single task.
    Task(i64),
}

/// Works until it is told to stop.
pub fn run_crew(crew: &Crew<'_>) -> Result<CrewSummary, StoreError> {
    let queue = queue_of(&**crew.store)?;
    let owner = Mutex::new(queue.join(&crew.worker, crew.lease)?);
    let (tray, tables) = (Tray::new(&crew.worker), Tables::new(crew));
    let pulse = Mutex::new(Pulse::default());
    let over = (Mutex::new(false), Condvar::new());
    let worked = std::thread::scope(|scope| {
        let (done, played) = mpsc::channel();
        for _ in 0..crew.worker.jobs.max(1) {
            let (done, tray, tables) = (done.clone(), &tray, &tables);
            scope.spawn(move || tables.work(tray, &done));
        }
        drop(done);
        scope.spawn(|| say_again(crew, queue, &owner, &pulse, &over));
        let mut foreman = Foreman::new(crew, queue, (&owner, &pulse), &tray);
        let worked = foreman.work(&played);
        // However it ends, the threads end.
        drop(tray.close());
        *over.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        over.1.notify_all();
        worked
    });
    let _ = crew.store.leave(*owner.lock().unwrap_or_else(PoisonError::into_inner));
    worked
}

/// Says that the worker is there, until it is not.
fn say_again(
    crew: &Crew<'_>,
    queue: &dyn Queue,
    owner: &Mutex<OwnerId>,
    pulse: &Mutex<Pulse>,
    over: &(Mutex<bool>, Condvar),
) {
    let mut is_over = over.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !*is_over {
        let waited = over.1.wait_timeout(is_over, crew.lease / 3).unwrap_or_else(PoisonError::into_inner);
        is_over = waited.0;
        if *is_over {
            return;
        }
        drop(is_over);
        let (own, said) = (*lock(owner), lock(pulse).clone());
        // One that fails is said again in time; a worker that nobody knows any more comes anew when it takes tasks.
        if let Err(error) = queue.pulse(own, &said) {
            (crew.hear)(CrewNews::Trouble(&error));
        }
        is_over = over.0.lock().unwrap_or_else(PoisonError::into_inner);
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
