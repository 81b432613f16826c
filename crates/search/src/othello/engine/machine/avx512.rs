//! Processors with AVX-512: all eight directions in one vector, and the highest bit of a lane in one instruction.
#![expect(
    unsafe_code,
    reason = "a function compiled for a feature may only be called where the feature was detected; an `Avx512` exists only after \
              detection, and all calls go through one. A prefetch reads nothing, whatever its address"
)]

use std::arch::x86_64::*;

use super::avx2::{Avx2, folded};
use super::{Machine, machine_with_features};
use crate::othello::engine::board::Board;
use crate::othello::engine::endgame::{self, Solver};
use crate::othello::engine::last_discs;
use crate::othello::engine::search::{self, Node, Searcher};

/// AVX-512 with what counts leading zeros, and all of AVX2.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// If this processor has them.
    pub(crate) fn detect() -> Option<Avx512> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd");
        Avx2::detect().filter(|_| has_all).map(|_| Avx512(()))
    }
}

machine_with_features!(Avx512, "avx512f,avx512vl,avx512bw,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt");

/// The truth tables of the operands of a ternary instruction; formulas over them give any other.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

/// Every direction is a turn of the bits: a disc that can be turned over lies where the turn leads off no edge.
#[target_feature(enable = "avx512f,avx512vl,avx2")]
#[inline]
fn moves(mover: u64, other: u64) -> u64 {
    const ROWS: i64 = 0x7E7E_7E7E_7E7E_7E7E;
    const COLUMNS: i64 = 0x00FF_FFFF_FFFF_FF00;
    const DIAGONALS: i64 = ROWS & COLUMNS;
    let steps = _mm512_set_epi64(57, 55, 56, 63, 7, 9, 8, 1);
    let double_steps = _mm512_set_epi64(50, 46, 48, 62, 14, 18, 16, 2);
    let inside = _mm512_set_epi64(DIAGONALS, DIAGONALS, COLUMNS, ROWS, DIAGONALS, DIAGONALS, COLUMNS, ROWS);
    let movers = _mm512_set1_epi64(mover as i64);
    let runs = _mm512_and_si512(_mm512_set1_epi64(other as i64), inside);
    let pairs = _mm512_and_si512(runs, _mm512_rolv_epi64(runs, steps));
    let run = _mm512_and_si512(runs, _mm512_rolv_epi64(movers, steps));
    let run = _mm512_ternarylogic_epi64::<{ A | B & C }>(run, runs, _mm512_rolv_epi64(run, steps));
    let run = _mm512_ternarylogic_epi64::<{ A | B & C }>(run, pairs, _mm512_rolv_epi64(run, double_steps));
    let run = _mm512_ternarylogic_epi64::<{ A | B & C }>(run, pairs, _mm512_rolv_epi64(run, double_steps));
    let found = _mm512_rolv_epi64(run, steps);
    let halves = _mm256_or_si256(_mm512_castsi512_si256(found), _mm512_extracti64x4_epi64::<1>(found));
    folded(halves) & !(mover | other)
}

/// The rays of a square in the four directions of higher bits (east, south, south-east, south-west) and the four against them.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            rays[square][line] = super::avx2::RAYS[square][line];
            rays[square][line + 4] = super::avx2::RAYS[63 - square][line].reverse_bits();
            line += 1;
        }
        square += 1;
    }
    rays
};

#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
#[inline]
fn flips(mover: u64, other: u64, square: u32) -> u64 {
    let inner = 0x7E7E_7E7E_7E7E_7E7E_u64 as i64;
    let inside = _mm256_set_epi64x(inner, inner, -1, inner);
    let movers = _mm256_set1_epi64x(mover as i64);
    let runs = _mm256_and_si256(_mm256_set1_epi64x(other as i64), inside);
    let [east, south, south_east, south_west, west, north, north_west, north_east] = RAYS[square as usize & 63];
    let up_ray = _mm256_set_epi64x(south_west as i64, south_east as i64, south as i64, east as i64);
    let down_ray = _mm256_set_epi64x(north_east as i64, north_west as i64, north as i64, west as i64);
    // To higher bits: the lowest square of the ray that is no run's must be the mover's, and what is below it is turned over.
    let stops = _mm256_andnot_si256(runs, up_ray);
    let bracket =
        _mm256_ternarylogic_epi64::<{ A & B & C }>(stops, _mm256_sub_epi64(_mm256_setzero_si256(), stops), movers);
    let is_closed = _mm256_test_epi64_mask(bracket, bracket);
    let up = _mm256_maskz_and_epi64(is_closed, up_ray, _mm256_add_epi64(bracket, _mm256_set1_epi64x(-1)));
    // To lower bits: the highest such square, and what is above it.
    let stops = _mm256_andnot_si256(runs, down_ray);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let bracket = _mm256_and_si256(highest, movers);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(bracket, bracket));
    folded(_mm256_ternarylogic_epi64::<{ A | B & C }>(up, above, down_ray))
}
