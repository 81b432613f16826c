//! Retrograde analysis: the values of all positions with so many seeds, given those with fewer.
//!
//! A position remembers the best that is known of its moves and how many of them lead to positions not yet known.
//! Captures lead to fewer seeds and are known from the start. Levels go down from the best result there is: at each,
//! a position whose best is as good as the level is known, since nothing unknown is better; so is one whose moves are
//! all known. What becomes known is told to the positions before it, which are found by taking a sowing back. So every
//! position is worked out once and every move once in each direction. What is never known can go round for ever.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};

use super::super::rows::{Rows, StandardRules};
use super::index::{index, next, position, positions};
use super::unsow::Predecessors;
use super::{Layer, Loops, Tables};

/// Positions that a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// What is known of a position while it is being worked out: its best value so far plus 64, whether it is known, and
/// how many moves are not.
///
/// ```text
///  15 ... 8 | 7     | 6 ... 0
///  best     | known | unknown moves
/// ```
#[derive(Clone, Copy)]
pub(super) struct State(pub(super) u16);

const KNOWN: u16 = 0x80;

impl State {
    /// `best` is -64 where nothing is known.
    fn new(best: i32, unknown: u16) -> State {
        State((best + 64) as u16 * 256 + unknown)
    }

    pub(super) fn best(self) -> i32 {
        i32::from(self.0 >> 8) - 64
    }

    fn unknown(self) -> u16 {
        self.0 & 0x7F
    }

    pub(super) fn is_known(self) -> bool {
        self.0 & KNOWN != 0
    }

    /// With one move more known to be worth `value`.
    fn told(self, value: i32) -> State {
        State::new(self.best().max(value), self.unknown() - 1)
    }
}

/// Something that is told how far it has come and may say that it is enough.
pub trait Watcher: Sync {
    /// This share of a layer of so many positions is known.
    fn known(&self, _share: f64, _positions: usize) {}
    /// Whether to give up.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// It hears of nothing, and never stops the work.
impl Watcher for () {}

pub(super) struct Solver<'a, R> {
    pub(super) seeds: u32,
    pub(super) size: usize,
    loops: Loops,
    /// One for each position, or two: where endless play is worst for the side to move, then where it is best.
    pub(super) states: Vec<AtomicU16>,
    smaller: &'a Tables<R>,
    watcher: &'a dyn Watcher,
    threads: usize,
    known: AtomicU64,
    is_stopped: AtomicBool,
}

/// The layer of so many seeds; `None` when the watcher had enough. All layers with fewer seeds must be there.
pub(super) fn solve<R: StandardRules>(smaller: &Tables<R>, threads: usize, watcher: &dyn Watcher) -> Option<Layer> {
    let seeds = smaller.layers.len() as u32;
    let (size, loops) = (positions(seeds), Loops::of::<R>());
    let mut states = Vec::new();
    states.resize_with(size * loops.roles(), || AtomicU16::new(0));
    let (known, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let solver = Solver { seeds, size, loops, states, smaller, watcher, threads: threads.max(1), known, is_stopped };
    solver.begin();
    for level in solver.levels() {
        solver.settle(level);
        while solver.loops == Loops::Bounds && !solver.has_ended() && solver.settle_rounds(level) {}
    }
    (!solver.has_ended()).then(|| solver.layer())
}

impl<R: StandardRules> Solver<'_, R> {
    /// Results from the best there is down to where nothing but endless play is left.
    fn levels(&self) -> impl Iterator<Item = i32> + use<R> {
        let most = self.seeds as i32;
        let last = if self.loops == Loops::Drawn { 1 } else { 1 - most };
        (last..=most).rev()
    }

    /// Whether the watcher had enough.
    fn has_ended(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Lets every thread take chunks of positions until there are none left.
    fn share(&self, work: impl Fn(&mut Worker<'_, '_, R>, usize, usize) + Sync) {
        let taken = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let mut worker = Worker::new(self);
                    loop {
                        let from = taken.fetch_add(CHUNK, Ordering::Relaxed);
                        if from >= self.size || self.has_ended() {
                            return;
                        }
                        work(&mut worker, from, (from + CHUNK).min(self.size));
                        worker.report();
                    }
                });
            }
        });
    }

    /// What captures and the end of the game are worth.
    fn begin(&self) {
        self.share(|_, from, to| {
            let mut rows = position(self.seeds, from);
            for number in from..to {
                for role in 0..self.loops.roles() {
                    let state = self.first_state(rows, role);
                    self.states[role * self.size + number].store(state.0, Ordering::Relaxed);
                }
                rows = next(rows);
            }
        });
    }

    #[inline]
    fn first_state(&self, rows: Rows, role: usize) -> State {
        let (mut best, mut unknown, mut moves) = (-64, 0, 0);
        for successor in rows.successors::<R>() {
            moves += 1;
            if successor.captured == 0 {
                unknown += 1;
            } else {
                let bounds = self.smaller.layers[(self.seeds - successor.captured) as usize].bounds(successor.rows);
                let value = if role == 0 { bounds.high } else { bounds.low };
                best = best.max(successor.captured as i32 - value);
            }
        }
        if moves == 0 { State::new(rows.final_value::<R>(), 0) } else { State::new(best, unknown) }
    }

    /// Makes known all that is known at a level, and all that follows from it.
    fn settle(&self, level: i32) {
        self.share(|worker, from, to| {
            for role in 0..self.loops.roles() {
                let states = &self.states[role * self.size..][from..to];
                for (offset, state) in states.iter().enumerate() {
                    let now = State(state.load(Ordering::Relaxed));
                    if self.is_settled(now, role, level) && worker.mark(state, now) {
                        worker.found.push((position(self.seeds, from + offset), now.best() as i8, role as u8));
                        worker.spread(level);
                    }
                }
            }
        });
    }

    /// Whether a value is known at a level. Whoever wants an end can be sure of the best result left.
    #[inline(always)]
    fn is_settled(&self, state: State, role: usize, level: i32) -> bool {
        !state.is_known() && (state.unknown() == 0 || (role == 0 && state.best() >= level))
    }

    /// The values, endless play where there is nothing better.
    fn layer(self) -> Layer {
        let values = |role: usize| {
            let endless = self.loops.endless(role, self.seeds);
            let of = |state: &AtomicU16| {
                let state = State(state.load(Ordering::Relaxed));
                if state.is_known() { state.best() as i8 } else { endless }
            };
            self.states[role * self.size..][..self.size].iter().map(of).collect::<Vec<i8>>()
        };
        Layer::new(self.seeds, values(0), (self.loops.roles() == 2).then(|| values(1)))
    }
}

