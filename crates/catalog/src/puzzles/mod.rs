//! Puzzles: positions of games in which one move is clearly best, found by a short search and checked by a long one.
//!
//! A position is thrown away as soon as something speaks against it, and the reason is counted: a [`Discard`] each. Searches are
//! limited by positions and never by time, so the same games give the same puzzles on every machine.

mod judge;
mod practice;
mod puzzle;
mod tally;

pub use judge::{PuzzleEffort, Verdict, judge_puzzle, make_puzzle};
pub use practice::practice_game;
pub use puzzle::{Puzzle, PuzzleError, Theme};
pub use tally::{Discard, PuzzleTally};
