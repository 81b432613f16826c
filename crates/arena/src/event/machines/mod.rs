//! Events that are played on many machines: games go through the queue of a store to whoever has time.
//!
//! ```text
//! scheduler ──tasks──► queue ◄──take── workers ──settle──► store ──results, in their order──► scheduler
//! ```

mod charter;
mod crew;
mod doings;
mod foreman;
mod luggage_cache;
mod matches;
mod rates;
mod tables;
mod tray;
mod unplayed;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_store::{EventId, GameId, Lead, OwnerId, Queue, Store, StoreError, StoreErrorKind, Watch};

pub use charter::{CONFINED, Luggage};
pub use crew::{Crew, CrewNews, CrewSummary, run_crew};
pub use doings::Doings;
pub use matches::SharedMatch;
pub use unplayed::Unplayed;

use super::worker::{Dispatch, Seats, Task};
use super::writer::Committed;
use super::{EventError, EventPlan, Participant, Sink};
use crate::bell::{self, Sleeper};
use charter::{Charter, Traveller, task_of};

/// After so long without news it is looked for results all the same: whoever should have told of them may have been cut off.
const SILENCE: Duration = Duration::from_secs(2);

/// So many tasks are offered at once.
const OFFER: usize = 10_000;

/// After so long without a game it is looked whether anybody can play what waits.
const QUIET: Duration = Duration::from_secs(20);

/// The tasks of an event in the queue of its store.
pub(super) struct Offers<'a> {
    store: &'a dyn Store,
    lead: Lead,
    seats: &'a Seats,
    luggage: Luggage<'a>,
    /// Who hears of players that cannot travel.
    sink: &'a dyn Sink,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What was offered and has not come back, by match and first game, so that it is known again when it is taken back.
    offered: HashMap<(u32, u32), Offered>,
    travellers: HashMap<(String, String), Arc<Traveller>>,
    /// Versions without which the event goes on, until others take part.
    left_out: HashSet<(String, String)>,
    /// What could not be offered.
    failure: Option<EventError>,
}

/// The games of a task, and what a worker must have to play them.
struct Offered {
    games: Vec<Task>,
    needs: Vec<String>,
    cores: u32,
}

/// The queue of a store, or that it has none.
fn queue_of(store: &dyn Store) -> Result<&dyn Queue, StoreError> {
    let why = "a file is for one machine; expected postgres://USER@HOST/DATABASE".to_owned();
    let none =
        || StoreError { place: store.place().to_owned(), kind: StoreErrorKind::Unavailable { why }, cause: None };
    store.queue().ok_or_else(none)
}

