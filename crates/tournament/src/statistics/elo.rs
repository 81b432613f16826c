//! The Elo difference that a sample of results shows, with its 95 % interval.

use std::f64::consts::LN_10;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::interval::unanimous_bound;
use super::normal::{self, Z95};
use super::sample::Sample;

/// Elo points in one unit of log odds: 400 points are odds of 10 to 1.
pub const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// Normalised Elo points in one standard deviation of one game's score: chosen so that, near equality and
/// without draws, normalised and logistic Elo agree (M. Van den Bergh, "Normalized Elo").
pub(super) const NORMALISED_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The Elo difference at which this mean score is expected: `400 log10(s / (1 - s))`.
/// `None` where no finite difference gives it, at 0 and 1.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_LOGIT * (score.ln() - (-score).ln_1p()))
}

/// The score expected at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The logistic Elo difference shown by a sample.
///
/// An end of an interval that is `None` is unbounded: no difference on that side can be ruled out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EloEstimate {
    /// Nothing was played.
    NoGames,
    /// Every observation has the same score, so that the sample shows no spread to make an error from.
    ///
    /// With `b` the [`unanimous_bound`] of the number of observations, this score has a probability of at least
    /// `b` and the rest may have any score, so that the mean lies from `b * score` to `b * score + 1 - b`; the
    /// ends of the interval are these two as Elo. After 10 pairs won outright: from +140 without upper bound.
    AllAlike {
        /// The score they all have, from 0 to 1.
        score: f64,
        /// The difference of that score; `None` when all was won (unbounded above) or lost (below).
        elo: Option<f64>,
        /// The lower end of the interval.
        low: Option<f64>,
        /// The upper end of the interval.
        high: Option<f64>,
    },
    /// The difference of the mean score; the interval's ends are those of the mean plus and minus 1.959964
    /// standard errors, unbounded where that leaves the scores between 0 and 1.
    Estimate {
        /// The difference of the mean score.
        elo: f64,
        /// The lower end of the interval.
        low: Option<f64>,
        /// The upper end of the interval.
        high: Option<f64>,
    },
}

/// A normalised Elo difference (in units of one game's standard deviation) with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct NormalisedElo {
    /// The estimate.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl<const N: usize> Sample<N> {
    /// The logistic Elo difference.
    pub fn elo(&self) -> EloEstimate {
        if let Some(score) = self.unanimous_score() {
            return self.elo_of_alike(score);
        }
        let (Some(mean), Some(error)) = (self.mean(), self.standard_error()) else {
            return EloEstimate::NoGames;
        };
        match elo_of_score(mean) {
            Some(elo) => EloEstimate::Estimate {
                elo,
                low: elo_of_score(mean - Z95 * error),
                high: elo_of_score(mean + Z95 * error),
            },
            // Only a mean that rounds to 0 or 1 although not all observations are alike comes here.
            None => self.elo_of_alike(mean),
        }
    }

    fn elo_of_alike(&self, score: f64) -> EloEstimate {
        let sure = unanimous_bound(self.observations());
        EloEstimate::AllAlike {
            score,
            elo: elo_of_score(score),
            low: elo_of_score(sure * score),
            // As the opponent's lower end, so that swapping the players mirrors the interval exactly.
            high: elo_of_score(sure * (1.0 - score)).map(|elo| -elo),
        }
    }

    /// The difference from an equal score in standard deviations of one observation, `(mean - 1/2) / deviation`;
    /// `None` without spread.
    pub(super) fn deviations_from_equal(&self) -> Option<f64> {
        let deviation = self.variance()?.sqrt();
        (self.unanimous_score().is_none() && deviation > 0.0).then(|| (self.mean().unwrap_or(0.5) - 0.5) / deviation)
    }

    /// The normalised Elo difference; `None` without games and when all observations are alike.
    ///
    /// The error is the delta method's: with `z` an observation's standardised score and `t` the difference in
    /// deviations, an observation moves the estimate of `t` by `z - t (z^2 - 1) / 2`.
    pub fn normalised_elo(&self) -> Option<NormalisedElo> {
        let t = self.deviations_from_equal()?;
        let (mean, deviation) = (self.mean()?, self.variance()?.sqrt());
        let influence = |score: f64| {
            let z = (score - mean) / deviation;
            z - t * (z * z - 1.0) / 2.0
        };
        let variance = self.average(|score| influence(score).powi(2)) / self.observations() as f64;
        let unit = NORMALISED_PER_DEVIATION / (Self::games_per_observation() as f64).sqrt();
        let (elo, half) = (t * unit, Z95 * variance.sqrt() * unit);
        Some(NormalisedElo { elo, low: elo - half, high: elo + half })
    }

    /// The likelihood of superiority: how probable it is that the true mean is above one half; `None` without games.
    ///
    /// It is the normal probability of the mean's distance from one half in standard errors. When all `n`
    /// observations are alike and above one half it is `1 - 2^-(n + 1)`, the probability that such an
    /// observation is likelier than not under Laplace's uniform prior; below one half the complement; at one
    /// half 1/2.
    pub fn superiority(&self) -> Option<f64> {
        let mean = self.mean()?;
        if let Some(t) = self.deviations_from_equal() {
            return Some(normal::cumulative(t * (self.observations() as f64).sqrt()));
        }
        let doubt = (-(self.observations() as f64 + 1.0)).exp2();
        Some(match mean {
            mean if mean > 0.5 => 1.0 - doubt,
            mean if mean < 0.5 => doubt,
            _ => 0.5,
        })
    }
}

