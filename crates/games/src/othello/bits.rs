//! Moves and flips of one 8 x 8 position, in plain integer code.
//!
//! Bit 0 is a1 and bit 63 is h8, row by row:
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  1   0  1  2  3  4  5  6  7        west -1   east +1
//!  2   8  9 10 11 12 13 14 15        north -8  south +8
//!  ...
//!  8  56 57 58 59 60 61 62 63        the diagonals: 7 and 9, both ways
//! ```
//!
//! Nothing here branches. `moves` and `flips_without_table` also look nothing up, so that the compiler can run
//! them on several positions side by side: see `lanes`.

/// Columns b to g. A run of the opponent's discs along a row or a diagonal never goes on past an edge column,
/// and leaving these out of the runs is also what keeps them from wrapping into the next row.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares east of bit 0; shifted by a square's index, those east of the square (and more, behind the edge).
pub(super) const EAST: u64 = 0x0000_0000_0000_00FE;
/// The same to the south west.
pub(super) const SOUTH_WEST: u64 = 0x0002_0408_1020_4080;
/// The same to the south.
pub(super) const SOUTH: u64 = 0x0101_0101_0101_0100;
/// The same to the south east.
pub(super) const SOUTH_EAST: u64 = 0x8040_2010_0804_0200;

/// The squares where the mover may place a disc.
#[inline(always)]
pub fn moves(mover: u64, other: u64) -> u64 {
    let inner = other & INNER;
    // Adding a run's first disc to the run carries through it to the square behind: all rows in one addition.
    // What else is set in the sum is the opponent's and falls away with the occupied squares.
    let east = inner.wrapping_add((mover << 1) & inner);
    let west = run_down::<1>(mover, inner) >> 1;
    let reached = both_ways::<7>(mover, inner) | both_ways::<8>(mover, other) | both_ways::<9>(mover, inner);
    (east | west | reached) & !(mover | other)
}

/// The opponent's discs that a disc of the mover on `square` turns over.
#[inline(always)]
pub fn flips(mover: u64, other: u64, square: u32) -> u64 {
    let [east, south_west, south, south_east, west, north_east, north, north_west] = RAYS[square as usize & 63];
    let inner = other & INNER;
    bracketed_up(east, mover, inner)
        | bracketed_up(south_west, mover, inner)
        | bracketed_up(south, mover, other)
        | bracketed_up(south_east, mover, inner)
        | bracketed_down(west, mover, inner)
        | bracketed_down(north_east, mover, inner)
        | bracketed_down(north, mover, other)
        | bracketed_down(north_west, mover, inner)
}

/// The same as [`flips`] without table and without counting zeros, neither of which most vector units have.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn flips_without_table(mover: u64, other: u64, square: u32) -> u64 {
    let square = square & 63;
    let inner = other & INNER;
    bracketed_up(EAST << square, mover, inner)
        | bracketed_up(SOUTH_WEST << square, mover, inner)
        | bracketed_up(SOUTH << square, mover, other)
        | bracketed_up(SOUTH_EAST << square, mover, inner)
        | stepped_down::<1>(1 << square, mover, inner)
        | stepped_down::<7>(1 << square, mover, inner)
        | stepped_down::<8>(1 << square, mover, other)
        | stepped_down::<9>(1 << square, mover, inner)
}

/// The rays of every square, the four of higher bits first and then their opposites.
///
/// A ray that leaves the board to the side goes on behind the edge; runs end at the edge, so nobody follows it.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let (up, down) = (square, 63 - square);
        rays[square] = [
            EAST << up,
            SOUTH_WEST << up,
            SOUTH << up,
            SOUTH_EAST << up,
            EAST.reverse_bits() >> down,
            SOUTH_WEST.reverse_bits() >> down,
            SOUTH.reverse_bits() >> down,
            SOUTH_EAST.reverse_bits() >> down,
        ];
        square += 1;
    }
    rays
};

/// The squares just behind runs that start next to a disc of the mover, along one line in both directions.
#[inline(always)]
fn both_ways<const STEP: u32>(mover: u64, runs: u64) -> u64 {
    run_up::<STEP>(mover, runs) << STEP | run_down::<STEP>(mover, runs) >> STEP
}

/// The discs of `runs` reached from `from` by steps to higher bits: 1, 2, 4, then all 6 there can be.
#[inline(always)]
fn run_up<const STEP: u32>(from: u64, runs: u64) -> u64 {
    let pairs = runs & runs << STEP;
    let reached = runs & from << STEP;
    let reached = reached | runs & reached << STEP;
    let reached = reached | pairs & reached << (2 * STEP);
    reached | pairs & reached << (2 * STEP)
}

/// The same by steps to lower bits.
#[inline(always)]
fn run_down<const STEP: u32>(from: u64, runs: u64) -> u64 {
    let pairs = runs & runs >> STEP;
    let reached = runs & from >> STEP;
    let reached = reached | runs & reached >> STEP;
    let reached = reached | pairs & reached >> (2 * STEP);
    reached | pairs & reached >> (2 * STEP)
}

/// The run at the low end of `ray`, if a disc of the mover is behind it.
#[inline(always)]
fn bracketed_up(ray: u64, mover: u64, runs: u64) -> u64 {
    let stops = ray & !runs;
    let bracket = stops & stops.wrapping_neg() & mover;
    bracket.wrapping_sub(u64::from(bracket != 0)) & ray
}

/// The run at the high end of `ray`, if a disc of the mover is behind it.
#[inline(always)]
fn bracketed_down(ray: u64, mover: u64, runs: u64) -> u64 {
    // Bit 0 stands in for a stop where there is none; the ray or the mover then does without it.
    let stops = ray & !runs | 1;
    let bracket = (1 << 63) >> stops.leading_zeros() & mover & ray;
    ray & (bracket << 1).wrapping_neg()
}

/// The run below `disc`, if a disc of the mover is behind it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn stepped_down<const STEP: u32>(disc: u64, mover: u64, runs: u64) -> u64 {
    let run = run_down::<STEP>(disc, runs);
    let bracket = run >> STEP & mover;
    run & u64::from(bracket != 0).wrapping_neg()
}
