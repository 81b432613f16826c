//! What the processor offers: the same search compiled for plain machines and for those with vectors.
//!
//! The bodies of the search are generic over a [`Machine`] and always inlined; the functions that call themselves again are
//! methods of it, so that for [`Avx2`] and [`Avx512`] each is compiled with the features that were detected. All give the same results.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512};

use joute_games::othello::bits;

use super::board::Board;
use super::endgame::{self, Solver};
use super::last_discs;
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
    /// [`last_discs::three_empties`].
    fn three_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 3]) -> i32;
    /// [`last_discs::four_empties`].
    fn four_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 4]) -> i32;
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
    fn three_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 3]) -> i32 {
        last_discs::three_empties(self, nodes, board, alpha, squares)
    }
    fn four_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 4]) -> i32 {
        last_discs::four_empties(self, nodes, board, alpha, squares)
    }
    fn null_window(self, searcher: &mut Searcher<'_, Plain>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::null_window(searcher, node, alpha, depth)
    }
    fn last_plies(self, searcher: &mut Searcher<'_, Plain>, node: &Node, alpha: i32, depth: u32) -> i32 {
        search::last_plies(searcher, node, alpha, depth)
    }
}

/// Makes a processor with vectors a [`Machine`]: every function that calls itself again is compiled with its features.
#[cfg(target_arch = "x86_64")]
macro_rules! machine_with_features {
    ($machine:ident, $features:literal) => {
        // SAFETY: of all of them, a `$machine` exists only where its features were detected.
        impl Machine for $machine {
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
            fn few_empties(self, solver: &mut Solver<'_, $machine>, board: Board, alpha: i32, odd: u8) -> i32 {
                unsafe { few_empties(solver, board, alpha, odd) }
            }
            #[inline(always)]
            fn many_empties(self, solver: &mut Solver<'_, $machine>, board: Board, alpha: i32, odd: u8) -> i32 {
                unsafe { many_empties(solver, board, alpha, odd) }
            }
            #[inline(always)]
            fn three_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 3]) -> i32 {
                unsafe { three_empties(self, nodes, board, alpha, squares) }
            }
            #[inline(always)]
            fn four_empties(self, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 4]) -> i32 {
                unsafe { four_empties(self, nodes, board, alpha, squares) }
            }
            #[inline(always)]
            fn null_window(self, searcher: &mut Searcher<'_, $machine>, node: &Node, alpha: i32, depth: u32) -> i32 {
                unsafe { null_window(searcher, node, alpha, depth) }
            }
            #[inline(always)]
            fn last_plies(self, searcher: &mut Searcher<'_, $machine>, node: &Node, alpha: i32, depth: u32) -> i32 {
                unsafe { last_plies(searcher, node, alpha, depth) }
            }
        }

        #[target_feature(enable = $features)]
        fn null_window(searcher: &mut Searcher<'_, $machine>, node: &Node, alpha: i32, depth: u32) -> i32 {
            search::null_window(searcher, node, alpha, depth)
        }

        #[target_feature(enable = $features)]
        fn last_plies(searcher: &mut Searcher<'_, $machine>, node: &Node, alpha: i32, depth: u32) -> i32 {
            search::last_plies(searcher, node, alpha, depth)
        }

        #[target_feature(enable = $features)]
        fn three_empties(machine: $machine, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 3]) -> i32 {
            last_discs::three_empties(machine, nodes, board, alpha, squares)
        }

        #[target_feature(enable = $features)]
        fn four_empties(machine: $machine, nodes: &mut u64, board: Board, alpha: i32, squares: [u32; 4]) -> i32 {
            last_discs::four_empties(machine, nodes, board, alpha, squares)
        }

        #[target_feature(enable = $features)]
        fn few_empties(solver: &mut Solver<'_, $machine>, board: Board, alpha: i32, odd: u8) -> i32 {
            endgame::few_empties(solver, board, alpha, odd)
        }

        #[target_feature(enable = $features)]
        fn many_empties(solver: &mut Solver<'_, $machine>, board: Board, alpha: i32, odd: u8) -> i32 {
            endgame::many_empties(solver, board, alpha, odd)
        }
    };
}
#[cfg(target_arch = "x86_64")]
use machine_with_features;

/// Runs something with the best machine there is.
macro_rules! on_best_machine {
    ($machine:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($machine) = $crate::othello::engine::machine::Avx512::detect() {
            $body
        } else if let Some($machine) = $crate::othello::engine::machine::Avx2::detect() {
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

    fn has_the_moves_and_flips_of_plain_code(machine: impl Machine) {
        for board in boards() {
            assert_eq!(machine.moves(board), Plain.moves(board));
            for square in (0..64).filter(|square| board.empties() >> square & 1 == 1) {
                assert_eq!(machine.flips(board, square), Plain.flips(board, square), "{board:?} {square}");
            }
        }
    }

    #[test]
    fn vectors_find_the_moves_and_flips_of_plain_code() {
        if let Some(machine) = Avx2::detect() {
            has_the_moves_and_flips_of_plain_code(machine);
        }
        if let Some(machine) = Avx512::detect() {
            has_the_moves_and_flips_of_plain_code(machine);
        }
    }

    fn searches_the_tree_of_plain_code(machine: impl Machine) {
        let late = boards().filter(|board| board.count_empties() <= 11).take(5);
        for board in
            late.map(|board| Board { other: !board.mover & !(board.mover << 7 & 0x00FF_0030_0000_0000), ..board })
        {
            let (one, two) = (Table::with_bytes(1 << 16), Table::with_bytes(1 << 16));
            let (mut go_on, mut go_on_too) = (|_| false, |_| false);
            let mut plain = Solver::new(Plain, &one, &mut go_on);
            let mut fast = Solver::new(machine, &two, &mut go_on_too);
            assert_eq!(plain.null_window(board, 0), fast.null_window(board, 0));
            assert_eq!(plain.nodes, fast.nodes);
        }
    }

    #[test]
    fn all_machines_search_the_same_tree() {
        if let Some(machine) = Avx2::detect() {
            searches_the_tree_of_plain_code(machine);
        }
        if let Some(machine) = Avx512::detect() {
            searches_the_tree_of_plain_code(machine);
        }
    }
}
