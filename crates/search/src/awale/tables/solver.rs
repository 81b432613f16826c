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
            is_certain: true,
            uses_book: false,
            ..EngineOptions::default()
        };
        TableSolver { tables, search: SearchToTheEnd(Engine::new(options)) }
    }

    /// What the side to move has more in the end, if the tables know.
    fn margin(&self, game: &Awale<R>, thinking: &Thinking<'_>) -> Option<i32> {
        Some(lead(game, self.tables.result(game, thinking)?.tally))
    }

    /// A move that keeps a result, where the tables know of one. A game that the rules end by a majority goes on in tables.
    fn move_for(&self, game: &Awale<R>, margin: i32, thinking: &Thinking<'_>) -> Option<Move> {
        game.legal_moves().into_iter().find(|mv| {
            let mut after = *game;
            after.play(*mv);
            let at_end = after.is_over().then(|| lead(&after, after.tallies()));
            [at_end, self.margin(&after, thinking)].contains(&Some(-margin))
        })
    }
}

/// What the side to move has more than the other.
fn lead<R: StandardRules>(game: &Awale<R>, tally: [u32; 2]) -> i32 {
    tally[game.turn()] as i32 - tally[game.turn().other()] as i32
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

    fn start_afresh(&mut self) -> bool {
        self.search.start_afresh()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use joute_games::GameSetup;
    use joute_games::awale::{Abapa, Awari, Setup};
    use joute_games::random::Seed;

    use super::*;
    use crate::strategy::Limits;

    /// Solves a position, and every position one move further: the two must agree. The tables have up to four seeds.
    fn is_worth_its_best_move<R: StandardRules>(position: &str) -> i32 {
        let setup = Setup::parse(&format!("rules={}", R::NAME), &joute_games::NoFiles).unwrap();
        let game = Awale::<R>::parse(&setup, position).unwrap();
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let thinking = Thinking { seed: Seed(1), limits, history: &[], stop: &stop };
        let mut solver = TableSolver::<R>::new(EndgameOptions { seeds: 4, ..EndgameOptions::default() }, 1, 1 << 20);
        let solved = solver.solve(&game, &thinking, Goal::Exact).unwrap();
        let after = |mv: Move| {
            let mut after = game;
            after.play(mv);
            -solver.solve(&after, &thinking, Goal::Exact).unwrap().margin
        };
        let best = game.legal_moves().into_iter().map(after).max().unwrap();
        assert_eq!(solved.margin, best, "{position}");
        let mut after = game;
        assert!(!solved.line.is_empty(), "{position}: a move is told");
        for mv in &solved.line {
            assert!(after.is_legal(*mv), "{position}: {:?}", solved.line);
            after.play(*mv);
        }
        solved.margin
    }

    #[test]
    fn positions_in_the_tables_and_above_them_are_solved() {
        for position in ["0-0-0-0-0-1-1-0-0-0-0-0-23-23-S", "0-0-0-0-0-2-1-1-0-0-0-0-22-22-S"] {
            is_worth_its_best_move::<Awari>(position);
        }
        is_worth_its_best_move::<Abapa>("0-0-0-0-0-1-1-0-0-0-0-0-23-23-S");
    }
}
