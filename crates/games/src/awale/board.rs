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

impl<W: Row> Played<W> {
    /// A turn that left this board, as the mover sees it.
    #[inline(always)]
    fn by(board: Board<W>, pits: u32, is_slam: bool) -> Played<W> {
        Played { board: board.turned(), is_again: false, is_fed: board.theirs & W::first(pits) != W::ZERO, is_slam }
    }

    /// A turn that left this board, as the mover sees it, and goes on.
    #[inline(always)]
    fn again(board: Board<W>, pits: u32) -> Played<W> {
        Played { board, is_again: true, ..Played::by(board, pits, false) }
    }
}

impl<W: Row> Board<W> {
    /// Both rows in the other order, as the opponent sees them.
    #[inline(always)]
    pub(super) fn turned(self) -> Board<W> {
        Board { mine: self.theirs, theirs: self.mine }
    }

    /// Plays the seeds of a pit of the side to move.
    #[inline(always)]
    pub(super) fn play<R: RuleSource<Row = W>>(self, source: R, pit: u32) -> Played<W> {
        let rules = source.rules();
        let store = source.pits();
        let sowing = source.sowing(pit, self.mine.seeds(pit));
        let sown = Board { mine: (self.mine & !W::of(pit, 0xFF)) + sowing.mine, theirs: self.theirs + sowing.theirs };
        if rules.store == Store::Again && sowing.landing.seeds(store) != 0 {
            return Played::again(sown, store);
        }
        let mut capture =
            Capture { theirs: if rules.chain { sown.theirs.chain(sowing.reach) } else { W::ZERO }, mine: W::ZERO };
        if rules.opposite != Opposite::Never && sowing.landing & W::first(store) != W::ZERO {
            capture = sown.opposite_capture(rules.opposite, store, sowing.landing.lowest());
        }
        // Most moves capture nothing: what follows them need not wait for the arithmetic of a capture.
        if sown.theirs & capture.theirs == W::ZERO {
            return Played::by(sown, store, false);
        }
        self.capturing(source, sown, capture)
    }

    /// Goes on with a move that `sown` is the sowing of and that is about to take something from the opponent.
    #[inline(always)]
    fn capturing<R: RuleSource<Row = W>>(self, source: R, sown: Board<W>, mut capture: Capture<W>) -> Played<W> {
        let (rule, store) = (source.rules().grand_slam, source.pits());
        let is_slam = sown.theirs & W::first(store) & !capture.theirs == W::ZERO;
        if !is_slam {
            return Played::by(sown.after(capture, store), store, false);
        }
        match rule {
            GrandSlam::Nothing => return Played::by(sown, store, true),
            GrandSlam::Undo => return Played::by(self, store, true),
            GrandSlam::LeaveFirst => capture.theirs = capture.theirs & W::first(capture.theirs.highest()),
            GrandSlam::LeaveLast => capture.theirs = capture.theirs & !W::first(capture.theirs.lowest() + 1),
            GrandSlam::IllegalUnlessForced
            | GrandSlam::Illegal
            | GrandSlam::Legal
            | GrandSlam::OpponentTakesRest
            | GrandSlam::Share => {}
        }
        let board = sown.after(capture, store);
        let rest = (board.mine & W::first(store)).sum();
        Played::by(
            match rule {
                GrandSlam::OpponentTakesRest => board.swept(store, 0, rest),
                GrandSlam::Share => board.swept(store, rest / 2, rest / 2),
                _ => board,
            },
            store,
            true,
        )
    }

    /// The captured seeds go into the mover's store.
    #[inline(always)]
    fn after(self, capture: Capture<W>, store: u32) -> Board<W> {
        let gain = (self.theirs & capture.theirs).sum() + (self.mine & capture.mine).sum();
        Board { mine: (self.mine & !capture.mine) + W::of(store, gain), theirs: self.theirs & !capture.theirs }
    }

    /// Every pit of the mover is emptied and the stores get so many seeds.
    fn swept(self, store: u32, mine: u32, theirs: u32) -> Board<W> {
        Board { mine: (self.mine & !W::first(store)) + W::of(store, mine), theirs: self.theirs + W::of(store, theirs) }
    }

