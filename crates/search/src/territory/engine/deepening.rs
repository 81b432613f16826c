//! One thread's search of a position to greater and greater depths.

use super::board::Position;
use super::worker::{Child, Window, Worker, next_best};
use crate::control::Control;
use crate::heuristic::{INFINITE, Score, WIN};
use crate::table::NO_MOVE;

/// From which depth to which.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depths {
    pub(super) first: u32,
    pub(super) last: u32,
}

/// What was found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The value for the side to move.
    pub(super) score: Score,
    /// The last depth that was finished; 0 when there was no time for any.
    pub(super) depth: u32,
    /// The colours that are expected, the best move's first.
    pub(super) line: Vec<u8>,
    /// Whether nothing was judged for want of depth.
    pub(super) is_complete: bool,
}

/// Half of the window that is tried around the value of the depth before, at first.
const ASPIRATION: Score = 150;

impl<const W: usize> Worker<'_, W> {
    /// What every move leads to, the most promising first.
    pub(super) fn root_children(&self, position: &Position<W>) -> Vec<Child<W>> {
        let mut children = self.children(position, u32::MAX, 0, NO_MOVE);
        (0..children.len()).map(|rank| next_best(&mut children, rank)).collect()
    }

    /// Searches deeper and deeper.
    pub(super) fn deepen(&mut self, position: &Position<W>, control: &Control<'_>, depths: Depths) -> Found {
        let mut children = self.root_children(position);
        let line = children.first().map(|child| child.colour).into_iter().collect();
        let mut found = Found { score: 0, depth: 0, line, is_complete: false };
        for depth in depths.first..=depths.last {
            let is_finished = self.at_depth(&mut children, depth, &mut found);
            // A move that is the only one is no better for being thought about.
            let is_settled = found.is_complete || (children.len() <= 1 && control.is_timed());
            if !is_finished || is_settled || control.is_near_end() {
                break;
            }
        }
        found
    }

    /// One depth, with a window around what the one before found; false when it was stopped.
    fn at_depth(&mut self, children: &mut [Child<W>], depth: u32, found: &mut Found) -> bool {
        let is_known = found.depth > 0 && found.score.abs() < WIN / 2;
        let (mut below, mut above) = if is_known { (ASPIRATION, ASPIRATION) } else { (INFINITE, INFINITE) };
        loop {
            let window = Window {
                alpha: found.score.saturating_sub(below).max(-INFINITE),
                beta: found.score.saturating_add(above).min(INFINITE),
            };
            let horizon = self.horizon;
            let (score, line) = self.root(children, window, depth, found);
            if self.meter.is_over() {
                return false;
            }
            if score <= window.alpha {
                below = if below > WIN / 64 { INFINITE } else { below * 8 };
            } else if score >= window.beta {
                above = if above > WIN / 64 { INFINITE } else { above * 8 };
            } else {
                *found = Found { score, depth, line, is_complete: self.horizon == horizon };
                return true;
            }
        }
    }

    /// Searches every move; the best one comes to the front. A better move found before a stop is already noted.
    fn root(&mut self, children: &mut [Child<W>], window: Window, depth: u32, found: &mut Found) -> (Score, Vec<u8>) {
        let (mut best, mut line, mut open) = (-INFINITE, found.line.clone(), window);
        for rank in 0..children.len() {
            let child = children[rank];
            let score = self.after(&child, open, depth, 0, rank);
            if self.meter.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    open.alpha = score;
                    line = std::iter::once(child.colour).chain(self.lines[1].iter().copied()).collect();
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
}
