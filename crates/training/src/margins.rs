//! How far shallow searches are from deep ones with given weights: what probable cuts are made from.

use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::{Game, Side};
use joute_search::othello::engine::{Engine, EngineOptions, Weights};
use joute_search::{Limits, Strategy, Thinking};

use crate::sample::Sample;

/// The deepest searches that are compared.
const DEEPEST: u32 = 10;

/// Prints the mean and the standard deviation of the difference for pairs of depths, by the number of empty squares.
pub(crate) fn print(weights: &'static Weights, samples: &[Sample], positions: usize) {
    let options = EngineOptions { selectivity: 0, memory: 8 << 20, ..EngineOptions::default() };
    let mut engine = Engine::with_weights(options, weights);
    println!("| empty squares | shallow | deep | mean | deviation |");
    println!("|---|---|---|---|---|");
    for empties in [14, 20, 26, 32, 38, 44] {
        let chosen =
            samples.iter().filter(|sample| sample.board.count_empties() == empties && sample.score.abs() <= 30);
        let values: Vec<Vec<f64>> = chosen.take(positions).map(|sample| values(&mut engine, weights, sample)).collect();
        for deep in 3..=DEEPEST.max(empties.min(14)) as usize {
            for shallow in (deep % 2..deep).step_by(2) {
                let pairs: Vec<f64> =
                    values.iter().filter_map(|values| Some(values.get(deep)? - values.get(shallow)?)).collect();
                let (mean, deviation) = spread(&pairs);
                if !pairs.is_empty() {
                    println!("| {empties} | {shallow} | {deep} | {mean:+.2} | {deviation:.2} |");
                }
            }
        }
    }
}

/// What searches of depth 0, 1, 2 and so on say of a position.
fn values(engine: &mut Engine, weights: &Weights, sample: &Sample) -> Vec<f64> {
    let stop = AtomicBool::new(false);
    let mut values = vec![weights.evaluate(sample.board)];
    let Some(game) = sample.board.game(Side::First).filter(|game| game.forced().is_none()) else { return values };
    let deepest = if sample.board.count_empties() <= 14 { sample.board.count_empties() } else { DEEPEST };
    for depth in 1..=deepest {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        values.extend(engine.choose(&game, &thinking).report.map(|report| report.score));
    }
    values
}

fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}
