//! First opinions about Othello: where the discs are, and how many moves there are.

mod geometry;
mod heuristics;

pub use heuristics::{Mobility, Positional};
