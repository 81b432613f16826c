//! Processors with AVX2: the four lines through a square in the lanes of a vector.
#![expect(
    unsafe_code,
    reason = "a function compiled for a feature may only be called where the feature was detected; an `Avx2` exists only after \
              detection, and all calls go through one. A prefetch reads nothing, whatever its address"
)]

use std::arch::x86_64::*;

use super::{Machine, machine_with_features};
use crate::othello::engine::board::Board;
use crate::othello::engine::endgame::{self, Solver};
use crate::othello::engine::last_discs;
use crate::othello::engine::search::{self, Node, Searcher};

/// AVX2 with the bit instructions of its time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// If this processor has them.
    pub(crate) fn detect() -> Option<Avx2> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }
}

machine_with_features!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

/// The four lines of a lane each: columns, rows and both diagonals, to higher and to lower bits.
#[target_feature(enable = "avx2")]
#[inline]
fn moves(mover: u64, other: u64) -> u64 {
    let steps = _mm256_set_epi64x(7, 9, 8, 1);
    let double_steps = _mm256_set_epi64x(14, 18, 16, 2);
    let inner = 0x7E7E_7E7E_7E7E_7E7E_u64 as i64;
    let inside = _mm256_set_epi64x(inner, inner, -1, inner);
    let movers = _mm256_set1_epi64x(mover as i64);
    let runs = _mm256_and_si256(_mm256_set1_epi64x(other as i64), inside);
    let up = _mm256_and_si256(runs, _mm256_sllv_epi64(movers, steps));
    let down = _mm256_and_si256(runs, _mm256_srlv_epi64(movers, steps));
    let up = _mm256_or_si256(up, _mm256_and_si256(runs, _mm256_sllv_epi64(up, steps)));
    let down = _mm256_or_si256(down, _mm256_and_si256(runs, _mm256_srlv_epi64(down, steps)));
    let pairs_up = _mm256_and_si256(runs, _mm256_sllv_epi64(runs, steps));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double_steps)));
    let down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double_steps)));
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double_steps)));
    let down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double_steps)));
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    folded(found) & !(mover | other)
}

/// What any of the four lanes has.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn folded(lanes: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// The rays of a square in the four directions of higher bits (east, south, south-east, south-west).
pub(super) static RAYS: [[u64; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let mut step = 1;
        while step < 8 {
            let down = row + step < 8;
            if column + step < 8 {
                rays[square][0] |= 1 << (square + step);
                if down {
                    rays[square][2] |= 1 << (square + 9 * step);
                }
            }
            if down {
                rays[square][1] |= 1 << (square + 8 * step);
                if column >= step {
                    rays[square][3] |= 1 << (square + 7 * step);
                }
            }
            step += 1;
        }
        square += 1;
    }
    rays
};

#[target_feature(enable = "avx2")]
#[inline]
fn flips(mover: u64, other: u64, square: u32) -> u64 {
    let square = square as usize & 63;
    let inner = 0x7E7E_7E7E_7E7E_7E7E_u64 as i64;
    let inside = _mm256_set_epi64x(inner, inner, -1, inner);
    let movers = _mm256_set1_epi64x(mover as i64);
    let runs = _mm256_and_si256(_mm256_set1_epi64x(other as i64), inside);
    let [east, south, south_east, south_west] = RAYS[square];
    let ray = _mm256_set_epi64x(south_west as i64, south_east as i64, south as i64, east as i64);
    // To higher bits: the lowest square of the ray that is no run's must be the mover's.
    let stops = _mm256_andnot_si256(runs, ray);
    let zero = _mm256_setzero_si256();
    let negative = _mm256_sub_epi64(zero, stops);
    let bracket = _mm256_and_si256(_mm256_and_si256(stops, negative), movers);
    let is_open = _mm256_cmpeq_epi64(bracket, zero);
    let below = _mm256_add_epi64(bracket, _mm256_set1_epi64x(-1));
    let up = _mm256_andnot_si256(is_open, _mm256_and_si256(below, ray));
    // To lower bits: the run that begins beside the square, and the mover's disc behind it.
    let steps = _mm256_set_epi64x(7, 9, 8, 1);
    let double_steps = _mm256_set_epi64x(14, 18, 16, 2);
    let disc = _mm256_set1_epi64x(1_i64.wrapping_shl(square as u32));
    let run = _mm256_and_si256(runs, _mm256_srlv_epi64(disc, steps));
    let run = _mm256_or_si256(run, _mm256_and_si256(runs, _mm256_srlv_epi64(run, steps)));
    let pairs = _mm256_and_si256(runs, _mm256_srlv_epi64(runs, steps));
    let run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, double_steps)));
    let run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, double_steps)));
    let bracket = _mm256_and_si256(_mm256_srlv_epi64(run, steps), movers);
    let is_open = _mm256_cmpeq_epi64(bracket, zero);
    let down = _mm256_andnot_si256(is_open, run);
    folded(_mm256_or_si256(up, down))
}
