//! A position as the solver sees it.

use super::bits::{Bits, mix};

/// A position; `0` is the side to move in every pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position<B> {
    /// Regions nobody has.
    pub(super) free: B,
    /// Regions that First has taken.
    pub(super) first: B,
    /// Regions that touch each side's zone, whoever has them now.
    pub(super) touched: [B; 2],
    /// Cells the side to move has more.
    pub(super) lead: i32,
    /// Cells nobody has.
    pub(super) cells: i32,
    pub(super) colour: [u8; 2],
    pub(super) passes: u8,
    pub(super) zones_touch: bool,
    /// 0 when First is to move, 1 when Second is.
    pub(super) mover: u8,
}

impl<B: Bits> Position<B> {
    /// The position after a move that takes nothing.
    #[inline]
    pub(super) fn passed(&self) -> Position<B> {
        Position {
            touched: [self.touched[1], self.touched[0]],
            lead: -self.lead,
            colour: [self.colour[1], self.colour[0]],
            passes: self.passes + 1,
            mover: self.mover ^ 1,
            ..*self
        }
    }

    /// A hash of everything that can differ between two positions on one board and matters.
    #[inline]
    pub(super) fn key(&self, has_passes: bool) -> u64 {
        let rest = if has_passes { self.rest() } else { 0 } | u64::from(self.mover) << 24;
        let rest = (rest ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xA076_1D64_78BD_642F);
        self.first.mixed_into(self.free.mixed_into(mix(rest, rest >> 29)))
    }

    /// What else there is to a position where zones have colours.
    #[inline]
    fn rest(&self) -> u64 {
        u64::from(self.colour[0]) | u64::from(self.colour[1]) << 8 | u64::from(self.passes) << 16
    }
}
