//! Perfect play by tables where they have the position, and by a search to the end of the game where they do not.

use joute_games::Game;
use joute_games::awale::{Awale, Move};

use super::super::engine::{Engine, EngineOptions};
use super::super::rows::StandardRules;
use super::{EndgameOptions, TableResults};
use crate::exact::ExactResults;
use crate::heuristic::Solved;
use crate::solve::{Goal, SearchToTheEnd, Solver};
use crate::strategy::Thinking;

/// Solves positions with few seeds on the board.
pub struct TableSolver<R> {
    tables: TableResults<R>,
    search: SearchToTheEnd<Engine<R>>,
}

impl<R: StandardRules> TableSolver<R> {
    /// A solver with these tables, whose search remembers positions in so many bytes.
    pub fn new(endgame: EndgameOptions, threads: u32, memory: usize) -> TableSolver<R> {
        let tables = TableResults::new(&endgame);
        let options = EngineOptions {
            threads,
            hash: memory,
            endgame: Some(endgame),
            is_selective: false,
            uses_book: false,
            ..EngineOptions::default()
        };
        TableSolver { tables, search: SearchToTheEnd(Engine::new(options)) }
    }

    /// What the side to move has more in the end, if the tables know.
    fn margin(&self, game: &Awale<R>, thinking: &Thinking<'_>) -> Option<i32> {
        let tally = self.tables.result(game, thinking)?.tally;
        Some(tally[game.turn()] as i32 - tally[game.turn().other()] as i32)
    }

    /// A move that keeps a result, where the tables know of one.
    fn move_for(&self, game: &Awale<R>, margin: i32, thinking: &Thinking<'_>) -> Option<Move> {
        game.legal_moves().into_iter().find(|mv| {
            let mut after = game.clone();
            after.play(*mv);
            !after.is_over() && self.margin(&after, thinking).map(|margin| -margin) == Some(margin)
        })
    }
}

impl<R: StandardRules> Solver<Awale<R>> for TableSolver<R> {
    fn solve(&mut self, game: &Awale<R>, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<Move>> {
        if !game.is_over()
            && let Some(margin) = self.margin(game, thinking)
        {
            let line = self.move_for(game, margin, thinking).into_iter().collect();
            return Some(Solved { margin: goal.of(margin), line, nodes: 1 });
        }
        self.search.solve(game, thinking, goal)
    }
}
