//! The last part of a game to its very end, by null windows: does the side to move get more than `alpha`?
//!
//! | empty squares | how |
//! |---|---|
//! | 1 to 4 | `last_discs` |
//! | 5 to [`FEW`] | squares of quarters with an odd number of empty squares first |
//! | up to where the evaluation takes over | moves that leave the opponent the fewest moves first, with the table |

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::board::{Board, CORNERS, INFINITE, QUARTER_OF, QUARTERS, SQUARES_OF};
use super::cache::Cache;
use super::crew::SharedPosition;
use super::last_discs::{one_empty, two_empties};
use super::machine::Machine;
use super::stability::Stability;
use super::table::{Entry, Found, NO_SQUARE, Table};

/// Up to so many empty squares moves are not sorted.
pub(crate) const FEW: u32 = 6;

/// From so many empty squares on positions are remembered, at first in the cache of the thread.
const REMEMBERED: u32 = 8;

/// From so many empty squares on positions are remembered in the table, for all threads.
const SHARED: u32 = 11;

/// From so many empty squares on what is remembered is asked about every move before any is tried.
const ASKED_AHEAD: u32 = REMEMBERED + 1;

/// The certainty of values without selective cuts.
pub(crate) const EXACT: u8 = 7;

/// The least alpha at which stable discs may decide, by the number of empty squares.
pub(crate) static STABILITY_MATTERS: [i32; 64] = {
    let mut all = [0; 64];
    let mut empties = 0;
    while empties < 64 {
        all[empties] = if empties < 4 {
            99
        } else if empties < 24 {
            empties as i32 * 2 - 4
        } else {
            40
        };
        empties += 1;
    }
    all
};

/// Nodes between two looks at the clock, at most.
pub(crate) const LOOK_EVERY: u64 = 1 << 12;

/// What a search to the end needs.
pub(crate) struct Solver<'a, M> {
    pub(crate) machine: M,
    pub(crate) stability: Stability,
    pub(crate) table: &'a Table,
    cache: Cache,
    pub(crate) nodes: u64,
    looked: u64,
    /// Nodes between two looks at the clock.
    pub(crate) look_every: u64,
    /// The position shared with other threads that this search is part of.
    pub(crate) within: Option<Arc<SharedPosition>>,
    watch: &'a mut (dyn FnMut(u64) -> bool + Send),
    pub(crate) is_over: bool,
}

impl<'a, M: Machine> Solver<'a, M> {
    pub(crate) fn new(machine: M, table: &'a Table, watch: &'a mut (dyn FnMut(u64) -> bool + Send)) -> Solver<'a, M> {
        Solver {
            machine,
            stability: Stability::new(),
            table,
            cache: Cache::new(),
            nodes: 0,
            looked: 0,
            look_every: LOOK_EVERY,
            within: None,
            watch,
            is_over: false,
        }
    }

    /// Whether the side to move gets more than `alpha`, with the value as a bound on the right side of it.
    pub(crate) fn null_window(&mut self, board: Board, alpha: i32) -> i32 {
        let odd = board.odd_quarters();
        match board.count_empties() {
            0 => board.final_score(),
            1..=FEW => self.machine.few_empties(self, board, alpha, odd),
            _ => self.machine.many_empties(self, board, alpha, odd),
        }
    }

    /// What is known of a position with so many empty squares.
    #[inline(always)]
    fn find(&self, hash: u64, count: u32) -> Option<Entry> {
        match count {
            ..REMEMBERED => None,
            REMEMBERED..SHARED => self.cache.find(hash),
            SHARED.. => self.table.find(hash),
        }
    }

    #[inline(always)]
    fn store(&mut self, hash: u64, found: Found) {
        match found.depth {
            ..REMEMBERED => {}
            REMEMBERED..SHARED => self.cache.store(hash, found),
            SHARED.. => self.table.store(hash, found),
        }
    }

    #[inline(always)]
    pub(crate) fn must_end(&mut self) -> bool {
        if self.nodes - self.looked >= self.look_every {
            self.look();
        }
        self.is_over
    }

    #[cold]
    fn look(&mut self) {
        self.is_over |= (self.watch)(self.nodes - self.looked);
        self.is_over |= self.within.as_ref().is_some_and(|position| position.is_needless());
        self.looked = self.nodes;
    }

    /// Whether it is over, for a search that has come back from a part of it that was.
    pub(crate) fn look_again(&mut self) {
        self.is_over = false;
        self.look();
    }

    /// Tells the watch of the last nodes.
    pub(crate) fn finish(&mut self) {
        self.look();
    }
}

