//! The lane code for AVX-512: eight positions in a register.
//!
//! Two things make it short. A ternary instruction does two of the logic steps at once; and one GFNI instruction
//! turns eight boards by a quarter, so that all four directions along rows and columns are the same addition:
//!
//! ```text
//!     a b c ...        . . a          turned(board)[row][column] = board[7 - column][row]
//!     i j k ...   ->   . . b
//!     . . .            . . c          four turns are none
//! ```

#![expect(
    unsafe_code,
    reason = "vector loads and stores take pointers; each is inside a slice whose length is checked just before"
)]

use std::arch::x86_64::*;
use std::ops::Range;

use super::bits::{EAST, INNER, SOUTH, SOUTH_EAST, SOUTH_WEST};
use super::lanes::{Children, Tasks, Total, WIDTH};

/// The truth tables of the three operands of a ternary instruction; formulas over them give any other.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;
const A_OR_B_AND_C: i32 = A | B & C;
const ANY: i32 = A | B | C;
const A_WITHOUT_B_C: i32 = A & !B & !C;

/// Byte k has bit k set: as the matrix it mirrors every row, as the vector it turns a board.
const UNITS: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// See [`super::lanes::play`].
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn play(tasks: &Tasks, range: Range<usize>, children: &mut Children) {
    children.reset(range.len());
    let padded = range.len().next_multiple_of(WIDTH);
    let tasks_end = range.start + padded;
    let mover = &tasks.mover[range.start..tasks_end];
    let other = &tasks.other[range.start..tasks_end];
    let square = &tasks.square[range.start..tasks_end];
    let child_mover = &mut children.mover[..padded];
    let child_other = &mut children.other[..padded];
    let moves = &mut children.moves[..padded];
    for at in (0..padded).step_by(WIDTH) {
        // SAFETY: `at` is a multiple of WIDTH below `padded`, which is one too and the length of all six slices:
        // eight lanes from `at` are inside each. No load or store needs an alignment.
        let (played_mover, played_other, squares) = unsafe {
            (
                _mm512_loadu_si512(mover.as_ptr().add(at).cast()),
                _mm512_loadu_si512(other.as_ptr().add(at).cast()),
                _mm512_cvtepu8_epi64(_mm_loadl_epi64(square.as_ptr().add(at).cast())),
            )
        };
        let [next_mover, next_other] = after(played_mover, played_other, squares);
        let found = find_moves(next_mover, next_other);
        // SAFETY: as above.
        unsafe {
            _mm512_storeu_si512(child_mover.as_mut_ptr().add(at).cast(), next_mover);
            _mm512_storeu_si512(child_other.as_mut_ptr().add(at).cast(), next_other);
            _mm512_storeu_si512(moves.as_mut_ptr().add(at).cast(), found);
        }
    }
}

/// See [`super::lanes::total`].
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
pub(super) fn total(children: &Children) -> Total {
    super::lanes::total(children)
}

/// See [`super::lanes::spread`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn spread(children: &Children, tasks: &mut Tasks) {
    static PLACES: [u8; 64] = {
        let mut places = [0; 64];
        let mut place = 0;
        while place < 64 {
            places[place] = place as u8;
            place += 1;
        }
        places
    };
    // SAFETY: the array has the 64 bytes that are read.
    let places = unsafe { _mm512_loadu_si512(PLACES.as_ptr().cast()) };
    let mut len = tasks.len;
    let positions = children.mover[..children.len].iter().zip(&children.other[..children.len]);
    for ((mover, other), moves) in positions.zip(&children.moves[..children.len]) {
        let end = len + moves.count_ones() as usize;
        // One whole vector of squares and vectors of eight positions are written, and what is behind `end` is
        // written again by the next position.
        let room = tasks.mover.len().min(tasks.other.len()).min(tasks.square.len());
        assert!(end.max(len + 1) + 63 <= room, "the list of tasks has room");
        let (mover, other) = (_mm512_set1_epi64(*mover as i64), _mm512_set1_epi64(*other as i64));
        // SAFETY: the assertion leaves 64 places from `len`, and 8 from every place below `end`.
        unsafe {
            let squares = _mm512_maskz_compress_epi8(*moves, places);
            _mm512_storeu_si512(tasks.square.as_mut_ptr().add(len).cast(), squares);
            for at in (len..end).step_by(WIDTH) {
                _mm512_storeu_si512(tasks.mover.as_mut_ptr().add(at).cast(), mover);
                _mm512_storeu_si512(tasks.other.as_mut_ptr().add(at).cast(), other);
            }
        }
        len = end;
    }
    tasks.len = len;
}

/// The positions after a disc on each of the squares: mover and other have changed places.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn after(mover: __m512i, other: __m512i, squares: __m512i) -> [__m512i; 2] {
    let up = flips_up(mover, other, squares);
    let from_last = _mm512_sub_epi64(_mm512_set1_epi64(63), squares);
    let down = reversed(flips_up(reversed(mover), reversed(other), from_last));
    let disc = _mm512_sllv_epi64(_mm512_set1_epi64(1), squares);
    [
        _mm512_ternarylogic_epi64::<A_WITHOUT_B_C>(other, up, down),
        _mm512_ternarylogic_epi64::<ANY>(_mm512_or_si512(mover, disc), up, down),
    ]
}

