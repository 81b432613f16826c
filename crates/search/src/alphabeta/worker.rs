//! One thread of the search: principal variation search with a transposition table.

use joute_games::{Game, GameMove};

use super::ordering::{Learned, Ordered};
use crate::control::Meter;
use crate::heuristic::{Heuristic, INFINITE, Score};
use crate::path::{Path, repetition_value};
use crate::table::{Entry, NO_MOVE, Table};
use crate::window::Window;

/// The greatest depth there is; it must fit an entry of the table.
pub(super) const DEEPEST: u32 = 250;

/// What one thread works with.
pub(super) struct Worker<'s, G: Game, H> {
    pub(super) game: G,
    pub(super) heuristic: H,
    pub(super) table: Option<&'s Table>,
    pub(super) meter: Meter<'s>,
    pub(super) path: Path,
    pub(super) learned: Learned,
    /// For each ply, the line found from there on.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// How many positions were judged for want of depth so far.
    pub(super) horizon: u64,
    /// Whether what the rules make certain cuts lines short.
    pub(super) uses_margins: bool,
}

impl<G: Game, H: Heuristic<G>> Worker<'_, G, H> {
    /// The value of the present position. Outside the window it is a bound: no more than what is returned when that
    /// is at or below alpha, no less when it is at or above beta. After a stop it means nothing.
    pub(super) fn search(&mut self, window: Window, depth: u32, ply: usize) -> Score {
        self.lines[ply].clear();
        if self.meter.count(1) {
            return 0;
        }
        if depth == 0 {
            self.horizon += u64::from(!self.game.is_over());
            return self.heuristic.leaf(&self.game);
        }
        let moves = self.game.legal_moves();
        if moves.is_empty() {
            return self.heuristic.leaf(&self.game);
        }
        if let Some(score) = self.certain(window) {
            return score;
        }
        // One ply ahead there is nothing to save by remembering.
        let key = self.path.table_key(self.game.key(), depth);
        let entry = self.table.filter(|_| depth > 1).and_then(|table| table.get(key));
        if let Some(entry) = entry.filter(|entry| entry.settles(depth, window.alpha, window.beta))
            // A line of play is wanted where the window is open, and the table has none.
            && !window.is_open()
        {
            self.horizon += u64::from(!entry.complete);
            return entry.score;
        }
        let remembered = entry.map_or(NO_MOVE, |entry| entry.code);
        let ordered = Ordered::new(&self.game, &moves, remembered, &mut self.heuristic, &self.learned, ply);
        let horizon = self.horizon;
        let (score, mv) = self.best_of(ordered, window, depth, ply);
        if self.meter.is_over() {
            return 0;
        }
        if let Some(table) = self.table.filter(|_| depth > 1) {
            let bound = window.bound_of(score);
            let complete = self.horizon == horizon;
            table.put(
                key,
                Entry { score, bound, code: mv.map_or(NO_MOVE, G::Move::code), depth: depth as u8, complete },
            );
        }
        score
    }

    /// The score, where the margins that are still possible settle the question.
    #[inline]
    fn certain(&mut self, window: Window) -> Option<Score> {
        let (least, greatest) = self.heuristic.margins(&self.game).filter(|_| self.uses_margins)?;
        let (least, greatest) = (self.heuristic.of_margin(least), self.heuristic.of_margin(greatest));
        match () {
            () if greatest <= window.alpha => Some(greatest),
            () if least >= window.beta => Some(least),
            () if least == greatest => Some(least),
            () => None,
        }
    }

    #[inline]
    fn best_of(
        &mut self,
        ordered: Ordered<G::Move>,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> (Score, Option<G::Move>) {
        let side = self.game.turn();
        let mut open = window;
        let (mut best, mut best_move) = (-INFINITE, None);
        for (rank, mv) in ordered.enumerate() {
            let score = self.after(mv, open, rank == 0, depth - 1, ply);
            if self.meter.is_over() {
                return (0, None);
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                if score > open.alpha {
                    open.alpha = score;
                    self.extend_line(mv, ply);
                }
                if score >= window.beta {
                    self.learned.reward(mv, side, ply, depth);
                    break;
                }
            }
        }
        // When every move failed, the first is no better than the others: it is not worth remembering.
        (best, best_move.filter(|_| best > window.alpha))
    }

    /// The value, for the side that moves, of playing `mv`. All but the first are first asked whether they are better.
    #[inline]
    pub(super) fn after(&mut self, mv: G::Move, window: Window, is_first: bool, depth: u32, ply: usize) -> Score {
        let side = self.game.turn();
        let tallies = if self.path.watches() { self.game.tallies() } else { [0; 2] };
        let undo = self.game.make(mv);
        let again = self.game.turn() == side;
        let step = self.path.watches().then(|| {
            let irreversible = self.game.tallies() != tallies;
            self.path.enter(irreversible, self.game.key())
        });
        let score = if step.is_some_and(|step| step.repeats) {
            self.lines[ply + 1].clear();
            let value = repetition_value(&self.game, &self.heuristic);
            if again { value } else { -value }
        } else if is_first || !window.is_open() {
            self.below(again, window, depth, ply)
        } else {
            match self.below(again, window.null(), depth, ply) {
                score if score > window.alpha && score < window.beta => self.below(again, window, depth, ply),
                score => score,
            }
        };
        if let Some(step) = step {
            self.path.leave(step);
        }
        self.game.unmake(undo);
        score
    }

    /// The value of the present position for the side that moved last.
    #[inline]
    fn below(&mut self, again: bool, window: Window, depth: u32, ply: usize) -> Score {
        if again { self.search(window, depth, ply + 1) } else { -self.search(window.turned(), depth, ply + 1) }
    }

    /// The line from this ply on is this move and the line found after it.
    fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
