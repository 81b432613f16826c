//! The general searches as built-in players, and what they take.

use joute_games::AnyGame;
use joute_search::{AlphaBetaOptions, Limits, MctsOptions, Rollouts};

use crate::concrete::{ConcreteGame, General, NamedHeuristic, concrete};
use crate::games::find_game;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::strategies::{Built, BuiltInEntry, Maker};

pub(crate) const TIME: Parameter = Parameter {
    name: "time",
    values: "a time such as 100ms, or none",
    default: "none",
    meaning: "the most time for a move; without any limit, not even one of the match, it is 1s",
};

pub(crate) const NODES: Parameter = Parameter {
    name: "nodes",
    values: "a whole number, or none",
    default: "none",
    meaning: "the most positions looked at; on one thread this makes play the same on every machine",
};

pub(crate) const THREADS: Parameter =
    Parameter { name: "threads", values: "1 to 256", default: "1", meaning: "how many threads search together" };

/// What a weaker player gives away.
pub(crate) const ERROR: Parameter = Parameter {
    name: "error",
    values: "0 to 10000",
    default: "0",
    meaning: "how much it gives away without minding, in tenths of a disc, a seed or a cell: weaker levels err as people do",
};

/// Plain minimax, as report 004 has it.
pub(crate) const MINIMAX: BuiltInEntry = BuiltInEntry {
    name: "minimax",
    summary: "every line to a depth, without pruning; the difference of cells, discs or seeds decides",
    parameters: &[Parameter {
        name: "depth",
        values: "1 to 100",
        default: "3",
        meaning: "plies it looks ahead; the tree grows with every one of them as the number of moves does",
    }],
    maker: Maker::General(|parameters, game| {
        let depth = parameters.whole_number("depth", 1..=100)?.unwrap_or(3);
        Ok(concrete(game)?.seat(General::Minimax(depth as u32)))
    }),
};

/// Alpha-beta search.
pub(crate) const ALPHABETA: BuiltInEntry = BuiltInEntry {
    name: "alphabeta",
    summary: "iterative deepening alpha-beta with a table of positions; it solves what it can see to the end",
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
            values: "auto, tally, or one of the game's own",
            default: "auto",
            meaning: "what it thinks of positions it does not look beyond; auto is the best there is for the game, and \
                      `joute games` names the others",
        },
    ],
    maker: Maker::General(alphabeta),
};

/// Monte Carlo tree search.
pub(crate) const MCTS: BuiltInEntry = BuiltInEntry {
    name: "mcts",
    summary: "Monte Carlo tree search with UCT: random games from the positions that look best",
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
    maker: Maker::General(mcts),
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
    let kind = concrete(game)?;
    Ok(match heuristic(parameters, kind, game)? {
        Some(heuristic) => (heuristic.alphabeta)(options),
        None => kind.seat(General::AlphaBeta(options)),
    })
}

/// The heuristic that was asked for, or the best of the game; nothing is the difference of tallies.
fn heuristic(
    parameters: &Parameters<'_>,
    kind: &ConcreteGame,
    game: &AnyGame,
) -> Result<Option<&'static NamedHeuristic>, ParametersError> {
    match parameters.get("heuristic") {
        "tally" => Ok(None),
        "auto" => Ok(kind.heuristics.first()),
        name => {
            let found = kind.heuristics.iter().find(|heuristic| heuristic.name == name);
            let names = ["auto", "tally"].into_iter().chain(kind.heuristics.iter().map(|heuristic| heuristic.name));
            let expected = || format!("{} for {}", listed(&names.collect::<Vec<_>>()), game.info().name);
            found.map(Some).ok_or_else(|| parameters.bad("heuristic", &expected()))
        }
    }
}

/// `a, b or c`.
fn listed(names: &[&str]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

fn mcts(parameters: &Parameters<'_>, game: &AnyGame) -> Built {
    let auto = find_game(game.info().name).map_or(Rollouts::Uniform, |entry| entry.rollouts);
    let playouts = [("auto", auto), ("uniform", Rollouts::Uniform), ("useful", Rollouts::Useful)];
    let options = MctsOptions {
        limits: limits(parameters)?,
        threads: threads(parameters)?,
        memory: mebibytes(parameters, "memory", 1)?,
        exploration: parameters.whole_number("exploration", 0..=1000)?.unwrap_or(70) as f64 / 100.0,
        rollouts: parameters.choice("playouts", &playouts)?,
    };
    Ok(concrete(game)?.seat(General::Mcts(options)))
}

pub(crate) fn limits(parameters: &Parameters<'_>) -> Result<Limits, ParametersError> {
    Ok(Limits {
        time: parameters.duration("time")?,
        nodes: parameters.whole_number("nodes", 1..=u64::MAX)?,
        ..Limits::default()
    })
}

/// What it gives away without minding, in the unit of its game.
pub(crate) fn error(parameters: &Parameters<'_>) -> Result<f64, ParametersError> {
    Ok(parameters.whole_number(ERROR.name, 0..=10_000)?.unwrap_or(0) as f64 / 10.0)
}

pub(crate) fn threads(parameters: &Parameters<'_>) -> Result<u32, ParametersError> {
    Ok(parameters.whole_number("threads", 1..=256)?.unwrap_or(1) as u32)
}

pub(crate) fn mebibytes(parameters: &Parameters<'_>, name: &str, least: u64) -> Result<usize, ParametersError> {
    Ok((parameters.whole_number(name, least..=65_536)?.unwrap_or(least) as usize) << 20)
}
