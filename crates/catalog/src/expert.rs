//! `expert`: for each game the strongest player there is, made for that game alone.
//!
//! One name for all games; a game that has an engine of its own brings the builder in the table of its types.

use joute_games::AnyGame;

use crate::awale_players;
use crate::games::find_game;
use crate::parameters::{Parameter, within_memory};
use crate::searches::{ERROR, NODES, THREADS, TIME};
use crate::strategies::{BuiltInEntry, Maker};

/// The strongest player of a game.
pub(crate) const EXPERT: BuiltInEntry = BuiltInEntry {
    name: "expert",
    summary: "the strongest player of its game: in Othello an evaluation learned from real games and exact endgames, in \
              Awalé a search with endgame tables, in Seven Colours and Flood a search over sets of regions",
    parameters: &[
        TIME,
        NODES,
        Parameter {
            name: "depth",
            values: "1 to 60, or none",
            default: "none",
            meaning: "the most plies it looks ahead; in Othello as many as there are empty squares is to the very end",
        },
        THREADS,
        Parameter {
            name: "memory",
            values: "1 to 65536",
            default: "64",
            meaning: "the most memory in MiB that positions are remembered in",
        },
        Parameter {
            name: "selectivity",
            values: "0 to 7",
            default: "5",
            meaning: "Othello: how readily lines that look decided are cut short in the middle of the game; 0 is never",
        },
        Parameter {
            name: "evaluation",
            values: "learned or hand-made",
            default: "learned",
            meaning: "Othello: what positions are valued by, to compare",
        },
        Parameter {
            name: "book",
            values: "yes or no",
            default: "yes",
            meaning: "whether moves may come from its opening book",
        },
        ERROR,
        awale_players::TABLES,
        awale_players::WIDTH,
        Parameter {
            name: "models",
            values: "yes or no",
            default: "yes",
            meaning: "Flood: whether it looks for a strategy of the course reports behind its opponent's moves and counts on \
                      its mistakes; never with depth",
        },
    ],
    maker: Maker::OfGame,
};

/// The player that analyses positions of a game, gives hints and reviews games when nobody names another.
pub fn usual_analyst(game: &AnyGame) -> &'static str {
    find_game(game.info().name).map_or("alphabeta", |entry| entry.analyst)
}

/// The same with so many MiB of memory.
pub fn usual_analyst_within(game: &AnyGame, mebibytes: u32) -> String {
    within_memory(usual_analyst(game), mebibytes)
}

/// The strongest player of a game, or who analyses it where it brings none of its own.
pub fn strongest(game: &AnyGame) -> &'static str {
    if EXPERT.plays(game.info().name) { EXPERT.name } else { usual_analyst(game) }
}

/// The same with so many MiB of memory.
pub(crate) fn strongest_within(game: &AnyGame, mebibytes: u32) -> String {
    within_memory(strongest(game), mebibytes)
}
