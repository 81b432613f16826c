//! Discs that can never be turned over again: who has many of them cannot lose by much.

use std::sync::LazyLock;

use super::board::{Board, CORNERS};

/// For an edge of eight squares, by the discs of one side and of the other: which discs of the first can never be turned over
/// by anything played on the edge, in whatever order.
static EDGES: LazyLock<Box<[[u8; 256]; 256]>> = LazyLock::new(make_edges);

/// All squares that are not on an edge.
const INNER: u64 = 0x007E_7E7E_7E7E_7E00;

/// What is looked up; borrowed once so that no node has to ask whether it was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stability(&'static [[u8; 256]; 256]);

impl Stability {
    /// Makes the table at the first call.
    pub(crate) fn new() -> Stability {
        Stability(&EDGES)
    }

    /// Discs of `own` that are sure to stay; there may be more.
    #[inline(always)]
    pub(crate) fn discs(self, own: u64, other: u64) -> u64 {
        let mut stable = self.on_edges(own, other);
        let [rows, columns, falling, rising] = full_lines(own | other);
        stable |= rows & columns & falling & rising & own & INNER;
        let candidates = own & INNER;
        loop {
            let row = rows | stable << 1 | stable >> 1;
            let column = columns | stable << 8 | stable >> 8;
            let down = falling | stable << 9 | stable >> 9;
            let up = rising | stable << 7 | stable >> 7;
            let next = stable | row & column & down & up & candidates;
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }

    /// An upper bound on what the side to move can get: the opponent keeps what is sure to stay.
    #[inline(always)]
    pub(crate) fn upper_bound(self, board: Board) -> i32 {
        64 - 2 * self.discs(board.other, board.mover).count_ones() as i32
    }

    #[inline(always)]
    fn on_edges(self, own: u64, other: u64) -> u64 {
        let edge = |own: u64, other: u64| u64::from(self.0[own as usize & 255][other as usize & 255]);
        let first = edge(own, other);
        let last = edge(own >> 56, other >> 56) << 56;
        let west = spread(edge(gather(own), gather(other)));
        let east = spread(edge(gather(own >> 7), gather(other >> 7))) << 7;
        first | last | west | east
    }

    /// Corners of a side: a rough count of what is stable, for ordering moves.
    #[inline(always)]
    pub(crate) fn corners(own: u64) -> u32 {
        let corners = own & CORNERS;
        let beside = (corners << 1 | corners >> 1 | corners << 8 | corners >> 8) & own & 0x4281_0000_0000_8142;
        (corners | beside).count_ones()
    }
}

/// The first column as a byte, its first row lowest.
#[inline(always)]
fn gather(bits: u64) -> u64 {
    (bits & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A byte as the first column.
#[inline(always)]
fn spread(byte: u64) -> u64 {
    // Bit k to bit 8k: copies of seven bits, each seven further, of which one bit each is kept; the eighth bit goes alone.
    (byte & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101 | (byte & 0x80) << 49
}

/// The squares on rows, columns and both diagonals without an empty square.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let row = discs & discs >> 4;
    let row = row & row >> 2;
    let row = (row & row >> 1 & 0x0101_0101_0101_0101).wrapping_mul(0xFF);
    let column = discs & discs.rotate_right(32);
    let column = column & column.rotate_right(16);
    let column = column & column.rotate_right(8);
    [row, column, full_diagonals::<9>(discs), full_diagonals::<7>(discs)]
}

/// The squares on diagonals of one direction without an empty square. What is off the board counts as taken.
#[inline(always)]
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    // Squares whose next, second and fourth next squares are off the board, to higher and to lower bits.
    let (up_ends, down_ends): ([u64; 3], [u64; 3]) = match STEP {
        9 => (
            [0xFF80_8080_8080_8080, 0xFFFF_C0C0_C0C0_C0C0, 0xFFFF_FFFF_F0F0_F0F0],
            [0x0101_0101_0101_01FF, 0x0303_0303_0303_FFFF, 0x0F0F_0F0F_FFFF_FFFF],
        ),
        _ => (
            [0xFF01_0101_0101_0101, 0xFFFF_0303_0303_0303, 0xFFFF_FFFF_0F0F_0F0F],
            [0x8080_8080_8080_80FF, 0xC0C0_C0C0_C0C0_FFFF, 0xF0F0_F0F0_FFFF_FFFF],
        ),
    };
    let (mut up, mut down) = (discs, discs);
    for (at, (up_ends, down_ends)) in up_ends.into_iter().zip(down_ends).enumerate() {
        up &= up >> (STEP << at) | up_ends;
        down &= down << (STEP << at) | down_ends;
    }
    up & down
}

/// Whether the disc on a square stays whatever is played is found for all edges from the fullest to the emptiest.
fn make_edges() -> Box<[[u8; 256]; 256]> {
    let mut table = Box::new([[0; 256]; 256]);
    for discs in (0..256_usize).rev().filter(|discs| discs.count_ones() == 8) {
        fill(&mut table, discs);
    }
    for count in (0..8).rev() {
        for discs in (0..256_usize).filter(|discs| discs.count_ones() == count) {
            fill(&mut table, discs);
        }
    }
    table
}

/// All ways to share these squares of an edge between the sides.
fn fill(table: &mut [[u8; 256]; 256], discs: usize) {
    let mut own = discs;
    loop {
        table[own][discs ^ own] = stable_on_edge(table, own, discs ^ own);
        if own == 0 {
            return;
        }
        own = (own - 1) & discs;
    }
}

/// What stays of `own` after every disc either side might place next: discs may come without turning any over, by lines
/// that cross the edge.
fn stable_on_edge(table: &[[u8; 256]; 256], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let turned = edge_flips(own, other, square);
        stable &= table[own | 1 << square | turned][other & !turned];
        let turned = edge_flips(other, own, square);
        stable &= table[own & !turned][other | 1 << square | turned];
    }
    stable
}

fn edge_flips(mover: usize, other: usize, square: usize) -> usize {
    let mut flips = 0;
    for step in [1_i32, -1] {
        let (mut run, mut at) = (0, square as i32 + step);
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && mover >> at & 1 == 1 {
            flips |= run;
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::engine::board::transposed;
    use crate::othello::stable as plain_stable;
    use joute_games::Game;
    use joute_games::Side;
    use joute_games::othello::{Othello, OthelloSetup};
    use joute_games::random::Seed;

    #[test]
    fn finds_at_least_what_the_plain_rule_finds_and_never_a_disc_that_turns_over() {
        let table = Stability::new();
        for seed in 0..200 {
            let mut generator = Seed(seed).generator();
            let mut game = Othello::start(&OthelloSetup::default()).unwrap();
            let mut sure = [0_u64; 2];
            while let Some(mv) = game.random_move(&mut generator) {
                for side in Side::BOTH {
                    let (own, other) = (game.discs(side), game.discs(side.other()));
                    assert_eq!(sure[side] & !own, 0, "a disc thought stable was turned over");
                    let found = table.discs(own, other);
                    assert_eq!(found & !own, 0);
                    let plain = plain_stable(
                        [u128::from(game.discs(Side::First)), u128::from(game.discs(Side::Second))],
                        side,
                        8,
                    );
                    assert_eq!(plain as u64 & !found, 0, "{game}: less than the plain rule finds");
                    sure[side] |= found;
                }
                game.play(mv);
            }
        }
    }

    #[test]
    fn columns_are_bytes() {
        for byte in 0..256 {
            assert_eq!(gather(spread(byte)), byte);
            assert_eq!(spread(byte), transposed(byte));
        }
    }

    #[test]
    fn a_line_is_full_when_all_its_squares_are_taken() {
        let mut generator = Seed(3).generator();
        for _ in 0..2_000 {
            let discs = generator.bits() | generator.bits() | generator.bits();
            let lines = full_lines(discs);
            for square in 0..64_i32 {
                for (line, [down, right]) in [[0, 1], [1, 0], [1, 1], [1, -1]].into_iter().enumerate() {
                    let on_board = |at: &(i32, i32)| (0..8).contains(&at.0) && (0..8).contains(&at.1);
                    let all = (-7..8).map(|k| (square / 8 + k * down, square % 8 + k * right)).filter(on_board);
                    let is_full = all.map(|(row, column)| discs >> (row * 8 + column) & 1).all(|bit| bit == 1);
                    assert_eq!(lines[line] >> square & 1 == 1, is_full, "{line} at {square}");
                }
            }
        }
    }
}
