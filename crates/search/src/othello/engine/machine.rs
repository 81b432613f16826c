//! What the processor offers: the same search compiled for plain machines and for those with vectors.
//!
//! The bodies of the search are generic over a [`Machine`] and always inlined; the functions that call themselves again are
//! methods of it, so that for [`Vectors`] each is compiled with the features that were detected. Both give the same results.

use joute_games::othello::bits;

use super::board::Board;
use super::endgame::{self, Solver};
use super::search::{self, Node, Searcher};

/// A processor the search was compiled for.
pub(crate) trait Machine: Copy + Send + Sync + 'static {
    /// The squares where the mover may place a disc.
    fn moves(self, board: Board) -> u64;
    /// The discs that a disc on a square turns over.
    fn flips(self, board: Board, square: u32) -> u64;
    /// Says that a cache line will be read soon.
    fn prefetch<T>(self, place: &T);
    /// [`endgame::few_empties`].
    fn few_empties(self, solver: &mut Solver<'_, Self>, board: Board, alpha: i32, odd: u8) -> i32;
    /// [`endgame::many_empties`].
    fn many_empties(self, solver: &mut Solver<'_, Self>, board: Board, alpha: i32, odd: u8) -> i32;
    /// [`search::null_window`].
    fn null_window(self, searcher: &mut Searcher<'_, Self>, node: &Node, alpha: i32, depth: u32) -> i32;
    /// [`search::last_plies`].
    fn last_plies(self, searcher: &mut Searcher<'_, Self>, node: &Node, alpha: i32, depth: u32) -> i32;
}

/// What every machine can do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain;

impl Machine for Plain {
    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        bits::moves(board.mover, board.other)
    }
    #[inline(always)]
    fn flips(self, board: Board, square: u32) -> u64 {
        bits::flips(board.mover, board.other, square)
    }
    #[inline(always)]
    fn prefetch<T>(self, _place: &T) {}
    fn few_empties(self, solver: &mut Solver<'_, Plain>, board: Board, alpha: i32, odd: u8) -> i32 {
        endgame::few_empties(solver, board, alpha, odd)
    }
    fn many_empties(self, solver: &mut Solver<'_, Plain>, board: Board, alpha: i32, odd: u8) -> i32 {
        endgame::many_empties(solver, board, alpha, odd)
    }
    fn null_window(self, searcher: &mut Searcher<'_, Plain>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::null_window(searcher, node, alpha, depth)
    }
    fn last_plies(self, searcher: &mut Searcher<'_, Plain>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::last_plies(searcher, node, alpha, depth)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use vectors::Vectors;

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "a function compiled for a feature may only be called where the feature was detected; a `Vectors` exists only \
              after detection, and all calls go through one. A prefetch reads nothing, whatever its address"
)]
mod vectors {
    use std::arch::x86_64::*;

    use super::{Board, Machine, Node, Searcher, Solver, endgame, search};

    /// AVX2 with the bit instructions of its time.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Vectors(());

    impl Vectors {
        /// If this processor has them.
        pub(crate) fn detect() -> Option<Vectors> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Vectors(()))
        }
    }

    impl Machine for Vectors {
        // SAFETY: of all of them, see the reason given above.
        #[inline(always)]
        fn moves(self, board: Board) -> u64 {
            unsafe { moves(board.mover, board.other) }
        }
        #[inline(always)]
        fn flips(self, board: Board, square: u32) -> u64 {
            unsafe { flips(board.mover, board.other, square) }
        }
        #[inline(always)]
        fn prefetch<T>(self, place: &T) {
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
        }
        #[inline(always)]
        fn few_empties(self, solver: &mut Solver<'_, Vectors>, board: Board, alpha: i32, odd: u8) -> i32 {
            unsafe { few_empties(solver, board, alpha, odd) }
        }
        #[inline(always)]
        fn many_empties(self, solver: &mut Solver<'_, Vectors>, board: Board, alpha: i32, odd: u8) -> i32 {
            unsafe { many_empties(solver, board, alpha, odd) }
        }
        #[inline(always)]
        fn null_window(self, searcher: &mut Searcher<'_, Vectors>, node: &Node, alpha: i32, depth: u32) -> i32 {
            unsafe { null_window(searcher, node, alpha, depth) }
        }
        #[inline(always)]
        fn last_plies(self, searcher: &mut Searcher<'_, Vectors>, node: &Node, alpha: i32, depth: u32) -> i32 {
            unsafe { last_plies(searcher, node, alpha, depth) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn null_window(searcher: &mut Searcher<'_, Vectors>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::null_window(searcher, node, alpha, depth)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn last_plies(searcher: &mut Searcher<'_, Vectors>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::last_plies(searcher, node, alpha, depth)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn few_empties(solver: &mut Solver<'_, Vectors>, board: Board, alpha: i32, odd: u8) -> i32 {
        endgame::few_empties(solver, board, alpha, odd)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn many_empties(solver: &mut Solver<'_, Vectors>, board: Board, alpha: i32, odd: u8) -> i32 {
        endgame::many_empties(solver, board, alpha, odd)
    }

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
    fn folded(lanes: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// The rays of a square in the four directions of higher bits (east, south, south-east, south-west).
    static RAYS: [[u64; 4]; 64] = {
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
}

/// Runs something with the best machine there is.
macro_rules! on_best_machine {
    ($machine:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($machine) = $crate::othello::engine::machine::Vectors::detect() {
            $body
        } else {
            let $machine = $crate::othello::engine::machine::Plain;
            $body
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let $machine = $crate::othello::engine::machine::Plain;
            $body
        }
    }};
}
pub(crate) use on_best_machine;

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::othello::engine::table::Table;
    use joute_games::random::Seed;

    fn boards() -> impl Iterator<Item = Board> {
        let mut generator = Seed(5).generator();
        (0..20_000).map(move |_| {
            let (one, two) = (generator.bits(), generator.bits());
            Board { mover: one & two, other: one & !two }
        })
    }

    #[test]
    fn vectors_find_the_moves_and_flips_of_plain_code() {
        let Some(vectors) = Vectors::detect() else { return };
        for board in boards() {
            assert_eq!(vectors.moves(board), Plain.moves(board));
            for square in (0..64).filter(|square| board.empties() >> square & 1 == 1) {
                assert_eq!(vectors.flips(board, square), Plain.flips(board, square), "{board:?} {square}");
            }
        }
    }

    #[test]
    fn both_machines_search_the_same_tree() {
        let Some(vectors) = Vectors::detect() else { return };
        let late = boards().filter(|board| board.count_empties() <= 11).take(5);
        for board in
            late.map(|board| Board { other: !board.mover & !(board.mover << 7 & 0x00FF_0030_0000_0000), ..board })
        {
            let (one, two) = (Table::with_bytes(1 << 16), Table::with_bytes(1 << 16));
            let (mut go_on, mut go_on_too) = (|_| false, |_| false);
            let mut plain = Solver::new(Plain, &one, &mut go_on);
            let mut fast = Solver::new(vectors, &two, &mut go_on_too);
            assert_eq!(plain.null_window(board, 0), fast.null_window(board, 0));
            assert_eq!(plain.nodes, fast.nodes);
        }
    }
}
