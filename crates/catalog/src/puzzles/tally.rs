//! Why positions become no puzzles, and how many of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a position is no puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discard {
    /// There are fewer than three moves.
    NoChoice,
    /// A puzzle looks the same, turned or with its colours exchanged.
    Alike,
    /// No move is clearly best to the short search.
    Even,
    /// The best move is the one that gains most, and one ply shows it.
    Obvious,
    /// The long search prefers another move.
    Changed,
    /// To the long search another move is nearly as good.
    Closer,
}

/// What came of the positions that were looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleTally {
    /// Games that positions were taken from.
    pub games: u64,
    /// Positions that were looked at.
    pub positions: u64,
    /// Thrown away: fewer than three moves.
    pub no_choice: u64,
    /// Thrown away: looks the same as a puzzle that is there.
    pub alike: u64,
    /// Thrown away: no move is clearly best to the short search.
    pub even: u64,
    /// Thrown away: the best move is the one that gains most, and one ply shows it.
    pub obvious: u64,
    /// Thrown away: the long search prefers another move.
    pub changed: u64,
    /// Thrown away: to the long search another move is nearly as good.
    pub closer: u64,
    /// Puzzles.
    pub kept: u64,
}

impl PuzzleTally {
    /// Counts a position.
    pub fn note(&mut self, came: Result<(), Discard>) {
        self.positions += 1;
        let count = match came {
            Ok(()) => &mut self.kept,
            Err(Discard::NoChoice) => &mut self.no_choice,
            Err(Discard::Alike) => &mut self.alike,
            Err(Discard::Even) => &mut self.even,
            Err(Discard::Obvious) => &mut self.obvious,
            Err(Discard::Changed) => &mut self.changed,
            Err(Discard::Closer) => &mut self.closer,
        };
        *count += 1;
    }
}
