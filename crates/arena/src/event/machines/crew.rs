//! The crew of a worker: threads that play, one that says that it is there, and one that takes tasks and settles them.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_catalog::{ExactJudge, Source};
use joute_referee::{Adjudicator, GameRecord, MatchRules};
use joute_store::{
    EventId, NewGame, NewWorker, OwnerId, Pulse, Queue, Spot, Store, StoreError, StoreErrorKind, TakenTask, Ticket,
};
use joute_tournament::format::{FormatOptions, Pairing};
use joute_tournament::scoring::Scoring;

use super::charter::{Assignment, Charter, charter_of};
use super::luggage_cache::{LuggageCache, WorkshopMaker};
use super::queue_of;
use crate::event::worker::{Bench, Seats, Task, Worker};
use crate::event::writer::ToWrite;
use crate::event::{EventPlan, Participant};

/// A batch is what is played in about this time.
const HORIZON: Duration = Duration::from_secs(1);
/// The most tasks of a batch.
const MOST: usize = 256;
/// What was played is settled within this time.
const SETTLING: Duration = Duration::from_millis(100);
/// Whoever finds nothing to do asks again after this, and then less and less often.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

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

/// What a thread has come to.
enum Done {
    Played {
        ticket: Ticket,
        games: Vec<(Spot, Box<GameRecord>, u32)>,
        took: Duration,
    },
    /// Nobody here can play it.
    Refused {
        ticket: Ticket,
        versions: Vec<String>,
        player: String,
        why: String,
    },
    /// It was given up.
    GivenUp(Ticket),
}

/// Tasks that wait for a thread of this worker.
#[derive(Default)]
struct Tray {
    tasks: Mutex<(VecDeque<TakenTask>, bool)>,
    more: Condvar,
    playing: AtomicU64,
}

