//! `starve`: the colour that leaves the opponent least to take.

use super::game::TerritoryGame;
use super::reach::Reach;
use super::sketch::{Sketch, best_move};
use crate::feature::Feature;
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

    /// What each legal colour leaves the opponent, as a loss.
    fn values(&mut self, sketch: &mut Sketch) -> Vec<(u8, i64)> {
        let mut values: Vec<(u8, i64)> = Vec::new();
        for colour in sketch.legal() {
            let change = sketch.take(colour);
            values.push((colour, -i64::from(self.reach.look(sketch, sketch.side.other()))));
            sketch.undo(change);
        }
        values
    }
}

impl<G: TerritoryGame> Strategy<G> for Starve {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let mut sketch = Sketch::of(game);
        if sketch.greedy().is_none() {
            return G::nothing().into();
        }
        best_move::<G>(&self.values(&mut sketch), self.ties, thinking.seed).into()
    }

    fn appraise(&mut self, game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let values = self.values(&mut Sketch::of(game));
        values.into_iter().map(|(colour, value)| (G::taking(colour), value as f64)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::TheirReach]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