impl EloEstimate {
    /// The estimate and the two ends of its interval, whatever made them.
    pub fn figures(&self) -> [Option<f64>; 3] {
        match *self {
            EloEstimate::NoGames => [None; 3],
            EloEstimate::AllAlike { elo, low, high, .. } => [elo, low, high],
            EloEstimate::Estimate { elo, low, high } => [Some(elo), low, high],
        }
    }

    /// What it means, in words: `+35.2, with 95 % confidence between +23.4 and +47.2`.
    pub fn in_words(&self) -> String {
        let between = match self.figures() {
            [_, Some(low), Some(high)] => format!("between {low:+.1} and {high:+.1}"),
            [_, Some(low), None] => format!("above {low:+.1}, with no upper end in sight"),
            [_, None, Some(high)] => format!("below {high:+.1}, with no lower end in sight"),
            [_, None, None] => "anywhere".to_owned(),
        };
        match *self {
            EloEstimate::NoGames => "unknown: there are no games".to_owned(),
            EloEstimate::AllAlike { score: 1.0, .. } => format!("with 95 % confidence {between}: everything was won"),
            EloEstimate::AllAlike { score: 0.0, .. } => format!("with 95 % confidence {between}: everything was lost"),
            EloEstimate::AllAlike { elo, .. } => {
                let elo = elo.unwrap_or_default();
                format!(
                    "{elo:+.1}, with 95 % confidence {between}: all results are the same, so that none shows a spread"
                )
            }
            EloEstimate::Estimate { elo, .. } => format!("{elo:+.1}, with 95 % confidence {between}"),
        }
    }
}

impl fmt::Display for EloEstimate {
    /// `+35.2 [+23.4, +47.2]`, `above +140.2`, `below -140.2`, `no games`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.figures() {
            [Some(elo), low, high] => write!(f, "{elo:+.1} [{}, {}]", End(low), End(high)),
            [None, Some(low), _] => write!(f, "above {low:+.1}"),
            [None, None, Some(high)] => write!(f, "below {high:+.1}"),
            [None, None, None] => f.write_str("no games"),
        }
    }
}

/// One end of an interval, as text.
struct End(Option<f64>);

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(elo) => write!(f, "{elo:+.1}"),
            None => f.write_str("unbounded"),
        }
    }
}
