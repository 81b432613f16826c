//! What the engine thinks of a position it does not look beyond: points for every pair of neighbouring pits by the seeds
//! in them, fitted to what deeper searches say.

use super::super::rows::Rows;
use super::board::{Board, SEED};
use super::weights::LEARNED;
use crate::heuristic::Score;

/// Seeds of a pit that are told apart; more count as this many.
pub const MOST: usize = 15;
/// Pairs of neighbouring pits of a row.
pub const PAIRS: usize = 3;
/// Weights of a pair: by the seeds of both pits.
pub const PAIR_WEIGHTS: usize = 16 * 16;

/// Points of the side to move for its own pairs; those of its opponent count as much against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    pairs: [[i16; PAIR_WEIGHTS]; PAIRS],
    /// For having the move.
    tempo: i16,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::of_list(&LEARNED).unwrap_or_else(Weights::by_hand)
    }
}

impl Weights {
    /// A first opinion, for tuning to begin with: empty and weak pits are bad, full ones good.
    pub fn by_hand() -> Weights {
        let of_pit = |seeds: usize| match seeds {
            0 => -18,
            1 | 2 => -14,
            12.. => 9,
            _ => 0,
        };
        let pair = std::array::from_fn(|at| of_pit(at % 16) + of_pit(at / 16));
        Weights { pairs: [pair; PAIRS], tempo: 0 }
    }

    /// Weights from a list of all pairs' weights and the tempo; `None` when it has another length.
    pub fn of_list(list: &[i16]) -> Option<Weights> {
        let (tempo, pairs) = list.split_last()?;
        let mut weights = Weights { pairs: [[0; PAIR_WEIGHTS]; PAIRS], tempo: *tempo };
        let is_whole = pairs.len() == PAIRS * PAIR_WEIGHTS;
        is_whole.then(|| {
            weights.pairs.iter_mut().flatten().zip(pairs).for_each(|(weight, given)| *weight = *given);
            weights
        })
    }

    /// Where the weights of a row are in such a list.
    pub fn places(row: u64) -> [usize; PAIRS] {
        std::array::from_fn(|pair| pair * PAIR_WEIGHTS + place(row, pair))
    }

    #[inline(always)]
    fn row(&self, row: u64) -> Score {
        (0..PAIRS).map(|pair| Score::from(self.pairs[pair][place(row, pair)])).sum()
    }

    /// Points for the rows alone.
    #[inline(always)]
    pub(super) fn rows(&self, rows: Rows) -> Score {
        self.row(rows.mine) - self.row(rows.theirs) + Score::from(self.tempo)
    }

    /// What the side to move has to hope for.
    #[inline(always)]
    pub(super) fn score(&self, board: Board) -> Score {
        board.lead() * SEED + self.rows(board.rows)
    }
}

/// The place of a pair of pits among the weights of its pair.
#[inline(always)]
fn place(row: u64, pair: usize) -> usize {
    let capped = |lane: usize| ((row >> (8 * lane)) as usize & 0xFF).min(MOST);
    capped(2 * pair) + 16 * capped(2 * pair + 1)
}
