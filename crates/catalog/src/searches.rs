//! The general searches as built-in players: which parameters they take, and which heuristic goes with which game.

use joute_games::AnyGame;
use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::awale::Seeds;
use joute_search::othello::{Mobility, Positional};
use joute_search::territory::{TerritoryHeuristic, TerritoryWeights};
use joute_search::{
    AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Minimax, OnePly, Rollouts, Strategy, Tally,
};

use crate::built_in::Erased;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::strategies::{Built, BuiltInEntry, BuiltInError, TIES, everywhere, ties};

const TIME: Parameter = Parameter {
    name: "time",
    values: "a time such as 100ms, or none",
    default: "none",
    meaning: "the most time for a move; without any limit, not even one of the match, it is 1s",
};

const NODES: Parameter = Parameter {
    name: "nodes",
    values: "a whole number, or none",
    default: "none",
    meaning: "the most positions looked at; on one thread this makes play the same on every machine",
};

const THREADS: Parameter =
    Parameter { name: "threads", values: "1 to 256", default: "1", meaning: "how many threads search together" };

/// Plain minimax, as report 004 has it.
pub(crate) const MINIMAX: BuiltInEntry = BuiltInEntry {
    name: "minimax",
    summary: "every line to a depth, without pruning; the difference of cells, discs or seeds decides",
    games: &[],
    parameters: &[Parameter {
        name: "depth",
        values: "1 to 100",
        default: "3",
        meaning: "plies it looks ahead; the tree grows with every one of them as the number of moves does",
    }],
    build: |parameters, game| {
        let depth = parameters.whole_number("depth", 1..=100)?.unwrap_or(3);
        everywhere(Minimax::new(depth as u32), game)
    },
};

/// Alpha-beta search.
pub(crate) const ALPHABETA: BuiltInEntry = BuiltInEntry {
    name: "alphabeta",
    summary: "iterative deepening alpha-beta with a table of positions; it solves what it can see to the end",
    games: &[],
    parameters: &[
        Parameter {
            name: "depth",
            values: "1 to 250, or none",
            default: "none",
            meaning: "the most plies it looks ahead",
        },
        TIME,
        NODES,
        THREADS,
        Parameter {
            name: "hash",
            values: "0 to 65536",
            default: "64",
            meaning: "the most memory in MiB that positions are remembered in",
        },
        Parameter {
            name: "heuristic",
            values: "auto, tally; border, reach, enclosed, mix; positional, mobility; seeds",
            default: "auto",
            meaning: "what it thinks of positions it does not look beyond; auto is the best there is for the game",
        },
    ],
    build: alphabeta,
};

/// Monte Carlo tree search.
pub(crate) const MCTS: BuiltInEntry = BuiltInEntry {
    name: "mcts",
    summary: "Monte Carlo tree search with UCT: random games from the positions that look best",
    games: &[],
    parameters: &[
        TIME,
        Parameter { meaning: "the most random games played", ..NODES },
        THREADS,
        Parameter {
            name: "memory",
            values: "1 to 65536",
            default: "256",
            meaning: "the most memory in MiB that the tree is kept in",
        },
        Parameter {
            name: "exploration",
            values: "0 to 1000",
            default: "70",
            meaning: "how strongly little tried moves are tried again, in hundredths",
        },
        Parameter {
            name: "playouts",
            values: "auto, uniform or useful",
            default: "auto",
            meaning: "how random games go: any move, or only moves that gain something; auto is useful where \
                      cells are taken",
        },
    ],
    build: mcts,
};

/// Othello by the worth of its squares.
pub(crate) const POSITIONAL: BuiltInEntry = BuiltInEntry {
    name: "positional",
    summary: "one move ahead: corners and edges are worth having, squares that give a corner away are not",
    games: &["othello"],
    parameters: &[TIES],
    build: |parameters, game| othello(OnePly { heuristic: Positional, ties: ties(parameters)? }, game),
};

/// Othello by the number of moves.
pub(crate) const MOBILITY: BuiltInEntry = BuiltInEntry {
    name: "mobility",
    summary: "one move ahead: many moves for oneself, few for the opponent, and corners",
    games: &["othello"],
    parameters: &[TIES],
    build: |parameters, game| othello(OnePly { heuristic: Mobility, ties: ties(parameters)? }, game),
};

