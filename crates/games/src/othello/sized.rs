//! The same rules on any even board up to 10 x 10, written for reading rather than for speed.

use std::fmt;

use joute_messages::Message;

use super::board::{key, score_with_empties};
use super::draft;
use super::info;
use super::obf::{self, Diagram};
use super::picture;
use super::setup::OthelloSetup;
use super::square::Square;
use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::game::{Game, GameInfo, MoveList};
use crate::random::finish;
use crate::side::Side;
use crate::view::BoardView;

/// A position of Othello on N x N squares, N = 4, 6, 8 or 10. Bit `row * N + column` is a square, a1 first.
///
/// Sizes 4, 6 and 10 are played by this type and size 8 by [`Othello`](super::Othello); at size 8 this one is
/// there to check the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OthelloBoard<const N: usize> {
    /// The discs of First and of Second.
    discs: [u128; 2],
    turn: Side,
}

/// A step to a neighbour: by how many bits, which way, and the squares where it may arrive.
#[derive(Clone, Copy)]
struct Step {
    bits: u32,
    is_up: bool,
    onto: u128,
}

impl Step {
    fn from(self, squares: u128) -> u128 {
        let moved = if self.is_up { squares << self.bits } else { squares >> self.bits };
        moved & self.onto
    }
}

impl<const N: usize> OthelloBoard<N> {
    const SQUARES: u128 = {
        assert!(N == 4 || N == 6 || N == 8 || N == 10, "there is no board of this size");
        (1 << (N * N)) - 1
    };

    const FIRST_COLUMN: u128 = {
        let (mut column, mut row) = (0, 0);
        while row < N {
            column |= 1 << (row * N);
            row += 1;
        }
        column
    };

    /// The eight directions. A step to the west never arrives in the last column, nor one to the east in the first.
    fn steps() -> [Step; 8] {
        let side = N as u32;
        let west = Self::SQUARES & !(Self::FIRST_COLUMN << (N - 1));
        let east = Self::SQUARES & !Self::FIRST_COLUMN;
        let step = |bits, is_up, onto| Step { bits, is_up, onto };
        [
            step(1, true, east),
            step(1, false, west),
            step(side, true, Self::SQUARES),
            step(side, false, Self::SQUARES),
            step(side + 1, true, east),
            step(side + 1, false, west),
            step(side - 1, true, west),
            step(side - 1, false, east),
        ]
    }

    /// The discs of a side, one bit a square.
    pub fn discs(&self, side: Side) -> u128 {
        self.discs[side]
    }

    /// The squares where a side could place a disc if it were to move.
    pub fn moves_of(&self, side: Side) -> u128 {
        let (own, other) = (self.discs[side], self.discs[side.other()]);
        let mut moves = 0;
        for step in Self::steps() {
            let mut run = step.from(own) & other;
            while run != 0 {
                let next = step.from(run);
                moves |= next;
                run = next & other;
            }
        }
        moves & !(own | other)
    }

    /// The discs that a disc of the side to move on the square of this index would turn over.
    pub fn flips(&self, index: usize) -> u128 {
        let (own, other) = (self.discs[self.turn], self.discs[self.turn.other()]);
        let mut flips = 0;
        for step in Self::steps() {
            let mut run = 0;
            let mut next = step.from(1 << index);
            while next & other != 0 {
                run |= next;
                next = step.from(next);
            }
            if next & own != 0 {
                flips |= run;
            }
        }
        flips
    }

    /// How far First is ahead when every empty square is counted for the winner, as tournaments and solvers do.
    /// [`Game::tally`] counts the discs as they stand.
    pub fn score_with_empties(&self) -> i32 {
        score_with_empties(self.tallies(), self.total())
    }
}

impl<const N: usize> Game for OthelloBoard<N> {
    type Move = Square<N>;
    type Setup = OthelloSetup;
    type Undo = OthelloBoard<N>;

    const INFO: GameInfo = info::INFO;

    fn start(setup: &OthelloSetup) -> Result<OthelloBoard<N>, SetupError> {
        setup.require(N)?;
        let square = |row: usize, column: usize| 1_u128 << (row * N + column);
        let half = N / 2;
        Ok(OthelloBoard {
            discs: [square(half - 1, half) | square(half, half - 1), square(half - 1, half - 1) | square(half, half)],
            turn: Side::First,
        })
    }

    fn parse(_setup: &OthelloSetup, text: &str) -> Result<OthelloBoard<N>, ParseError> {
        let Diagram { discs, turn } = Diagram::parse::<N>(text)?;
        Ok(OthelloBoard { discs, turn })
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn is_over(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.moves_of(side) == 0)
    }

    fn legal_moves(&self) -> MoveList<Square<N>> {
        let mut moves = MoveList::new();
        let mut left = self.moves_of(self.turn);
        if left == 0 && self.moves_of(self.turn.other()) != 0 {
            moves.push(Square::PASS);
        }
        while left != 0 {
            moves.push(Square::of_bit(left.trailing_zeros()));
            left &= left - 1;
        }
        moves
    }

    fn is_legal(&self, mv: Square<N>) -> bool {
        match mv.index() {
            Some(index) => self.moves_of(self.turn) >> index & 1 == 1,
            None => self.forced().is_some(),
        }
    }

    fn broken_rule(&self, mv: Square<N>) -> Option<Message> {
        Some(info::broken_rule(mv, self.discs[0] | self.discs[1]))
    }

    fn forced(&self) -> Option<Square<N>> {
        let is_stuck = self.moves_of(self.turn) == 0;
        (is_stuck && self.moves_of(self.turn.other()) != 0).then_some(Square::PASS)
    }

    fn play(&mut self, mv: Square<N>) {
        if let Some(index) = mv.index() {
            let flips = self.flips(index);
            self.discs[self.turn] |= flips | 1 << index;
            self.discs[self.turn.other()] &= !flips;
        }
        self.skip_turn();
    }

    fn make(&mut self, mv: Square<N>) -> OthelloBoard<N> {
        let before = *self;
        self.play(mv);
        before
    }

    fn unmake(&mut self, undo: OthelloBoard<N>) {
        *self = undo;
    }

    fn skip_turn(&mut self) {
        self.turn = self.turn.other();
    }

    fn tally(&self, side: Side) -> u32 {
        self.discs[side].count_ones()
    }

    fn total(&self) -> u32 {
        (N * N) as u32
    }

    fn key(&self) -> u64 {
        let folded = self.discs.map(|discs| discs as u64 ^ finish((discs >> 64) as u64));
        key(folded[self.turn], folded[self.turn.other()], self.turn)
    }

    fn is_irreversible(&self, mv: Square<N>) -> bool {
        !mv.is_pass()
    }

    fn read_move(text: &str) -> Result<Option<(Square<N>, &str)>, ParseError> {
        obf::read_move(text)
    }

    fn draft(setup: &OthelloSetup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        draft::read(*setup, text)
    }

    fn view(&self) -> BoardView {
        picture::draw::<N>(self, self.discs, self.moves_of(self.turn))
    }
}

impl<const N: usize> fmt::Display for OthelloBoard<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OthelloBoard { discs, turn } = *self;
        Diagram { discs, turn }.write::<N>(f)
    }
}
