//! Strategies: how a built-in player chooses its move.
//!
//! A strategy is generic over its game and is told everything it may use: limits, earlier positions, a seed, a stop
//! flag. It draws no randomness of its own, and only `time_control` reads a clock, to keep a limit.
//!
//! The searches for every game are [`Minimax`], the oracle the others are tested against, [`AlphaBeta`] and [`Mcts`].
//! What they think of a position they do not look beyond is a [`Heuristic`].

mod alphabeta;
pub mod awale;
mod control;
mod deepening;
mod erring;
mod exact;
mod feature;
mod greedy;
mod heuristic;
mod mcts;
mod minimax;
mod one_ply;
pub mod othello;
mod pages;
mod path;
mod playout;
mod random;
mod solve;
mod strategy;
mod table;
pub mod territory;
mod time_control;
mod window;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions, Analysis, Line};
pub use erring::Erring;
pub use exact::{ExactResult, ExactResults};
pub use feature::{BoardFeatures, Feature, Layer};
pub use greedy::Greedy;
pub use heuristic::{Heuristic, Margin, Score, Solved, Tally, WIN, margin};
pub use mcts::{Mcts, MctsOptions, Rollouts};
pub use minimax::{Found, Minimax};
pub use one_ply::OnePly;
pub use playout::{Playout, playout};
pub use random::Random;
pub use solve::{Goal, SearchToTheEnd, Solver};
pub use strategy::{Choice, Clock, Limits, Report, Strategy, Thinking, Ties};
pub use territory::{FloodSolver, LastRegions, SevenColoursSolver};
pub use time_control::Budget;
