//! The standard board as its engine and its endgame tables see it: two rows of six pits and no stores.
//!
//! ```text
//!  byte   7   6   5   4   3   2   1   0
//!         0   0   f   e   d   c   b   a        a is the first pit that a side sows into on its own row
//! ```
//!
//! The side to move always comes first; a turn swaps the rows.

use joute_games::awale::{Abapa, Awale, Awari, Feed, GrandSlam, RuleSource, Rules};
use joute_games::{Game, Side};

/// One in every lane.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every lane.
const FLAGS: u64 = ONES << 7;
/// Pits of a row.
pub(super) const PITS: u32 = 6;

/// Rules of the standard board that this module plays: stores are skipped, so is the pit a sowing begins in, and twos
/// and threes are captured.
pub trait StandardRules: RuleSource<Row = u64> {
    /// The rules.
    const RULES: Rules;
    /// How the rules are called.
    const NAME: &'static str;
}

impl StandardRules for Abapa {
    const RULES: Rules = Rules::ABAPA;
    const NAME: &'static str = "abapa";
}

impl StandardRules for Awari {
    const RULES: Rules = Rules::AWARI;
    const NAME: &'static str = "awari";
}

/// The seeds of both rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rows {
    /// The row of the side to move.
    pub mine: u64,
    /// The row of its opponent.
    pub theirs: u64,
}

/// What a legal move leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Successor {
    /// The pit that was sown, counted from 0.
    pub pit: u32,
    /// The rows as the opponent sees them.
    pub rows: Rows,
    /// The seeds captured.
    pub captured: u32,
}

/// What sowing a pit adds to the rows, and the mask of the opponent's pits up to the last seed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sowing {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    pub(super) reach: u64,
}

/// A sowing for every pit and number of seeds.
pub(super) static SOWINGS: [[Sowing; 64]; 8] = sowings();

const fn sowings() -> [[Sowing; 64]; 8] {
    let mut table = [[Sowing { mine: 0, theirs: 0, reach: 0 }; 64]; 8];
    let mut pit = 0;
    while pit < 6 {
        let (mut seeds, mut place) = (1, pit);
        while seeds <= 48 {
            place = next_place(pit, place);
            let mut sowing = table[pit][seeds - 1];
            sowing.reach = 0;
            if place < 6 {
                sowing.mine += 1 << (8 * place);
            } else {
                sowing.theirs += 1 << (8 * (place - 6));
                sowing.reach = (1 << (8 * (place - 5))) - 1;
            }
            table[pit][seeds] = sowing;
            seeds += 1;
        }
        pit += 1;
    }
    table
}

/// The place after this one, of the mover's six and the opponent's six; the pit the sowing began in is passed over.
const fn next_place(origin: usize, place: usize) -> usize {
    let next = (place + 1) % 12;
    if next == origin { (next + 1) % 12 } else { next }
}

/// Flags of the lanes that are not 0.
#[inline(always)]
pub(super) fn occupied(row: u64) -> u64 {
    (row + (FLAGS - ONES)) & FLAGS
}

/// The seeds of a lane.
#[inline(always)]
pub(super) fn lane(row: u64, pit: u32) -> u32 {
    (row >> (8 * pit)) as u32 & 0xFF
}

/// The seeds of all lanes.
#[inline(always)]
pub(super) fn sum(row: u64) -> u32 {
    (row.wrapping_mul(ONES) >> 56) as u32
}

/// The mask of the lanes with 2 or 3 seeds that reach without a gap down from the last lane of `reach`.
#[inline(always)]
pub(super) fn chain(row: u64, reach: u64) -> u64 {
    // 2 and 3 differ from 2 at most in their lowest bit: only they become 0.
    let stops = occupied((row & (ONES * 0xFE)) ^ (ONES * 2)) & reach;
    reach & !u64::MAX.checked_shr(stops.leading_zeros()).unwrap_or(0)
}

impl Rows {
    /// The rows of a game, as the side to move sees them.
    pub fn of<R: RuleSource>(game: &Awale<R>) -> Rows {
        let row = |side: Side| (0..PITS).fold(0, |row, pit| row | u64::from(game.seeds(side, pit)) << (8 * pit));
        Rows { mine: row(game.turn()), theirs: row(game.turn().other()) }
    }

