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

/// Rounds of making the condition linear; it takes 5 to 20, and the cap only ensures an end.
const MAX_ROUNDS: usize = 400;

/// The likeliest distribution with this mean score, which must lie between 0 and 1.
pub(super) fn with_mean<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, mean: f64) -> Shares<N> {
    with_linear_condition(observed, &scores.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies `t` of its own standard deviations above one half.
pub(super) fn with_deviations<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, t: f64) -> Shares<N> {
    if t < 0.0 {
        // The same question asked by the opponent.
        let (mut observed, mut mirror) = (*observed, scores.map(|score| 1.0 - score));
        observed.reverse();
        mirror.reverse();
        let mut found = with_deviations(&observed, &mirror, -t);
        found.reverse();
        return found;
    }
    let mut found = start(observed, scores, t);
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

/// Where the rounds start, for `t >= 0`.
///
/// The excess `mean - 1/2 - t * deviation` is a convex function of the distribution (the deviation is concave), so
/// its linear form is never above it. If the observed excess is too high, the linear condition therefore always
/// has a solution, and the observed distribution is a good start. If it is too low, a start on the condition
/// itself has one, and every round then improves the likelihood: such a start lies between the observed
/// distribution and certain victory.
fn start<const N: usize>(observed: &Shares<N>, scores: &Shares<N>, t: f64) -> Shares<N> {
    let towards_victory = |weight: f64| {
        let mut mixed = observed.map(|share| share * (1.0 - weight));
        mixed[N - 1] += weight;
        mixed
    };
    if excess(observed, scores, t) >= 0.0 {
        return *observed;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(&towards_victory(middle), scores, t) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    towards_victory(if high < 1.0 { high } else { low })
}

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
    let multiplier = multiplier(observed, coefficients, -1.0 / greatest, -1.0 / least);
    let mut found = [0.0; N];
    for i in 0..N {
        found[i] = observed[i] / (1.0 + multiplier * coefficients[i]);
    }
    let total: f64 = found.iter().sum();
    found.map(|share| share / total)
}

/// The root of `sum o c / (1 + x c)`, which falls from +infinity to -infinity between the two poles: Newton's
/// steps, and halving where they would leave the interval known to hold the root.
fn multiplier<const N: usize>(observed: &Shares<N>, coefficients: &Shares<N>, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for i in 0..N {
            let ratio = coefficients[i] / (1.0 + x * coefficients[i]);
            value += observed[i] * ratio;
            slope -= observed[i] * ratio * ratio;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if next == x || (next - x).abs() <= 1e-16 * x.abs() {
            break;
        }
        x = next;
    }
    x
}
