//! The foreman of a crew: takes as many tasks as are played within a second, and settles what was played.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use joute_store::{NewGame, OwnerId, Portions, Pulse, Queue, Refusals, StoreError, StoreErrorKind, Ticket};

use super::crew::{Crew, CrewNews, CrewSummary, Done, NotTaken, PlayedGame, Refused, lock};
use super::rates::{InHand, MOST, Rates};
use super::tray::Tray;

/// What was played is settled within this time.
const SETTLING: Duration = Duration::from_millis(100);
/// Whoever has a task and does not begin it within this time leaves it to others.
const STALE: Duration = Duration::from_secs(3);
/// Whoever finds nothing to do asks again after this, and then less and less often.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What the foreman has in hand.
#[derive(Default)]
struct State {
    ready: Vec<(Ticket, Vec<PlayedGame>)>,
    back: Vec<Ticket>,
    refused: Refusals,
    /// Tasks that were taken and have not come back from the threads.
    out: usize,
    summary: CrewSummary,
}

/// Whoever takes tasks and settles them.
pub(super) struct Foreman<'a> {
    crew: &'a Crew<'a>,
    queue: &'a dyn Queue,
    owner: &'a Mutex<OwnerId>,
    pulse: &'a Mutex<Pulse>,
    tray: &'a Tray,
    rates: Rates,
    /// Before this instant nothing is asked for.
    ask: Instant,
    pause: Duration,
    state: State,
}

