//! The Othello engine for 8 x 8 squares: a learned evaluation, a search, and exact endgames.
//!
//! | file | what it holds |
//! |---|---|
//! | `think`, `expert`, `solving` | what others see: the engine, as a player and analyst, as a solver |
//! | `root`, `search`, `cuts` | the search from a position, its nodes, probable cuts |
//! | `crew` | several threads at one search |
//! | `endgame`, `last_discs`, `stability` | the end of a game, exactly |
//! | `patterns`, `weights` | what the evaluation looks at, and what that is worth |
//! | `book` | moves of the opening that were found before |
//! | `table`, `cache` | positions remembered, for all threads and for one |
//! | `machine` | the same code for plain processors and for those with vectors |
//! | `board` | two sets of discs |
//! | `solve`, `exact` | exact values without the evaluation: labels for training, ends of matches |

mod board;
mod book;
mod cache;
mod crew;
mod cuts;
mod endgame;
mod exact;
mod expert;
mod last_discs;
mod machine;
mod patterns;
mod root;
mod search;
mod solve;
mod solving;
mod stability;
mod table;
mod think;
mod weights;

pub use board::Board;
pub use book::Book;
pub use exact::LastSquares;
pub use patterns::{Patterns, SHAPES};
pub use solve::{ExactSolver, Solution};
pub use think::{Engine, EngineOptions, Evaluation};
pub use weights::{DISC, MAGIC, MOBILITIES, PHASES, RawWeights, Weights, WeightsError, mobility, phase_of};