/// The discs turned over in the four directions of higher bits.
#[target_feature(enable = "avx512f")]
#[inline]
fn flips_up(mover: __m512i, other: __m512i, squares: __m512i) -> __m512i {
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER as i64));
    let ray = |from_first: u64| _mm512_sllv_epi64(_mm512_set1_epi64(from_first as i64), squares);
    let three = _mm512_ternarylogic_epi64::<ANY>(
        bracketed(ray(EAST), mover, inner),
        bracketed(ray(SOUTH_WEST), mover, inner),
        bracketed(ray(SOUTH), mover, other),
    );
    _mm512_or_si512(three, bracketed(ray(SOUTH_EAST), mover, inner))
}

/// The run at the low end of each ray, where a disc of the mover is behind it.
///
/// With `stops` the squares of the ray outside runs, its negative has only ones of `!stops` above the first stop,
/// a one there and zeros below: met with the mover's squares of the ray, only the first stop can be left.
#[target_feature(enable = "avx512f")]
#[inline]
fn bracketed(ray: __m512i, mover: __m512i, runs: __m512i) -> __m512i {
    let stops = _mm512_andnot_si512(runs, ray);
    let negative = _mm512_sub_epi64(_mm512_setzero_si512(), stops);
    let is_bracketed = _mm512_test_epi64_mask(_mm512_and_si512(ray, mover), negative);
    _mm512_maskz_ternarylogic_epi64::<A_WITHOUT_B_C>(is_bracketed, ray, stops, negative)
}

/// The moves of eight positions.
#[target_feature(enable = "avx512f,gfni")]
#[inline]
fn find_moves(mover: __m512i, other: __m512i) -> __m512i {
    let (mover_1, other_1) = (turned(mover), turned(other));
    let (mover_2, other_2) = (turned(mover_1), turned(other_1));
    let (mover_3, other_3) = (turned(mover_2), turned(other_2));
    // What was found on a turned board is turned on together with the boards until it lies as they did at first.
    let found = eastward(mover_1, other_1);
    let found = _mm512_or_si512(turned(found), eastward(mover_2, other_2));
    let found = _mm512_or_si512(turned(found), eastward(mover_3, other_3));
    let found = _mm512_or_si512(turned(found), eastward(mover, other));
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER as i64));
    let found = diagonal::<7, 14>(found, mover, inner);
    let found = diagonal::<9, 18>(found, mover, inner);
    _mm512_ternarylogic_epi64::<A_WITHOUT_B_C>(found, mover, other)
}

/// The squares behind runs to the east of the mover's discs, and squares of the opponent that fall away later.
#[target_feature(enable = "avx512f")]
#[inline]
fn eastward(mover: __m512i, other: __m512i) -> __m512i {
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER as i64));
    let first = _mm512_and_si512(_mm512_add_epi64(mover, mover), inner);
    _mm512_add_epi64(inner, first)
}

/// Adds the squares behind runs along one diagonal, both ways: runs of 1, 2, 4, then 6 discs, as in `bits`.
#[target_feature(enable = "avx512f")]
#[inline]
fn diagonal<const STEP: u32, const TWO: u32>(found: __m512i, mover: __m512i, runs: __m512i) -> __m512i {
    let pairs = _mm512_and_si512(runs, _mm512_slli_epi64::<STEP>(runs));
    let up = _mm512_and_si512(runs, _mm512_slli_epi64::<STEP>(mover));
    let up = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(up, runs, _mm512_slli_epi64::<STEP>(up));
    let up = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(up, pairs, _mm512_slli_epi64::<TWO>(up));
    let up = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(up, pairs, _mm512_slli_epi64::<TWO>(up));
    let pairs = _mm512_srli_epi64::<STEP>(pairs);
    let down = _mm512_and_si512(runs, _mm512_srli_epi64::<STEP>(mover));
    let down = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(down, runs, _mm512_srli_epi64::<STEP>(down));
    let down = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(down, pairs, _mm512_srli_epi64::<TWO>(down));
    let down = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(down, pairs, _mm512_srli_epi64::<TWO>(down));
    let (up, down) = (_mm512_slli_epi64::<STEP>(up), _mm512_srli_epi64::<STEP>(down));
    _mm512_ternarylogic_epi64::<ANY>(found, up, down)
}

/// Eight boards turned by a quarter: each is the matrix that multiplies the eight unit vectors.
#[target_feature(enable = "avx512f,gfni")]
#[inline]
fn turned(boards: __m512i) -> __m512i {
    _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNITS), boards)
}

/// Eight boards turned by half: bit 0 becomes bit 63.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn reversed(boards: __m512i) -> __m512i {
    let mirrored = _mm512_gf2p8affine_epi64_epi8::<0>(boards, _mm512_set1_epi64(UNITS));
    let last_byte_first = _mm512_set4_epi32(0x0809_0A0B, 0x0C0D_0E0F, 0x0001_0203, 0x0405_0607);
    _mm512_shuffle_epi8(mirrored, last_byte_first)
}
