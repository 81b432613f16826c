//! The sequential probability ratio test that stops a match as soon as its question is answered.
//!
//! Wald's test with the generalised likelihood ratio: for each of the two hypotheses about the strength, the
//! likeliest distribution of the five (or three) scores is found, and the test follows the logarithm of the ratio
//! of their likelihoods, `LLR = n sum o log(p1 / p0)`, until it leaves `[log(b / (1 - a)), log((1 - b) / a)]`.
//! The default scale is normalised Elo, on which the length of a test depends on its bounds alone.
//!
//! Samples without spread: a category never seen counts as 0.001 observations, so that the ratio always exists.
//! With all pairs won the LLR of the bounds 0 and 5 grows by about 0.02 a pair: H1 is accepted after some 150, not
//! at once. With all pairs halved it falls by about 0.0004 a pair, since a lead of 5 normalised Elo needs some decided
//! pairs: H0 is accepted after some 7000. Without observations it is 0.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMALISED_PER_DEVIATION, score_of_elo};
use super::likelihood;
use super::pentanomial::Score;
use super::sample::Sample;

/// What a category that was never seen counts as.
const UNSEEN: f64 = 1e-3;

/// The errors that are admitted unless something else is said.
const USUAL_ERROR: f64 = 0.05;

/// The largest bound, in Elo of either scale: far more than any match can tell, and still exact in arithmetic.
const MAX_ELO: f64 = 4000.0;

/// The scale on which the two hypotheses are stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Normalised Elo: the distance from an equal score in standard deviations of one game.
    #[default]
    Normalised,
    /// Logistic Elo: the mean score alone.
    Logistic,
}

/// The two hypotheses and the admitted errors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Bounds {
    /// The scale of both differences.
    scale: Scale,
    /// The lower difference: the hypothesis H0.
    elo0: f64,
    /// The higher difference: the hypothesis H1.
    elo1: f64,
    /// The admitted probability of accepting H1 when H0 holds.
    alpha: f64,
    /// The admitted probability of accepting H0 when H1 holds.
    beta: f64,
}

/// Why bounds are not a test.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum BoundsError {
    /// The hypotheses are not in order, or too far out.
    #[error("Elo bounds {0} and {1}: expected two rising numbers between -4000 and 4000")]
    Elo(f64, f64),
    /// The errors are not usable probabilities.
    #[error("errors alpha {0} and beta {1}: expected two numbers above 0 with a sum below 1")]
    Errors(f64, f64),
    /// A text that does not begin with two numbers.
    #[error("expected two numbers such as 0,5 (Elo), and after them model=, alpha= or beta=")]
    Hypotheses,
    /// Something else after the two numbers.
    #[error("{0:?}: expected model=, alpha= or beta= after the two numbers")]
    Key(String),
    /// A value that its key does not take.
    #[error("{0:?}: expected {1}")]
    Value(String, &'static str),
}

impl Bounds {
    /// H0: `elo0`, H1: `elo1`, in normalised Elo, with errors of 5 % each.
    pub fn normalised(elo0: f64, elo1: f64) -> Result<Bounds, BoundsError> {
        Bounds::new(Scale::Normalised, elo0, elo1)
    }

    /// H0: `elo0`, H1: `elo1`, in logistic Elo, with errors of 5 % each.
    pub fn logistic(elo0: f64, elo1: f64) -> Result<Bounds, BoundsError> {
        Bounds::new(Scale::Logistic, elo0, elo1)
    }

    /// H0: `elo0`, H1: `elo1`, on the given scale, with errors of 5 % each.
    pub fn new(scale: Scale, elo0: f64, elo1: f64) -> Result<Bounds, BoundsError> {
        if !(elo0 < elo1 && elo0 >= -MAX_ELO && elo1 <= MAX_ELO) {
            return Err(BoundsError::Elo(elo0, elo1));
        }
        Ok(Bounds { scale, elo0, elo1, alpha: USUAL_ERROR, beta: USUAL_ERROR })
    }

    /// The same hypotheses with other errors: `alpha`, accepting H1 when H0 holds, and `beta`, the reverse.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Bounds, BoundsError> {
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(BoundsError::Errors(alpha, beta));
        }
        Ok(Bounds { alpha, beta, ..self })
    }

    /// The scale of the differences.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The admitted errors: accepting the higher difference when the lower holds, and the reverse.
    pub fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The two differences it decides between, the lower first.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The LLR at or below which H0 is accepted: `log(beta / (1 - alpha))`, -2.944 by default.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at or above which H1 is accepted: `log((1 - beta) / alpha)`, 2.944 by default.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of the generalised likelihood ratio of H1 to H0 for this sample; 0 without observations.
    pub fn llr<const N: usize>(&self, sample: &Sample<N>) -> f64 {
        if sample.observations() == 0 {
            return 0.0;
        }
        let counts = sample.counts().map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let likeliest0 = self.likeliest(&observed, self.elo0);
        let likeliest1 = self.likeliest(&observed, self.elo1);
        (0..N).map(|i| counts[i] * (likeliest1[i] / likeliest0[i]).ln()).sum()
    }

    fn likeliest<const N: usize>(&self, observed: &[f64; N], elo: f64) -> [f64; N] {
        let scores = std::array::from_fn(Sample::<N>::score);
        match self.scale {
            Scale::Logistic => likelihood::with_mean(observed, &scores, score_of_elo(elo)),
            Scale::Normalised => {
                // The deviation of a pair's mean score is that of a game divided by the root of 2.
                let games = Sample::<N>::games_per_observation() as f64;
                let t = elo / NORMALISED_PER_DEVIATION * games.sqrt();
                likelihood::with_deviations(observed, &scores, t)
            }
        }
    }
}

