//! 95 % intervals for proportions: Wilson's in general, and an exact bound where every observation is alike.

use serde::Serialize;

use super::normal::Z95;

/// A proportion with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Proportion {
    /// The observed share.
    pub share: f64,
    /// The lower end, at least 0.
    pub low: f64,
    /// The upper end, at most 1.
    pub high: f64,
}

/// Wilson's score interval (E. B. Wilson, JASA 22, 1927) for `points` out of `trials`, e.g. the first mover's share.
///
/// A draw may count as half a point: its variance is then less than that of a win or a loss, so that the
/// interval is wider than it need be, never narrower. Points are clamped to what the trials allow; `None`
/// without trials.
pub fn wilson(points: f64, trials: u64) -> Option<Proportion> {
    if trials == 0 || points.is_nan() {
        return None;
    }
    let n = trials as f64;
    let share = (points / n).clamp(0.0, 1.0);
    let square = Z95 * Z95;
    let scale = 1.0 + square / n;
    let centre = (share + square / (2.0 * n)) / scale;
    let half = Z95 / scale * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    // Rounding must not push the observed share out of its own interval.
    Some(Proportion { share, low: (centre - half).clamp(0.0, share), high: (centre + half).clamp(share, 1.0) })
}

/// The least probability that an event seen in every one of `trials` trials can have: the lower end of the
/// two-sided 95 % Clopper-Pearson interval, which here is the n-th root of 0.025. 0 without trials.
pub fn unanimous_bound(trials: u64) -> f64 {
    match trials {
        0 => 0.0,
        n => (0.025_f64.ln() / n as f64).exp(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_known_values() {
        // Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662, 15 of 148 gives 0.0624 to 0.1605.
        for (points, trials, low, high) in [(81.0, 263, 0.2553, 0.3662), (15.0, 148, 0.0624, 0.1605)] {
            let found = wilson(points, trials).unwrap();
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
        // 0 of 20: 0 to 0.1611 (the same table).
        let none = wilson(0.0, 20).unwrap();
        assert_eq!(none.low, 0.0);
        assert!((none.high - 0.1611).abs() < 5e-5);
    }

    #[test]
    fn wilson_of_nothing_and_of_nonsense() {
        assert_eq!(wilson(0.0, 0), None);
        assert_eq!(wilson(f64::NAN, 3), None);
        assert_eq!(wilson(9.0, 3).unwrap().share, 1.0);
    }

    #[test]
    fn unanimous_bound_known_values() {
        // Clopper-Pearson for 10 of 10: 0.6915 to 1.
        assert!((unanimous_bound(10) - 0.6915).abs() < 5e-5);
        assert!((unanimous_bound(1) - 0.025).abs() < 1e-15);
        assert_eq!(unanimous_bound(0), 0.0);
    }
}