    /// What a last seed in one's own `pit` takes.
    #[inline]
    fn opposite_capture(self, rule: Opposite, pits: u32, pit: u32) -> Capture<W> {
        let theirs = W::of(pits - 1 - pit, 0xFF);
        let (is_taken, mine) = match rule {
            Opposite::Never => (false, W::ZERO),
            Opposite::Always => (true, W::ZERO),
            Opposite::FromEmpty => (self.mine.seeds(pit) == 1, W::of(pit, 0xFF)),
        };
        Capture { theirs: if is_taken { theirs } else { W::ZERO }, mine }
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

    /// The greatest gain in store by one of the moves `own`, which are all the pits with seeds; `None` where a move may
    /// end the game.
    ///
    /// Every pit is worked out, empty ones too, so that nothing but the last answer depends on the board: an empty pit
    /// sows nothing and gains nothing, no more than the worst move does.
    /// Only for rules under which [`Rules::has_plain_gains`](super::rules::Rules::has_plain_gains).
    #[inline(always)]
    pub(super) fn best_plain_gain<R: RuleSource<Row = W>>(self, source: R, own: W) -> Option<u32> {
        // Most boards are so full that no move leaves either row empty, and then most of the rules do not matter.
        if own.without_lowest() != W::ZERO && !self.may_slam(source) {
            let theirs = self.theirs.reversed();
            let best = (0..source.pits()).fold(0, |best, pit| self.harvest(source, theirs, pit).max(best));
            let ends = self.mine.seeds(source.pits()) + best > source.total() / 2;
            return (!ends).then_some(best);
        }
        let (mut best, mut may_end) = (0, false);
        for pit in 0..source.pits() {
            let (gain, ends) = self.plain_gain(source, pit);
            best = best.max(gain);
            may_end |= ends & (own.seeds(pit) != 0);
        }
        (!may_end).then_some(best)
    }

    /// The mover's gain in store by a move that leaves neither row empty, given the opponent's reversed row.
    #[inline(always)]
    fn harvest<R: RuleSource<Row = W>>(self, source: R, theirs: W, pit: u32) -> u32 {
        let harvest = source.harvest(pit, self.mine.seeds(pit));
        let theirs = theirs + harvest.theirs;
        let captured = theirs & (theirs.run(harvest.start) | harvest.facing);
        // No store is ever captured: its lane is free for what is sown, and one sum is enough for both.
        (captured | harvest.sown).sum()
    }

    /// The mover's gain in store by a move, and whether the move may end the game, in which case the gain is not
    /// what counts; without branches that depend on the board.
    #[inline(always)]
    fn plain_gain<R: RuleSource<Row = W>>(self, source: R, pit: u32) -> (u32, bool) {
        let (rules, store) = (source.rules(), source.pits());
        let row = W::first(store);
        let sowing = source.sowing(pit, self.mine.seeds(pit));
        let mine = (self.mine & !W::of(pit, 0xFF)) + sowing.mine;
        let theirs = self.theirs + sowing.theirs;
        let mut capture = if rules.chain { theirs.chain(sowing.reach) } else { W::ZERO };
        if rules.opposite == Opposite::Always {
            capture = capture | (sowing.landing & row).mirrored(store).filled();
        }
        let captured = (theirs & capture).sum();
        let left = theirs & row & !capture;
        let is_slam = (captured != 0) & (left == W::ZERO);
        // What a grand slam leaves is the sowing without the capture, or nothing at all.
        let sown = sowing.mine.seeds(store);
        let slam = if rules.grand_slam == GrandSlam::Undo { 0 } else { sown };
        let gain = if is_slam { slam } else { sown + captured };
        let is_starved = (left == W::ZERO) & !is_slam;
        (gain, is_starved | (mine & row == W::ZERO) | (self.mine.seeds(store) + gain > source.total() / 2))
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
            counts += if depth == 2 { counted(next.legal(source)) } else { next.perft(source, depth - 1) };
        }
        counts
    }
}

/// The lines of one ply, given the flags of the legal moves.
#[inline(always)]
fn counted<W: Row>(legal: W) -> Counts {
    Counts { leaves: u64::from(legal.count()), ended: u64::from(legal == W::ZERO) }
}
