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
    /// A search takes about twice as many positions for each further empty square. Those of positions with more squares than
    /// the number of positions has bits, less one, are not begun: what is begun is then mostly finished, and little is in vain.
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