/// One thread's part of the work.
pub(super) struct Worker<'s, 'a, R> {
    solver: &'s Solver<'a, R>,
    pub(super) predecessors: Predecessors,
    /// Known positions that those before them have not been told of, with their values and roles.
    found: Vec<(Rows, i8, u8)>,
    known: u64,
}

impl<'s, 'a, R: StandardRules> Worker<'s, 'a, R> {
    pub(super) fn new(solver: &'s Solver<'a, R>) -> Worker<'s, 'a, R> {
        Worker { solver, predecessors: Predecessors::new(), found: Vec::new(), known: 0 }
    }

    /// Marks a state as known; false when another thread was quicker or something changed it.
    #[inline]
    fn mark(&mut self, state: &AtomicU16, mut now: State) -> bool {
        while !now.is_known() {
            match self.exchange(state, now, State(now.0 | KNOWN)) {
                Ok(()) => {
                    self.known += 1;
                    return true;
                }
                Err(other) => now = other,
            }
        }
        false
    }

    /// Makes a state known that is worth this by going round; false when it was known already.
    pub(super) fn make_known(&mut self, role: usize, number: usize, value: i32) -> bool {
        let state = &self.solver.states[role * self.solver.size + number];
        let is_new = !State(state.load(Ordering::Relaxed)).is_known();
        if is_new {
            state.store(State::new(value, 0).0 | KNOWN, Ordering::Relaxed);
            self.known += 1;
            self.found.push((position(self.solver.seeds, number), value as i8, role as u8));
        }
        is_new
    }

    /// Changes a state unless it is no longer what it was. A thread alone needs no locked instruction for it.
    #[inline(always)]
    fn exchange(&self, state: &AtomicU16, now: State, new: State) -> Result<(), State> {
        if self.solver.threads == 1 {
            state.store(new.0, Ordering::Relaxed);
            return Ok(());
        }
        let exchanged = state.compare_exchange_weak(now.0, new.0, Ordering::Relaxed, Ordering::Relaxed);
        exchanged.map(drop).map_err(State)
    }

    /// Tells the positions before those found, and those before them that become known by it.
    pub(super) fn spread(&mut self, level: i32) {
        let solver = self.solver;
        while let Some((rows, value, role)) = self.found.pop() {
            let before = (usize::from(role) + 1) % solver.loops.roles();
            let states = &solver.states[before * solver.size..][..solver.size];
            let mut places = [0; 64];
            let found = self.predecessors.find::<R>(rows);
            let count = found.len();
            // All are looked up before any is told, so that memory is waited for once and not time after time.
            for (place, rows) in places.iter_mut().zip(found) {
                *place = index(*rows);
            }
            let touched = places[..count].iter().fold(0, |all, place| all | states[*place].load(Ordering::Relaxed));
            std::hint::black_box(touched);
            for (number, place) in places[..count].iter().enumerate() {
                self.tell(&states[*place], number, -i32::from(value), before, level);
            }
        }
    }

    /// Tells the position before, which is the `number`-th of those found last, what a move of it is worth.
    #[inline]
    fn tell(&mut self, state: &AtomicU16, number: usize, value: i32, role: usize, level: i32) {
        let mut now = State(state.load(Ordering::Relaxed));
        while !now.is_known() {
            let told = now.told(value);
            let is_settled = self.solver.is_settled(told, role, level);
            let new = if is_settled { State(told.0 | KNOWN) } else { told };
            match self.exchange(state, now, new) {
                Ok(()) if is_settled => {
                    self.known += 1;
                    self.found.push((self.predecessors.get(number), told.best() as i8, role as u8));
                    return;
                }
                Ok(()) => return,
                Err(other) => now = other,
            }
        }
    }

    /// Says how far the work has come.
    pub(super) fn report(&mut self) {
        let solver = self.solver;
        let known = solver.known.fetch_add(self.known, Ordering::Relaxed) + self.known;
        self.known = 0;
        let all = solver.size * solver.loops.roles();
        solver.watcher.known(known as f64 / all as f64, solver.size);
        if solver.watcher.is_stopped() {
            solver.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}
