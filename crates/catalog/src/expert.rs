//! `expert`: for each game the strongest player there is, made for that game alone.
//!
//! One name for all games; a game that has an engine of its own brings the builder in the table of its types.

use crate::awale_players;
use crate::parameters::Parameter;
use crate::searches::{NODES, THREADS, TIME};
use crate::strategies::{BuiltInEntry, Maker};

/// The strongest player of a game.
pub(crate) const EXPERT: BuiltInEntry = BuiltInEntry {
    name: "expert",
    summary: "the strongest player of its game: in Awalé a search with endgame tables",
    parameters: &[
        TIME,
        NODES,
        Parameter {
            name: "depth",
            values: "1 to 60, or none",
            default: "none",
            meaning: "the most plies it looks ahead",
        },
        THREADS,
        Parameter {
            name: "memory",
            values: "1 to 65536",
            default: "64",
            meaning: "the most memory in MiB that positions are remembered in",
        },
        Parameter {
            name: "book",
            values: "yes or no",
            default: "yes",
            meaning: "whether moves may come from its opening book",
        },
        awale_players::TABLES,
        awale_players::WIDTH,
    ],
    maker: Maker::OfGame,
};
