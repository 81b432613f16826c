//! The 8 x 8 game: two bitboards and the side to move.

use std::fmt;

use joute_messages::Message;

use super::bits;
use super::draft;
use super::info;
use super::kernel::Kernel;
use super::obf::{self, Diagram};
use super::picture;
use super::playout::{self, Playouts};
use super::setup::OthelloSetup;
use super::square::Square;
use super::walk;
use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::game::{Game, GameInfo, MoveList};
use crate::perft::Counts;
use crate::random::{Seed, finish};
use crate::side::Side;
use crate::view::BoardView;

/// A position of Othello on 8 x 8 squares. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// ```
/// use joute_games::Game;
/// use joute_games::othello::{Othello, OthelloSetup};
///
/// let game = Othello::start(&OthelloSetup::default())?;
/// assert_eq!(game.moves().count_ones(), 4);
/// assert_eq!(game.perft(5).leaves, 1396);
/// # Ok::<(), joute_games::SetupError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Othello {
    /// The discs of the side to move.
    mover: u64,
    /// The discs of its opponent.
    other: u64,
    turn: Side,
}

impl Othello {
    /// A position from the discs of both sides; `None` when they share a square.
    pub fn new(discs: [u64; 2], turn: Side) -> Option<Othello> {
        (discs[0] & discs[1] == 0).then_some(Othello { mover: discs[turn], other: discs[turn.other()], turn })
    }

    /// A position from the discs of the side to move and of its opponent, which share no square.
    #[inline]
    pub(super) fn of_parts(mover: u64, other: u64, turn: Side) -> Othello {
        Othello { mover, other, turn }
    }

    /// The discs of a side, one bit a square.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.turn { self.mover } else { self.other }
    }

    /// The discs of the side to move.
    #[inline]
    pub fn mover(&self) -> u64 {
        self.mover
    }

    /// The discs of the side that is not to move.
    #[inline]
    pub fn other(&self) -> u64 {
        self.other
    }

    /// The empty squares.
    #[inline]
    pub fn empties(&self) -> u64 {
        !(self.mover | self.other)
    }

    /// The squares where the side to move may place a disc.
    #[inline]
    pub fn moves(&self) -> u64 {
        bits::moves(self.mover, self.other)
    }

    /// The squares where the other side could place a disc if it were to move.
    #[inline]
    pub fn moves_of_other(&self) -> u64 {
        bits::moves(self.other, self.mover)
    }

    /// The discs that a disc on the square of this index would turn over.
    #[inline]
    pub fn flips(&self, index: u32) -> u64 {
        bits::flips(self.mover, self.other, index)
    }

    /// Places a disc on the square of this index and turns over these discs, as [`Othello::flips`] gave them.
    #[inline]
    pub fn place(&mut self, index: u32, flips: u64) {
        let mover = self.mover | flips | 1 << (index & 63);
        (self.mover, self.other) = (self.other & !flips, mover);
        self.turn = self.turn.other();
    }

    /// How far First is ahead when every empty square is counted for the winner, as tournaments and solvers do.
    /// [`Game::tally`] counts the discs as they stand.
    pub fn score_with_empties(&self) -> i32 {
        score_with_empties(self.tallies(), self.total())
    }

    /// [`Game::perft`] by a kernel of one's own choice.
    pub fn perft_by(&self, kernel: Kernel, depth: u32) -> Counts {
        walk::perft(kernel, self.mover, self.other, depth)
    }

    /// Plays random games from here to their ends, many side by side; see [`Playouts`].
    pub fn playouts(&self, games: u64, seed: Seed) -> Playouts {
        self.playouts_by(Kernel::best(), games, seed)
    }

    /// [`Othello::playouts`] by a kernel of one's own choice: the results are the same.
    pub fn playouts_by(&self, kernel: Kernel, games: u64, seed: Seed) -> Playouts {
        playout::run(kernel, self, games, seed)
    }
}

