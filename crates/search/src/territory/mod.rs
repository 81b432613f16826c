//! What only territory games have: their heuristics.

mod heuristic;
mod heuristic_reach;

pub use heuristic::{TerritoryHeuristic, TerritoryWeights};