/// The lowest set bit of a set of squares, taken out.
#[inline(always)]
pub(crate) fn take_square(squares: &mut u64) -> u32 {
    let square = squares.trailing_zeros();
    *squares &= squares.wrapping_sub(1);
    square
}

/// The four empty squares in the order in which they should be tried: alone in a quarter first.
#[inline(always)]
fn four_in_order(empties: u64, odd: u8) -> [u32; 4] {
    let mut first = empties & SQUARES_OF[usize::from(odd & 15)];
    if first == empties && odd.count_ones() == 2 {
        // Three in a quarter and one alone.
        let quarter = empties & QUARTERS[odd.trailing_zeros() as usize & 3];
        first = if quarter & quarter.wrapping_sub(1) == 0 { quarter } else { empties ^ quarter };
    }
    let mut rest = empties ^ first;
    let mut next = || take_square(if first != 0 { &mut first } else { &mut rest });
    [next(), next(), next(), next()]
}

#[inline(always)]
fn three_in_order(empties: u64, odd: u8) -> [u32; 3] {
    let mut first = empties & SQUARES_OF[usize::from(odd & 15)];
    let mut rest = empties ^ first;
    let mut next = || take_square(if first != 0 { &mut first } else { &mut rest });
    [next(), next(), next()]
}

/// Up to [`FEW`] empty squares, at least one.
#[inline(always)]
pub(crate) fn few_empties<M: Machine>(solver: &mut Solver<'_, M>, board: Board, alpha: i32, odd: u8) -> i32 {
    let mut empties = board.empties();
    let count = empties.count_ones();
    let machine = solver.machine;
    if count == 4 {
        return machine.four_empties(&mut solver.nodes, board, alpha, four_in_order(empties, odd));
    }
    solver.nodes += 1;
    match count {
        1 => return one_empty(board, take_square(&mut empties)),
        2 => return two_empties(machine, board, alpha, [take_square(&mut empties), take_square(&mut empties)]),
        3 => return machine.three_empties(&mut solver.nodes, board, alpha, three_in_order(empties, odd)),
        _ => {}
    }
    if alpha >= STABILITY_MATTERS[count as usize & 63] {
        let bound = solver.stability.upper_bound(board);
        if bound <= alpha {
            return bound;
        }
    }
    let mut moves = machine.moves(board);
    if moves == 0 {
        return pass(solver, board, alpha, odd);
    }
    let mut best = -INFINITE;
    while moves != 0 {
        let square = most_promising(moves, SQUARES_OF[usize::from(odd & 15)]);
        moves ^= 1 << square;
        let after = board.after(square, machine.flips(board, square));
        let odd = odd ^ QUARTER_OF[square as usize & 63];
        let value = if count == 5 {
            let squares = four_in_order(after.empties(), odd);
            -machine.four_empties(&mut solver.nodes, after, -alpha - 1, squares)
        } else {
            -machine.few_empties(solver, after, -alpha - 1, odd)
        };
        best = best.max(value);
        if best > alpha {
            return best;
        }
    }
    best
}

/// The square to try first: a corner of an odd quarter, another square of one, a corner, any.
#[inline(always)]
fn most_promising(moves: u64, odd_squares: u64) -> u32 {
    let mut chosen = moves;
    for better in [CORNERS, odd_squares, odd_squares & CORNERS] {
        if moves & better != 0 {
            chosen = moves & better;
        }
    }
    chosen.trailing_zeros()
}

/// The side to move has no move.
#[inline(always)]
fn pass<M: Machine>(solver: &mut Solver<'_, M>, board: Board, alpha: i32, odd: u8) -> i32 {
    let passed = board.passed();
    if solver.machine.moves(passed) == 0 {
        return board.final_score();
    }
    if board.count_empties() <= FEW {
        -solver.machine.few_empties(solver, passed, -alpha - 1, odd)
    } else {
        -solver.machine.many_empties(solver, passed, -alpha - 1, odd)
    }
}

