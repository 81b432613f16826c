//! A first opinion about sowing games: seeds in store, seeds at home, moves to choose from, pits that are in danger.

mod acyclic;
mod engine;
mod layers;
mod rows;
pub mod tables;

use joute_games::awale::{Awale, RuleSource, Rules};
use joute_games::{Game, Side};

use crate::feature::Feature;
use crate::heuristic::{Heuristic, Score, margin};

pub use acyclic::{SolvedGame, is_acyclic, solve_acyclic};
pub use engine::{Engine, EngineOptions, MOST, PAIR_WEIGHTS, PAIRS, Weights};
pub use rows::{Rows, StandardRules, Successor};

/// Points of one seed.
const SEED: Score = 100;

/// Seeds in store, and a little for those on one's own row, for choice, and for pits nobody can take.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seeds;

/// From so many seeds on a sowing from a pit goes all the way round.
const FULL: u32 = 12;

/// Whether one seed more would let the opponent take a pit.
fn is_weak(rules: Rules, seeds: u32) -> bool {
    rules.chain && matches!(seeds, 1 | 2)
}

/// What a side has on its own row besides the store.
fn prospects<R: RuleSource>(game: &Awale<R>, side: Side) -> Score {
    let rules = game.source().rules();
    (0..game.pits())
        .map(|pit| match game.seeds(side, pit) {
            0 => -8,
            // A seed more and it can be taken.
            seeds if is_weak(rules, seeds) => -25,
            seeds if seeds >= FULL => 25 + 5 * seeds as i32,
            seeds => 5 * seeds as i32,
        })
        .sum()
}

impl<R: RuleSource> Heuristic<Awale<R>> for Seeds {
    fn score(&mut self, game: &Awale<R>) -> Score {
        let side = game.turn();
        margin(game) * SEED + prospects(game, side) - prospects(game, side.other())
    }

    fn points_per_unit(&self) -> Score {
        SEED
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Weak, Feature::Full]
    }

    /// Seeds in a store stay there.
    #[inline]
    fn margins(&mut self, game: &Awale<R>) -> Option<(i32, i32)> {
        let lead = margin(game);
        let rest = Side::BOTH.into_iter().map(|side| game.seeds_on_row(side)).sum::<u32>() as i32;
        Some((lead - rest, lead + rest))
    }
}
