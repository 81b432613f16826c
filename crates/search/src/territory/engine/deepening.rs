//! One thread's search of a position to greater and greater depths.

use super::board::Position;
use super::worker::{Child, Worker, next_best};
use crate::control::Control;
use crate::deepening::{Depths, Found};
use crate::heuristic::{INFINITE, Score, WIN};
use crate::table::NO_MOVE;
use crate::window::Window;

/// Half of the window that is tried around the value of the depth before, at first.
const ASPIRATION: Score = 150;

impl<const W: usize> Worker<'_, W> {
    /// What every move leads to, the most promising first.
    pub(super) fn root_children(&self, position: &Position<W>) -> Vec<Child<W>> {
        let mut children = self.children(position, u32::MAX, 0, NO_MOVE);
        (0..children.len()).map(|rank| next_best(&mut children, rank)).collect()
    }

    /// Searches deeper and deeper.
    pub(super) fn deepen(&mut self, position: &Position<W>, control: &Control<'_>, depths: Depths) -> Found<u8> {
        let mut children = self.root_children(position);
        let (first, is_forced) = (children.first().map(|child| child.colour), children.len() <= 1);
        depths.deepen(control, first, is_forced, |depth, found| self.at_depth(&mut children, depth, found))
    }

    /// One depth, with a window around what the one before found; false when it was stopped.
    fn at_depth(&mut self, children: &mut [Child<W>], depth: u32, found: &mut Found<u8>) -> bool {
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
    fn root(
        &mut self,
        children: &mut [Child<W>],
        window: Window,
        depth: u32,
        found: &mut Found<u8>,
    ) -> (Score, Vec<u8>) {
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
