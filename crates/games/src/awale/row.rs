//! A row of pits and its store as the bytes of one machine word, and the arithmetic on all of them at once.
//!
//! ```text
//!  byte   7 | 6     | 5 | 4 | 3 | 2 | 1 | 0        u64, 6 pits
//!         0 | store | f | e | d | c | b | a
//! ```
//!
//! A byte is called a lane. With p pits the store is lane p, and the lanes above it stay 0. No sum of lanes
//! passes 255, so that no addition carries from one lane into the next.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr, Not};

/// A machine word that holds a row of pits and its store, one byte each.
///
/// Sets of lanes come in two forms: a *mask* has every bit of its lanes, *flags* only the highest bit.
pub trait Row:
    Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// No seeds, no lanes.
    const ZERO: Self;

    /// The seeds in a lane.
    fn seeds(self, lane: u32) -> u32;

    /// So many seeds in a lane, and none elsewhere.
    fn of(lane: u32, seeds: u32) -> Self;

    /// The mask of the first `count` lanes.
    fn first(count: u32) -> Self;

    /// Flags of the lanes that are not 0.
    fn occupied(self) -> Self;

    /// The mask of the lanes with 2 or 3 seeds that reach without a gap down from the last lane of `reach`,
    /// itself the mask of the first lanes of a row or nothing.
    fn chain(self, reach: Self) -> Self;

    /// Whether every lane holds at most 3.
    fn is_at_most_three(self) -> bool;

    /// The mask of the lanes that hold 1, where every other lane is 0.
    fn filled(self) -> Self;

    /// The sum of all lanes.
    fn sum(self) -> u32;

    /// How many flags are set.
    fn count(self) -> u32;

    /// The lowest lane that is not 0; the lane after the last if there is none.
    fn lowest(self) -> u32;

    /// The lane of the `rank`-th flag, counted from 0; there must be more than `rank` flags.
    fn nth(self, rank: u32) -> u32;

    /// The highest lane that is not 0; 0 if there is none.
    fn highest(self) -> u32;

    /// These flags without the lowest one.
    fn without_lowest(self) -> Self;

    /// The first `count` lanes in the other order; lanes beyond them must be 0.
    fn mirrored(self, count: u32) -> Self;

    /// All lanes of the word in the other order, the unused ones first.
    fn reversed(self) -> Self;

    /// The mask of the lanes with 2 or 3 seeds that reach without a gap up from the lane in which `start` has one seed.
    fn run(self, start: Self) -> Self;

    /// All lanes in 64 bits, without loss for a `u64`.
    fn folded(self) -> u64;

    /// A `u128`'s lower lanes.
    fn narrowed(wide: u128) -> Self;
}

macro_rules! row {
    ($word:ty, $ones:expr, |$lanes:ident| $occupied:expr, |$all:ident| $folded:expr) => {
        impl Row for $word {
            const ZERO: $word = 0;

            #[inline(always)]
            fn seeds(self, lane: u32) -> u32 {
                (self >> (8 * lane)) as u32 & 0xFF
            }

            #[inline(always)]
            fn of(lane: u32, seeds: u32) -> $word {
                <$word>::from(seeds as u8) << (8 * lane)
            }

            #[inline(always)]
            fn first(count: u32) -> $word {
                !(<$word>::MAX << (8 * count))
            }

            #[inline(always)]
            fn occupied(self) -> $word {
                let $lanes = self;
                $occupied & ($ones << 7)
            }

            #[inline(always)]
            fn chain(self, reach: $word) -> $word {
                // 2 and 3 differ from 2 at most in their lowest bit: only they become 0.
                let stops = ((self & ($ones * 0xFE)) ^ ($ones * 2)).occupied() & reach;
                // One lane up and a stop below them all, so that there is always a highest stop.
                let highest = ((stops << 8) | 0x80).leading_zeros();
                reach & !(<$word>::MAX >> 8 >> highest)
            }

            #[inline(always)]
            fn is_at_most_three(self) -> bool {
                self & ($ones * 0xFC) == 0
            }

            #[inline(always)]
            fn filled(self) -> $word {
                (self << 8).wrapping_sub(self)
            }

            #[inline(always)]
            fn sum(self) -> u32 {
                (self.wrapping_mul($ones) >> (<$word>::BITS - 8)) as u32
            }

            #[inline(always)]
            fn count(self) -> u32 {
                (self >> 7).sum()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros() / 8
            }

            #[inline(always)]
            fn nth(self, rank: u32) -> u32 {
                // Each lane of the product counts the flags up to it; the lanes with at most `rank` come before.
                let counts = (self >> 7).wrapping_mul($ones);
                let before = (($ones * <$word>::from(rank as u8 | 0x80)) - counts) & ($ones << 7);
                before.count()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                (<$word>::BITS - 1).saturating_sub(self.leading_zeros()) / 8
            }

            #[inline(always)]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn mirrored(self, count: u32) -> $word {
                self.swap_bytes() >> (<$word>::BITS - 8 * count)
            }

            #[inline(always)]
            fn reversed(self) -> $word {
                self.swap_bytes()
            }

            #[inline(always)]
            fn run(self, start: $word) -> $word {
                // 2 and 3 differ from 2 at most in their lowest bit: only they become 0.
                let wanted = !((self & ($ones * 0xFE)) ^ ($ones * 2)).occupied() & ($ones << 7);
                let full = (wanted << 1).wrapping_sub(wanted >> 7);
                // One more in the first full lane carries through all those after it, and they become empty.
                full & !full.wrapping_add(start)
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                let $all = self;
                $folded
            }

            #[inline(always)]
            fn narrowed(wide: u128) -> $word {
                wide as $word
            }
        }
    };
}

