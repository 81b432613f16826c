//! Whether errors and intervals are as large as they claim, on games drawn with known strengths.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use joute_games::Outcome;
use joute_games::random::{Generator, Seed};
use joute_tournament::statistics::{
    Bounds, Crosstable, EloEstimate, Pentanomial, RatingOptions, Ratings, Score, Sprt, Verdict, elo_of_score,
    score_of_elo,
};

/// A number between 0 and 1.
fn uniform(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// A game of expected score `score`, drawn with probability `draw`.
fn game(generator: &mut Generator, score: f64, draw: f64) -> Score {
    let win = score - draw / 2.0;
    match uniform(generator) {
        at if at < win => Score::Win,
        at if at < win + draw => Score::Draw,
        _ => Score::Loss,
    }
}

/// A pair on an uneven board: whoever has the better seat, the player in turn, scores `edge` more.
fn pair(generator: &mut Generator, score: f64, edge: f64) -> [Score; 2] {
    [score + edge, score - edge].map(|score| game(generator, score, 0.3))
}

/// The score of one game at which pairs lie at this normalised Elo.
fn score_at_normalised_elo(nelo: f64, edge: f64) -> f64 {
    let per_game_variance =
        |score: f64| [score + edge, score - edge].map(|p| p * (1.0 - p) - 0.3 / 4.0).iter().sum::<f64>() / 2.0;
    let t = nelo * std::f64::consts::LN_10 / 800.0;
    (0..50).fold(0.5, |score, _| 0.5 + t * per_game_variance(score).sqrt())
}

/// How often each verdict is reached, and the mean number of pairs.
fn verdicts(seed: Seed, nelo: f64, bounds: Bounds, trials: u64) -> (u64, u64, f64) {
    let score = score_at_normalised_elo(nelo, 0.1);
    let (mut accepted, mut refused, mut pairs) = (0, 0, 0);
    for trial in 0..trials {
        let mut generator = seed.child(trial).generator();
        let mut test = Sprt::<5>::new(bounds);
        let verdict = loop {
            match test.add(pair(&mut generator, score, 0.1)) {
                Verdict::Continue => {}
                verdict => break verdict,
            }
        };
        accepted += u64::from(verdict == Verdict::AcceptH1);
        refused += u64::from(verdict == Verdict::AcceptH0);
        pairs += test.sample().observations();
    }
    (refused, accepted, pairs as f64 / trials as f64)
}

#[test]
fn sprt_errs_as_seldom_as_it_promises() {
    let bounds = Bounds::normalised(0.0, 40.0).unwrap();
    let trials = 400;
    let (_, wrongly_accepted, pairs) = verdicts(Seed(11).purpose("H0"), 0.0, bounds, trials);
    let (wrongly_refused, _, _) = verdicts(Seed(11).purpose("H1"), 40.0, bounds, trials);
    // 5 % of 400 is 20, with a deviation of 4.4; overshoot makes it rather less.
    assert!((4..=33).contains(&wrongly_accepted), "{wrongly_accepted}");
    assert!((4..=33).contains(&wrongly_refused), "{wrongly_refused}");
    // Wald's approximation of the length: (2 ln 19 * 0.9) / t^2 with t^2 = (40 ln 10 / 800)^2 * 2.
    assert!((170.0..320.0).contains(&pairs), "{pairs}");
}

#[test]
fn a_clear_difference_ends_the_test_early() {
    let bounds = Bounds::normalised(0.0, 40.0).unwrap();
    let (refused, accepted, pairs) = verdicts(Seed(12), 120.0, bounds, 50);
    assert_eq!((refused, accepted), (0, 50));
    assert!(pairs < 100.0, "{pairs}");
}

#[test]
fn elo_intervals_of_pairs_cover_the_truth() {
    let (trials, score) = (1000, 0.58);
    let truth = elo_of_score(score).unwrap();
    let mut covered = 0;
    for trial in 0..trials {
        let mut generator = Seed(13).child(trial).generator();
        let mut pairs = Pentanomial::default();
        (0..200).for_each(|_| pairs.add(pair(&mut generator, score, 0.2)));
        if let EloEstimate::Estimate { low: Some(low), high: Some(high), .. } = pairs.elo() {
            covered += u32::from(low <= truth && truth <= high);
        }
    }
    // 950 with a deviation of 7.
    assert!((925..=975).contains(&covered), "{covered}");
}

const STRENGTHS: [f64; 6] = [180.0, 90.0, 20.0, -30.0, -80.0, -180.0];
const FIRST_MOVE: f64 = 60.0;

fn round_robin(seed: Seed, draw: f64) -> Crosstable {
    let mut generator = seed.generator();
    let mut table = Crosstable::new(STRENGTHS.len());
    for (first, strength) in STRENGTHS.into_iter().enumerate() {
        for (second, opponent) in STRENGTHS.into_iter().enumerate().filter(|&(second, _)| second != first) {
            let score = score_of_elo(strength - opponent + FIRST_MOVE);
            for _ in 0..30 {
                // Draws become rarer the more unequal the players are.
                let draw = draw * 4.0 * score * (1.0 - score);
                let outcome = match game(&mut generator, score, draw) {
                    Score::Win => Outcome::First,
                    Score::Draw => Outcome::Draw,
                    Score::Loss => Outcome::Second,
                };
                table.add(first, second, outcome).unwrap();
            }
        }
    }
    table
}

#[track_caller]
fn rating_intervals_cover(seed: Seed, draw: f64) {
    let trials = 300;
    let (mut ratings_covered, mut advantage_covered, mut differences_covered) = (0, 0, 0);
    for trial in 0..trials {
        let ratings = Ratings::of(&round_robin(seed.child(trial), draw), RatingOptions::default());
        for (rating, truth) in ratings.players.iter().zip(STRENGTHS) {
            ratings_covered += u32::from(rating.low.unwrap() <= truth && truth <= rating.high.unwrap());
        }
        let advantage = ratings.first_move.unwrap();
        advantage_covered += u32::from(advantage.low <= FIRST_MOVE && FIRST_MOVE <= advantage.high);
        let difference = ratings.difference(0, 5).unwrap();
        let miss = difference.elo - (STRENGTHS[0] - STRENGTHS[5]);
        differences_covered += u32::from(miss.abs() <= 1.96 * difference.error);
    }
    // 95 % of 1800 is 1710 with a deviation of some 10; of 300, 285 with one of 3.8.
    assert!((1675..=1745).contains(&ratings_covered), "{ratings_covered}");
    assert!((272..=297).contains(&advantage_covered), "{advantage_covered}");
    assert!((272..=297).contains(&differences_covered), "{differences_covered}");
}

#[test]
fn rating_intervals_cover_the_truth() {
    rating_intervals_cover(Seed(14), 0.0);
}

#[test]
fn rating_intervals_cover_the_truth_with_draws() {
    rating_intervals_cover(Seed(15), 0.5);
}
