//! First opinions about Othello: where the discs are, and how many moves there are.

pub mod engine;
mod geometry;
mod heuristics;
mod layers;
mod stable;

pub use geometry::Board;
pub use heuristics::{FinalScore, Mobility, Positional};
pub use stable::stable;