impl<'a> Offers<'a> {
    /// Becomes the one who schedules an event.
    pub(super) fn new(
        plan: &EventPlan<'_>,
        store: &'a dyn Store,
        schedule: (EventId, OwnerId),
        seats: &'a Seats,
        luggage: Luggage<'a>,
        sink: &'a dyn Sink,
    ) -> Result<Offers<'a>, EventError> {
        Offers::with_charter(&Charter::of(plan)?, store, schedule, seats, luggage, sink)
    }

    /// Becomes the one who schedules a single match.
    fn of_match(
        plan: &EventPlan<'_>,
        store: &'a dyn Store,
        schedule: (EventId, OwnerId),
        seats: &'a Seats,
        luggage: Luggage<'a>,
    ) -> Result<Offers<'a>, EventError> {
        Offers::with_charter(&Charter::of(plan)?.of_match(), store, schedule, seats, luggage, &())
    }

    fn with_charter(
        charter: &Charter,
        store: &'a dyn Store,
        (event, owner): (EventId, OwnerId),
        seats: &'a Seats,
        luggage: Luggage<'a>,
        sink: &'a dyn Sink,
    ) -> Result<Offers<'a>, EventError> {
        let charter = serde_json::to_string(charter).unwrap_or_default();
        let queue = queue_of(store)?;
        let lead = queue.lead(event, owner, &charter)?;
        // What whoever led before has left is offered again as far as it still counts.
        queue.withdraw(lead)?;
        Ok(Offers { store, lead, seats, luggage, sink, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn offer(&self, tasks: Vec<Task>) -> Result<(), EventError> {
        let queue = queue_of(self.store)?;
        let mut pairs: BTreeMap<(u32, u64), Vec<Task>> = BTreeMap::new();
        for task in tasks {
            pairs.entry((task.pairing.match_index, task.fixture / 2)).or_default().push(task);
        }
        let mut offers = Vec::with_capacity(pairs.len());
        let mut state = self.state();
        for games in pairs.into_values() {
            // Somebody may have left since these games were asked for: nobody waits for them any more.
            let Some(players) = self.seats.of(games[0].pairing.players) else { continue };
            let [one, two] = &players;
            // Nor for games of whoever was left out: without it other matches are made.
            let travellers = [self.traveller(&mut state, one)?, self.traveller(&mut state, two)?];
            let [Some(one), Some(two)] = &travellers else { continue };
            let mut needs: Vec<String> = players.iter().flat_map(|player| self.luggage.needs(player)).collect();
            needs.sort();
            needs.dedup();
            let cores = self.luggage.cores(&players);
            let task = task_of(&games, [one, two], (needs.clone(), cores));
            state.offered.insert((task.match_index, task.first_game), Offered { games, needs, cores });
            offers.push(task);
        }
        for some in offers.chunks(OFFER) {
            queue.offer(self.lead, some)?;
        }
        Ok(())
    }

    /// A player with its luggage; nothing if the event goes on without it.
    fn traveller(&self, state: &mut State, player: &Participant) -> Result<Option<Arc<Traveller>>, EventError> {
        let key = (player.name.clone(), player.entrant.identity.version.clone());
        if state.left_out.contains(&key) {
            return Ok(None);
        }
        if let Some(known) = state.travellers.get(&key) {
            return Ok(Some(Arc::clone(known)));
        }
        let packed = match self.luggage.pack(player, queue_of(self.store)?) {
            Err(EventError::Luggage(_, why)) if self.sink.left_out(player, &why.to_string()) => {
                state.left_out.insert(key);
                return Ok(None);
            }
            packed => Arc::new(packed?),
        };
        state.travellers.insert(key, Arc::clone(&packed));
        Ok(Some(packed))
    }

    fn withdraw(&self) -> Result<Vec<Task>, EventError> {
        let withdrawn = queue_of(self.store)?.withdraw(self.lead)?;
        let mut state = self.state();
        // Whoever is asked for after a change was let in anew.
        state.left_out.clear();
        Ok(withdrawn.iter().filter_map(|spot| state.offered.remove(spot)).flat_map(|offered| offered.games).collect())
    }

    /// What waits that no worker can play, if that is so.
    fn unplayed(&self) -> Option<Unplayed> {
        let workers = queue_of(self.store).and_then(Queue::workers).ok()?;
        let state = self.state();
        Unplayed::find(state.offered.values().map(|offered| (&*offered.needs, offered.cores)), &workers)
    }

    /// Tells the scheduler of everything that comes, in the order in which it came, until it is over; and whoever wants to know
    /// when games wait that no worker can play. Whoever sets `halt` rings.
    pub(super) fn listen(
        &self,
        mut last: GameId,
        halt: &AtomicBool,
        committed: &Sender<Committed>,
        tell: &dyn Fn(&Unplayed),
    ) {
        let (mut watch, sleeper) = (self.store.watch(), Sleeper::new());
        let (mut heard, mut told) = (Instant::now(), None);
        loop {
            if heard.elapsed() >= QUIET {
                heard = Instant::now();
                let now = self.unplayed();
                // What was told already is told again when it is another matter.
                if let Some(unplayed) = now.as_ref().filter(|now| told.as_ref() != Some(*now)) {
                    tell(unplayed);
                }
                told = now;
            }
            let is_over = halt.load(Ordering::Relaxed);
            let came = self.came_after(last);
            let failed = came.is_err();
            match came {
                Ok(results) if results.is_empty() => {}
                came => {
                    heard = Instant::now();
                    last = came.as_ref().ok().and_then(|results| results.last()).map_or(last, |result| result.id);
                    let _ = committed.send(came);
                }
            }
            if failed || is_over {
                return;
            }
            self.wait_for_news(&sleeper, &mut watch, halt);
        }
    }

    /// What has come since a game, or what is in the way of anything coming.
    fn came_after(&self, last: GameId) -> Committed {
        if let Some(error) = self.state().failure.take() {
            return Err(error);
        }
        let results = queue_of(self.store)?.results_after(self.lead.event, last)?;
        let mut state = self.state();
        for result in &results {
            state.offered.remove(&(result.match_index, result.game));
        }
        Ok(results)
    }

    /// Waits until something was written, or it is over.
    fn wait_for_news(&self, sleeper: &Sleeper, watch: &mut Watch, halt: &AtomicBool) {
        let since = Instant::now();
        let is_over = || halt.load(Ordering::Relaxed) || self.state().failure.is_some() || since.elapsed() >= SILENCE;
        sleeper.until_changed(watch, Duration::ZERO, is_over);
    }

    /// Keeps what could not be offered, the first of it, for whoever listens.
    fn fail(&self, error: EventError) {
        self.state().failure.get_or_insert(error);
        bell::ring();
    }
}

impl Dispatch for Offers<'_> {
    fn extend(&self, tasks: Vec<Task>) {
        if !tasks.is_empty()
            && let Err(error) = self.offer(tasks)
        {
            self.fail(error);
        }
    }

    fn take_back(&self) -> Vec<Task> {
        self.withdraw().unwrap_or_else(|error| {
            self.fail(error);
            Vec::new()
        })
    }

    fn close(&self) {
        // Whoever stops an event means it; what is being played is still settled.
        let _ = self.withdraw();
    }
}
