//! The engine as a solver: a search to the end of the game without doubtful cuts.

use joute_games::Game;
use joute_games::othello::{Othello, Square};

use super::board::Board;
use super::endgame::EXACT;
use super::expert::with_passes;
use super::think::{Engine, Task};
use crate::heuristic::Solved;
use crate::solve::{Goal, Solver};
use crate::strategy::Thinking;

impl Solver<Othello> for Engine {
    /// The empty squares are counted for the winner.
    fn solve(&mut self, game: &Othello, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<Square<8>>> {
        if game.is_over() {
            let score = Board::from(game).final_score();
            let margin = if goal == Goal::Exact { score } else { score.signum() };
            return Some(Solved { margin, line: Vec::new(), nodes: 1 });
        }
        if game.forced().is_some() {
            let mut after = *game;
            after.play(Square::PASS);
            let solved = Solver::solve(self, &after, thinking, goal)?;
            let line = [Square::PASS].into_iter().chain(solved.line).collect();
            return Some(Solved { margin: -solved.margin, line, nodes: solved.nodes });
        }
        let board = Board::from(game);
        let task = if goal == Goal::Exact { Task::Best } else { Task::Outcome };
        let thought = self.think(board, thinking, task, &mut |_, _, _| {});
        let best = thought.moves.first()?;
        let is_solved = thought.is_whole && best.round.depth >= board.count_empties() && best.round.certainty == EXACT;
        let margin = if goal == Goal::Exact { best.value } else { best.value.signum() };
        is_solved.then(|| Solved { margin, line: with_passes(*game, &best.line), nodes: thought.nodes })
    }

    fn start_afresh(&mut self) -> bool {
        self.forget();
        true
    }
}
