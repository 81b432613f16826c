//! Sets of regions as the bits of one machine word, 64 or 128 of them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of at most [`Bits::ROOM`] regions.
pub(super) trait Bits:
    Copy + Debug + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// How many regions there is room for.
    const ROOM: usize;
    /// No region.
    const NONE: Self;

    /// The set of one region.
    fn one(region: usize) -> Self;

    /// The first region of a set that is not empty.
    fn lowest(self) -> usize;

    /// The set without its first region.
    fn without_lowest(self) -> Self;

    /// The set in 64 bits, well mixed with what was hashed before.
    fn mixed_into(self, hash: u64) -> u64;
}

/// Mixes a word into a hash.
#[inline(always)]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

macro_rules! bits {
    ($word:ty, |$set:ident, $hash:ident| $mixed:expr) => {
        impl Bits for $word {
            const ROOM: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline(always)]
            fn one(region: usize) -> $word {
                1 << region
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn mixed_into(self, $hash: u64) -> u64 {
                let $set = self;
                $mixed
            }
        }
    };
}

bits!(u64, |set, hash| mix(hash, set));
bits!(u128, |set, hash| mix(mix(hash, set as u64), (set >> 64) as u64));
