//! Counts of equally spaced score categories, the form in which single games and pairs are both studied.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How often each of `N` scores occurred; category `i` scores `i / (N - 1)`, so that 0 is lost and 1 is won.
///
/// One observation is one game when `N` is 3 ([`Trinomial`](super::Trinomial)) and one pair of games when `N`
/// is 5 ([`Pentanomial`](super::Pentanomial)). Observations are taken to be independent; the two games of a
/// pair are not, which is why a pair is one observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sample<const N: usize> {
    counts: [u64; N],
}

impl<const N: usize> Sample<N> {
    /// The sample with these counts, worst score first.
    pub const fn new(counts: [u64; N]) -> Self {
        Sample { counts }
    }

    /// The counts, worst score first.
    pub const fn counts(&self) -> [u64; N] {
        self.counts
    }

    /// Counts one more observation of a category; a category that does not exist counts as the best one.
    pub(super) fn count(&mut self, category: usize) {
        let category = category.min(N - 1);
        self.counts[category] = self.counts[category].saturating_add(1);
    }

    /// Adds the observations of another sample.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }

    /// The number of observations: games, or pairs.
    pub fn observations(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The number of games in one observation: 1 for three categories, 2 for five.
    pub const fn games_per_observation() -> u64 {
        (N as u64 - 1) / 2
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.observations().saturating_mul(Self::games_per_observation())
    }

    /// Points won: a win is 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        let halves = self.counts.iter().enumerate().map(|(i, &count)| i as f64 * count as f64);
        halves.sum::<f64>() / 2.0
    }

    /// The score of a category, from 0 to 1.
    pub fn score(category: usize) -> f64 {
        category as f64 / (N - 1) as f64
    }

    /// The mean score, from 0 to 1; `None` without observations.
    pub fn mean(&self) -> Option<f64> {
        let total = self.observations();
        (total > 0).then(|| self.weighted(total, Self::score))
    }

    /// The variance of one observation's score around the mean (not of the mean itself), divided by the number
    /// of observations and not by one less; `None` without observations.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.average(|score| (score - mean).powi(2)))
    }

    /// The standard error of the mean score; `None` without observations.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.observations() as f64).sqrt())
    }

    /// The one score that all observations have, if they all have the same.
    pub fn unanimous_score(&self) -> Option<f64> {
        let mut seen = (0..N).filter(|&category| self.counts[category] > 0);
        let only = seen.next()?;
        seen.next().is_none().then(|| Self::score(only))
    }

    /// The same observations seen by the opponent.
    pub fn mirrored(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Sample { counts }
    }

    /// The average of a function of the score; 0 without observations.
    pub(super) fn average(&self, of: impl Fn(f64) -> f64) -> f64 {
        match self.observations() {
            0 => 0.0,
            total => self.weighted(total, |category| of(Self::score(category))),
        }
    }

    fn weighted(&self, total: u64, value: impl Fn(usize) -> f64) -> f64 {
        let sum: f64 = (0..N).map(|i| self.counts[i] as f64 * value(i)).sum();
        sum / total as f64
    }
}

impl<const N: usize> Default for Sample<N> {
    fn default() -> Self {
        Sample { counts: [0; N] }
    }
}

impl<const N: usize> Serialize for Sample<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.counts)
    }
}

impl<const N: usize> JsonSchema for Sample<N> {
    fn schema_name() -> Cow<'static, str> {
        format!("CountsOf{N}Scores").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<Vec<u64>>();
        schema.insert("minItems".to_owned(), N.into());
        schema.insert("maxItems".to_owned(), N.into());
        schema
    }
}

impl<'de, const N: usize> Deserialize<'de> for Sample<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = Vec::<u64>::deserialize(deserializer)?;
        let length = counts.len();
        let counts =
            counts.try_into().map_err(|_| D::Error::invalid_length(length, &format!("{N} counts").as_str()))?;
        Ok(Sample { counts })
    }
}
