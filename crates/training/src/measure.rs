//! How far the evaluation is from the truth on games nothing was learnt from, beside simpler ones.

use joute_games::Side;
use joute_search::Heuristic;
use joute_search::othello::Mobility;
use joute_search::othello::engine::{Board, PHASES, Weights, phase_of};

use crate::sample::Sample;

/// Sums over the samples of a phase, to find the best line through (opinion, value).
#[derive(Debug, Clone, Default)]
struct Fitted {
    pairs: Vec<(f64, f64)>,
}

impl Fitted {
    /// The mean error in discs after the opinion was scaled and shifted as well as can be.
    fn error(&self) -> f64 {
        let count = self.pairs.len().max(1) as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| self.pairs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
        let slope = mean(&|pair| (pair.0 - x) * (pair.1 - y)) / mean(&|pair| (pair.0 - x).powi(2)).max(1e-9);
        mean(&|pair| (y + slope * (pair.0 - x) - pair.1).abs())
    }
}

/// Prints a table, one line for each phase.
pub(crate) fn print(weights: &Weights, samples: &[Sample]) {
    let mut learned = vec![(0.0, 0.0, 0_u64); PHASES];
    let mut simple = vec![[Fitted::default(), Fitted::default()]; PHASES];
    for sample in samples {
        let (phase, value) = (phase_of(sample.board.count_empties()), f64::from(sample.score));
        let error = weights.evaluate(sample.board) - value;
        let (sum, squares, count) = &mut learned[phase];
        (*sum, *squares, *count) = (*sum + error.abs(), *squares + error * error, *count + 1);
        let discs = f64::from(sample.board.mover.count_ones()) - f64::from(sample.board.other.count_ones());
        simple[phase][0].pairs.push((hand_made(sample.board), value));
        simple[phase][1].pairs.push((discs, value));
    }
    println!(
        "| discs placed | positions | learned: mean error (root of mean square) | hand-made, scaled | disc difference, scaled |"
    );
    println!("|---|---|---|---|---|");
    for (phase, (sum, squares, count)) in learned.into_iter().enumerate() {
        let mean = |sum: f64| sum / count.max(1) as f64;
        let [hand_made, discs] = &simple[phase];
        println!(
            "| {} to {} | {count} | {:.2} ({:.2}) | {:.2} | {:.2} |",
            4 * phase,
            4 * phase + 3,
            mean(sum),
            mean(squares).sqrt(),
            hand_made.error(),
            discs.error()
        );
    }
}

/// The opinion of the heuristic that was written by hand.
fn hand_made(board: Board) -> f64 {
    board.game(Side::First).map_or(0.0, |game| f64::from(Mobility.score(&game)) / 100.0)
}
