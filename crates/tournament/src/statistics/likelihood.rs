//! The likeliest distribution of scores under a hypothesis about its mean: the core of the generalised test.
//!
//! Among all distributions `p` over the categories that satisfy the hypothesis, the one sought maximises the
//! likelihood of the observed shares `o`, that is `sum o log p`. For a linear condition `sum c p = 0` Lagrange's
//! method gives `p = o / (1 + x c)` with `x` the root of `sum o c / (1 + x c) = 0`. The condition that the mean
//! lies `t` standard deviations above one half is not linear, and is solved by making it linear around the last
//! solution until that stands still (M. Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution" and "Normalized Elo").

/// A distribution over the categories, all positive.
type Shares<const N: usize> = [f64; N];

/// Rounds of making the condition linear; it takes about 5, and the cap only ensures an end.
const MAX_ROUNDS: usize = 400;

/// The likeliest distribution with this mean score, which must lie between 0 and 1.
pub(super) fn with_mean<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, mean: f64) -> Shares<N> {
    with_linear_condition(observed, &scores.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies `t` of its own standard deviations above one half.
pub(super) fn with_deviations<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, t: f64) -> Shares<N> {
    if t < 0.0 {
        // The same question asked by the opponent.
        let mut observed = *observed;
        observed.reverse();
        let mut found = with_deviations(&observed, scores, -t);
        found.reverse();
        return found;
    }
    // The excess is convex, as the deviation is concave, so that its linear form is never above it. If the observed
    // excess is too high, the linear conditions therefore always have solutions, and there is only one optimum.
    if excess(observed, scores, t) >= 0.0 {
        return settle(observed, scores, t, *observed);
    }
    // If it is too low, that holds of starts on the condition itself, and each round improves the likelihood; but
    // there may be several optima, one for each winning score that can take up the missing mean.
    let starts = (N / 2 + 1..N).map(|category| start(observed, scores, t, category));
    let ends = starts.map(|start| settle(observed, scores, t, start));
    let likelihood = |shares: &Shares<N>| -> f64 { (0..N).map(|i| observed[i] * shares[i].ln()).sum() };
    let best = ends.max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)));
    best.unwrap_or(*observed)
}

