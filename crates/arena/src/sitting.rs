//! A game played while somebody watches or takes part: the referee works in a thread of its own, what happens comes
//! out of a channel, and what people say goes in.
//!
//! A move is taken back by stopping the game and beginning again with a prefix of its record.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_messages::Message;
use joute_players::{Answer, Entrant, EntrantError, Person};
use joute_referee::{Conditions, Event, Identity, MatchRules, Player, Ply, play_game};

/// What comes out of a game in progress.
#[derive(Debug, Clone, PartialEq)]
pub enum TableNews {
    /// Something happened at the table.
    Event(Event),
    /// What a person said was no move.
    Refused {
        /// Who said it.
        side: Side,
        /// What was wrong with it.
        why: Message,
    },
}

/// Hears what happens in a game.
pub type Tell = Arc<dyn Fn(TableNews) + Send + Sync>;

/// Who plays what, under which rules.
pub struct SittingPlan<'a> {
    /// The position play begins from.
    pub start: &'a AnyGame,
    /// First and Second.
    pub entrants: [&'a Entrant; 2],
    /// What they are called.
    pub identities: [Identity; 2],
    /// The rules.
    pub rules: &'a MatchRules,
    /// Chance comes from it.
    pub seed: Seed,
    /// What was played already.
    pub prefix: Vec<Ply>,
    /// How fast programs move.
    pub pace: Arc<Pace>,
}

/// A game in progress.
pub struct Sitting {
    news: Receiver<TableNews>,
    desks: [Option<Sender<Answer>>; 2],
    stop: Arc<AtomicBool>,
    pace: Arc<Pace>,
    thread: Option<JoinHandle<()>>,
}

impl Sitting {
    /// Seats the players and begins; what happens waits in [`Sitting::news`].
    pub fn begin(plan: SittingPlan<'_>) -> Result<Sitting, EntrantError> {
        let (sender, news) = channel();
        let tell = Arc::new(move |told| {
            let _ = sender.send(told);
        });
        let mut sitting = Sitting::begin_telling(plan, tell)?;
        sitting.news = news;
        Ok(sitting)
    }

    /// Seats the players and begins; `tell` hears what happens, on the thread of the game, and must not keep it waiting.
    pub fn begin_telling(plan: SittingPlan<'_>, tell: Tell) -> Result<Sitting, EntrantError> {
        let mut desks = [None, None];
        let mut seat = |side: Side| -> Result<Box<dyn Player>, EntrantError> {
            if !plan.entrants[side].is_person() {
                return plan.entrants[side].player();
            }
            let refusals = Arc::clone(&tell);
            let explain = Box::new(move |why| refusals(TableNews::Refused { side, why }));
            let (person, desk) = Person::new(explain);
            desks[side] = Some(desk);
            Ok(Box::new(person))
        };
        let players = [seat(Side::First)?, seat(Side::Second)?];
        let are_people = plan.entrants.map(Entrant::is_person);
        let stop = Arc::new(AtomicBool::new(false));
        let game = Running {
            start: plan.start.clone(),
            identities: plan.identities,
            rules: plan.rules.clone(),
            seed: plan.seed,
            prefix: plan.prefix,
            stop: Arc::clone(&stop),
            pace: Arc::clone(&plan.pace),
            are_people,
            tell,
        };
        let thread = std::thread::spawn(move || game.run(players));
        Ok(Sitting { news: channel().1, desks, stop, pace: plan.pace, thread: Some(thread) })
    }

    /// Hands in what a person says; a side nobody sits at says nothing.
    pub fn say(&self, side: Side, answer: Answer) {
        if let Some(desk) = &self.desks[side] {
            let _ = desk.send(answer);
        }
    }

    /// What happens, in order. The channel closes after the end of the game.
    pub fn news(&self) -> &Receiver<TableNews> {
        &self.news
    }

    /// Ends the game without a result and waits until everybody has left.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.desks = [None, None];
        self.pace.wake();
        if let Some(thread) = self.thread.take() {
            // A referee that panicked has told the panic already.
            let _ = thread.join();
        }
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the thread of a game owns.
struct Running {
    start: AnyGame,
    identities: [Identity; 2],
    rules: MatchRules,
    seed: Seed,
    prefix: Vec<Ply>,
    stop: Arc<AtomicBool>,
    pace: Arc<Pace>,
    are_people: [bool; 2],
    tell: Tell,
}

impl Running {
    fn run(self, mut players: [Box<dyn Player>; 2]) {
        let conditions = Conditions {
            rules: &self.rules,
            seed: self.seed,
            identities: &self.identities,
            prefix: &self.prefix,
            stop: &self.stop,
            labels: &BTreeMap::new(),
        };
        let mut shown = Instant::now();
        let mut watch = |event: Event| {
            let asked = match &event {
                Event::Asked { side, .. } => Some(*side),
                _ => None,
            };
            (self.tell)(TableNews::Event(event));
            match asked {
                // The referee reads the clock after this: waiting costs no player any time.
                Some(side) if !self.are_people[side] => self.pace.wait(shown, &self.stop),
                Some(_) => {}
                None => shown = Instant::now(),
            }
        };
        let [first, second] = &mut players;
        play_game(self.start, [&mut **first, &mut **second], &conditions, Some(&mut watch));
    }
}

/// How fast programs move, for those who watch: at most one move in so much time, or one at each step.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<PaceState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PaceState {
    delay: Duration,
    is_paused: bool,
    steps: u32,
}

/// How long a stop request may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(20);

impl Pace {
    /// One program move in so much time.
    pub fn of(delay: Duration) -> Arc<Pace> {
        let pace = Pace::default();
        pace.state().delay = delay;
        Arc::new(pace)
    }

    /// Changes the time between two moves.
    pub fn set_delay(&self, delay: Duration) {
        self.state().delay = delay;
        self.wake();
    }

    /// The time between two moves.
    pub fn delay(&self) -> Duration {
        self.state().delay
    }

    /// Holds the programs back, or lets them go on.
    pub fn set_paused(&self, is_paused: bool) {
        let mut state = self.state();
        (state.is_paused, state.steps) = (is_paused, 0);
        drop(state);
        self.wake();
    }

    /// Whether the programs are held back.
    pub fn is_paused(&self) -> bool {
        self.state().is_paused
    }

    /// Lets one move through while the programs are held back.
    pub fn step(&self) {
        self.state().steps += 1;
        self.wake();
    }

    fn wake(&self) {
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, PaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, since: Instant, stop: &AtomicBool) {
        let mut state = self.state();
        while !stop.load(Ordering::Relaxed) {
            let left = state.delay.saturating_sub(since.elapsed());
            if state.is_paused && state.steps > 0 {
                state.steps -= 1;
                return;
            }
            if !state.is_paused && left.is_zero() {
                return;
            }
            let most = if state.is_paused { PATIENCE } else { left.min(PATIENCE) };
            let waited = self.changed.wait_timeout(state, most);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