/// First's lead when the empty squares are the winner's.
pub(super) fn score_with_empties([first, second]: [u32; 2], total: u32) -> i32 {
    let (lead, empties) = (first as i32 - second as i32, (total - first - second) as i32);
    lead + lead.signum() * empties
}

impl Game for Othello {
    type Move = Square<8>;
    type Setup = OthelloSetup;
    type Undo = Othello;

    const INFO: GameInfo = info::INFO;

    fn start(setup: &OthelloSetup) -> Result<Othello, SetupError> {
        setup.require(8)?;
        Ok(Othello { mover: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, turn: Side::First })
    }

    fn parse(_setup: &OthelloSetup, text: &str) -> Result<Othello, ParseError> {
        let Diagram { discs, turn } = Diagram::parse::<8>(text)?;
        Ok(Othello { mover: discs[turn] as u64, other: discs[turn.other()] as u64, turn })
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.moves() == 0 && self.moves_of_other() == 0
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Square<8>> {
        let mut moves = MoveList::new();
        let mut left = self.moves();
        if left == 0 && self.moves_of_other() != 0 {
            moves.push(Square::PASS);
        }
        while left != 0 {
            moves.push(Square::of_bit(left.trailing_zeros()));
            left &= left - 1;
        }
        moves
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.moves() {
            0 => usize::from(self.moves_of_other() != 0),
            moves => moves.count_ones() as usize,
        }
    }

    #[inline]
    fn is_legal(&self, mv: Square<8>) -> bool {
        match mv.index() {
            Some(index) => self.moves() >> index & 1 == 1,
            None => self.forced().is_some(),
        }
    }

    fn broken_rule(&self, mv: Square<8>) -> Option<Message> {
        Some(info::broken_rule(mv, u128::from(self.mover | self.other)))
    }

    #[inline]
    fn forced(&self) -> Option<Square<8>> {
        (self.moves() == 0 && self.moves_of_other() != 0).then_some(Square::PASS)
    }

    #[inline]
    fn play(&mut self, mv: Square<8>) {
        match mv.index() {
            Some(index) => self.place(index as u32, self.flips(index as u32)),
            None => self.skip_turn(),
        }
    }

    #[inline]
    fn make(&mut self, mv: Square<8>) -> Othello {
        let before = *self;
        self.play(mv);
        before
    }

    #[inline]
    fn unmake(&mut self, undo: Othello) {
        *self = undo;
    }

    #[inline]
    fn skip_turn(&mut self) {
        (self.mover, self.other) = (self.other, self.mover);
        self.turn = self.turn.other();
    }

    #[inline]
    fn tally(&self, side: Side) -> u32 {
        self.discs(side).count_ones()
    }

    #[inline]
    fn total(&self) -> u32 {
        64
    }

    /// Hashed anew each time: two mixes cost less than keeping a hash along with every flip.
    #[inline]
    fn key(&self) -> u64 {
        key(self.mover, self.other, self.turn)
    }

    #[inline]
    fn is_irreversible(&self, mv: Square<8>) -> bool {
        !mv.is_pass()
    }

    fn read_move(text: &str) -> Result<Option<(Square<8>, &str)>, ParseError> {
        obf::read_move(text)
    }

    fn draft(setup: &OthelloSetup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        draft::read(*setup, text)
    }

    fn view(&self) -> BoardView {
        let discs = Side::BOTH.map(|side| u128::from(self.discs(side)));
        picture::draw::<8>(self, discs, u128::from(self.moves()))
    }

    fn perft(&self, depth: u32) -> Counts {
        self.perft_by(Kernel::best(), depth)
    }
}

/// A hash of what is on the board for the side to move and its opponent, and of which side that is.
#[inline]
pub(super) fn key(mover: u64, other: u64, turn: Side) -> u64 {
    let other = other.wrapping_add(0x9E37_79B9_7F4A_7C15 + turn as u64);
    finish(mover ^ finish(other))
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = Side::BOTH.map(|side| u128::from(self.discs(side)));
        Diagram { discs, turn: self.turn }.write::<8>(f)
    }
}
