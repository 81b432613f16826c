//! The built-in players of Othello.

use joute_search::OnePly;
use joute_search::othello::{Board, Mobility, Positional};

use crate::concrete::erase;
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
            ("positional", |parameters, _| {
                Ok(erase::<B, _>(OnePly { heuristic: Positional, ties: ties(parameters)? }))
            }),
            ("mobility", |parameters, _| Ok(erase::<B, _>(OnePly { heuristic: Mobility, ties: ties(parameters)? }))),
        ]
    }
}
