//! Solvers: the result of perfect play from a position, for games that have one.

use joute_games::Game;

use crate::heuristic::Solved;
use crate::strategy::Thinking;

/// What a solver is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// By how much the game is won or lost.
    Exact,
    /// Whether it is won, drawn or lost, which may be found sooner: the margin is then 1, 0 or -1.
    Outcome,
}

/// Finds the result of perfect play.
pub trait Solver<G: Game>: Send {
    /// The result of perfect play, if it is found within the limits. A finished game is solved.
    fn solve(&mut self, game: &G, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<G::Move>>;
}
