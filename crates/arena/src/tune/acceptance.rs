//! The test that decides about values: those that were found against those it began with, on boards of its own.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_players::Entrant;
use joute_referee::{GameRecord, short_evidence};
use joute_tournament::statistics::{Bounds, Pentanomial, Sprt, SprtReport, Verdict};
use joute_tournament::tuning::Spsa;
use schemars::JsonSchema;
use serde::Serialize;

use super::contest::{Contest, Ring};
use super::{Heard, TuneError, TuningNews, TuningPlan};
use crate::run::{MatchPlan, run_match};

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
    fn new(plan: &TuningPlan<'_>) -> Acceptance {
        let seed = plan.test_seed();
        Acceptance { seed, pairs: Pentanomial::default(), games: 0, faults: (0, None), bounds: plan.sprt }
    }

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
    let mut tell = |test: &Acceptance, records: &[GameRecord]| {
        heard(&TuningNews { records, games: games_before + test.games, tested: Some(&test.pairs), spsa })
    };
    match plan.opponent {
        None => meet(plan, &sides, stop, &mut tell),
        Some(_) => compare(plan, &sides, stop, &mut tell),
    }
}

/// Whoever hears of the test after each of its contests.
type Tell<'a> = &'a mut dyn FnMut(&Acceptance, &[GameRecord]) -> std::io::Result<()>;

/// Both sides meet in a match, which stops by its own test.
fn meet(
    plan: &TuningPlan<'_>,
    sides: &[Entrant; 2],
    stop: &AtomicBool,
    tell: Tell<'_>,
) -> Result<Acceptance, TuneError> {
    let mut test = Acceptance::new(plan);
    let entrants = [&sides[0], &sides[1]];
    let known = (0..plan.test_contests).filter(|_| !plan.known.is_empty());
    let match_plan = MatchPlan {
        source: plan.source,
        starts: plan.test_starts,
        entrants,
        rules: plan.rules.clone(),
        seed: test.seed,
        first: 0,
        games: 2 * plan.test_contests as u32,
        jobs: plan.jobs,
        scoring: Default::default(),
        sprt: Some(plan.sprt),
        known: known.flat_map(|board| plan.known.pair(test.seed, board, entrants)).collect(),
        wants_records: true,
    };
    let score = run_match(&match_plan, stop, |played| {
        (test.pairs, test.games) = (played.score.pairs, played.score.games());
        tell(&test, played.records)
    })?;
    test.faults.0 = score.players.iter().map(|player| player.faults.total()).sum();
    let mut firsts = entrants.iter().zip(&score.players);
    test.faults.1 = firsts.find_map(|(entrant, player)| {
        Some(format!("{}: {}", entrant.locator(), short_evidence(player.first_fault.as_ref()?)))
    });
    Ok(test)
}

/// Both sides play somebody else, and what they come to is compared.
fn compare(
    plan: &TuningPlan<'_>,
    sides: &[Entrant; 2],
    stop: &AtomicBool,
    tell: Tell<'_>,
) -> Result<Acceptance, TuneError> {
    let mut test = Acceptance::new(plan);
    let mut seen = HashSet::new();
    let contest = |board: u64| Contest { board, sides };
    Ring::new(plan, test.seed, plan.test_starts, stop).hold(0..plan.test_contests, &contest, |held| {
        test.games += held.games;
        held.count_faults(&mut test.faults);
        if held.fingerprint.is_none_or(|fingerprint| seen.insert(fingerprint)) {
            test.pairs.add(held.scores);
        }
        tell(&test, &held.records)?;
        Ok(test.verdict() == TuningVerdict::Undecided)
    })?;
    Ok(test)
}