/// Makes the condition linear around the last solution until that stands still.
fn settle<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, t: f64, start: Shares<N>) -> Shares<N> {
    let mut found = start;
    for _ in 0..MAX_ROUNDS {
        let next = with_linear_condition(observed, &linearised(&found, scores, t));
        let change = (0..N).map(|i| (next[i] - found[i]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-14 {
            break;
        }
    }
    found
}

/// The distribution on the condition that lies between the observed one and certainty of a winning score.
fn start<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, t: f64, winning: usize) -> Shares<N> {
    let mixed = |weight: f64| {
        let mut mixed = observed.map(|share| share * (1.0 - weight));
        mixed[winning] += weight;
        mixed
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(&mixed(middle), scores, t) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    mixed(if high < 1.0 { high } else { low })
}

/// How far the mean lies above what the condition asks: `mean - 1/2 - t * deviation`.
fn excess<const N: usize>(shares: &Shares<N>, scores: &Shares<N>, t: f64) -> f64 {
    let (mean, deviation) = moments(shares, scores);
    mean - 0.5 - t * deviation
}

/// The linear condition that touches `mean - 1/2 = t * deviation` at the given distribution, as coefficients.
fn linearised<const N: usize>(at: &Shares<N>, scores: &Shares<N>, t: f64) -> Shares<N> {
    let (mean, deviation) = moments(at, scores);
    scores.map(|score| {
        let z = (score - mean) / deviation;
        score - 0.5 - t * deviation * (1.0 + z * z) / 2.0
    })
}

fn moments<const N: usize>(shares: &Shares<N>, scores: &Shares<N>) -> (f64, f64) {
    let mean: f64 = (0..N).map(|i| shares[i] * scores[i]).sum();
    let variance: f64 = (0..N).map(|i| shares[i] * (scores[i] - mean).powi(2)).sum();
    (mean, variance.max(f64::MIN_POSITIVE).sqrt())
}

/// The likeliest distribution with `sum coefficients * p = 0`; the observed one if that cannot be satisfied.
fn with_linear_condition<const N: usize>(observed: &Shares<N>, coefficients: &Shares<N>) -> Shares<N> {
    let least = coefficients.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = coefficients.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return *observed;
    }
    let imbalance: f64 = (0..N).map(|i| observed[i] * coefficients[i]).sum();
    // The multiplier has the sign of the imbalance and lies before the pole where the most opposed category's
    // divisor is 0.
    let opposed = if imbalance > 0.0 { least } else { greatest };
    let ratios = coefficients.map(|coefficient| coefficient / opposed);
    let divisors = divisors(&ratios, distance(observed, &ratios));
    let mut found = [0.0; N];
    for i in 0..N {
        found[i] = observed[i] / divisors[i];
    }
    let total: f64 = found.iter().sum();
    found.map(|share| share / total)
}

/// `1 + x c` where `x` is the pole -1 / opposed coefficient times `1 - distance`.
///
/// A category that was hardly seen and must become likely has a divisor near 0, which `1 + x c` would round away.
fn divisors<const N: usize>(ratios: &Shares<N>, distance: f64) -> Shares<N> {
    ratios.map(|ratio| (1.0 - ratio) + distance * ratio)
}

/// How far before the pole the multiplier lies, from 0 (the pole) to 1 (a multiplier of 0).
///
/// There `sum o r / divisor`, with `r` the ratios of the coefficients to the opposed one, falls from +infinity to
/// the imbalance, which is at most 0: Newton's steps find its root, and halving where they would leave the
/// interval known to hold it.
fn distance<const N: usize>(observed: &Shares<N>, ratios: &Shares<N>) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let mut at = 1.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (i, divisor) in divisors(ratios, at).into_iter().enumerate() {
            let quotient = ratios[i] / divisor;
            value += observed[i] * quotient;
            slope -= observed[i] * quotient * quotient;
        }
        if value > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - at).abs() <= 1e-16 * at {
            break;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use joute_games::random::{Generator, Seed};

    use super::*;

    const DEVIATIONS: [f64; 8] = [0.0, 0.001, 0.02, 0.1, 0.5, 2.0, -0.02, -0.5];

    /// Shares of random counts of very different magnitudes, with unseen categories as the test counts them.
    fn random_shares<const N: usize>(generator: &mut Generator) -> Shares<N> {
        let counts = [0.0; N].map(|_: f64| {
            let magnitude = [1, 3, 10, 100, 10_000, 1_000_000][generator.index(6)];
            (generator.below(magnitude) as f64).max(1e-3)
        });
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    fn log_likelihood<const N: usize>(observed: &Shares<N>, shares: &Shares<N>) -> f64 {
        (0..N).map(|i| observed[i] * shares[i].ln()).sum()
    }

    /// With three scores the condition leaves one parameter, the share of decided games, which can be tried out.
    #[test]
    fn no_distribution_of_three_scores_is_likelier() {
        let scores = [0.0, 0.5, 1.0];
        let mut generator = Seed(1).generator();
        for _ in 0..300 {
            let observed = random_shares::<3>(&mut generator);
            for t in DEVIATIONS {
                let found = with_deviations(&observed, &scores, t);
                assert!(excess(&found, &scores, t).abs() < 1e-10, "{observed:?} {t}");
                let best = log_likelihood(&observed, &found);
                for step in 1..500 {
                    let decided = f64::from(step) / 500.0;
                    let lead = t / (1.0 + t * t).sqrt() * decided.sqrt();
                    let tried = [(decided - lead) / 2.0, 1.0 - decided, (decided + lead) / 2.0];
                    let possible = tried.iter().all(|&share| share > 0.0);
                    assert!(!possible || log_likelihood(&observed, &tried) <= best + 1e-9, "{observed:?} {t}");
                }
            }
        }
    }

    #[test]
    fn no_other_start_ends_in_a_likelier_distribution() {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mut generator = Seed(2).generator();
        for _ in 0..1000 {
            let observed = random_shares::<5>(&mut generator);
            let t = DEVIATIONS[generator.index(6)];
            let found = with_deviations(&observed, &scores, t);
            assert!(excess(&found, &scores, t).abs() < 1e-10, "{observed:?} {t}");
            let elsewhere = start(&random_shares::<5>(&mut generator), &scores, t, 4);
            let other = settle(&observed, &scores, t, elsewhere);
            let satisfied = excess(&other, &scores, t).abs() < 1e-10;
            let gain = log_likelihood(&observed, &other) - log_likelihood(&observed, &found);
            assert!(!satisfied || gain < 1e-9, "{observed:?} {t}");
        }
    }

    #[test]
    fn a_distribution_that_satisfies_the_condition_stays() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        for found in [with_mean(&observed, &scores, 0.5), with_deviations(&observed, &scores, 0.0)] {
            assert!((0..5).all(|i| (found[i] - observed[i]).abs() < 1e-12), "{found:?}");
        }
        let shifted = with_mean(&observed, &scores, 0.7);
        let mean: f64 = (0..5).map(|i| shifted[i] * scores[i]).sum();
        assert!((mean - 0.7).abs() < 1e-12);
    }
}
