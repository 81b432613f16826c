//! `starve`: the colour that leaves the opponent least to take.

use super::game::TerritoryGame;
use super::reach::Reach;
use super::sketch::{Sketch, best_move};
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// The legal colour after which the opponent can reach fewest free cells.
#[derive(Debug, Clone, Default)]
pub struct Starve {
    ties: Ties,
    reach: Reach,
}

impl Starve {
    /// The strategy.
    pub fn new(ties: Ties) -> Starve {
        Starve { ties, reach: Reach::default() }
    }
}

impl<G: TerritoryGame> Strategy<G> for Starve {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let mut sketch = Sketch::of(game);
        if sketch.greedy().is_none() {
            return G::nothing().into();
        }
        let opponent = sketch.side.other();
        let mut values: Vec<(u8, i64)> = Vec::new();
        for colour in sketch.legal() {
            let change = sketch.take(colour);
            values.push((colour, -i64::from(self.reach.look(&sketch, opponent))));
            sketch.undo(change);
        }
        best_move::<G>(&values, self.ties, thinking.seed).into()
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
