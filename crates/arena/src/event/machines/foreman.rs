//! The foreman of a crew: takes as many tasks as are played within a second, and settles what was played.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use joute_store::{NewGame, OwnerId, Pulse, Queue, Refusals, StoreError, StoreErrorKind, Ticket};

use super::crew::{Crew, CrewNews, CrewSummary, Done, NotTaken, PlayedGame, Refused, lock};
use super::tray::Tray;

/// A batch is what is played in about this time.
const HORIZON: Duration = Duration::from_secs(1);
/// The most tasks of a batch.
const MOST: usize = 256;
/// What was played is settled within this time.
const SETTLING: Duration = Duration::from_millis(100);
/// Whoever finds nothing to do asks again after this, and then less and less often.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How fast tasks are played, of late.
struct Rate {
    each: Option<f64>,
    since: Instant,
    games: u64,
}

impl Rate {
    fn new() -> Rate {
        Rate { each: None, since: Instant::now(), games: 0 }
    }

    fn hear(&mut self, took: Duration) {
        let took = took.as_secs_f64();
        self.each = Some(self.each.map_or(took, |each| 0.9 * each + 0.1 * took));
    }

    /// How many tasks are played within the horizon.
    fn batch(&self, jobs: usize) -> usize {
        let each = self.each.unwrap_or(HORIZON.as_secs_f64()).max(1e-6);
        ((HORIZON.as_secs_f64() / each * jobs as f64) as usize).clamp(jobs, MOST.max(jobs))
    }

    /// Games a second since it was last asked.
    fn speed(&mut self) -> f64 {
        let speed = self.games as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        (self.since, self.games) = (Instant::now(), 0);
        speed
    }
}

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
    rate: Rate,
    state: State,
}

impl<'a> Foreman<'a> {
    pub(super) fn new(
        crew: &'a Crew<'a>,
        queue: &'a dyn Queue,
        (owner, pulse): (&'a Mutex<OwnerId>, &'a Mutex<Pulse>),
        tray: &'a Tray,
    ) -> Foreman<'a> {
        Foreman { crew, queue, owner, pulse, tray, rate: Rate::new(), state: State::default() }
    }

    pub(super) fn work(&mut self, played: &Receiver<Done>) -> Result<CrewSummary, StoreError> {
        let jobs = self.crew.worker.jobs.max(1) as usize;
        let (mut pause, mut told, mut ask) = (FIRST_PAUSE, Instant::now(), Instant::now());
        while !self.is_draining() {
            let waiting = self.tray.waiting();
            if waiting < jobs && Instant::now() >= ask {
                let batch = self.crew.most.unwrap_or_else(|| self.rate.batch(jobs));
                let taken = self.take(batch.saturating_sub(waiting).max(1))?;
                // Also while others play: at the end of an event nobody hurries for the last games.
                ask = Instant::now() + if taken > 0 { Duration::ZERO } else { pause };
                pause = if taken > 0 { FIRST_PAUSE } else { (pause * 2).min(LONGEST_PAUSE) };
            }
            let until = ask.saturating_duration_since(Instant::now());
            self.gather(played, if self.state.out > 0 { SETTLING } else { until });
            self.settle()?;
            if told.elapsed() > Duration::from_secs(1) {
                *lock(self.pulse) = Pulse { rate: self.rate.speed(), doing: self.crew.doings.of_late() };
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

    fn is_draining(&self) -> bool {
        let Crew { drain, halt, drain_after, .. } = self.crew;
        let enough = drain_after.is_some_and(|most| self.state.summary.games >= most);
        enough || drain.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed)
    }

    fn take(&mut self, most: usize) -> Result<usize, StoreError> {
        let owner = *lock(self.owner);
        let taken = match self.queue.take(owner, &self.state.refused, most as u32) {
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
        let jobs = self.crew.worker.jobs.max(1) as usize;
        loop {
            match played.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(done) => self.take_in(done),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
            if self.state.ready.len() >= MOST || (self.tray.waiting() < jobs && !self.is_draining()) {
                // Threads must not wait for what is to come.
                played.try_iter().collect::<Vec<_>>().into_iter().for_each(|done| self.take_in(done));
                return;
            }
        }
    }

    fn take_in(&mut self, done: Done) {
        self.state.out -= 1;
        match done {
            Done::Played { ticket, games, took } => {
                self.rate.hear(took);
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
        self.rate.games += games;
        self.state.summary.games += games;
        self.state.summary.lost += lost;
        (self.crew.hear)(CrewNews::Settled { games, lost });
        Ok(())
    }
}
