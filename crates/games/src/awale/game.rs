//! The game itself: a board, whose turn it is, and where its rules come from.

use joute_messages::{Message, message};

use super::board::Board;
use super::mv::{self, Move};
use super::row::Row;
use super::rules::{GrandSlam, Repetition};
use super::setup::{KEYS, Setup};
use super::source::RuleSource;
use super::{draft, flow, text, view};
use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::game::{Game, GameInfo, MoveList, Settlement};
use crate::perft::Counts;
use crate::random::Generator;
use crate::side::Side;
use crate::view::{BoardView, Flow};

/// A position of a sowing game. First is South, Second is North.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Awale<R: RuleSource> {
    pub(super) board: Board<R::Row>,
    pub(super) turn: Side,
    pub(super) source: R,
}

impl<R: RuleSource> Awale<R> {
    /// A position from the seeds in each pit and store.
    ///
    /// Both rows have the setup's number of pits. Fewer seeds than the game began with are accepted, as
    /// analysis and endgame tables want them (those that are missing are nobody's), more are not.
    pub fn new(setup: &Setup, pits: [&[u32]; 2], stores: [u32; 2], turn: Side) -> Result<Awale<R>, SetupError> {
        let source = R::of(setup)?;
        let seeds = || pits.into_iter().flatten().chain(&stores).copied();
        let sum = seeds().fold(0, u32::saturating_add);
        if pits.iter().any(|row| row.len() != source.pits() as usize) {
            return Err(SetupError::Impossible(message!("error-row-pits", pits = source.pits())));
        }
        if sum > source.total() {
            let total = source.total();
            return Err(SetupError::Impossible(message!("error-too-many-seeds", found = sum, total = total)));
        }
        let row = |side: Side| {
            (0..)
                .zip(pits[side].iter().chain([&stores[side]]))
                .fold(R::Row::ZERO, |row, (lane, seeds)| row + R::Row::of(lane, *seeds))
        };
        Ok(Awale { board: Board { mine: row(turn), theirs: row(turn.other()) }, turn, source })
    }

    /// Pits of each row.
    pub fn pits(&self) -> u32 {
        self.source.pits()
    }

    /// Where the rules come from.
    pub fn source(&self) -> R {
        self.source
    }

    /// The seeds in a pit of a side, counted from 0 at its left; 0 for a pit that is not on the board.
    pub fn seeds(&self, side: Side, pit: u32) -> u32 {
        if pit < self.pits() { self.row(side).seeds(pit) } else { 0 }
    }

    /// The seeds in a side's store.
    #[inline]
    pub fn store(&self, side: Side) -> u32 {
        self.row(side).seeds(self.pits())
    }

    /// The position with these rows, their stores included, the side to move first.
    #[inline(always)]
    pub fn with_rows(self, [mine, theirs]: [R::Row; 2], turn: Side) -> Awale<R> {
        Awale { board: Board { mine, theirs }, turn, ..self }
    }

    /// The seeds in all pits of a side.
    pub fn seeds_on_row(&self, side: Side) -> u32 {
        (self.row(side) & R::Row::first(self.pits())).sum()
    }

    /// The seeds in both stores. They never get fewer, so that no position comes back once there are more.
    #[inline(always)]
    fn filled(&self) -> u32 {
        self.board.mine.seeds(self.pits()) + self.board.theirs.seeds(self.pits())
    }

    #[inline]
    fn row(&self, side: Side) -> R::Row {
        if side == self.turn { self.board.mine } else { self.board.theirs }
    }

    /// What the side to move has more in its store.
    #[inline(always)]
    fn lead(&self) -> i32 {
        let store = self.pits();
        self.board.mine.seeds(store) as i32 - self.board.theirs.seeds(store) as i32
    }

    /// The most the side to move can have more after one of these moves, some of which may end the game.
    #[cold]
    fn best_lead_by_playing(&self, mut moves: R::Row) -> i32 {
        let mut best = i32::MIN;
        while moves != R::Row::ZERO {
            let mut after = *self;
            after.sow(moves.lowest());
            moves = moves.without_lowest();
            let tallies = after.tallies();
            best = best.max(tallies[self.turn] as i32 - tallies[self.turn.other()] as i32);
        }
        best
    }

    /// Plays without regard to what is legal; a pit that is not on the board leaves all as it is.
    #[inline(always)]
    fn sow(&mut self, pit: u32) {
        if pit >= self.pits() {
            return;
        }
        let played = self.board.play(self.source, pit);
        self.board = played.board;
        if !played.is_again {
            self.turn = self.turn.other();
        }
    }
}

impl<R: RuleSource> Game for Awale<R> {
    type Move = Move;
    type Setup = Setup;
    type Undo = Awale<R>;

    const INFO: GameInfo = GameInfo {
        name: "awale",
        unit: "seeds",
        setup_keys: KEYS,
        setup_fields: super::fields::FIELDS,
        examples: &[
            "rules=abapa",
            "rules=awari",
            "rules=francois,undo=illegal",
            "rules=kalah,seeds=6",
            "pits=4,seeds=3",
            "grand-slam=leave-last",
        ],
        ideas: &[
            "Look at what the opponent can capture after your move, and take it off what the move is worth.",
            "Count your pits with one or two seeds that the opponent can reach: they are what you lose next.",
            "Keep a pit with many seeds for a sowing that goes all the way round.",
            "Look several moves ahead (minimax); there are at most six moves, so a small program sees far.",
        ],
    };