fn alphabeta(parameters: &Parameters<'_>, game: &AnyGame) -> Built {
    let options = AlphaBetaOptions {
        limits: Limits {
            depth: parameters.whole_number("depth", 1..=250)?.map(|depth| depth as u32),
            ..limits(parameters)?
        },
        threads: threads(parameters)?,
        hash: mebibytes(parameters, "hash", 0)?,
        ..AlphaBetaOptions::default()
    };
    match parameters.get("heuristic") {
        "tally" => everywhere(AlphaBeta::new(Tally, options), game),
        name => match game.info().name {
            "othello" => match name {
                "auto" | "mobility" => othello(AlphaBeta::new(Mobility, options), game),
                "positional" => othello(AlphaBeta::new(Positional, options), game),
                _ => Err(parameters.bad("heuristic", "auto, tally, positional or mobility for othello").into()),
            },
            "awale" => match name {
                "auto" | "seeds" => awale(AlphaBeta::new(Seeds, options), game),
                _ => Err(parameters.bad("heuristic", "auto, tally or seeds for awale").into()),
            },
            _ => {
                let weights = match name {
                    "auto" | "mix" => TerritoryWeights::MIX,
                    "border" => TerritoryWeights::BORDER,
                    "reach" => TerritoryWeights::REACH,
                    "enclosed" => TerritoryWeights::ENCLOSED,
                    _ => {
                        let expected = "auto, tally, border, reach, enclosed or mix for territory games";
                        return Err(parameters.bad("heuristic", expected).into());
                    }
                };
                territory(AlphaBeta::new(TerritoryHeuristic::new(weights), options), game)
            }
        },
    }
}

fn mcts(parameters: &Parameters<'_>, game: &AnyGame) -> Built {
    let is_territory = ["seven-colours", "flood"].contains(&game.info().name);
    let auto = if is_territory { Rollouts::Useful } else { Rollouts::Uniform };
    let playouts = [("auto", auto), ("uniform", Rollouts::Uniform), ("useful", Rollouts::Useful)];
    let options = MctsOptions {
        limits: limits(parameters)?,
        threads: threads(parameters)?,
        memory: mebibytes(parameters, "memory", 1)?,
        exploration: parameters.whole_number("exploration", 0..=1000)?.unwrap_or(70) as f64 / 100.0,
        rollouts: parameters.choice("playouts", &playouts)?,
    };
    everywhere(Mcts::new(options), game)
}

fn limits(parameters: &Parameters<'_>) -> Result<Limits, ParametersError> {
    Ok(Limits {
        time: parameters.duration("time")?,
        nodes: parameters.whole_number("nodes", 1..=u64::MAX)?,
        ..Limits::default()
    })
}

fn threads(parameters: &Parameters<'_>) -> Result<u32, ParametersError> {
    Ok(parameters.whole_number("threads", 1..=256)?.unwrap_or(1) as u32)
}

fn mebibytes(parameters: &Parameters<'_>, name: &str, least: u64) -> Result<usize, ParametersError> {
    Ok((parameters.whole_number(name, least..=65_536)?.unwrap_or(least) as usize) << 20)
}

/// The first of these seats that the game has the type for.
macro_rules! seat_at {
    ($strategy:ident, $game:ident, $($kind:ty),+) => {{
        let mut strategy = Some($strategy);
        let seats = [$(Erased::<$kind, S>::seat),+];
        let seated = seats.into_iter().find_map(|seat| seat(&mut strategy, $game));
        seated.ok_or_else(|| BuiltInError::Game($game.info().name.to_owned()))
    }};
}

fn territory<S: Strategy<SevenColours> + Strategy<Flood> + 'static>(strategy: S, game: &AnyGame) -> Built {
    seat_at!(strategy, game, SevenColours, Flood)
}

fn othello<S>(strategy: S, game: &AnyGame) -> Built
where
    S: Strategy<Othello> + Strategy<OthelloBoard<4>> + Strategy<OthelloBoard<6>> + Strategy<OthelloBoard<10>> + 'static,
{
    seat_at!(strategy, game, Othello, OthelloBoard<4>, OthelloBoard<6>, OthelloBoard<10>)
}

fn awale<S>(strategy: S, game: &AnyGame) -> Built
where
    S: Strategy<Awale<Abapa>>
        + Strategy<Awale<Awari>>
        + Strategy<Awale<Francois>>
        + Strategy<Awale<Kalah>>
        + Strategy<Awale<Custom>>
        + 'static,
{
    seat_at!(strategy, game, Awale<Abapa>, Awale<Awari>, Awale<Francois>, Awale<Kalah>, Awale<Custom>)
}
