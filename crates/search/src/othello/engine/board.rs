//! A position as the engine sees it: the discs of the side to move and of its opponent, and nothing else.

use joute_games::Side;
use joute_games::othello::Othello;

/// Where the four corners are.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Beyond every score there is.
pub(crate) const INFINITE: i32 = 127;

/// The squares of the four quarters of the board.
pub(crate) const QUARTERS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares around each square: a disc can be placed only beside one of the opponent's.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1_u64 << square;
        let wide = disc | (disc & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (disc & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
        all[square] = (wide | wide << 8 | wide >> 8) & !disc;
        square += 1;
    }
    all
};

/// The quarter of each square, as one bit of four.
pub(crate) static QUARTER_OF: [u8; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    all
};

/// The squares of every set of quarters.
pub(crate) static SQUARES_OF: [u64; 16] = {
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut quarter = 0;
        while quarter < 4 {
            if set >> quarter & 1 == 1 {
                all[set] |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        set += 1;
    }
    all
};

/// Two sets of discs; the side to move is `mover`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of the side to move.
    pub mover: u64,
    /// The discs of its opponent.
    pub other: u64,
}

impl From<&Othello> for Board {
    fn from(game: &Othello) -> Board {
        Board { mover: game.mover(), other: game.other() }
    }
}

impl Board {
    /// The position at the start of a game.
    pub const START: Board = Board { mover: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36 };

    /// The game with this position, this side to move.
    pub fn game(self, turn: Side) -> Option<Othello> {
        let discs = if turn == Side::First { [self.mover, self.other] } else { [self.other, self.mover] };
        Othello::new(discs, turn)
    }

    /// The empty squares.
    #[inline(always)]
    pub fn empties(self) -> u64 {
        !(self.mover | self.other)
    }

    /// How many squares are empty.
    #[inline(always)]
    pub fn count_empties(self) -> u32 {
        self.empties().count_ones()
    }

    /// The position after a disc on a square that turns over these discs.
    #[inline(always)]
    pub(crate) fn after(self, square: u32, flips: u64) -> Board {
        Board { mover: self.other ^ flips, other: self.mover ^ (flips | 1 << square) }
    }

    /// The same discs, the other side to move.
    #[inline(always)]
    pub(crate) fn passed(self) -> Board {
        Board { mover: self.other, other: self.mover }
    }

    /// The quarters with an odd number of empty squares.
    #[inline]
    pub(crate) fn odd_quarters(self) -> u8 {
        let empties = self.empties();
        let odd = |quarter: usize| ((empties & QUARTERS[quarter]).count_ones() as u8 & 1) << quarter;
        odd(0) | odd(1) | odd(2) | odd(3)
    }

    /// The result of a game that ends here, the empty squares counted for the winner.
    #[inline]
    pub fn final_score(self) -> i32 {
        let (mine, theirs) = (self.mover.count_ones() as i32, self.other.count_ones() as i32);
        let lead = mine - theirs;
        lead + lead.signum() * (64 - mine - theirs)
    }

    /// A hash of the position.
    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        let mixed = self.mover.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.other.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ mixed >> 32
    }

    /// The least of the eight positions that turning and mirroring the board makes of this one.
    pub fn canonical(self) -> Board {
        let mut least = self;
        let mut board = self;
        for turn in 0..8 {
            board = if turn == 4 { board.map(mirrored) } else { board.map(|bits| mirrored(transposed(bits))) };
            if (board.mover, board.other) < (least.mover, least.other) {
                least = board;
            }
        }
        least
    }

    pub(crate) fn map(self, turn: impl Fn(u64) -> u64) -> Board {
        Board { mover: turn(self.mover), other: turn(self.other) }
    }
}

/// The last row first.
pub(crate) fn mirrored(bits: u64) -> u64 {
    bits.swap_bytes()
}

/// Rows as columns.
pub(crate) fn transposed(bits: u64) -> u64 {
    let swap = |bits: u64, mask: u64, by: u32| {
        let differ = (bits ^ bits >> by) & mask;
        bits ^ differ ^ differ << by
    };
    let bits = swap(bits, 0x00AA_00AA_00AA_00AA, 7);
    let bits = swap(bits, 0x0000_CCCC_0000_CCCC, 14);
    swap(bits, 0x0000_0000_F0F0_F0F0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_views_of_a_board_have_one_canonical_form() {
        let board = Board { mover: 0x0000_0012_0806_0001, other: 0x0000_3008_1010_0200 };
        let mut view = board;
        for turn in 0..8 {
            view = if turn % 2 == 0 { view.map(mirrored) } else { view.map(transposed) };
            assert_eq!(view.canonical(), board.canonical());
        }
        assert_eq!(view, board, "a mirror and a transposition make a quarter turn");
    }

    #[test]
    fn quarters_and_neighbours() {
        assert_eq!(Board::START.odd_quarters(), 0b1111);
        assert_eq!(NEIGHBOURS[0], 1 << 1 | 1 << 8 | 1 << 9);
        assert_eq!(NEIGHBOURS[63].count_ones(), 3);
        assert!((0..64).all(|square| SQUARES_OF[usize::from(QUARTER_OF[square])] >> square & 1 == 1));
    }

    #[test]
    fn empty_squares_are_the_winners() {
        assert_eq!(Board { mover: 0b111, other: 0 }.final_score(), 64);
        assert_eq!(Board { mover: 0b1, other: 0b1100 }.final_score(), -62);
        assert_eq!(Board { mover: 0b1, other: 0b10 }.final_score(), 0);
    }
}
