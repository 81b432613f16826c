//! Territory games: Seven Colours and Flood, on one kernel of contracted regions.
//!
//! A coloured board ([`Topology`] and a colour per cell) is contracted once into [`Regions`], the connected
//! areas of one colour. [`Zones`] then says who owns which region and keeps, for each side and colour, the
//! regions on the border and what they would gain, with undo. Nothing here recurses, so a snake across a
//! huge board is as safe as a small one.

mod border;
mod frontier;
mod generator;
mod network;
mod obstacles;
mod regions;
mod rows;
mod topology;
mod zones;

pub mod flood;
pub mod seven_colours;

pub use border::{Border, ColourBorder};
pub use frontier::{Frontier, Outskirts, Touching};
pub use network::Network;
pub use regions::{NO_REGION, Region, Regions};
pub use topology::Topology;
pub use zones::{Change, Zones};

/// The most cells a board may have: far above any game people play, far below what would exhaust memory.
pub const MOST_CELLS: u64 = 1_000_000;

/// The tag of a cell that is a hole or an obstacle.
pub(crate) const BLOCKED: u8 = u8::MAX;
