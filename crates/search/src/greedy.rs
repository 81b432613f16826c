//! `greedy`: the move that gains most at once.

use joute_games::Game;

use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// Most cells, discs or seeds now, whatever comes after.
#[derive(Debug, Clone, Copy, Default)]
pub struct Greedy {
    /// What happens when several moves gain the same.
    pub ties: Ties,
}

impl<G: Game> Strategy<G> for Greedy {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let moves = game.legal_moves();
        self.ties.best(&moves, thinking.seed, |mv| i64::from(game.gain(mv))).unwrap_or(moves[0]).into()
    }

    fn appraise(&mut self, game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        game.legal_moves().into_iter().map(|mv| (mv, f64::from(game.gain(mv)))).collect()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Depth, Feature::OwnMoves, Feature::Prey]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }

    /// There is nothing to forget.
    fn start_afresh(&mut self) -> bool {
        true
    }
}
