//! One thread's search of a position to greater and greater depths.

use super::super::rows::StandardRules;
use super::board::{Board, Child};
use super::worker::{DEEPEST, NOTHING, Place, Worker};
use crate::control::Control;
use crate::deepening::{Depths, Found};
use crate::heuristic::{INFINITE, Score, WIN};
use crate::table::NO_MOVE;
use crate::window::Window;

/// Half of the window that is tried around the value of the depth before, at first.
const ASPIRATION: Score = 60;

impl<R: StandardRules> Worker<'_, R> {
    /// What every legal move leads to, the most promising first.
    pub(super) fn root_children(&self, board: Board) -> Vec<Child> {
        let mut ordered = self.learned.ordered::<R>(board, board.rows.legal::<R>(), NO_MOVE, 0);
        std::iter::from_fn(|| ordered.next()).collect()
    }

    /// Searches deeper and deeper.
    pub(super) fn deepen(&mut self, board: Board, control: &Control<'_>, depths: Depths) -> Found<u32> {
        let mut children = self.root_children(board);
        let (first, is_forced) = (children.first().map(|child| child.pit), children.len() <= 1);
        depths.deepen(control, first, is_forced, |depth, found| self.at_depth(&mut children, depth, found))
    }

    /// One depth, with a window around what the one before found; false when it was stopped.
    fn at_depth(&mut self, children: &mut [Child], depth: u32, found: &mut Found<u32>) -> bool {
        let is_known = found.depth > 0 && found.score.abs() < WIN / 2;
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        loop {
            let window = match is_known && below < WIN {
                true => Window { alpha: found.score - below, beta: found.score + above },
                false => Window::FULL,
            };
            let horizon = self.horizon;
            let (score, line) = self.root(children, window, depth, found);
            if self.meter.is_over() {
                return false;
            }
            if score <= window.alpha {
                (below, above) = (below * 8, above);
            } else if score >= window.beta {
                above *= 8;
            } else {
                *found = Found { score, depth, line, is_complete: self.horizon == horizon };
                return true;
            }
            below = if above > WIN || below > WIN / 64 { WIN } else { below };
        }
    }

    /// Searches every move; the best one comes to the front. A better move found before a stop is already noted.
    fn root(
        &mut self,
        children: &mut [Child],
        window: Window,
        depth: u32,
        found: &mut Found<u32>,
    ) -> (Score, Vec<u32>) {
        let place = Place { depth, ply: 0, is_fresh: false };
        let (mut best, mut line, mut open) = (-INFINITE, found.line.clone(), window);
        for rank in 0..children.len() {
            let child = children[rank];
            let score = self.root_move(&child, open, place, rank);
            if self.meter.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    open.alpha = score;
                    line = std::iter::once(child.pit).chain(self.lines[1].iter().copied()).collect();
                    children[..=rank].rotate_right(1);
                    // The move of the depth before comes first, so that whatever beats it is better.
                    found.line.clone_from(&line);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        (best, line)
    }

    /// The value of a move of the position the search begins at.
    pub(super) fn root_move(&mut self, child: &Child, window: Window, place: Place, rank: usize) -> Score {
        self.rests_on = NOTHING;
        self.lines[1].clear();
        let score = self.after(child, window, place, rank);
        debug_assert!(place.depth <= DEEPEST, "lines have room for so many plies");
        score
    }
}
