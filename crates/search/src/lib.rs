//! Strategies: how a built-in player chooses its move.
//!
//! A strategy is generic over its game and is told everything it may use: limits, earlier positions, a seed, a stop
//! flag. It keeps no clock and draws no randomness of its own.

mod greedy;
mod playout;
mod random;
mod strategy;
pub mod territory;

pub use greedy::Greedy;
pub use playout::{Playout, playout};
pub use random::Random;
pub use strategy::{Choice, Limits, Report, Strategy, Thinking, Ties};
