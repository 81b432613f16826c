//! Strategies that look one move ahead and judge what it leads to.

use joute_games::Game;

use crate::heuristic::Heuristic;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// The move after which a heuristic likes the position best.
#[derive(Debug, Clone, Default)]
pub struct OnePly<H> {
    /// What it thinks of positions.
    pub heuristic: H,
    /// What happens when several moves are equally good.
    pub ties: Ties,
}

impl<G: Game, H: Heuristic<G>> Strategy<G> for OnePly<H> {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let moves = game.legal_moves();
        let values: Vec<i64> = moves
            .iter()
            .map(|&mv| {
                let mut after = game.clone();
                after.play(mv);
                let value = i64::from(self.heuristic.leaf(&after));
                if after.turn() == game.turn() { value } else { -value }
            })
            .collect();
        let indices: Vec<usize> = (0..moves.len()).collect();
        let best = self.ties.best(&indices, thinking.seed, |index| values[index]);
        moves[best.unwrap_or(0)].into()
    }
}
