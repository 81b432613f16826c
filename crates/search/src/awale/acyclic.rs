//! Small sowing games solved outright, where no position can come back: every position is worked out once.
//!
//! That is so where one's own store is sown. Seeds only go on; for a position to come back, seeds must have gone over every
//! border between two pits, that into a store too, and what is in a store stays there. A move that is undone would be the
//! only way to stand still: it must be illegal.

use std::collections::HashMap;

use joute_games::awale::{Awale, Custom, GrandSlam, Move, RuleSource, Rules, Store};
use joute_games::{Game, Side};

/// A game solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedGame {
    /// What the side to move will have more in the end.
    pub margin: i32,
    /// The moves that lead to it.
    pub best: Vec<Move>,
    /// Positions worked out.
    pub positions: usize,
}

/// Whether no position can come back under these rules.
pub fn is_acyclic(rules: Rules) -> bool {
    rules.store != Store::Skipped && rules.grand_slam != GrandSlam::Undo
}

/// The result of perfect play; `None` where positions may come back, or where more than `most` would have to be worked out.
pub fn solve_acyclic(game: &Awale<Custom>, most: usize) -> Option<SolvedGame> {
    if !is_acyclic(game.source().rules()) {
        return None;
    }
    let mut solver = Solver { known: HashMap::new(), most };
    let margin = solver.value(game)?;
    let mut best = Vec::new();
    for mv in game.legal_moves() {
        if solver.after(game, mv)? == margin {
            best.push(mv);
        }
    }
    let side = if game.turn() == Side::First { 1 } else { -1 };
    Some(SolvedGame { margin: side * margin, best, positions: solver.known.len() })
}

struct Solver {
    /// What First will have more in the end.
    known: HashMap<Awale<Custom>, i16>,
    most: usize,
}

impl Solver {
    /// What First will have more in the end.
    fn value(&mut self, game: &Awale<Custom>) -> Option<i32> {
        if let Some(margin) = self.known.get(game) {
            return Some(i32::from(*margin));
        }
        let margin = match game.is_over() {
            true => game.tally(Side::First) as i32 - game.tally(Side::Second) as i32,
            false => self.best_after(game)?,
        };
        if self.known.len() >= self.most {
            return None;
        }
        self.known.insert(*game, margin as i16);
        Some(margin)
    }

    fn best_after(&mut self, game: &Awale<Custom>) -> Option<i32> {
        let side = if game.turn() == Side::First { 1 } else { -1 };
        let mut best = None;
        for mv in game.legal_moves() {
            best = best.max(Some(side * self.after(game, mv)?));
        }
        best.map(|best| side * best)
    }

    fn after(&mut self, game: &Awale<Custom>, mv: Move) -> Option<i32> {
        let mut next = *game;
        next.play(mv);
        self.value(&next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Minimax, Thinking};
    use joute_games::awale::Setup;
    use joute_games::random::Seed;
    use joute_testkit::properties::times;
    use std::sync::atomic::AtomicBool;

    fn start(pits: u32, seeds: u32) -> Awale<Custom> {
        let rules = Rules { grand_slam: GrandSlam::Illegal, ..Rules::FRANCOIS };
        Awale::start(&Setup { rules, pits, seeds }).unwrap()
    }

    /// By minimax without any pruning, to the end.
    fn plain(game: &Awale<Custom>) -> i32 {
        let stop = AtomicBool::new(false);
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
        Minimax::new(60).value(game, &thinking).unwrap().score
    }

    #[test]
    fn small_games_are_worth_what_plain_search_says() {
        for (pits, seeds) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)] {
            let game = start(pits, seeds);
            let solved = solve_acyclic(&game, 1_000_000).unwrap();
            assert_eq!(solved.margin, plain(&game), "{pits} pits, {seeds} seeds");
            assert!(!solved.best.is_empty());
        }
    }

    #[test]
    fn positions_on_the_way_are_worth_what_plain_search_says() {
        for (pits, seeds, plies) in [(2, 3, 2), (2, 5, 3), (3, 2, 3), (3, 3, 9), (4, 2, 10)] {
            for seed in 0..times(15) {
                let mut generator = Seed(seed).generator();
                let mut game = start(pits, seeds);
                for _ in 0..plies {
                    game.random_move(&mut generator).into_iter().for_each(|mv| game.play(mv));
                }
                if !game.is_over() {
                    assert_eq!(solve_acyclic(&game, 1_000_000).unwrap().margin, plain(&game), "{game}");
                }
            }
        }
    }

    #[test]
    fn what_may_come_back_or_is_too_large_is_not_solved() {
        let undo: Awale<Custom> = Awale::start(&Setup { rules: Rules::FRANCOIS, pits: 2, seeds: 1 }).unwrap();
        assert_eq!(solve_acyclic(&undo, 1_000), None);
        assert_eq!(solve_acyclic(&start(3, 3), 1_000), None);
    }
}
