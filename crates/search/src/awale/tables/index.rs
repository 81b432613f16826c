//! A number for every position with so many seeds, and a position for every number: no gaps, no doubles.
//!
//! With S0 <= S1 <= ... <= S10 the sums of the first one, two, ... eleven pits, the numbers S0, S1 + 1, ... S10 + 10
//! are eleven different ones, and the number of such a set in the combinatorial number system is the sum of
//! binomials (S0 over 1) + (S1 + 1 over 2) + ... + (S10 + 10 over 11). The twelfth pit has what is left, so that the
//! number does not depend on how many seeds there are. The first pit changes fastest.

use super::super::rows::{ONES, Rows, lane};

/// The most seeds of a table: the numbers of its positions fit in 32 bits.
pub const MOST_SEEDS: u32 = 28;

const SUMS: usize = 11;

/// `BINOMIALS[k][s]` is s + k over k + 1.
static BINOMIALS: [[u32; 32]; SUMS] = binomials();

const fn binomials() -> [[u32; 32]; SUMS] {
    let mut table = [[0; 32]; SUMS];
    let mut k = 0;
    while k < SUMS {
        let mut s = 1;
        while s <= MOST_SEEDS as usize {
            let before = if k == 0 { 1 } else { table[k - 1][s] };
            table[k][s] = table[k][s - 1] + before;
            s += 1;
        }
        k += 1;
    }
    table
}

/// How many positions there are with so many seeds on the board, at most [`MOST_SEEDS`].
pub fn positions(seeds: u32) -> usize {
    1 + (0..SUMS).map(|k| BINOMIALS[k][seeds as usize & 31] as usize).sum::<usize>()
}

/// The number of a position among those with as many seeds.
#[inline(always)]
pub fn index(rows: Rows) -> usize {
    let mine = rows.mine.wrapping_mul(ONES);
    let theirs = rows.theirs.wrapping_mul(ONES).wrapping_add((mine >> 56) * ONES);
    let of_mine: u32 = (0..6).map(|k| BINOMIALS[k as usize][lane(mine, k) as usize & 31]).sum();
    let of_theirs: u32 = (0..5).map(|k| BINOMIALS[k as usize + 6][lane(theirs, k) as usize & 31]).sum();
    (of_mine + of_theirs) as usize
}

/// The position with this number among those with so many seeds.
pub fn position(seeds: u32, index: usize) -> Rows {
    let (mut rest, mut above) = (index as u32, seeds);
    let mut pits = [0; 12];
    for k in (0..SUMS).rev() {
        let row = &BINOMIALS[k];
        let mut sum = above;
        while row[sum as usize & 31] > rest {
            sum -= 1;
        }
        pits[k + 1] = (above - sum) as u8;
        rest -= row[sum as usize & 31];
        above = sum;
    }
    pits[0] = above as u8;
    Rows::of_pits(pits)
}

/// The position whose number is one more; the last one is followed by nonsense.
#[inline(always)]
pub(super) fn next(rows: Rows) -> Rows {
    // One seed goes back from the first pit after pit 0 that has one, and all of pit 0 joins it.
    let first = rows.mine & 0xFF;
    let mine = rows.mine - first;
    if mine != 0 {
        let pit = mine.trailing_zeros() / 8;
        return Rows { mine: mine - (1 << (8 * pit)) + ((first + 1) << (8 * (pit - 1))), ..rows };
    }
    let pit = rows.theirs.trailing_zeros() / 8 % 8;
    let theirs = rows.theirs.wrapping_sub(1 << (8 * pit));
    match pit {
        0 => Rows { mine: (first + 1) << 40, theirs },
        _ => Rows { mine: 0, theirs: theirs.wrapping_add((first + 1) << (8 * (pit - 1))) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        for seeds in 0..=9 {
            let mut rows = position(seeds, 0);
            for number in 0..positions(seeds) {
                assert_eq!((rows.seeds(), index(rows), position(seeds, number)), (seeds, number, rows));
                rows = next(rows);
            }
        }
    }

    #[test]
    fn there_are_as_many_positions_as_seeds_and_walls_can_be_arranged() {
        assert_eq!([1, 2, 12, 16, 24].map(positions), [12, 78, 1_352_078, 13_037_895, 417_225_900]);
        let last = Rows::of_pits([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28]);
        assert_eq!(index(position(28, positions(28) - 1)), positions(28) - 1);
        assert_eq!(index(last), 0, "the twelfth pit has what is left");
    }
}
