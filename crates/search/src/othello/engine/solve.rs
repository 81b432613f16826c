//! Exact values of positions with few empty squares, and the lines that lead to them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::endgame::{LOOK_EVERY, Solver};
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
        let solved =
            on_best_machine!(machine => solve_with(Solver::new(machine, &self.table, &mut watch), board, guess));
        solved.expect("the watch lets it go on for ever")
    }

    /// The value of a position, if it is found after so many positions or hardly more.
    pub fn solve_within(&mut self, board: Board, nodes: u64, stop: &AtomicBool) -> Option<Solution> {
        self.table.grow_older();
        let mut left = nodes;
        let mut watch = |looked_at: u64| {
            left = left.saturating_sub(looked_at);
            left == 0 || stop.load(Ordering::Relaxed)
        };
        on_best_machine!(machine => {
            let mut solver = Solver::new(machine, &self.table, &mut watch);
            solver.look_every = (nodes / 64).clamp(1, LOOK_EVERY);
            solve_with(solver, board, 0)
        })
    }
}

fn solve_with<M: Machine>(mut solver: Solver<'_, M>, board: Board, guess: i32) -> Option<Solution> {
    let (mut lower, mut upper) = (-64, 64);
    // All results are even, and a null window asks about odd numbers.
    let mut alpha = (guess.clamp(-64, 62) & !1) - 1;
    while lower < upper {
        let value = solver.null_window(board, alpha);
        if solver.is_over {
            return None;
        }
        if value > alpha {
            lower = value;
            alpha = value + 1;
        } else {
            upper = value;
            alpha = value - 1;
        }
    }
    Some(Solution { score: lower, nodes: solver.nodes })
}