/// A move with the position it leads to.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    after: Board,
    hash: u64,
    square: u8,
    promise: i16,
}

/// More than [`FEW`] empty squares.
#[inline(always)]
pub(crate) fn many_empties<M: Machine>(solver: &mut Solver<'_, M>, board: Board, alpha: i32, odd: u8) -> i32 {
    solver.nodes += 1;
    if solver.must_end() {
        return alpha;
    }
    let count = board.count_empties();
    if alpha >= STABILITY_MATTERS[count as usize & 63] {
        let bound = solver.stability.upper_bound(board);
        if bound <= alpha {
            return bound;
        }
    }
    let hash = if count >= REMEMBERED { board.hash() } else { 0 };
    let mut known = [NO_SQUARE; 2];
    if let Some(entry) = solver.find(hash, count) {
        known = entry.squares;
        if entry.certainty == EXACT && u32::from(entry.depth) == count {
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
        }
    }
    let mut moves = solver.machine.moves(board);
    if moves == 0 {
        return pass(solver, board, alpha, odd);
    }
    let mut list = ArrayVec::<Candidate, 34>::new();
    while moves != 0 {
        let square = take_square(&mut moves);
        let flips = solver.machine.flips(board, square);
        if flips == board.other {
            return 64;
        }
        let after = board.after(square, flips);
        let hash = if count >= ASKED_AHEAD { after.hash() } else { 0 };
        if count > SHARED {
            solver.machine.prefetch(solver.table.place(hash));
        }
        list.push(Candidate { after, hash, square: square as u8, promise: 0 });
    }
    if count >= ASKED_AHEAD
        && let Some(value) = ask_ahead(solver, &list, count - 1, alpha)
    {
        return value;
    }
    for candidate in &mut list {
        candidate.promise = promise(solver.machine, candidate, known, odd);
    }
    let (mut best, mut best_square) = (-INFINITE, NO_SQUARE);
    for at in 0..list.len() {
        bring_best_forward(&mut list, at);
        let Candidate { after, square, .. } = list[at];
        let odd = odd ^ QUARTER_OF[usize::from(square) & 63];
        let value = if count - 1 <= FEW {
            -solver.machine.few_empties(solver, after, -alpha - 1, odd)
        } else {
            -solver.machine.many_empties(solver, after, -alpha - 1, odd)
        };
        if value > best {
            (best, best_square) = (value, square);
            if best > alpha {
                break;
            }
        }
    }
    if !solver.is_over {
        let found = Found { value: best, alpha, beta: alpha + 1, depth: count, certainty: EXACT, square: best_square };
        solver.store(hash, found);
    }
    best
}

/// A move may be known to be good enough.
#[inline(always)]
fn ask_ahead<M: Machine>(solver: &Solver<'_, M>, list: &[Candidate], depth: u32, alpha: i32) -> Option<i32> {
    let known = |candidate: &Candidate| {
        let entry = solver.find(candidate.hash, depth)?;
        let value = -i32::from(entry.upper);
        (entry.certainty == EXACT && u32::from(entry.depth) == depth && value > alpha).then_some(value)
    };
    list.iter().find_map(known)
}

#[inline(always)]
fn bring_best_forward(list: &mut [Candidate], at: usize) {
    let mut best = at;
    for other in at + 1..list.len() {
        if list[other].promise > list[best].promise {
            best = other;
        }
    }
    list.swap(at, best);
}

/// How early a move should be tried: what the table knows, few replies, corners, odd quarters.
#[inline(always)]
fn promise<M: Machine>(machine: M, candidate: &Candidate, known: [u8; 2], odd: u8) -> i16 {
    let Candidate { after, square, .. } = *candidate;
    if square == known[0] {
        return i16::MAX;
    }
    if square == known[1] {
        return i16::MAX - 1;
    }
    let replies = machine.moves(after);
    let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
    let is_odd = i16::from(odd & QUARTER_OF[usize::from(square) & 63] != 0);
    let corner = Stability::corners(after.other) as i16;
    -(mobility as i16) * 16 + is_odd * 8 + corner * 3
}