// The standard board has 48 seeds: a lane plus 127 stays below 256, and sets the highest bit unless it was 0.
row!(u64, 0x0101_0101_0101_0101_u64, |lanes| lanes + 0x7F7F_7F7F_7F7F_7F7F, |lanes| lanes);
// Any other board may have up to 255: the highest bit of a lane is kept out of the addition.
row!(
    u128,
    0x0101_0101_0101_0101_0101_0101_0101_0101_u128,
    |lanes| (((lanes & (u128::MAX / 255 * 0x7F)) + u128::MAX / 255 * 0x7F) | lanes),
    |lanes| crate::random::finish(lanes as u64).wrapping_add((lanes >> 64) as u64)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn row(lanes: &[u32]) -> u64 {
        (0..).zip(lanes).fold(0, |row, (lane, seeds)| row + u64::of(lane, *seeds))
    }

    #[test]
    fn occupied_lanes_are_flagged() {
        assert_eq!(row(&[0, 1, 0, 48, 2, 0, 48]).occupied().count(), 4);
        assert_eq!(u128::of(3, 200).occupied(), u128::of(3, 0x80));
        assert_eq!(u128::of(3, 128).occupied().lowest(), 3);
    }

    #[test]
    fn chain_goes_down_to_the_first_other_count() {
        let lanes = row(&[2, 1, 3, 2, 3, 2, 2]);
        assert_eq!(lanes.chain(u64::first(5)), u64::first(5) & !u64::first(2));
        assert_eq!(lanes.chain(u64::first(2)), 0);
        assert_eq!(lanes.chain(u64::first(1)), u64::first(1));
        assert_eq!(lanes.chain(0), 0);
        assert_eq!(row(&[3; 6]).chain(u64::first(6)), u64::first(6));
    }

    #[test]
    fn run_goes_up_to_the_first_other_count() {
        let lanes = row(&[2, 2, 3, 2, 1, 3, 0, 2]);
        assert_eq!(lanes.run(u64::of(1, 1)), u64::first(4) & !u64::first(1));
        assert_eq!(lanes.run(u64::of(4, 1)), 0);
        assert_eq!(lanes.run(u64::of(7, 1)), u64::of(7, 0xFF));
        assert_eq!(lanes.run(0), 0);
        assert_eq!(row(&[3; 8]).run(1), u64::MAX);
        assert_eq!(u128::of(9, 200).run(u128::of(9, 1)), 0);
    }

    #[test]
    fn nth_flag() {
        let flags = row(&[0, 7, 0, 1, 2, 9]).occupied();
        assert_eq!([0, 1, 2, 3].map(|rank| flags.nth(rank)), [1, 3, 4, 5]);
        let flags = u128::of(0, 0x80) + u128::of(11, 0x80);
        assert_eq!([0, 1].map(|rank| flags.nth(rank)), [0, 11]);
    }

    #[test]
    fn filled_lanes() {
        assert_eq!(row(&[0, 0, 1]).filled(), row(&[0, 0, 255]));
        assert_eq!(row(&[0, 0, 0]).filled(), 0);
    }

    #[test]
    fn mirrored_rows() {
        assert_eq!(row(&[1, 2, 3, 4, 5, 6]).mirrored(6), row(&[6, 5, 4, 3, 2, 1]));
        assert_eq!(u128::of(0, 9).mirrored(12), u128::of(11, 9));
    }

    #[test]
    fn highest_and_lowest_lanes() {
        let lanes = row(&[0, 0, 5, 0, 1]);
        assert_eq!((lanes.lowest(), lanes.highest()), (2, 4));
        assert_eq!(u64::ZERO.highest(), 0);
    }
}
