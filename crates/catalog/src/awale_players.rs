//! `expert` at Awalé: the engine for `abapa` and `awari`, alpha-beta for every other set of rules.

use joute_games::AnyGame;
use joute_games::awale::{Awale, RuleSource};
use joute_search::awale::tables::{EndgameOptions, default_folder};
use joute_search::awale::{Engine, EngineOptions, Seeds, StandardRules};
use joute_search::{AlphaBeta, AlphaBetaOptions, Limits};

use crate::concrete::erase_erring;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::searches::{error, limits, mebibytes, threads};
use crate::strategies::Built;

/// Which endgame tables it uses.
pub(crate) const TABLES: Parameter = Parameter {
    name: "tables",
    values: "0 to 28",
    default: "28",
    meaning: "Awalé: the most seeds of endgame tables that are used; those up to 12 are made when there are none, \
              0 is no tables",
};

/// Whether late moves are looked at less deeply.
pub(crate) const WIDTH: Parameter = Parameter {
    name: "width",
    values: "selective or full",
    default: "selective",
    meaning: "all games but Othello: whether moves that seem poor are looked at less deeply, or all of them in full",
};

/// The builder for rules that the engine knows.
pub(crate) fn engine<R: StandardRules>(parameters: &Parameters<'_>, _game: &AnyGame) -> Built {
    Ok(erase_erring::<Awale<R>, _>(Engine::<R>::new(options(parameters)?), error(parameters)?))
}

/// The builder for all other rules.
pub(crate) fn alphabeta<R: RuleSource>(parameters: &Parameters<'_>, _game: &AnyGame) -> Built {
    let EngineOptions { limits, threads, hash, .. } = options(parameters)?;
    let options = AlphaBetaOptions { limits, threads, hash, ..AlphaBetaOptions::default() };
    Ok(erase_erring::<Awale<R>, _>(AlphaBeta::new(Seeds, options), error(parameters)?))
}

fn options(parameters: &Parameters<'_>) -> Result<EngineOptions, ParametersError> {
    let depth = parameters.whole_number("depth", 1..=60)?.map(|depth| depth as u32);
    Ok(EngineOptions {
        limits: Limits { depth, ..limits(parameters)? },
        threads: threads(parameters)?,
        hash: mebibytes(parameters, "memory", 1)?,
        endgame: endgame(parameters)?,
        is_selective: parameters.choice("width", &[("selective", true), ("full", false)])?,
        uses_book: parameters.choice("book", &[("yes", true), ("no", false)])?,
        ..EngineOptions::default()
    })
}

fn endgame(parameters: &Parameters<'_>) -> Result<Option<EndgameOptions>, ParametersError> {
    let seeds = parameters.whole_number("tables", 0..=28)?.unwrap_or(28) as u32;
    let options = EndgameOptions { folder: default_folder(), seeds, ..EndgameOptions::default() };
    Ok((seeds > 0).then_some(options))
}
