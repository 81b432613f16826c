//! The test that decides about values: those that were found against those it began with, on boards of its own.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_tournament::statistics::{Bounds, Pentanomial, Sprt, SprtReport, Verdict};
use joute_tournament::tuning::Spsa;
use schemars::JsonSchema;
use serde::Serialize;

use super::contest::{Contest, Ring};
use super::{Heard, TuneError, TuningNews, TuningPlan};

/// What is to be done with the values that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TuningVerdict {
    /// They are better: the test accepted its higher bound.
    Accepted,
    /// They are not better: the test accepted its lower bound.
    Rejected,
    /// The test had not enough games to say.
    Undecided,
    /// They are the values that it began with.
    Unchanged,
    /// It was interrupted before the test began.
    Untested,
}

/// The test so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Acceptance {
    /// The seed of its games.
    pub seed: u64,
    /// Contests by what the values that were found made of them; one that was held before does not count again.
    pub pairs: Pentanomial,
    /// Games that were played.
    pub games: u32,
    /// Games that ended with a fault, and the first of them.
    pub faults: (u32, Option<String>),
    bounds: Bounds,
}

impl Acceptance {
    /// The figures of the test.
    pub fn sprt(&self) -> SprtReport {
        Sprt::with_sample(self.bounds, self.pairs).report()
    }

    pub(super) fn verdict(&self) -> TuningVerdict {
        match self.sprt().verdict {
            Verdict::AcceptH1 => TuningVerdict::Accepted,
            Verdict::AcceptH0 => TuningVerdict::Rejected,
            Verdict::Continue => TuningVerdict::Undecided,
        }
    }
}

/// Holds the test until it is decided, until its contests are over, or until it is stopped.
pub(super) fn hold(
    plan: &TuningPlan<'_>,
    [found, start]: [&[u32]; 2],
    spsa: &Spsa,
    games_before: u32,
    stop: &AtomicBool,
    heard: Heard<'_>,
) -> Result<Acceptance, TuneError> {
    let sides = [plan.entrant(found)?, plan.entrant(start)?];
    let seed = plan.test_seed();
    let mut test = Acceptance { seed, pairs: Pentanomial::default(), games: 0, faults: (0, None), bounds: plan.sprt };
    let mut seen = HashSet::new();
    let contest = |board: u64| Contest { board, sides: &sides };
    Ring::new(plan, seed, plan.test_starts, stop).hold(0..plan.test_contests, &contest, |held| {
        test.games += held.games;
        held.count_faults(&mut test.faults);
        if held.fingerprint.is_none_or(|fingerprint| seen.insert(fingerprint)) {
            test.pairs.add(held.scores);
        }
        let games = games_before + test.games;
        heard(&TuningNews { records: &held.records, games, tested: Some(&test.pairs), spsa })?;
        Ok(test.verdict() == TuningVerdict::Undecided)
    })?;
    Ok(test)
}