impl Tray {
    fn tasks(&self) -> MutexGuard<'_, (VecDeque<TakenTask>, bool)> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, tasks: Vec<TakenTask>) {
        self.tasks().0.extend(tasks);
        self.more.notify_all();
    }

    /// Nothing more comes; what nobody has begun.
    fn close(&self) -> Vec<TakenTask> {
        let mut tasks = self.tasks();
        tasks.1 = true;
        self.more.notify_all();
        tasks.0.drain(..).collect()
    }

    fn take(&self) -> Option<TakenTask> {
        let mut tasks = self.tasks();
        loop {
            if let Some(task) = tasks.0.pop_front() {
                self.playing.fetch_add(1, Ordering::Relaxed);
                return Some(task);
            }
            if tasks.1 {
                return None;
            }
            tasks = self.more.wait(tasks).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Works until it is told to stop.
pub fn run_crew(crew: &Crew<'_>) -> Result<CrewSummary, StoreError> {
    let queue = queue_of(&**crew.store)?;
    let owner = Mutex::new(queue.join(&crew.worker, crew.lease)?);
    let (tray, tables) = (Tray::default(), Tables::new(crew));
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
        let mut foreman = Foreman {
            crew,
            queue,
            owner: &owner,
            pulse: &pulse,
            tray: &tray,
            rate: Rate::new(),
            state: State::default(),
        };
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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

type PlayedTask = (Ticket, Vec<(Spot, Box<GameRecord>, u32)>);

/// What the foreman has in hand.
#[derive(Default)]
struct State {
    ready: Vec<PlayedTask>,
    back: Vec<Ticket>,
    refused: Vec<String>,
    /// Tasks that were taken and have not come back from the threads.
    out: usize,
    summary: CrewSummary,
}

/// Whoever takes tasks and settles them.
struct Foreman<'a> {
    crew: &'a Crew<'a>,
    queue: &'a dyn Queue,
    owner: &'a Mutex<OwnerId>,
    pulse: &'a Mutex<Pulse>,
    tray: &'a Tray,
    rate: Rate,
    state: State,
}

impl Foreman<'_> {
    fn work(&mut self, played: &Receiver<Done>) -> Result<CrewSummary, StoreError> {
        let jobs = self.crew.worker.jobs.max(1) as usize;
        let (mut pause, mut told) = (FIRST_PAUSE, Instant::now());
        while !self.is_draining() {
            let waiting = self.tray.tasks().0.len();
            if waiting < jobs {
                let batch = self.crew.most.unwrap_or_else(|| self.rate.batch(jobs));
                let taken = self.take(batch.saturating_sub(waiting).max(1))?;
                pause = if taken > 0 { FIRST_PAUSE } else { (pause * 2).min(LONGEST_PAUSE) };
            }
            self.gather(played, if self.state.out > 0 { SETTLING } else { pause });
            self.settle()?;
            if told.elapsed() > Duration::from_secs(1) {
                let doing = if self.state.out > 0 { "playing" } else { "waiting" };
                *lock(self.pulse) = Pulse { rate: self.rate.speed(), doing: doing.to_owned() };
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
            // It was silent for so long that it was forgotten.
            Err(error) if matches!(error.kind, StoreErrorKind::Missing { .. }) => {
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

    /// Takes in what the threads have done, for as long as this or until there is enough to settle.
    fn gather(&mut self, played: &Receiver<Done>, time: Duration) {
        let until = Instant::now() + time;
        let jobs = self.crew.worker.jobs.max(1) as usize;
        loop {
            match played.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(done) => self.take_in(done),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
            if self.state.ready.len() >= MOST || (self.tray.tasks().0.len() < jobs && !self.is_draining()) {
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
            Done::Refused { ticket, versions, player, why } => {
                (self.crew.hear)(CrewNews::Refused { player: &player, why: &why });
                self.state.back.push(ticket);
                self.state.refused.extend(versions);
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
        let new_game = |(spot, record, total): (Spot, Box<GameRecord>, u32)| NewGame::owned(*record, total).at(spot);
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

/// An event as a worker plays it.
struct Table {
    charter: Charter,
    source: Source,
    rules: MatchRules,
    adjudicator: Option<Arc<dyn Adjudicator>>,
}

/// The events and players that a worker has met.
struct Tables<'a> {
    crew: &'a Crew<'a>,
    luggage: LuggageCache<'a>,
    known: Mutex<HashMap<EventId, Arc<Table>>>,
}

impl<'a> Tables<'a> {
    fn new(crew: &'a Crew<'a>) -> Tables<'a> {
        let luggage = LuggageCache::new(crew.cache.clone(), crew.workshop);
        Tables { crew, luggage, known: Mutex::default() }
    }

    /// Plays what is in the tray until it is closed.
    fn work(&self, tray: &Tray, done: &Sender<Done>) {
        let mut bench: Bench = Vec::new();
        while let Some(task) = tray.take() {
            let begun = Instant::now();
            let came = self.play(&task, &mut bench);
            tray.playing.fetch_sub(1, Ordering::Relaxed);
            let ticket = task.ticket;
            let sent = done.send(match came {
                Ok(Some(games)) => Done::Played { ticket, games, took: begun.elapsed() },
                Ok(None) => Done::GivenUp(ticket),
                Err((versions, player, why)) => Done::Refused { ticket, versions, player, why },
            });
            if sent.is_err() {
                return;
            }
        }
    }

    fn table(&self, event: EventId) -> Result<Arc<Table>, String> {
        let mut known = lock(&self.known);
        if let Some(table) = known.get(&event) {
            return Ok(Arc::clone(table));
        }
        let queue = queue_of(&**self.crew.store).map_err(|error| error.to_string())?;
        let charter = charter_of(queue, event).map_err(|error| error.to_string())??;
        let (source, rules) = charter.understood()?;
        let start = source.start(0).map_err(|error| error.to_string())?;
        let adjudicator = ExactJudge::adjudicator(&start, &rules).map_err(|error| error.to_string())?;
        let table = Arc::new(Table { charter, source, rules, adjudicator });
        known.insert(event, Arc::clone(&table));
        Ok(table)
    }

    /// The games of a task; nothing where it was given up; or who cannot be seated here, and why.
    #[allow(clippy::type_complexity, reason = "three things that are told once")]
    fn play(
        &self,
        task: &TakenTask,
        bench: &mut Bench,
    ) -> Result<Option<Vec<(Spot, Box<GameRecord>, u32)>>, (Vec<String>, String, String)> {
        let unknown = |why: &str| (Vec::new(), "a task".to_owned(), why.to_owned());
        let assignment: Assignment =
            serde_json::from_str(&task.body).map_err(|_| unknown("it was offered by another version"))?;
        let versions: Vec<String> = assignment.players.iter().map(|player| player.version.clone()).collect();
        let event = |why: String| (versions.clone(), format!("event {}", task.event.0), why);
        let table = self.table(task.event).map_err(event)?;
        let queue = queue_of(&**self.crew.store).map_err(|error| event(error.to_string()))?;
        let mut seats = Vec::new();
        for traveller in &assignment.players {
            let seated = self.luggage.participant(traveller, queue);
            seats.push(seated.map_err(|why| (vec![traveller.version.clone()], traveller.name.clone(), why))?);
        }
        self.play_games(&table, task.event, &assignment, seats, bench).map_err(event)
    }

    fn play_games(
        &self,
        table: &Table,
        event: EventId,
        assignment: &Assignment,
        participants: Vec<Arc<Participant>>,
        bench: &mut Bench,
    ) -> Result<Option<Vec<(Spot, Box<GameRecord>, u32)>>, String> {
        let seats = Seats::default();
        seats.change(participants.iter().cloned().map(Some).collect());
        let plan = table.plan(participants);
        let worker = Worker {
            plan: &plan,
            seats: &seats,
            event,
            queue: &(),
            adjudicator: table.adjudicator.as_ref(),
            halt: self.crew.halt,
            sink: &(),
            machine: Some(&self.crew.worker.machine),
        };
        let (records, played) = mpsc::sync_channel(assignment.games.len().max(1));
        for &(game, fixture) in &assignment.games {
            let pairing = Pairing { match_index: assignment.match_index, set: 0, earlier: 0, players: [0, 1] };
            worker.play(&Task { pairing, game, fixture }, bench, &records).map_err(|error| error.to_string())?;
        }
        drop(records);
        let finished = |item| match item {
            ToWrite::Finished { spot, record, total, .. } => Some((spot, record, total)),
            _ => None,
        };
        let games: Vec<_> = played.iter().filter_map(finished).collect();
        Ok((games.len() == assignment.games.len()).then_some(games))
    }
}

impl Table {
    /// As much of the plan of the event as a game needs.
    fn plan(&self, participants: Vec<Arc<Participant>>) -> EventPlan<'_> {
        EventPlan {
            name: self.charter.name.clone(),
            format: "",
            options: FormatOptions::default(),
            game: self.charter.game.clone(),
            source: &self.source,
            rules: self.rules.clone(),
            scoring: Scoring::default(),
            seed: self.charter.seed,
            games: self.charter.games,
            jobs: 1,
            participants,
            refused: Vec::new(),
            live_after: None,
        }
    }
}