    fn start(setup: &Setup) -> Result<Awale<R>, SetupError> {
        R::of(setup)?;
        let row = vec![setup.seeds; setup.pits as usize];
        Awale::new(setup, [&row, &row], [0, 0], Side::First)
    }

    fn parse(setup: &Setup, text: &str) -> Result<Awale<R>, ParseError> {
        text::parse(setup, text)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.board.legal(self.source) == R::Row::ZERO
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        let mut left = self.board.legal(self.source);
        while left != R::Row::ZERO {
            moves.push(Move::on_board(self.turn, left.lowest()));
            left = left.without_lowest();
        }
        moves
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.board.legal(self.source).count() as usize
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        mv.side() == self.turn && mv.pit() < self.pits() && self.board.legal(self.source).seeds(mv.pit()) != 0
    }

    fn broken_rule(&self, mv: Move) -> Option<Message> {
        let (pit, pits) = (mv.to_string(), self.pits());
        Some(if mv.side() != self.turn {
            let own = [0, pits - 1].map(|pit| Move::on_board(self.turn, pit).to_string());
            let [first, last] = own;
            message!("broken-awale-not-own", pit = pit, first = first, last = last)
        } else if mv.pit() >= pits {
            message!("broken-awale-no-such-pit", pit = pit, pits = pits)
        } else if self.seeds(self.turn, mv.pit()) == 0 {
            message!("broken-awale-empty", pit = pit)
        } else if self.board.theirs & R::Row::first(pits) == R::Row::ZERO {
            message!("broken-awale-feeds-nobody", pit = pit)
        } else {
            message!("broken-awale-grand-slam", pit = pit)
        })
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.sow(mv.pit());
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Awale<R> {
        let before = *self;
        self.sow(mv.pit());
        before
    }

    #[inline]
    fn unmake(&mut self, undo: Awale<R>) {
        *self = undo;
    }

    fn skip_turn(&mut self) {
        self.board = self.board.turned();
        self.turn = self.turn.other();
    }

    /// The store of a side; in a finished game also its share of the seeds on the board.
    fn tally(&self, side: Side) -> u32 {
        self.tallies()[side]
    }

    #[inline]
    fn tallies(&self) -> [u32; 2] {
        if self.is_over() { self.final_tallies() } else { self.stores() }
    }

    fn total(&self) -> u32 {
        self.source.total()
    }

    #[inline]
    fn random_move(&self, generator: &mut Generator) -> Option<Move> {
        let legal = self.board.legal(self.source);
        if legal == R::Row::ZERO {
            return None;
        }
        let rank = generator.index(legal.count() as usize) as u32;
        Some(Move::on_board(self.turn, legal.nth(rank)))
    }

    #[inline]
    fn play_noting(&mut self, mv: Move) -> bool {
        let before = self.filled();
        self.sow(mv.pit());
        self.filled() != before
    }

    #[inline]
    fn best_lead(&self) -> Option<(i32, usize)> {
        let legal = self.board.legal(self.source);
        if !self.source.rules().has_plain_gains() || legal == R::Row::ZERO {
            return None;
        }
        let count = legal.count() as usize;
        let own = (self.board.mine & R::Row::first(self.pits())).occupied();
        let gain = if legal == own { self.board.best_plain_gain(self.source, own) } else { None };
        Some((gain.map_or_else(|| self.best_lead_by_playing(legal), |gain| self.lead() + gain as i32), count))
    }

    #[inline]
    fn key(&self) -> u64 {
        // No lane above the store is used: in a row of 64 bits the highest one is free for the turn.
        let mine = self.board.mine.folded() ^ ((self.turn as u64) << 63) ^ 0x9E6C_63D0_876A_46B9;
        let theirs = self.board.theirs.folded() ^ 0xA3B1_9535_4A39_B70D;
        let product = u128::from(mine) * u128::from(theirs);
        let mixed = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ (mixed >> 32)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let mut after = *self;
        after.play_noting(mv)
    }

    fn ends_on_repetition(&self) -> bool {
        self.source.rules().repetition != Repetition::PlayOn
    }

    /// A cycle takes each seed on to where another one lay, so that seeds pass over every border between two pits
    /// and every pit is sown. Only a move that is undone leaves the seeds where they are.
    fn shortest_cycle(&self) -> u32 {
        match self.source.rules().grand_slam {
            GrandSlam::Undo => 2,
            _ => 2 * self.pits(),
        }
    }

    /// A repetition gives the seeds on the board as the rules say; a cap gives them to nobody, the stores decide.
    fn settle(&self, reason: Settlement) -> [u32; 2] {
        if self.is_over() {
            return self.final_tallies();
        }
        match reason {
            Settlement::Repetition => self.tallies_on_repetition(),
            Settlement::Cap => self.stores(),
        }
    }

    fn read_move(text: &str) -> Result<Option<(Move, &str)>, ParseError> {
        mv::read(text)
    }

    fn draft(setup: &Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        draft::read(*setup, text)
    }

    fn view(&self) -> BoardView {
        view::of(self)
    }

    fn flows(&self, mv: Move) -> Vec<Flow> {
        flow::of(self, mv)
    }

    fn perft(&self, depth: u32) -> Counts {
        self.board.perft(self.source, depth)
    }
}
