//! Playing threads: each takes a game, plays it, and hands its record to the writer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};
use std::time::Instant;

use joute_games::random::Seed;
use joute_referee::{Adjudicator, Conditions, Ending, Event, GameRecord, Player, play_adjudicated_game};
use joute_store::{EventId, Spot};
use joute_tournament::format::Pairing;

use super::news::News;
use super::writer::ToWrite;
use super::{EventError, EventPlan, Participant, Sink};
use crate::fixture::{Fixture, Fixtures, Starts};

/// A game to be played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    pub(super) pairing: Pairing,
    /// The number of the game within its match, replays included.
    pub(super) game: u32,
    /// The number of its board and seats among those of the match.
    pub(super) fixture: u64,
}

/// Games that wait for a thread.
#[derive(Default)]
pub(super) struct Queue {
    tasks: Mutex<(VecDeque<Task>, bool)>,
    more: Condvar,
}

/// Where the scheduler puts games that are to be played.
pub(super) trait Dispatch: Sync {
    /// More games.
    fn extend(&self, tasks: Vec<Task>);

    /// Games that nobody has taken: they wait here no more.
    fn take_back(&self) -> Vec<Task>;

    /// Nothing is to be played any more.
    fn close(&self);
}

impl Dispatch for Queue {
    fn extend(&self, tasks: Vec<Task>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).0.extend(tasks);
        self.more.notify_all();
    }

    fn take_back(&self) -> Vec<Task> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).0.drain(..).collect()
    }

    fn close(&self) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.more.notify_all();
    }
}

/// Where threads that play get their games.
pub(super) trait TaskSource: Sync {
    /// The next game; waits for one, and gives none when nothing is to be played any more.
    fn next(&self) -> Option<Task>;
}

/// Whoever plays hands in every game by itself.
impl TaskSource for () {
    fn next(&self) -> Option<Task> {
        None
    }
}

impl TaskSource for Queue {
    fn next(&self) -> Option<Task> {
        self.take()
    }
}

impl Queue {
    /// The next game; waits for one, and gives none when nothing is to be played any more.
    fn take(&self) -> Option<Task> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if tasks.1 {
                return None;
            }
            if let Some(task) = tasks.0.pop_front() {
                return Some(task);
            }
            tasks = self.more.wait(tasks).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Tells games in progress apart.
static TOKENS: AtomicU64 = AtomicU64::new(1);

#[derive(Clone, Copy)]
pub(super) struct Worker<'a> {
    pub(super) plan: &'a EventPlan<'a>,
    /// Who plays for each number.
    pub(super) seats: &'a Seats,
    pub(super) event: EventId,
    pub(super) queue: &'a dyn TaskSource,
    /// Who ends games whose result is known.
    pub(super) adjudicator: Option<&'a Arc<dyn Adjudicator>>,
    pub(super) halt: &'a AtomicBool,
    pub(super) sink: &'a dyn Sink,
    /// What this machine is called, where games are played on several.
    pub(super) machine: Option<&'a str>,
    /// Whether it is a single match, whose boards come from its seed and not from the number of a match.
    pub(super) is_match: bool,
}

/// Who plays for each number; it may change while games are played.
#[derive(Default)]
pub(super) struct Seats(RwLock<Vec<Option<Arc<Participant>>>>);

impl Seats {
    pub(super) fn change(&self, seats: Vec<Option<Arc<Participant>>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = seats;
    }

    pub(super) fn of(&self, players: [usize; 2]) -> Option<[Arc<Participant>; 2]> {
        let seats = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let [one, two] = players.map(|player| seats.get(player).cloned().flatten());
        Some([one?, two?])
    }
}

/// The players this thread has seated last: programs that are kept need not be started for the next game.
pub(super) type Bench = Vec<(Arc<Participant>, Box<dyn Player>)>;

