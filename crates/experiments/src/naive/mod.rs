//! The reports' own algorithms, written as the reports describe them and counted while they work.
//!
//! Nothing here is used to play: the kernel of the games does the same without scanning boards. These are the
//! algorithms whose costs the reports state.

mod ahead;
mod board;
mod choosers;
mod serpent;

pub(crate) use ahead::moves_in_advance;
pub(crate) use board::{Board, Cost, MINE};
pub(crate) use choosers::{foreseeing, greedy, oracle};
pub(crate) use serpent::{Serpent, worst_scans};
