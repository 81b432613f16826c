//! `random`: every legal move equally likely.

use joute_games::Game;

use crate::strategy::{Choice, Strategy, Thinking};

/// Uniform over all legal moves, except that a game's own "nothing" (a pass that is a choice) is the last resort.
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let moves = game.legal_moves();
        // Flood's random player passes only when no colour is legal; its pass is the last move in order.
        let count = moves.len() - usize::from(moves.len() > 1 && game.is_pass(moves[moves.len() - 1]));
        moves[thinking.seed.generator().index(count)].into()
    }

    fn is_deterministic(&self) -> bool {
        false
    }
}
