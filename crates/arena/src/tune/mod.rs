//! Tunes numbers of a player by games, and accepts what was found only by a test.
//!
//! Tuning is a function of the results of its games, and these of the seed: whoever has the records of an earlier run goes on
//! where it ended by being told them again.

mod acceptance;
mod contest;
mod held;
mod known;
mod search;

use std::sync::atomic::{AtomicBool, Ordering};

use joute_catalog::Source;
use joute_games::random::Seed;
use joute_players::{Entrant, EntrantError, Workshop};
use joute_referee::{GameRecord, MatchRules};
use joute_tournament::statistics::{Bounds, Pentanomial};
use joute_tournament::tuning::{Spsa, SpsaOptions, Tunable, Values};

use crate::fixture::{Fixtures, Starts};
use crate::run::MatchError;
use search::Search;

pub use acceptance::{Acceptance, TuningVerdict};
pub use known::KnownGames;

/// What is tuned, by which games.
pub struct TuningPlan<'a> {
    /// The player with its numbers left open.
    pub tunable: &'a Tunable,
    /// Where players are made.
    pub workshop: &'a Workshop,
    /// Whom both sides play, where they do not play each other.
    pub opponent: Option<&'a Entrant>,
    /// The boards.
    pub source: &'a Source,
    /// Where the games begin by which values are found.
    pub starts: Starts<'a>,
    /// Where the games of the test begin.
    pub test_starts: Starts<'a>,
    /// The rules; seats are swapped in pairs.
    pub rules: &'a MatchRules,
    /// Everything random comes from it.
    pub seed: u64,
    /// How many probes, and how far they go.
    pub options: SpsaOptions,
    /// Probes that are held before anything is learned from them: so many can be held at once.
    pub batch: u64,
    /// The test that accepts what was found.
    pub sprt: Bounds,
    /// The most contests of the test.
    pub test_contests: u64,
    /// How many threads.
    pub jobs: usize,
    /// Games that were played before.
    pub known: KnownGames,
}

/// What cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A value with which the player cannot take part.
    #[error("with values at the ends of the ranges, {locator} cannot take part: {error}")]
    Values {
        /// The player with these values.
        locator: String,
        /// Why not.
        error: EntrantError,
    },
    /// Games cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A player that does not play says nothing about its values.
    #[error(
        "each of the first {games} games ended with a fault of a player, so that they say nothing about values; the first: {fault}"
    )]
    Faults {
        /// How many games.
        games: u32,
        /// The first fault, with its evidence.
        fault: String,
    },
}

/// What the caller hears after each contest, in order.
pub struct TuningNews<'a> {
    /// The records of games just played; none for games that were known before.
    pub records: &'a [GameRecord],
    /// Games of all contests so far.
    pub games: u32,
    /// Contests of the test so far; none while values are looked for.
    pub tested: Option<&'a Pentanomial>,
    /// Where the values are.
    pub spsa: &'a Spsa,
}

/// Where values were after some games.
#[derive(Debug, Clone, PartialEq)]
pub struct Waypoint {
    /// Games before it.
    pub games: u32,
    /// The value of each parameter, not rounded.
    pub values: Vec<f64>,
}

/// What tuning came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The values that were found.
    pub found: Values,
    /// Where the values went, from their start on.
    pub way: Vec<Waypoint>,
    /// Games by which values were found.
    pub games: u32,
    /// Games of all contests that ended with a fault, and the first of them.
    pub faults: (u32, Option<String>),
    /// The test, unless it never began.
    pub acceptance: Option<Acceptance>,
    /// What is to be done with what was found.
    pub verdict: TuningVerdict,
}

impl TuningPlan<'_> {
    /// The seed of the games by which values are found.
    pub fn tuning_seed(&self) -> u64 {
        Seed(self.seed).purpose("tune").0
    }

    /// The seed of the games of the test: `joute match` plays the same with it.
    pub fn test_seed(&self) -> u64 {
        Seed(self.seed).purpose("accept").0
    }

    fn entrant(&self, values: &[u32]) -> Result<Entrant, TuneError> {
        Ok(self.workshop.entrant(&self.tunable.locator(values)).map_err(MatchError::Entrant)?)
    }

    /// Seats the player with the values at the ends of its ranges, so that what it does not take is known before anything is played.
    fn check(&self) -> Result<(), TuneError> {
        let (source, starts, rules) = (self.source, self.starts, self.rules);
        let first =
            Fixtures { source, starts, rules, seed: Seed(self.tuning_seed()) }.game(0).map_err(MatchError::from)?;
        for values in self.tunable.extremes() {
            let locator = self.tunable.locator(&values);
            let checked = self.workshop.entrant(&locator).and_then(|entrant| entrant.check(&first.start));
            checked.map_err(|error| TuneError::Values { locator, error })?;
        }
        Ok(())
    }
}

/// Tunes and tests. `heard` is called after each contest and may fail, which ends everything; so does `stop`, which leaves
/// what is known so far.
pub fn tune(
    plan: &TuningPlan<'_>,
    stop: &AtomicBool,
    mut heard: impl FnMut(&TuningNews<'_>) -> std::io::Result<()>,
) -> Result<Tuned, TuneError> {
    plan.check()?;
    let mut search = Search::new(plan, stop, &mut heard);
    while search.is_open() {
        search.hold_batch()?;
    }
    let (found, start) = (search.spsa.found(), plan.tunable.start());
    let mut tuned = Tuned {
        found: found.clone(),
        way: search.way,
        games: search.games,
        faults: search.faults,
        acceptance: None,
        verdict: TuningVerdict::Untested,
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(tuned);
    }
    if found == start {
        tuned.verdict = TuningVerdict::Unchanged;
        return Ok(tuned);
    }
    let acceptance = acceptance::hold(plan, [&found, &start], &search.spsa, tuned.games, stop, &mut heard)?;
    tuned.verdict = acceptance.verdict();
    tuned.acceptance = Some(acceptance);
    Ok(tuned)
}

/// Whoever listens to news.
type Heard<'a> = &'a mut dyn FnMut(&TuningNews<'_>) -> std::io::Result<()>;
