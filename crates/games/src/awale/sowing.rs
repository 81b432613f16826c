//! What a sowing adds to every pit, worked out once for every pit and number of seeds of the standard board.

use super::row::Row;
use super::rules::{Origin, Rules, Store};

/// What sowing the seeds of one pit adds to both rows, and where it ends.
#[derive(Debug, Clone, Copy)]
pub struct Sowing<W> {
    /// The seeds each lane of the mover's row gets, the store included.
    pub(super) mine: W,
    /// The seeds each lane of the opponent's row gets.
    pub(super) theirs: W,
    /// The mask of the opponent's pits up to where the last seed fell; nothing if it fell elsewhere.
    pub(super) reach: W,
    /// One seed in the lane of the mover's row or store where the last seed fell; nothing if it fell elsewhere.
    pub(super) landing: W,
}

impl<W: Row> Sowing<W> {
    /// Sows `seeds` from a pit, one by one.
    pub(super) fn by_hand(rules: Rules, pits: u32, pit: u32, seeds: u32) -> Sowing<W> {
        let mut hand = Hand::over(rules, pits, pit);
        for _ in 0..seeds {
            hand = hand.sow();
        }
        let sown = hand.sown();
        Sowing {
            mine: W::narrowed(sown.mine),
            theirs: W::narrowed(sown.theirs),
            reach: W::narrowed(sown.reach),
            landing: W::narrowed(sown.landing),
        }
    }
}

/// Sowings by pit and number of seeds; the sides are powers of two so that an index needs no check.
pub(super) struct Table([[Sowing<u64>; Table::SEEDS]; Table::PITS]);

impl Table {
    const PITS: usize = 8;
    const SEEDS: usize = 64;

    /// The table of the standard board, for any number of seeds it can have in a pit.
    pub(super) const fn new(rules: Rules) -> Table {
        let nothing = Sowing { mine: 0, theirs: 0, reach: 0, landing: 0 };
        let mut table = [[nothing; Table::SEEDS]; Table::PITS];
        let mut pit = 0;
        while pit < 6 {
            let mut hand = Hand::over(rules, 6, pit as u32);
            let mut seeds = 1;
            while seeds <= 48 {
                hand = hand.sow();
                let sown = hand.sown();
                table[pit][seeds] = Sowing {
                    mine: sown.mine as u64,
                    theirs: sown.theirs as u64,
                    reach: sown.reach as u64,
                    landing: sown.landing as u64,
                };
                seeds += 1;
            }
            pit += 1;
        }
        Table(table)
    }

    /// The sowing of a pit; nonsense for a pit or a number of seeds that the board cannot have.
    #[inline(always)]
    pub(super) fn get(&self, pit: u32, seeds: u32) -> Sowing<u64> {
        self.0[pit as usize % Table::PITS][seeds as usize % Table::SEEDS]
    }
}

/// A hand that goes round the board. Its places are the mover's pits, the mover's store, the opponent's pits.
#[derive(Clone, Copy)]
struct Hand {
    rules: Rules,
    pits: u32,
    origin: u32,
    place: u32,
    mine: u128,
    theirs: u128,
}

impl Hand {
    const fn over(rules: Rules, pits: u32, pit: u32) -> Hand {
        Hand { rules, pits, origin: pit, place: pit, mine: 0, theirs: 0 }
    }

    const fn skips(&self, place: u32) -> bool {
        (place == self.origin && matches!(self.rules.origin, Origin::Skipped))
            || (place == self.pits && matches!(self.rules.store, Store::Skipped))
    }

    /// Goes on to the next place that gets a seed and drops one there.
    const fn sow(mut self) -> Hand {
        loop {
            self.place = (self.place + 1) % (2 * self.pits + 1);
            if !self.skips(self.place) {
                break;
            }
        }
        if self.place <= self.pits {
            self.mine += 1 << (8 * self.place);
        } else {
            self.theirs += 1 << (8 * (self.place - self.pits - 1));
        }
        self
    }

    /// What was sown so far, of at least one seed.
    const fn sown(self) -> Sowing<u128> {
        let on_theirs = self.place > self.pits;
        Sowing {
            mine: self.mine,
            theirs: self.theirs,
            reach: if on_theirs { !(u128::MAX << (8 * (self.place - self.pits))) } else { 0 },
            landing: if on_theirs { 0 } else { 1 << (8 * self.place) },
        }
    }
}
