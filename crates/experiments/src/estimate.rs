//! Measured figures with their 95 % intervals, and whether two samples can be of one thing.

use joute_tournament::statistics::{Proportion, wilson};

/// Half the width of a 95 % interval in standard errors.
const Z95: f64 = 1.959_964;

/// A share of so many trials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Share {
    pub(crate) points: f64,
    pub(crate) trials: u64,
}

impl Share {
    pub(crate) fn new(points: f64, trials: u64) -> Share {
        Share { points, trials }
    }

    /// Of how many something is true.
    pub(crate) fn of<T>(items: &[T], test: impl Fn(&T) -> bool) -> Share {
        Share::new(items.iter().filter(|item| test(item)).count() as f64, items.len() as u64)
    }

    /// The share with Wilson's interval; everything is possible without trials.
    pub(crate) fn proportion(self) -> Proportion {
        wilson(self.points, self.trials).unwrap_or(Proportion { share: 0.5, low: 0.0, high: 1.0 })
    }

    pub(crate) fn interval(self) -> [f64; 2] {
        let Proportion { low, high, .. } = self.proportion();
        [low, high]
    }

    /// Whether both can be samples of one share: nothing speaks against it at 95 %, by Newcombe's interval for the
    /// difference of two shares (Statistics in Medicine 17, 1998, method 10).
    pub(crate) fn is_consistent_with(self, other: Share) -> bool {
        let (one, two) = (self.proportion(), other.proportion());
        let difference = one.share - two.share;
        let below = ((one.share - one.low).powi(2) + (two.high - two.share).powi(2)).sqrt();
        let above = ((one.high - one.share).powi(2) + (two.share - two.low).powi(2)).sqrt();
        (difference - below..=difference + above).contains(&0.0)
    }

    /// `94.2 % [92.6, 95.5]`.
    pub(crate) fn text(self) -> String {
        let Proportion { share, low, high } = self.proportion();
        format!("{:.1} % [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)
    }
}

/// The mean of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    half: f64,
}

impl Mean {
    /// The mean of some numbers with the interval that their spread gives.
    pub(crate) fn of(values: &[f64]) -> Mean {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let half = if values.len() > 1 { Z95 * (squares / (count - 1.0) / count).sqrt() } else { f64::INFINITY };
        Mean { mean, half }
    }

    pub(crate) fn interval(self) -> [f64; 2] {
        [self.mean - self.half, self.mean + self.half]
    }

    /// `12.3 ± 0.4`.
    pub(crate) fn text(self) -> String {
        format!("{:.1} ± {:.1}", self.mean, self.half)
    }
}

/// The value below which this share of the sorted values lies.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    match sorted.len() {
        0 => 0.0,
        length => sorted[(share * (length - 1) as f64).round() as usize],
    }
}

/// The exponent of the power of x that y grows with: the slope of a line through the logarithms.
pub(crate) fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len() as f64;
    let (x, y) = logarithms.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count));
    let above: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let below: f64 = logarithms.iter().map(|point| (point.0 - x).powi(2)).sum();
    above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_share_are_consistent_and_others_are_not() {
        // Newcombe's example (a): 56 of 70 against 48 of 80 differ by 0.2 [0.0524, 0.3339].
        assert!(!Share::new(56.0, 70).is_consistent_with(Share::new(48.0, 80)));
        // His example (b): 9 of 10 against 3 of 10; (c): 6 of 7 against 2 of 7 [0.0582, 0.8062]; (f): 0 of 10 and 0 of 20.
        assert!(!Share::new(6.0, 7).is_consistent_with(Share::new(2.0, 7)));
        assert!(Share::new(0.0, 10).is_consistent_with(Share::new(0.0, 20)));
        assert!(Share::new(100.0, 100).is_consistent_with(Share::new(995.0, 1000)));
    }

    #[test]
    fn means_exponents_and_quantiles() {
        let mean = Mean::of(&[1.0, 2.0, 3.0]);
        assert_eq!(mean.mean, 2.0);
        // The standard error of 1, 2, 3 is 1 / sqrt(3).
        assert!((mean.interval()[1] - 2.0 - 1.959_964 / 3_f64.sqrt()).abs() < 1e-9);
        let cubes: Vec<(f64, f64)> = [2.0_f64, 5.0, 9.0].iter().map(|x| (*x, 7.0 * x.powi(3))).collect();
        assert!((exponent(&cubes) - 3.0).abs() < 1e-9);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.5), 3.0);
    }
}