impl<'a> Foreman<'a> {
    pub(super) fn new(
        crew: &'a Crew<'a>,
        queue: &'a dyn Queue,
        (owner, pulse): (&'a Mutex<OwnerId>, &'a Mutex<Pulse>),
        tray: &'a Tray,
    ) -> Foreman<'a> {
        let rates = Rates::new(crew.worker.jobs.max(1) as usize, crew.most);
        let (ask, pause) = (Instant::now(), FIRST_PAUSE);
        Foreman { crew, queue, owner, pulse, tray, rates, ask, pause, state: State::default() }
    }

    pub(super) fn work(&mut self, played: &Receiver<Done>) -> Result<CrewSummary, StoreError> {
        let mut told = Instant::now();
        while !self.is_draining() {
            // First of all, so that threads play while is settled what they have played.
            if let Some(portions) = self.wanted() {
                let taken = self.take(&portions)?;
                // Also while others play: at the end of an event nobody hurries for the last games.
                self.ask = Instant::now() + if taken > 0 { Duration::ZERO } else { self.pause };
                self.pause = if taken > 0 { FIRST_PAUSE } else { (self.pause * 2).min(LONGEST_PAUSE) };
            }
            self.leave_what_waits();
            self.settle()?;
            let until = self.ask.saturating_duration_since(Instant::now());
            self.gather(played, if self.state.out > 0 { SETTLING } else { until });
            if told.elapsed() > Duration::from_secs(1) {
                *lock(self.pulse) = Pulse { rate: self.rates.speed(), doing: self.crew.doings.of_late() };
                told = Instant::now();
            }
        }
        let unbegun = self.tray.close();
        self.state.out -= unbegun.len();
        self.state.back.extend(unbegun.iter().map(|task| task.ticket));
        while self.state.out > 0 {
            self.gather(played, SETTLING);
            self.settle()?;
        }
        self.settle()?;
        Ok(self.state.summary)
    }

    /// What is to be taken now, if anything.
    fn wanted(&self) -> Option<Portions> {
        if Instant::now() < self.ask
            || self.is_enough(self.state.ready.iter().map(|(_, games)| games.len() as u64).sum())
        {
            return None;
        }
        let (waiting, backlog) = self.tray.waiting(&self.rates);
        self.rates.portions(InHand { out: self.state.out, waiting, backlog })
    }

    /// What no thread has begun for too long may find one elsewhere.
    fn leave_what_waits(&mut self) {
        for task in self.tray.stale(STALE) {
            self.rates.has_waited(task.event, STALE);
            self.state.out -= 1;
            self.state.back.push(task.ticket);
        }
    }

    /// Whether these are the last games that it was to play.
    fn is_enough(&self, more: u64) -> bool {
        self.crew.drain_after.is_some_and(|most| self.state.summary.games + more >= most)
    }

    fn is_draining(&self) -> bool {
        let Crew { drain, halt, .. } = self.crew;
        self.is_enough(0) || drain.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed)
    }

    fn take(&mut self, portions: &Portions) -> Result<usize, StoreError> {
        let owner = *lock(self.owner);
        let taken = match self.queue.take(owner, &self.state.refused, portions) {
            // It was silent for so long that it was forgotten, or the store was made anew.
            Err(error) if matches!(error.kind, StoreErrorKind::Missing { .. }) => {
                self.must_be_alone()?;
                *lock(self.owner) = self.queue.join(&self.crew.worker, self.crew.lease)?;
                Vec::new()
            }
            taken => taken?,
        };
        let count = taken.len();
        if count > 0 {
            (self.crew.hear)(CrewNews::Taken(count));
        }
        self.state.out += count;
        self.tray.put(taken);
        Ok(count)
    }

    /// Whoever comes under a name takes its place: were the one before to come again, the two would go on for ever.
    fn must_be_alone(&self) -> Result<(), StoreError> {
        let name = &self.crew.worker.name;
        if !self.queue.workers()?.iter().any(|other| other.is_alive && other.worker.name == *name) {
            return Ok(());
        }
        let why =
            format!("another worker that is called {name} has taken its place; expected a name of its own (--name)");
        let place = self.crew.store.place().to_owned();
        Err(StoreError { place, kind: StoreErrorKind::Replaced { why }, cause: None })
    }

    /// Takes in what the threads have done, for as long as this or until there is enough to settle.
    fn gather(&mut self, played: &Receiver<Done>, time: Duration) {
        let until = Instant::now() + time;
        loop {
            match played.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(done) => self.take_in(done),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
            if self.state.ready.len() >= MOST || (self.wanted().is_some() && !self.is_draining()) {
                // Threads must not wait for what is to come.
                played.try_iter().collect::<Vec<_>>().into_iter().for_each(|done| self.take_in(done));
                return;
            }
        }
    }

    fn take_in(&mut self, done: Done) {
        self.state.out -= 1;
        match done {
            Done::Played { ticket, event, games, took } => {
                self.rates.hear(event, took);
                self.state.ready.push((ticket, games));
            }
            Done::GivenUp(ticket) => self.state.back.push(ticket),
            Done::Refused(ticket, Refused { what, who, why }) => {
                (self.crew.hear)(CrewNews::Refused { player: &who, why: &why });
                self.state.back.push(ticket);
                match what {
                    NotTaken::Player(version) => self.state.refused.players.push(version),
                    NotTaken::Event(event) => self.state.refused.events.push(event),
                    NotTaken::Task(task) => self.state.refused.tasks.push(task),
                }
            }
        }
    }

    fn settle(&mut self) -> Result<(), StoreError> {
        if !self.state.back.is_empty() {
            self.queue.give_back(&std::mem::take(&mut self.state.back))?;
        }
        let ready = std::mem::take(&mut self.state.ready);
        if ready.is_empty() {
            return Ok(());
        }
        let counts: Vec<u64> = ready.iter().map(|(_, games)| games.len() as u64).collect();
        let new_game = |(spot, record, total): PlayedGame| NewGame::owned(*record, total).at(spot);
        let played: Vec<(Ticket, Vec<NewGame<'_>>)> =
            ready.into_iter().map(|(ticket, games)| (ticket, games.into_iter().map(new_game).collect())).collect();
        let settled = self.queue.settle(*lock(self.owner), &played)?;
        let games: u64 = counts.iter().zip(&settled).filter(|(_, counts)| **counts).map(|(games, _)| games).sum();
        let lost = counts.iter().sum::<u64>() - games;
        self.rates.count(games);
        self.state.summary.games += games;
        self.state.summary.lost += lost;
        (self.crew.hear)(CrewNews::Settled { games, lost });
        Ok(())
    }
}
