//! How games with few empty squares end.

use joute_games::othello::Othello;

use super::board::Board;
use super::solve::ExactSolver;
use crate::exact::{ExactResult, ExactResults, tally_of_margin};
use crate::strategy::Thinking;

/// Bytes in which one search remembers positions. They are new for each, so that none hangs on another.
const MEMORY: usize = 1 << 20;

/// Solves positions of 8 x 8 Othello near their end.
#[derive(Debug, Clone, Copy, Default)]
pub struct LastSquares;

impl ExactResults<Othello> for LastSquares {
    /// A search of a position takes about four times as many positions as two to the power of its empty squares: one that
    /// would look at more than four times what is allowed is hardly ever over in time, and is not begun.
    fn result(&self, game: &Othello, thinking: &Thinking<'_>) -> Option<ExactResult> {
        let nodes = thinking.limits.nodes?;
        let board = Board::from(game);
        if board.count_empties() > nodes.checked_ilog2()? {
            return None;
        }
        let solution = ExactSolver::with_bytes(MEMORY).solve_within(board, nodes, thinking.stop)?;
        Some(ExactResult::solved(tally_of_margin(game, solution.score), solution.nodes))
    }
}
