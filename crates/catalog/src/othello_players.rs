//! The built-in players of Othello.

use joute_games::othello::Othello;
use joute_search::othello::engine::{Engine, EngineOptions, Evaluation};
use joute_search::othello::{Board, Mobility, Positional};
use joute_search::{AlphaBeta, AlphaBetaOptions, Greedy, Limits, OnePly, Random, Ties};

use crate::concrete::{erase, erase_erring};
use crate::parameters::{Parameters, ParametersError};
use crate::searches::{error, limits, mebibytes, threads};
use crate::strategies::{Build, BuiltInEntry, Maker, TIES, ties};

/// Othello by the worth of its squares.
pub(crate) const POSITIONAL: BuiltInEntry = BuiltInEntry {
    name: "positional",
    summary: "one move ahead: corners and edges are worth having, squares that give a corner away are not",
    parameters: &[TIES],
    maker: Maker::OfGame,
};

/// Othello by the number of moves.
pub(crate) const MOBILITY: BuiltInEntry = BuiltInEntry {
    name: "mobility",
    summary: "one move ahead: many moves for oneself, few for the opponent, and corners",
    parameters: &[TIES],
    maker: Maker::OfGame,
};

/// The players of one size of the board, by their names.
pub(crate) const fn players<B: Board>() -> &'static [(&'static str, Build)] {
    const {
        &[
            ("expert", expert_of_other_board::<B>()),
            ("positional", |parameters, _| {
                Ok(erase::<B, _>(OnePly { heuristic: Positional, ties: ties(parameters)? }))
            }),
            ("mobility", |parameters, _| Ok(erase::<B, _>(OnePly { heuristic: Mobility, ties: ties(parameters)? }))),
        ]
    }
}

/// The players of the usual board: the same, with an engine made for it.
pub(crate) const USUAL_BOARD: &[(&str, Build)] = &[
    ("expert", EXPERT),
    ("positional", |parameters, _| Ok(erase::<Othello, _>(OnePly { heuristic: Positional, ties: ties(parameters)? }))),
    ("mobility", |parameters, _| Ok(erase::<Othello, _>(OnePly { heuristic: Mobility, ties: ties(parameters)? }))),
];

/// The engine of Othello on 8 x 8 squares.
const EXPERT: Build =
    |parameters, _| Ok(erase_erring::<Othello, _>(Engine::new(expert_options(parameters)?), error(parameters)?));

/// Boards of other sizes have no engine of their own: alpha-beta search does for them, and simpler players where it errs.
const fn expert_of_other_board<B: Board>() -> Build {
    |parameters, _| {
        let EngineOptions { limits, threads, memory, .. } = expert_options(parameters)?;
        let error = error(parameters)?;
        if error >= 10.0 {
            return Ok(erase::<B, _>(Random));
        }
        if error >= 3.0 {
            return Ok(erase::<B, _>(Greedy { ties: Ties::Random }));
        }
        let options = AlphaBetaOptions { limits, threads, hash: memory, ..AlphaBetaOptions::default() };
        Ok(erase::<B, _>(AlphaBeta::new(Mobility, options)))
    }
}

fn expert_options(parameters: &Parameters<'_>) -> Result<EngineOptions, ParametersError> {
    let depth = parameters.whole_number("depth", 1..=60)?.map(|depth| depth as u32);
    Ok(EngineOptions {
        limits: Limits { depth, ..limits(parameters)? },
        threads: threads(parameters)?,
        memory: mebibytes(parameters, "memory", 1)?,
        selectivity: parameters.whole_number("selectivity", 0..=7)?.unwrap_or(5) as u8,
        evaluation: parameters
            .choice("evaluation", &[("learned", Evaluation::Learned), ("hand-made", Evaluation::HandMade)])?,
        uses_book: parameters.choice("book", &[("yes", true), ("no", false)])?,
    })
}
