//! `mix` and `greedymony`: a weighted sum of border and cells some own moves ahead.

use super::border_counter::{BorderCounter, BorderMeasure};
use super::game::TerritoryGame;
use super::sketch::best_move;
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// The colour that leads to the highest sum of a times the border and b times the cells after so many own moves,
/// except that the greedy colour is taken whenever it ends the game.
///
/// Looking further than one move ahead, useful colours come first among equals, as for the oracle.
#[derive(Debug, Clone)]
pub struct Mix {
    weights: Weights,
    moves: u32,
    ties: Ties,
    counter: Option<BorderCounter>,
}

/// What is added up.
#[derive(Debug, Clone, Copy)]
struct Weights {
    border: i64,
    cells: i64,
    measure: BorderMeasure,
}

impl Mix {
    /// The mix of `border` times the border by a measure and `cells` times the cells after so many own moves.
    pub fn new(border: i32, cells: i32, moves: u32, measure: BorderMeasure, ties: Ties) -> Mix {
        let weights = Weights { border: border.into(), cells: cells.into(), measure };
        Mix { weights, moves: moves.max(1), ties, counter: None }
    }

    /// One times the border and one times the cells after one move.
    pub fn greedymony(measure: BorderMeasure, ties: Ties) -> Mix {
        Mix::new(1, 1, 1, measure, ties)
    }
}

impl Weights {
    fn sum(self, counter: &mut BorderCounter) -> i64 {
        self.border * i64::from(counter.border(self.measure)) + self.cells * i64::from(counter.sketch.tally())
    }

    /// The highest sum after so many further moves; told to stop, it looks no further.
    fn best(self, counter: &mut BorderCounter, moves: u32, thinking: &Thinking<'_>) -> i64 {
        let colours = counter.sketch.legal();
        if moves == 0 || colours.is_empty() || thinking.is_stopped() {
            return self.sum(counter);
        }
        let mut best = i64::MIN;
        for colour in colours {
            let step = counter.take(colour);
            best = best.max(self.best(counter, moves - 1, thinking));
            counter.undo(step);
        }
        best
    }
}

impl Weights {
    /// Twice the sum that each legal colour leads to, and one more for a useful colour where those come first.
    fn values(self, counter: &mut BorderCounter, moves: u32, thinking: &Thinking<'_>) -> Vec<(u8, i64)> {
        let mut values: Vec<(u8, i64)> = Vec::new();
        for colour in counter.sketch.legal() {
            let comes_first = i64::from(moves > 1 && counter.sketch.is_useful(colour));
            let step = counter.take(colour);
            values.push((colour, 2 * self.best(counter, moves - 1, thinking) + comes_first));
            counter.undo(step);
        }
        values
    }
}

impl<G: TerritoryGame> Strategy<G> for Mix {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let counter = BorderCounter::at(&mut self.counter, game);
        let Some(greedy) = counter.sketch.greedy_by(self.ties, thinking.seed) else {
            return G::nothing().into();
        };
        let step = counter.take(greedy);
        let settles = game.is_settled(&counter.sketch.zones);
        counter.undo(step);
        if settles {
            return G::taking(greedy).into();
        }
        let values = self.weights.values(counter, self.moves, thinking);
        best_move::<G>(&values, self.ties, thinking.seed).into()
    }

    fn appraise(&mut self, game: &G, thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let counter = BorderCounter::at(&mut self.counter, game);
        let values = self.weights.values(counter, self.moves, thinking);
        values.into_iter().map(|(colour, value)| (G::taking(colour), value.div_euclid(2) as f64)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Border, Feature::Touched, Feature::Depth]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
