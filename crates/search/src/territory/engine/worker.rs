//! One thread of the engine: principal variation search.

use arrayvec::ArrayVec;

use super::board::{Board, COLOURS, NOTHING, Position, Taking};
use super::evaluation::{CELL, of_margin, score};
use crate::control::Meter;
use crate::heuristic::{INFINITE, Score};
use crate::table::{Entry, NO_MOVE, Table};
use crate::window::Window;

/// The greatest depth there is; it must fit an entry of the table.
pub(super) const DEEPEST: u32 = 200;
/// From this depth on moves are ordered by what the positions after them look like.
const LOOKS_AHEAD: u32 = 3;
/// From this depth on late moves are looked at less deeply first.
const REDUCES: u32 = 3;
/// With so few cells left a pass is looked at although something could be taken: the opponent may be kept from a colour.
const PASSES: i32 = 24;

/// A move with the position it leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child<const W: usize> {
    pub(super) colour: u8,
    pub(super) position: Position<W>,
    worth: i32,
}

/// The moves of a position.
pub(super) type Children<const W: usize> = ArrayVec<Child<W>, { COLOURS + 1 }>;

/// What one thread works with.
pub(super) struct Worker<'s, const W: usize> {
    pub(super) board: &'s Board<W>,
    pub(super) table: Option<&'s Table>,
    pub(super) meter: Meter<'s>,
    pub(super) learned: Learned,
    /// How many positions were judged for want of depth.
    pub(super) horizon: u64,
    /// Whether late moves are looked at less deeply.
    pub(super) is_selective: bool,
    /// For each ply, the line found from there on.
    pub(super) lines: Vec<Vec<u8>>,
}

/// What a thread has learned about moves.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    killers: Vec<[u8; 2]>,
}

impl Learned {
    pub(super) fn new() -> Learned {
        Learned { killers: vec![[u8::MAX; 2]; DEEPEST as usize + 3] }
    }

    fn reward(&mut self, colour: u8, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != colour {
            *killers = [colour, killers[0]];
        }
    }

    #[inline]
    fn opinion(&self, colour: u8, ply: usize) -> i32 {
        match self.killers[ply] {
            [first, _] if first == colour => 2 * CELL,
            [_, second] if second == colour => CELL,
            _ => 0,
        }
    }
}

impl<const W: usize> Worker<'_, W> {
    /// The value of a position for the side to move; outside the window a bound. After a stop it means nothing.
    pub(super) fn search(&mut self, position: &Position<W>, window: Window, depth: u32, ply: usize) -> Score {
        self.lines[ply].clear();
        if self.meter.count(1) {
            return 0;
        }
        if self.board.is_over(position) {
            return of_margin(position.lead());
        }
        if let Some(score) = certain(position, window) {
            return score;
        }
        if depth == 0 {
            self.horizon += 1;
            return score(self.board, position);
        }
        let key = position.key(self.board.has_passes);
        let entry = self.table.filter(|_| depth > 1).and_then(|table| table.get(key));
        if let Some(entry) = entry.filter(|entry| entry.is_enough(depth, window)) {
            self.horizon += u64::from(!entry.complete);
            return entry.score;
        }
        let hint = entry.map_or(NO_MOVE, |entry| entry.code);
        let horizon = self.horizon;
        let (score, colour) = self.best_of(position, window, depth, ply, hint);
        if self.meter.is_over() {
            return 0;
        }
        if let Some(table) = self.table.filter(|_| depth > 1) {
            let bound = window.bound_of(score);
            let code = colour.map_or(hint, u16::from);
            let complete = self.horizon == horizon;
            table.put(key, Entry { score, bound, code, depth: depth as u8, complete });
        }
        score
    }

    fn best_of(
        &mut self,
        position: &Position<W>,
        window: Window,
        depth: u32,
        ply: usize,
        hint: u16,
    ) -> (Score, Option<u8>) {
        let mut children = self.children(position, depth, ply, hint);
        let mut open = window;
        let (mut best, mut best_colour) = (-INFINITE, None);
        for rank in 0..children.len() {
            let child = next_best(&mut children, rank);
            let score = self.after(&child, open, depth, ply, rank);
            if self.meter.is_over() {
                return (0, None);
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    (open.alpha, best_colour) = (score, Some(child.colour));
                    self.extend_line(child.colour, ply);
                }
                if score >= window.beta {
                    self.learned.reward(child.colour, ply);
                    break;
                }
            }
        }
        (best, best_colour)
    }

    /// The moves of a position, not in order yet.
    pub(super) fn children(&self, position: &Position<W>, depth: u32, ply: usize, hint: u16) -> Children<W> {
        let mut children: Children<W> = ArrayVec::new();
        self.board.for_each_taking(position, |taking| {
            let Taking { colour, gain, .. } = taking;
            let after = self.board.after(position, &taking);
            let worth = match () {
                () if u16::from(colour) == hint => i32::MAX,
                () if depth >= LOOKS_AHEAD => -score(self.board, &after),
                () => gain * CELL,
            };
            children.push(Child {
                colour,
                position: after,
                worth: worth.saturating_add(self.learned.opinion(colour, ply)),
            });
        });
        let is_pass_worth_it = self.board.has_passes && (position.passes > 0 || position.free_cells <= PASSES);
        if children.is_empty() || is_pass_worth_it {
            let worth = if u16::from(NOTHING) == hint { i32::MAX } else { i32::MIN };
            children.push(Child { colour: NOTHING, position: position.passed(), worth });
        }
        children
    }

    /// The value of a move for the side that makes it. All but the first are first asked whether they are better.
    pub(super) fn after(&mut self, child: &Child<W>, window: Window, depth: u32, ply: usize, rank: usize) -> Score {
        let (next, below) = (&child.position, depth - 1);
        if rank == 0 {
            return -self.search(next, window.turned(), below, ply + 1);
        }
        let null = window.null().turned();
        if self.is_selective && rank >= 2 && depth >= REDUCES {
            let less = 1 + u32::from(rank >= 4 && depth >= 6);
            let score = -self.search(next, null, below.saturating_sub(less), ply + 1);
            if score <= window.alpha || self.meter.is_over() {
                return score;
            }
        }
        let score = -self.search(next, null, below, ply + 1);
        if score > window.alpha && score < window.beta && window.is_open() {
            return -self.search(next, window.turned(), below, ply + 1);
        }
        score
    }

    fn extend_line(&mut self, colour: u8, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(colour);
        before[ply].extend_from_slice(&after[0]);
    }
}

/// The score where the cells that are left settle the question.
#[inline(always)]
fn certain<const W: usize>(position: &Position<W>, window: Window) -> Option<Score> {
    let low = of_margin(position.lead() - position.free_cells);
    if low >= window.beta {
        return Some(low);
    }
    let high = of_margin(position.lead() + position.free_cells);
    (high <= window.alpha).then_some(high)
}

/// Moves the best of those not handed out yet to its place.
#[inline]
pub(super) fn next_best<const W: usize>(children: &mut Children<W>, rank: usize) -> Child<W> {
    let best = (rank..children.len()).max_by_key(|at| (children[*at].worth, std::cmp::Reverse(children[*at].colour)));
    children.swap(rank, best.unwrap_or(rank));
    children[rank]
}
