//! Exact values of positions with few empty squares, and the lines that lead to them.

use super::board::Board;
use super::endgame::Solver;
use super::machine::{Machine, on_best_machine};
use super::table::Table;

/// A solver with a table of its own.
#[derive(Debug)]
pub struct ExactSolver {
    table: Table,
}

/// An exact value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// What the side to move has more in the end, the empty squares counted for the winner.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
}

impl ExactSolver {
    /// A solver that remembers positions in so many bytes.
    pub fn with_bytes(bytes: usize) -> ExactSolver {
        ExactSolver { table: Table::with_bytes(bytes) }
    }

    /// The value of a position.
    pub fn solve(&mut self, board: Board) -> Solution {
        self.solve_near(board, 0)
    }

    /// The value of a position that is likely to be near `guess`: the nearer the faster.
    pub fn solve_near(&mut self, board: Board, guess: i32) -> Solution {
        self.table.grow_older();
        let mut watch = |_| false;
        on_best_machine!(machine => solve_with(Solver::new(machine, &self.table, &mut watch), board, guess))
    }
}

fn solve_with<M: Machine>(mut solver: Solver<'_, M>, board: Board, guess: i32) -> Solution {
    let (mut lower, mut upper) = (-64, 64);
    // All results are even, and a null window asks about odd numbers.
    let mut alpha = (guess.clamp(-64, 62) & !1) - 1;
    while lower < upper {
        let value = solver.null_window(board, alpha);
        if value > alpha {
            lower = value;
            alpha = value + 1;
        } else {
            upper = value;
            alpha = value - 1;
        }
    }
    Solution { score: lower, nodes: solver.nodes }
}
