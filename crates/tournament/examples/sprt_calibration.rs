//! Whether the sequential test keeps its promises: simulated matches of known strength, the errors that were made beside
//! those that were admitted, and the mean lengths beside the theory. Prints the table of docs/match.md.
//!
//!     cargo run --release -p joute-tournament --example sprt_calibration -- 10000
#![allow(clippy::print_stdout, reason = "its table is what it is for")]

use std::f64::consts::LN_10;

use joute_games::random::{Generator, Seed};
use joute_tournament::statistics::{Bounds, Scale, Score, Sprt, Verdict, score_of_elo};

/// Draws among games, and what the better seat is worth in points.
const DRAWS: f64 = 0.2;
const EDGE: f64 = 0.1;

fn main() {
    let runs = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    println!("| test | true difference | higher accepted | theory | pairs | theory |");
    println!("|---|---|---|---|---|---|");
    for text in ["0,40", "0,40,model=logistic", "-20,20,alpha=0.01,beta=0.1"] {
        let Ok(bounds) = text.parse::<Bounds>() else { continue };
        let [low, high] = bounds.hypotheses();
        for elo in [low, (low + high) / 2.0, high] {
            report(text, bounds, elo, runs);
        }
    }
}

/// Simulates the tests of one line of the table and prints it.
fn report(text: &str, bounds: Bounds, elo: f64, runs: u64) {
    let score = score_at(bounds.scale(), elo);
    let (mut accepted, mut pairs) = (0u64, 0u64);
    for run in 0..runs {
        let mut generator = Seed(1).purpose(text).child(elo.to_bits()).child(run).generator();
        let (verdict, length) = one_test(bounds, score, &mut generator);
        accepted += u64::from(verdict == Verdict::AcceptH1);
        pairs += length;
    }
    let (share, length) = theory(bounds, score);
    println!(
        "| `{text}` | {elo:+} | {:.2} % | {:.2} % | {:.0} | {length:.0} |",
        100.0 * accepted as f64 / runs as f64,
        100.0 * share,
        pairs as f64 / runs as f64
    );
}

fn one_test(bounds: Bounds, score: f64, generator: &mut Generator) -> (Verdict, u64) {
    let mut test = Sprt::<5>::new(bounds);
    loop {
        match test.add([score + EDGE, score - EDGE].map(|score| game(generator, score))) {
            Verdict::Continue => {}
            verdict => return (verdict, test.sample().observations()),
        }
    }
}

/// A game of this expected score.
fn game(generator: &mut Generator, score: f64) -> Score {
    let at = (generator.bits() >> 11) as f64 / (1u64 << 53) as f64;
    match score - DRAWS / 2.0 {
        win if at < win => Score::Win,
        win if at < win + DRAWS => Score::Draw,
        _ => Score::Loss,
    }
}

/// The variance of one game's score, both seats of a pair taken together.
fn variance(score: f64) -> f64 {
    [score + EDGE, score - EDGE].iter().map(|p| p * (1.0 - p) - DRAWS / 4.0).sum::<f64>() / 2.0
}

/// The expected score of a game at a difference of either scale.
fn score_at(scale: Scale, elo: f64) -> f64 {
    match scale {
        Scale::Logistic => score_of_elo(elo),
        Scale::Normalised => {
            let deviations = elo * LN_10 / 800.0;
            (0..50).fold(0.5, |score, _| 0.5 + deviations * variance(score).sqrt())
        }
    }
}

/// How often a Brownian motion with the drift and the spread of this test's ratio leaves it at the upper end, and after how
/// many pairs it leaves it at either: Wald's figures, without what the last step goes too far.
fn theory(bounds: Bounds, score: f64) -> (f64, f64) {
    let [low, high] = bounds.hypotheses().map(|elo| standardised(score_at(bounds.scale(), elo)));
    let (drift, spread) = ((high - low) * (standardised(score) - (low + high) / 2.0), (high - low).powi(2));
    let (lower, upper) = (bounds.lower(), bounds.upper());
    let scale = |at: f64| (-2.0 * drift / spread * at).exp();
    if (drift / spread).abs() < 1e-6 {
        return (lower / (lower - upper), -lower * upper / spread);
    }
    let share = (1.0 - scale(lower)) / (scale(upper) - scale(lower));
    (share, (share * upper + (1.0 - share) * lower) / drift)
}

/// The distance of a score from one half in standard deviations of a pair's mean.
fn standardised(score: f64) -> f64 {
    (score - 0.5) / (variance(score) / 2.0).sqrt()
}