/// `0,5`, `-3,1,model=logistic,alpha=0.01,beta=0.1`.
impl FromStr for Bounds {
    type Err = BoundsError;
    fn from_str(text: &str) -> Result<Bounds, BoundsError> {
        let mut parts = text.split(',').map(str::trim);
        let mut number = || parts.next().and_then(|part| part.parse::<f64>().ok()).ok_or(BoundsError::Hypotheses);
        let mut bounds = Bounds::normalised(number()?, number()?)?;
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let error = || value.parse().map_err(|_| BoundsError::Value(part.to_owned(), "a number such as 0.05"));
            match key {
                "model" => bounds.scale = value.parse().map_err(|why| BoundsError::Value(part.to_owned(), why))?,
                "alpha" => bounds.alpha = error()?,
                "beta" => bounds.beta = error()?,
                _ => return Err(BoundsError::Key(part.to_owned())),
            }
        }
        bounds.with_errors(bounds.alpha, bounds.beta)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)?;
        if self.scale != Scale::default() {
            write!(f, ",model={}", self.scale)?;
        }
        for (key, value) in
            [("alpha", self.alpha), ("beta", self.beta)].into_iter().filter(|(_, it)| *it != USUAL_ERROR)
        {
            write!(f, ",{key}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for Scale {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Scale, &'static str> {
        match text {
            "normalised" | "normalized" => Ok(Scale::Normalised),
            "logistic" => Ok(Scale::Logistic),
            _ => Err("normalised or logistic"),
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scale::Normalised => "normalised",
            Scale::Logistic => "logistic",
        })
    }
}

/// What the test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Play on.
    Continue,
    /// The difference is the lower one.
    AcceptH0,
    /// The difference is the higher one.
    AcceptH1,
}

/// A running test over pairs ([`Pentanomial`](super::Pentanomial), `Sprt<5>`) or games (`Sprt<3>`).
///
/// It holds counts and nothing else: the verdict is a function of what was added, in any order, and pairs that
/// finish after a verdict can turn it back to [`Verdict::Continue`]. Who stops at the first verdict has a valid test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt<const N: usize> {
    bounds: Bounds,
    sample: Sample<N>,
}

impl<const N: usize> Sprt<N> {
    /// A test that has seen nothing.
    pub fn new(bounds: Bounds) -> Self {
        Sprt::with_sample(bounds, Sample::default())
    }

    /// A test that goes on from a sample, e.g. that of a match which is resumed.
    pub fn with_sample(bounds: Bounds, sample: Sample<N>) -> Self {
        Sprt { bounds, sample }
    }

    /// The observations so far.
    pub fn sample(&self) -> &Sample<N> {
        &self.sample
    }

    /// The log likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.bounds.llr(&self.sample)
    }

    /// The verdict so far.
    pub fn verdict(&self) -> Verdict {
        match self.llr() {
            llr if llr >= self.bounds.upper() => Verdict::AcceptH1,
            llr if llr <= self.bounds.lower() => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    /// All figures of the test as one value.
    pub fn report(&self) -> SprtReport {
        SprtReport {
            bounds: self.bounds,
            lower: self.bounds.lower(),
            upper: self.bounds.upper(),
            llr: self.llr(),
            verdict: self.verdict(),
        }
    }
}

impl Sprt<5> {
    /// Counts a pair and says what that makes of the test.
    pub fn add(&mut self, pair: [Score; 2]) -> Verdict {
        self.sample.add(pair);
        self.verdict()
    }
}

impl Sprt<3> {
    /// Counts a game and says what that makes of the test.
    pub fn add(&mut self, game: Score) -> Verdict {
        self.sample.add(game);
        self.verdict()
    }
}

/// The figures of a sequential probability ratio test at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct SprtReport {
    /// The hypotheses and errors.
    pub bounds: Bounds,
    /// The log likelihood ratio at which H0 is accepted.
    pub lower: f64,
    /// The log likelihood ratio at which H1 is accepted.
    pub upper: f64,
    /// The log likelihood ratio so far.
    pub llr: f64,
    /// What it says.
    pub verdict: Verdict,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_limits() {
        let bounds = Bounds::normalised(0.0, 5.0).unwrap();
        assert!((bounds.upper() - 19_f64.ln()).abs() < 1e-12);
        assert!((bounds.lower() + 19_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn bounds_that_are_no_test_are_refused() {
        assert!(Bounds::normalised(5.0, 5.0).is_err());
        assert!(Bounds::normalised(f64::NAN, 5.0).is_err());
        assert!(Bounds::logistic(0.0, f64::INFINITY).is_err());
        let bounds = Bounds::normalised(0.0, 5.0).unwrap();
        assert!(bounds.with_errors(0.0, 0.05).is_err());
        assert!(bounds.with_errors(0.6, 0.5).is_err());
        let error = bounds.with_errors(0.6, 0.5).unwrap_err();
        assert_eq!(error.to_string(), "errors alpha 0.6 and beta 0.5: expected two numbers above 0 with a sum below 1");
    }
}
