//! Perft of the 8 x 8 game, by lists of positions rather than one position at a time.
//!
//! Every number of plies left has a list of moves to be played. A chunk of one list becomes the list below it,
//! which is worked off before the next chunk: the lists stay small enough for the nearest cache, and long enough
//! to fill the vectors. There is no hash table.

use super::bits;
use super::kernel::{Kernel, Routines};
use super::lanes::{Children, Tasks};
use crate::perft::Counts;

/// How many tasks are played before the list they lead to is worked off.
const CHUNK: usize = 64;

/// No game has more plies: each of 64 squares is taken once, and between two of them there is at most one pass.
const LONGEST: u32 = 2 * 64;

/// Lines of exactly `depth` plies, passes counted, and lines that ended earlier.
pub(super) fn perft(kernel: Kernel, mover: u64, other: u64, depth: u32) -> Counts {
    if depth == 0 {
        return Counts { leaves: 1, ended: 0 };
    }
    // Deeper is the same, every line having ended, and would only cost lists.
    let depth = depth.min(LONGEST + 1);
    let mut walk = Walk {
        routines: kernel.routines(),
        lists: (0..depth).map(|_| Tasks::default()).collect(),
        children: Children::default(),
        counts: Counts::default(),
    };
    let depth = depth as usize;
    match bits::moves(mover, other) {
        0 => walk.stuck(mover, other, depth),
        moves => walk.visit(mover, other, moves, depth),
    }
    for left in 1..depth {
        walk.drain(left);
    }
    walk.counts
}

struct Walk {
    routines: &'static Routines,
    /// By the number of plies left after the move of the task; the list of 0 stays empty.
    lists: Vec<Tasks>,
    children: Children,
    counts: Counts,
}

impl Walk {
    /// Plays every task that leaves `left` plies, and all that follow from it.
    fn drain(&mut self, left: usize) {
        let len = self.lists[left].len;
        let chunk = if left == 1 { len.max(1) } else { CHUNK };
        for start in (0..len).step_by(chunk) {
            let range = start..len.min(start + chunk);
            (self.routines.play)(&self.lists[left], range, &mut self.children);
            self.follow(left);
            // Forced passes skip a list, and that one must be empty before the one above it is worked off.
            if left > 2 {
                self.drain(left - 2);
            }
            if left > 1 {
                self.drain(left - 1);
            }
        }
        self.lists[left].len = 0;
    }

    /// Counts the moves of the children where they are the last ply, and makes tasks of them elsewhere.
    fn follow(&mut self, left: usize) {
        let total = (self.routines.total)(&self.children);
        if left == 1 {
            self.counts.leaves += total.moves;
        } else {
            let below = &mut self.lists[left - 1];
            below.make_room(total.moves as usize);
            (self.routines.spread)(&self.children, below);
        }
        if total.is_any_stuck {
            for lane in 0..self.children.len {
                if self.children.moves[lane] == 0 {
                    self.stuck(self.children.mover[lane], self.children.other[lane], left);
                }
            }
        }
    }

    /// A position with `left` plies to go whose mover has no square: a pass, or the end.
    #[cold]
    fn stuck(&mut self, mover: u64, other: u64, left: usize) {
        match bits::moves(other, mover) {
            0 => self.counts.ended += 1,
            _ if left == 1 => self.counts.leaves += 1,
            moves => self.visit(other, mover, moves, left - 1),
        }
    }

    /// A position with `left` plies to go and these moves.
    fn visit(&mut self, mover: u64, other: u64, moves: u64, left: usize) {
        if left == 1 {
            self.counts.leaves += u64::from(moves.count_ones());
            return;
        }
        let list = &mut self.lists[left - 1];
        list.make_room(64);
        list.push(mover, other, moves);
    }
}
