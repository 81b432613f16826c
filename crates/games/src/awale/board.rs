//! The board as the side to move sees it, and what the rules make of a move on it.
//!
//! Nothing here knows who First and Second are: a turn swaps the two rows. For a named set of rules every
//! `match` on a rule is decided at compile time.

use super::row::Row;
use super::rules::{End, Feed, GrandSlam, Opposite, Store};
use super::source::RuleSource;
use crate::perft::Counts;

/// The two rows with their stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Board<W> {
    /// The row of the side to move.
    pub(super) mine: W,
    /// The row of its opponent.
    pub(super) theirs: W,
}

/// What a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Played<W> {
    /// The board as the side sees it that is next to move.
    pub(super) board: Board<W>,
    /// Whether that is the side that just moved.
    pub(super) is_again: bool,
    /// Whether the opponent of the mover has a seed left.
    is_fed: bool,
    /// Whether the capture, as it would be without the rule on grand slams, leaves the opponent none.
    is_slam: bool,
}

/// Seeds about to be captured.
#[derive(Clone, Copy)]
struct Capture<W> {
    /// The mask of the opponent's pits that are taken.
    theirs: W,
    /// The mask of the mover's own pits that are taken.
    mine: W,
}

impl<W: Row> Board<W> {
    /// Both rows in the other order, as the opponent sees them.
    #[inline(always)]
    pub(super) fn turned(self) -> Board<W> {
        Board {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    /// Plays the seeds of a pit of the side to move.
    #[inline(always)]
    pub(super) fn play<R: RuleSource<Row = W>>(self, source: R, pit: u32) -> Played<W> {
        let rules = source.rules();
        let store = source.pits();
        let row = W::first(store);
        let seeds = self.mine.seeds(pit);
        let sowing = source.sowing(pit, seeds);
        let mut mine = (self.mine & !W::of(pit, 0xFF)) + sowing.mine;
        let mut theirs = self.theirs + sowing.theirs;

        let mut capture = Capture {
            theirs: if rules.chain {
                theirs.chain(sowing.reach)
            } else {
                W::ZERO
            },
            mine: W::ZERO,
        };
        if rules.opposite != Opposite::Never && sowing.landing & row != W::ZERO {
            capture = from_own_row(rules.opposite, store, sowing.landing.lowest(), mine, theirs);
        }
        let is_slam = theirs & capture.theirs != W::ZERO && theirs & row & !capture.theirs == W::ZERO;
        if is_slam {
            match rules.grand_slam {
                GrandSlam::Nothing => capture = nothing(),
                GrandSlam::Undo => return self.undone(row),
                GrandSlam::LeaveFirst => capture.theirs = capture.theirs & W::first(capture.theirs.highest()),
                GrandSlam::LeaveLast => {
                    capture.theirs = capture.theirs & !W::first(capture.theirs.lowest() + 1);
                }
                GrandSlam::IllegalUnlessForced
                | GrandSlam::Illegal
                | GrandSlam::Legal
                | GrandSlam::OpponentTakesRest
                | GrandSlam::Share => {}
            }
        }
        let gain = (theirs & capture.theirs).sum() + (mine & capture.mine).sum();
        theirs = theirs & !capture.theirs;
        mine = (mine & !capture.mine) + W::of(store, gain);
        if is_slam {
            let rest = (mine & row).sum();
            match rules.grand_slam {
                GrandSlam::OpponentTakesRest => {
                    mine = mine & !row;
                    theirs = theirs + W::of(store, rest);
                }
                GrandSlam::Share => {
                    mine = (mine & !row) + W::of(store, rest / 2);
                    theirs = theirs + W::of(store, rest / 2);
                }
                _ => {}
            }
        }
        let is_again = rules.store == Store::Again && sowing.landing.seeds(store) != 0;
        let board = Board { mine, theirs };
        Played {
            board: if is_again { board } else { board.turned() },
            is_again,
            is_fed: theirs & row != W::ZERO,
            is_slam,
        }
    }

    /// The turn is spent and the board is as it was.
    #[inline]
    fn undone(self, row: W) -> Played<W> {
        Played {
            board: self.turned(),
            is_again: false,
            is_fed: self.theirs & row != W::ZERO,
            is_slam: true,
        }
    }

    /// Flags of the pits that may be played; none exactly when the game is over.
    #[inline(always)]
    pub(super) fn legal<R: RuleSource<Row = W>>(self, source: R) -> W {
        let rules = source.rules();
        let row = W::first(source.pits());
        let theirs = self.theirs & row;
        let own = (self.mine & row).occupied();
        match rules.end {
            End::Majority if self.has_majority(source) => return W::ZERO,
            End::EmptyRow if theirs == W::ZERO => return W::ZERO,
            _ => {}
        }
        if rules.feed != Feed::Free && theirs == W::ZERO {
            return self.feeding(source, own);
        }
        self.without_slams(source, own)
    }

    /// Whether a store holds more than half of all seeds.
    #[inline(always)]
    pub(super) fn has_majority<R: RuleSource<Row = W>>(self, source: R) -> bool {
        let (store, half) = (source.pits(), source.total() / 2);
        self.mine.seeds(store) > half || self.theirs.seeds(store) > half
    }

    /// The legal ones of the moves `own` when the opponent has no seeds.
    #[cold]
    fn feeding<R: RuleSource<Row = W>>(self, source: R, own: W) -> W {
        let feeding = self.filter(source, own, |played| played.is_fed);
        if feeding == W::ZERO && source.rules().feed == Feed::IfPossible {
            return self.without_slams(source, own);
        }
        feeding
    }

    /// The moves `own` less those that are illegal for being grand slams.
    #[inline(always)]
    fn without_slams<R: RuleSource<Row = W>>(self, source: R, own: W) -> W {
        let rules = source.rules();
        match rules.grand_slam {
            GrandSlam::Illegal if self.may_slam(source) => self.filter(source, own, |played| !played.is_slam),
            GrandSlam::IllegalUnlessForced if self.may_slam(source) => {
                let others = self.filter(source, own, |played| !played.is_slam);
                if others == W::ZERO { own } else { others }
            }
            _ => own,
        }
    }

    /// Whether a grand slam is possible at all, judged at a glance from what the opponent has before the
    /// sowing, which can only add to it.
    #[inline(always)]
    fn may_slam<R: RuleSource<Row = W>>(self, source: R) -> bool {
        let rules = source.rules();
        let theirs = self.theirs & W::first(source.pits());
        (rules.chain && theirs.is_at_most_three())
            || (rules.opposite != Opposite::Never && theirs.occupied().count() <= 1)
    }

    /// Those of the flagged moves whose result passes the test.
    #[inline]
    fn filter<R: RuleSource<Row = W>>(self, source: R, moves: W, test: impl Fn(&Played<W>) -> bool) -> W {
        let (mut left, mut passed) = (moves, W::ZERO);
        while left != W::ZERO {
            let pit = left.lowest();
            left = left.without_lowest();
            if test(&self.play(source, pit)) {
                passed = passed | W::of(pit, 0x80);
            }
        }
        passed
    }

    /// Lines of exactly `depth` plies and lines that ended earlier; the last ply is counted, not played.
    pub(super) fn perft<R: RuleSource<Row = W>>(self, source: R, depth: u32) -> Counts {
        if depth == 0 {
            return Counts { leaves: 1, ended: 0 };
        }
        let mut left = self.legal(source);
        if depth == 1 || left == W::ZERO {
            return counted(left);
        }
        let mut counts = Counts::default();
        while left != W::ZERO {
            let next = self.play(source, left.lowest()).board;
            left = left.without_lowest();
            counts += if depth == 2 {
                counted(next.legal(source))
            } else {
                next.perft(source, depth - 1)
            };
        }
        counts
    }
}

/// The lines of one ply, given the flags of the legal moves.
#[inline(always)]
fn counted<W: Row>(legal: W) -> Counts {
    Counts {
        leaves: u64::from(legal.count()),
        ended: u64::from(legal == W::ZERO),
    }
}

/// What a last seed in one's own `pit` takes.
#[inline]
fn from_own_row<W: Row>(rule: Opposite, pits: u32, pit: u32, mine: W, theirs: W) -> Capture<W> {
    let opposite = pits - 1 - pit;
    let was_empty = mine.seeds(pit) == 1;
    match rule {
        Opposite::Always => Capture {
            theirs: W::of(opposite, 0xFF),
            mine: W::ZERO,
        },
        Opposite::FromEmpty if was_empty && theirs.seeds(opposite) != 0 => Capture {
            theirs: W::of(opposite, 0xFF),
            mine: W::of(pit, 0xFF),
        },
        Opposite::FromEmpty | Opposite::Never => nothing(),
    }
}

fn nothing<W: Row>() -> Capture<W> {
    Capture {
        theirs: W::ZERO,
        mine: W::ZERO,
    }
}
