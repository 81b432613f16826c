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

/// Mixes a word into a hash. Both halves of the product count: in the lower one alone the highest bit of a word changes one bit,
/// which a single bit of the next word would change back.
#[inline(always)]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let mixed = u128::from(hash ^ word) * 0xD6E8_FEB8_6659_FD93;
    mixed as u64 ^ (mixed >> 64) as u64
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_that_differ_in_a_region_each_are_told_apart() {
        for hash in 0..1000 {
            let hash = mix(hash, 0x9E37_79B9_7F4A_7C15);
            for high in 0..64 {
                for low in (0..64).filter(|low| *low != high) {
                    let (free, first) = (1 << high, 1 << low);
                    assert_ne!(mix(mix(hash, free), first), mix(mix(hash, 0), free | first), "{high}, {low}");
                }
            }
        }
    }
}
