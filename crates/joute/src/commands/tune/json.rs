//! What tuning came to, for programs.

use joute_arena::TuningVerdict;
use joute_tournament::statistics::{Pentanomial, SprtReport};
use joute_tournament::tuning::Parameter;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::match_command::json::EloDifference;

/// Numbers of a player, tuned by games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TuningResult<'a> {
    /// The game by name.
    pub(super) game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    pub(super) setup: &'a str,
    /// The rules of the games, every limit included: `time=120s,...`.
    pub(super) rules: String,
    /// Everything random came from it.
    pub(super) seed: u64,
    /// The player with its placeholders.
    pub(super) player: &'a str,
    /// Whom both sets of values played; nothing where they played each other.
    pub(super) against: Option<&'a str>,
    /// What was tuned.
    pub(super) parameters: Vec<TunedParameter<'a>>,
    /// Games by which values were found.
    pub(super) games: u32,
    /// Where the values went: at the start, and whenever they were moved.
    pub(super) path: Vec<PathPoint<'a>>,
    /// The test of what was found; nothing where there was none.
    pub(super) test: Option<AcceptanceTest>,
    /// What is to be done with what was found.
    pub(super) verdict: TuningVerdict,
    /// The player with the values that it began with.
    pub(super) start: String,
    /// The player with the values that were found.
    pub(super) found: String,
    /// The player with what was found if that was accepted, and as it began otherwise.
    pub(super) best: String,
    /// Games of all that ended with a fault of a player.
    pub(super) faults: u32,
    /// The first of these faults, with its evidence.
    pub(super) first_fault: Option<&'a str>,
    /// Whether it was stopped before its end.
    pub(super) interrupted: bool,
}

/// A number that was tuned.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TunedParameter<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The lowest value it may have.
    pub(super) low: f64,
    /// The highest value it may have.
    pub(super) high: f64,
    /// The difference between two neighbouring values.
    pub(super) step: f64,
    /// What it began with.
    pub(super) start: f64,
    /// What was found.
    pub(super) found: f64,
}

/// Where the values were after some games.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PathPoint<'a> {
    /// Games before it.
    pub(super) games: u32,
    /// The value of each parameter in the order of `parameters`, not rounded to its steps.
    pub(super) values: &'a [f64],
}

/// The values that were found against those it began with.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AcceptanceTest {
    /// The seed of its games: `joute match` plays the same with it.
    pub(super) seed: u64,
    /// Games that were played.
    pub(super) games: u32,
    /// Pairs of games on the same board, by the points that the values which were found made of them: 0, 1/2, 1, 3/2, 2. Against
    /// somebody else a result better than that of the other values from the same seat is a point. A pair that was played
    /// before does not count again.
    pub(super) pairs: Pentanomial,
    /// How much stronger the values that were found are, in Elo; nothing where they did not meet those it began with.
    pub(super) elo: Option<EloDifference>,
    /// How likely they are the stronger ones, from 0 to 1; nothing without games.
    pub(super) superiority: Option<f64>,
    /// The sequential test.
    pub(super) sprt: SprtReport,
}

impl TunedParameter<'_> {
    pub(super) fn of(parameter: &Parameter, found: u32) -> TunedParameter<'_> {
        let value = |number: u32| parameter.value(f64::from(number));
        TunedParameter {
            name: parameter.name(),
            low: value(0),
            high: value(parameter.last()),
            step: parameter.step(),
            start: value(parameter.start()),
            found: value(found),
        }
    }
}
