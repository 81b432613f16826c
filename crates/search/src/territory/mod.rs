//! Strategies of the territory games, Seven Colours and Flood alike, as the course reports define them, and their heuristics.
//!
//! All of them work on one copy of the kernel for each choice: colours are taken and taken back there, and no board is
//! copied to try a colour. A colour is useful when it gains at least one cell. Whoever finds no useful colour takes the
//! lowest one in Seven Colours and passes in Flood.

mod ahead;
mod border_counter;
mod engine;
mod game;
mod hegemony;
mod heuristic;
mod heuristic_reach;
mod layers;
mod max_border;
mod mix;
mod oracle;
mod reach;
mod sketch;
mod solver;
mod starve;
mod story;
mod useful_random;

pub use ahead::Ahead;
pub use border_counter::BorderMeasure;
pub use engine::{TerritoryEngine, TerritoryEngineOptions};
pub use game::TerritoryGame;
pub use hegemony::{Hegemony, HegemonyVariant};
pub use heuristic::{TerritoryHeuristic, TerritoryWeights};
pub use max_border::{BorderUnit, MaxBorder};
pub use mix::Mix;
pub use oracle::{Oracle, Recursion};
pub use solver::{FloodSolver, LastRegions, SevenColoursSolver};
pub use starve::Starve;
pub use useful_random::UsefulRandom;
