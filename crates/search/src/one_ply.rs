//! Strategies that look one move ahead and judge what it leads to.

use joute_games::Game;

use crate::feature::Feature;
use crate::heuristic::{Heuristic, Score};
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// The move after which a heuristic likes the position best.
#[derive(Debug, Clone, Default)]
pub struct OnePly<H> {
    /// What it thinks of positions.
    pub heuristic: H,
    /// What happens when several moves are equally good.
    pub ties: Ties,
}

impl<H> OnePly<H> {
    /// What the heuristic thinks of the position after a move, with the eyes of whoever makes it.
    fn value<G: Game>(&mut self, game: &G, mv: G::Move) -> Score
    where
        H: Heuristic<G>,
    {
        let mut after = game.clone();
        after.play(mv);
        let value = self.heuristic.leaf(&after);
        if after.turn() == game.turn() { value } else { -value }
    }
}

impl<G: Game, H: Heuristic<G>> Strategy<G> for OnePly<H> {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let moves = game.legal_moves();
        let values: Vec<Score> = moves.iter().map(|&mv| self.value(game, mv)).collect();
        let indices: Vec<usize> = (0..moves.len()).collect();
        let best = self.ties.best(&indices, thinking.seed, |index| i64::from(values[index]));
        moves[best.unwrap_or(0)].into()
    }

    fn appraise(&mut self, game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let mut appraise = |mv| {
            let value = self.value(game, mv);
            (mv, self.heuristic.in_units(value))
        };
        game.legal_moves().into_iter().map(&mut appraise).collect()
    }

    fn features(&self) -> &'static [Feature] {
        self.heuristic.features()
    }
}
