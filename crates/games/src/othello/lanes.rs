//! Many 8 x 8 positions at once: the work lists of perft and of random games, and the plain code for them.
//!
//! The loops below have no branches and touch each lane alone, so the compiler turns them into vector code for
//! whatever features the function around them has; `kernel` compiles them more than once.

use std::ops::Range;

use super::bits;
use crate::random::Generator;

/// Lists are padded to whole vectors of this many positions.
pub(super) const WIDTH: usize = 8;

/// How far past its end a list may be written: the squares of one position, as bytes of one vector.
const SLACK: usize = 64;

/// Moves to be played: a position and a square each.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    pub(super) mover: Vec<u64>,
    pub(super) other: Vec<u64>,
    pub(super) square: Vec<u8>,
    pub(super) len: usize,
}

impl Tasks {
    /// Makes all three columns long enough for `more` tasks and the slack behind them.
    pub(super) fn make_room(&mut self, more: usize) {
        let needed = self.len + more + SLACK;
        if self.mover.len() < needed {
            self.mover.resize(needed, 0);
            self.other.resize(needed, 0);
            self.square.resize(needed, 0);
        }
    }

    /// Adds every move of one position; there must be room. Whole vectors are written, past the end into the slack.
    #[inline(always)]
    pub(super) fn push(&mut self, mover: u64, other: u64, moves: u64) {
        let to = self.len + moves.count_ones() as usize;
        for at in (self.len..to).step_by(WIDTH) {
            self.mover[at..at + WIDTH].fill(mover);
            self.other[at..at + WIDTH].fill(other);
        }
        let mut left = moves;
        for square in &mut self.square[self.len..to] {
            *square = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
        }
        self.len = to;
    }
}

/// The positions after a list of tasks, with the moves of each: the sides have changed places.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) mover: Vec<u64>,
    pub(super) other: Vec<u64>,
    pub(super) moves: Vec<u64>,
    pub(super) len: usize,
}

impl Children {
    /// Empties the list and makes it long enough for `len` positions in whole vectors.
    pub(super) fn reset(&mut self, len: usize) {
        let padded = len.next_multiple_of(WIDTH);
        if self.mover.len() < padded {
            self.mover.resize(padded, 0);
            self.other.resize(padded, 0);
            self.moves.resize(padded, 0);
        }
        self.len = len;
    }
}

/// All the moves of a list, and whether some position in it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) moves: u64,
    pub(super) is_any_stuck: bool,
}

/// Plays the tasks of a range and finds the moves of the positions they lead to; `flips` says what a move turns over.
#[inline(always)]
pub(super) fn play(tasks: &Tasks, range: Range<usize>, children: &mut Children, flips: impl Fn(u64, u64, u32) -> u64) {
    children.reset(range.len());
    let len = range.len();
    let (mover, other) = (&tasks.mover[range.clone()], &tasks.other[range.clone()]);
    let square = &tasks.square[range];
    let (child_mover, child_other) = (&mut children.mover[..len], &mut children.other[..len]);
    for lane in 0..len {
        let place = u32::from(square[lane]) & 63;
        let flips = flips(mover[lane], other[lane], place);
        child_mover[lane] = other[lane] & !flips;
        child_other[lane] = mover[lane] | flips | 1 << place;
    }
    let moves = &mut children.moves[..len];
    for lane in 0..len {
        moves[lane] = bits::moves(child_mover[lane], child_other[lane]);
    }
}

/// Counts the moves of a list.
#[inline(always)]
pub(super) fn total(children: &Children) -> Total {
    let (mut moves, mut stuck) = (0, 0);
    for lane in &children.moves[..children.len] {
        moves += u64::from(lane.count_ones());
        stuck |= u64::from(*lane == 0);
    }
    Total { moves, is_any_stuck: stuck != 0 }
}

/// Adds every move of every position to `tasks`, which must have room.
#[inline(always)]
pub(super) fn spread(children: &Children, tasks: &mut Tasks) {
    for lane in 0..children.len {
        tasks.push(children.mover[lane], children.other[lane], children.moves[lane]);
    }
}

/// Draws one of the moves of every position, each from its own generator; `select` finds a bit by its rank.
#[inline(always)]
pub(super) fn draw(moves: &[u64], generators: &mut [Generator], squares: &mut [u8], select: impl Fn(u64, u32) -> u8) {
    for ((moves, generator), square) in moves.iter().zip(generators).zip(squares) {
        let rank = generator.below(u64::from(moves.count_ones()));
        *square = select(*moves, rank as u32);
    }
}

/// The place of the set bit of `moves` that has `rank` set bits below it.
#[inline(always)]
pub(super) fn select(moves: u64, rank: u32) -> u8 {
    let mut left = moves;
    for _ in 0..rank {
        left &= left.wrapping_sub(1);
    }
    left.trailing_zeros() as u8 & 63
}