impl Worker<'_> {
    pub(super) fn work(self, records: &SyncSender<ToWrite>) {
        let mut bench: Bench = Vec::new();
        while let Some(task) = self.queue.next() {
            if self.halt.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = self.play(&task, &mut bench, records) {
                let _ = records.send(ToWrite::Failed(error));
                return;
            }
        }
    }

    pub(super) fn play(&self, task: &Task, bench: &mut Bench, records: &SyncSender<ToWrite>) -> Result<(), EventError> {
        let plan = self.plan;
        let own = Seed(plan.seed);
        let seed = if self.is_match { own } else { own.purpose("match").child(u64::from(task.pairing.match_index)) };
        let fixture =
            Fixtures { source: plan.source, starts: Starts::Boards, rules: &plan.rules, seed }.game(task.fixture)?;
        let seats =
            if fixture.swapped { [task.pairing.players[1], task.pairing.players[0]] } else { task.pairing.players };
        // Somebody may have left since this game was asked for: nobody waits for it any more.
        let Some(seats) = self.seats.of(seats) else { return Ok(()) };
        let identities = [seats[0].identity(), seats[1].identity()];
        // What a player has otherwise goes with it from seat to seat.
        let rules = if fixture.swapped { plan.rules.swapped() } else { plan.rules.clone() };
        let labels = self.labels(task, &fixture);
        let conditions = Conditions {
            rules: &rules,
            seed: fixture.seed,
            identities: &identities,
            prefix: &[],
            stop: self.halt,
            labels: &labels,
        };
        let [first, second] = seat(&seats, bench)?;
        let spot = Spot {
            event: self.event,
            match_index: task.pairing.match_index,
            game: task.game,
            swapped: fixture.swapped,
        };
        let total = fixture.start.total();
        let mut live = Live { worker: self, spot, total, records, begun: None, record: None, clock: Instant::now() };
        let mut hear = |event| live.hear(event);
        let watches = plan.live_after.is_some() || self.sink.wants_news();
        let watch: Option<&mut dyn FnMut(Event)> = if watches { Some(&mut hear) } else { None };
        let start = fixture.start.clone();
        let finished = play_adjudicated_game(start, [first, second], &conditions, self.adjudicator, watch);
        if finished.ending != Ending::Aborted {
            let record = Box::new(finished.record(&fixture.start, &conditions));
            let _ = records.send(ToWrite::Finished { token: live.begun, spot, record, total });
        }
        Ok(())
    }

    fn labels(&self, task: &Task, fixture: &Fixture) -> BTreeMap<String, String> {
        let mut labels = BTreeMap::from([
            ("event".to_owned(), self.plan.name.clone()),
            ("match".to_owned(), (task.pairing.match_index + 1).to_string()),
            ("game".to_owned(), (task.game + 1).to_string()),
        ]);
        if let Some(machine) = self.machine {
            labels.insert("machine".to_owned(), machine.to_owned());
        }
        if !fixture.opening.is_empty() {
            labels.insert("opening".to_owned(), fixture.opening.join(" "));
        }
        labels
    }
}

/// Both players, made if they were not here last time.
fn seat<'b>(seats: &[Arc<Participant>; 2], bench: &'b mut Bench) -> Result<[&'b mut dyn Player; 2], EventError> {
    bench.retain(|(player, _)| seats.iter().any(|seat| Arc::ptr_eq(seat, player)));
    for player in seats {
        if !bench.iter().any(|(seated, _)| Arc::ptr_eq(seated, player)) {
            bench.push((Arc::clone(player), player.entrant.player()?));
        }
    }
    if !Arc::ptr_eq(&bench[0].0, &seats[0]) {
        bench.swap(0, 1);
    }
    let (first, second) = bench.split_at_mut(1);
    Ok([&mut *first[0].1, &mut *second[0].1])
}

/// A game as it goes: told to those who watch, and written ply by ply when it takes long.
struct Live<'a> {
    worker: &'a Worker<'a>,
    spot: Spot,
    total: u32,
    records: &'a SyncSender<ToWrite>,
    /// The token under which it is being written.
    begun: Option<u64>,
    /// What was played while it is not written yet.
    record: Option<Box<GameRecord>>,
    clock: Instant,
}

impl Live<'_> {
    fn hear(&mut self, event: Event) {
        if self.worker.sink.wants_news() {
            let (match_index, game) = (self.spot.match_index, self.spot.game);
            self.worker.sink.news(News { match_index, game, event: event.clone() });
        }
        let Some(patience) = self.worker.plan.live_after else { return };
        match (event, self.begun) {
            (Event::Opened { record, .. }, _) => self.record = Some(record),
            (Event::Played { ply, played, .. }, Some(token)) => {
                let _ = self.records.send(ToWrite::Ply { token, ply, played });
            }
            (event @ Event::Played { .. }, None) => {
                if let Some(record) = &mut self.record {
                    record.apply(event);
                }
                if self.clock.elapsed() > patience {
                    self.begin();
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self) {
        let Some(record) = self.record.take() else { return };
        let token = TOKENS.fetch_add(1, Ordering::Relaxed);
        self.begun = Some(token);
        let _ = self.records.send(ToWrite::Begun { token, spot: self.spot, record, total: self.total });
    }
}
