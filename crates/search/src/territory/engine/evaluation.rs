//! What the engine thinks of positions it does not look beyond: who gets where first, and how soon.

use super::board::{Board, Position, STEPS};
use crate::heuristic::{Score, WIN};

/// Points of one cell.
pub(super) const CELL: Score = 100;

/// What a cell is worth that a side gets to first, with its next move, with the one after it, and so on.
///
/// Weights for each phase of a game, learned from 42,000 positions of its own games, told results hardly better and played no better.
const REACHED: [Score; STEPS] = [98, 76, 74, 72, 70, 68, 66, 64];

/// What the side to move has to hope for.
#[inline]
pub(super) fn score<const W: usize>(board: &Board<W>, position: &Position<W>) -> Score {
    let race = board.race(position);
    let mut score = CELL * position.lead();
    for (step, worth) in REACHED.iter().enumerate() {
        score += worth * (race.cells[0][step] - race.cells[1][step]);
    }
    score
}

/// The value of a game that ended with this margin.
#[inline]
pub(super) fn of_margin(margin: i32) -> Score {
    margin * CELL + margin.signum() * WIN
}

/// A value in cells, as reports give it.
pub(super) fn in_cells(score: Score) -> f64 {
    let points = if score.abs() > WIN / 2 { score - score.signum() * WIN } else { score };
    f64::from(points) / f64::from(CELL)
}
