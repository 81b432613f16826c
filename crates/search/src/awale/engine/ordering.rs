//! Which moves are looked at first: the one remembered, captures, and what was good elsewhere.

use arrayvec::ArrayVec;

use super::super::rows::{StandardRules, lane};
use super::board::{Board, Child};
use super::worker::{DEEPEST, Place};

/// Moves of a position.
pub(super) const MOST_MOVES: usize = 6;

/// What a thread has learned about moves.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    /// For each ply, the pits that were good enough last.
    killers: Vec<[u8; 2]>,
    /// By pit and by the seeds in it.
    history: [[i32; 16]; MOST_MOVES],
}

/// Moves in order, handed out one by one.
pub(super) struct Ordered {
    children: ArrayVec<Child, MOST_MOVES>,
    worths: [i32; MOST_MOVES],
    next: usize,
}

impl Learned {
    pub(super) fn new() -> Learned {
        Learned { killers: vec![[u8::MAX; 2]; DEEPEST as usize + 2], history: [[0; 16]; MOST_MOVES] }
    }

    /// With history that differs a little, so that several threads do not all do the same.
    pub(super) fn shaken(mut self, mut draw: impl FnMut() -> u64) -> Learned {
        self.history.iter_mut().flatten().for_each(|worth| *worth = (draw() % 64) as i32);
        self
    }

    /// What every legal move leads to, the most promising first.
    #[inline]
    pub(super) fn ordered<R: StandardRules>(&self, board: Board, legal: u64, hint: u16, ply: usize) -> Ordered {
        let mut ordered = Ordered { children: ArrayVec::new(), worths: [0; MOST_MOVES], next: 0 };
        let mut left = legal;
        while left != 0 {
            let pit = left.trailing_zeros() / 8;
            left &= left - 1;
            let child = board.play::<R>(pit);
            ordered.worths[ordered.children.len()] = self.worth(board, &child, hint, ply);
            ordered.children.push(child);
        }
        ordered
    }

    #[inline(always)]
    fn worth(&self, board: Board, child: &Child, hint: u16, ply: usize) -> i32 {
        let pit = child.pit as usize;
        if child.pit == u32::from(hint) {
            return i32::MAX;
        }
        let mut worth = self.history[pit][seeds(board, child.pit)];
        worth += (child.captured as i32) << 20;
        for (rank, killer) in self.killers[ply].iter().enumerate() {
            if usize::from(*killer) == pit {
                worth += 3 << (18 - rank);
            }
        }
        worth
    }

    /// Notes that a move was good enough and that those tried before it were not.
    pub(super) fn reward(&mut self, board: Board, child: &Child, tried: &[Child], place: Place) {
        let killers = &mut self.killers[place.ply];
        if child.captured == 0 && killers[0] != child.pit as u8 {
            *killers = [child.pit as u8, killers[0]];
        }
        let step = (place.depth * place.depth).min(400) as i32;
        for other in tried {
            let sign = if other.pit == child.pit { 1 } else { -1 };
            let worth = &mut self.history[other.pit as usize][seeds(board, other.pit)];
            // Worths stay within what a killer adds: the further out, the less is added.
            *worth += sign * step - *worth * step / 16_384;
        }
    }
}

#[inline(always)]
fn seeds(board: Board, pit: u32) -> usize {
    lane(board.rows.mine, pit).min(15) as usize
}

impl Ordered {
    /// All moves; those handed out come first.
    pub(super) fn as_slice(&self) -> &[Child] {
        &self.children
    }

    /// Those handed out.
    pub(super) fn tried(&self) -> &[Child] {
        &self.children[..self.next]
    }

    /// The best of those not handed out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Child> {
        let from = self.next;
        let best = (from..self.children.len()).max_by_key(|at| (self.worths[*at], std::cmp::Reverse(*at)))?;
        self.children.swap(from, best);
        self.worths.swap(from, best);
        self.next += 1;
        Some(self.children[from])
    }
}
