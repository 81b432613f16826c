//! The normal distribution, as far as intervals need it.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The two-sided 95 % point of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`; NaN only for NaN.
pub(super) fn cumulative(x: f64) -> f64 {
    let tail = 0.5 * upper_error(x.abs() * FRAC_1_SQRT_2);
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// erfc for `x >= 0`: Taylor series near 0, Laplace's continued fraction beyond
/// (Abramowitz and Stegun 7.1.6 and 7.1.14).
fn upper_error(x: f64) -> f64 {
    if x > 27.0 {
        0.0 // Below the smallest positive number.
    } else if x < 2.5 {
        1.0 - error_series(x)
    } else {
        (-x * x).exp() / (PI.sqrt() * laplace_fraction(x))
    }
}

/// erf(x) = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (1 * 3 * ... * (2n+1)): all terms positive, no cancellation.
fn error_series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term > sum * 1e-17 {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...))).
fn laplace_fraction(x: f64) -> f64 {
    (1..=120).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabulated_values() {
        // Abramowitz and Stegun, table 26.1, and the tail at 6 from table 26.2.
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
            (Z95, 0.975),
        ] {
            assert!((cumulative(x) - expected).abs() < 1e-14, "{x}: {}", cumulative(x));
            assert!((cumulative(-x) - (1.0 - expected)).abs() < 1e-14);
        }
        assert!((cumulative(-6.0) / 9.865_876_450_377e-10 - 1.0).abs() < 1e-10);
        assert_eq!((cumulative(f64::NEG_INFINITY), cumulative(f64::INFINITY)), (0.0, 1.0));
    }

    #[test]
    fn both_formulas_meet() {
        assert!((upper_error(2.499_999_999_999) / upper_error(2.500_000_000_001) - 1.0).abs() < 1e-10);
    }
}
