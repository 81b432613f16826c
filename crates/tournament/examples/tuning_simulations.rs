//! Tunes in simulations, where the best values are known: how far below the top what is found lies, by parameters and comparisons.
//!
//!     cargo run -p joute-tournament --example tuning_simulations
#![allow(clippy::print_stdout, reason = "it prints a table")]

use joute_games::random::{Generator, Seed};
use joute_tournament::statistics::score_of_elo;
use joute_tournament::tuning::{Parameter, Spsa, SpsaOptions, TuningError};

/// Where every parameter begins, of a range from 0 to 1000.
const START: f64 = 150.0;

/// Where the top is.
const TOP: f64 = 700.0;

/// Comparisons that are held before anything is learned from them.
const BATCH: u64 = 8;

/// Runs of which the mean is told.
const RUNS: u64 = 30;

fn main() -> Result<(), TuningError> {
    println!("| parameters | begins below by Elo | 100 comparisons | 500 | 2000 |\n|---|---|---|---|---|");
    for (parameters, height) in [(1, 300.0), (2, 300.0), (5, 300.0), (5, 60.0)] {
        let mut row = format!("| {parameters} | {height} |");
        for comparisons in [100, 500, 2000] {
            let sum =
                (1..=RUNS).try_fold(0.0, |sum, run| Ok(sum + run_once(parameters, height, comparisons, Seed(run))?))?;
            row += &format!(" {:.0} |", sum / RUNS as f64);
        }
        println!("{row}");
    }
    Ok(())
}

/// How far below the top, in Elo, one run ends.
fn run_once(parameters: usize, height: f64, comparisons: u64, seed: Seed) -> Result<f64, TuningError> {
    let parameter = "p=0..1000".parse::<Parameter>()?.begun_at(&START.to_string())?;
    let mut spsa = Spsa::new(vec![parameter; parameters], SpsaOptions::for_probes(comparisons), seed);
    let mut generator = seed.purpose("games").generator();
    while spsa.done() < comparisons {
        let probes = spsa.next_probes(BATCH).into_iter();
        let results: Vec<_> = probes
            .map(|probe| {
                let [one, two] = probe.sides.each_ref().map(|values| below_top(values, height));
                (probe, pair(two - one, &mut generator))
            })
            .collect();
        spsa.learn(&results);
    }
    Ok(below_top(&spsa.found(), height))
}

/// A parabola over all parameters.
fn below_top(values: &[u32], height: f64) -> f64 {
    let squares = values.iter().map(|value| ((f64::from(*value) - TOP) / (TOP - START)).powi(2));
    height * squares.sum::<f64>() / values.len() as f64
}

/// A pair of games without draws with so much of a lead in Elo, from -1 to 1.
fn pair(lead: f64, generator: &mut Generator) -> f64 {
    let expected = score_of_elo(lead);
    let mut game = || if (generator.bits() as f64) < expected * u64::MAX as f64 { 0.5 } else { -0.5 };
    game() + game()
}