    /// The rows with these seeds, the mover's pits first.
    pub fn of_pits(pits: [u8; 12]) -> Rows {
        let row = |pits: &[u8]| pits.iter().rev().fold(0, |row, seeds| row << 8 | u64::from(*seeds));
        Rows { mine: row(&pits[..6]), theirs: row(&pits[6..]) }
    }

    /// All seeds on the board.
    #[inline(always)]
    pub fn seeds(self) -> u32 {
        sum(self.mine + self.theirs)
    }

    /// The same board as the opponent sees it.
    #[inline(always)]
    pub fn turned(self) -> Rows {
        Rows { mine: self.theirs, theirs: self.mine }
    }

    /// Both rows after sowing a pit, as the mover sees them, and the mask of what the last seed would capture.
    #[inline(always)]
    pub(super) fn sown(self, pit: u32) -> (Rows, u64) {
        let sowing = &SOWINGS[pit as usize & 7][lane(self.mine, pit) as usize & 63];
        let mine = (self.mine & !(0xFF << (8 * pit))) + sowing.mine;
        let theirs = self.theirs + sowing.theirs;
        (Rows { mine, theirs }, chain(theirs, sowing.reach))
    }

    /// Whether a capture of all the opponent has may be possible: sowing only adds to what is there.
    #[inline(always)]
    pub(super) fn may_slam(self) -> bool {
        self.theirs & (ONES * 0xFC) == 0
    }

    /// Flags of the pits that may be played; none exactly when the game is over.
    #[inline(always)]
    pub fn legal<R: StandardRules>(self) -> u64 {
        let own = occupied(self.mine);
        if self.may_slam() { self.rare_legal::<R>(own) } else { own }
    }

    #[cold]
    fn rare_legal<R: StandardRules>(self, own: u64) -> u64 {
        if self.theirs == 0 {
            let feeding = self.filter(own, |rows, capture| {
                rows.theirs & !capture != 0 || (R::RULES.grand_slam == GrandSlam::Nothing && rows.theirs != 0)
            });
            if feeding != 0 || R::RULES.feed == Feed::Must {
                return feeding;
            }
        }
        if R::RULES.grand_slam == GrandSlam::Nothing {
            return own;
        }
        let others = self.filter(own, |rows, capture| capture == 0 || rows.theirs & !capture != 0);
        if others == 0 { own } else { others }
    }

    /// Those of the flagged moves whose sowing and capture pass the test.
    fn filter(self, moves: u64, test: impl Fn(Rows, u64) -> bool) -> u64 {
        let (mut left, mut passed) = (moves, 0);
        while left != 0 {
            let pit = left.trailing_zeros() / 8;
            left &= left - 1;
            let (rows, capture) = self.sown(pit);
            if test(rows, capture) {
                passed |= 0x80 << (8 * pit);
            }
        }
        passed
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn play<R: StandardRules>(self, pit: u32) -> Successor {
        let (rows, mut capture) = self.sown(pit);
        if R::RULES.grand_slam == GrandSlam::Nothing && rows.theirs & !capture == 0 {
            capture = 0;
        }
        let captured = sum(rows.theirs & capture);
        Successor { pit, rows: Rows { mine: rows.theirs & !capture, theirs: rows.mine }, captured }
    }

    /// What every legal move leads to.
    #[inline(always)]
    pub fn successors<R: StandardRules>(self) -> impl Iterator<Item = Successor> {
        let mut left = self.legal::<R>();
        std::iter::from_fn(move || {
            let pit = (left != 0).then(|| left.trailing_zeros() / 8)?;
            left &= left - 1;
            Some(self.play::<R>(pit))
        })
    }

    /// What the side to move gets more than its opponent of the seeds on the board, where the game is over.
    pub fn final_value<R: StandardRules>(self) -> i32 {
        match R::RULES.rest {
            joute_games::awale::Rest::Opponent => -(self.seeds() as i32),
            _ => sum(self.mine) as i32 - sum(self.theirs) as i32,
        }
    }
}
