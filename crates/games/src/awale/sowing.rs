//! What a sowing adds to every pit, worked out once for every pit and number of seeds of the standard board.

use super::row::Row;
use super::rules::{Opposite, Origin, Rules, Store};

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
        let sown = Hand::over(rules, pits, pit).sow_all(seeds).sown();
        Sowing {
            mine: W::narrowed(sown.mine),
            theirs: W::narrowed(sown.theirs),
            reach: W::narrowed(sown.reach),
            landing: W::narrowed(sown.landing),
        }
    }
}

/// The places where `seeds` seeds of a pit fall one after another: the mover's pits, the mover's store, the opponent's pits.
pub(super) fn route(rules: Rules, pits: u32, pit: u32, seeds: u32) -> impl Iterator<Item = u32> {
    Hand::over(rules, pits, pit).route(seeds)
}

/// What the gain of a sowing depends on while no row runs empty. The opponent's lanes are those of the reversed word:
/// there a chain of captures goes upwards, as a carry does.
#[derive(Debug, Clone, Copy)]
pub struct Harvest<W> {
    /// The seeds each of the opponent's lanes gets.
    pub(super) theirs: W,
    /// One seed in the lane where a chain of captures would begin; nothing where there can be none.
    pub(super) start: W,
    /// The mask of the opponent's pit that is taken for facing the last seed.
    pub(super) facing: W,
    /// The seeds that the mover's store gets, in the lane of the opponent's.
    pub(super) sown: W,
}

impl<W: Row> Harvest<W> {
    /// Sows `seeds` from a pit, one by one.
    pub(super) fn by_hand(rules: Rules, pits: u32, pit: u32, seeds: u32) -> Harvest<W> {
        let harvest = Hand::over(rules, pits, pit).sow_all(seeds).harvest(8 * size_of::<W>() as u32);
        Harvest {
            theirs: W::narrowed(harvest.theirs),
            start: W::narrowed(harvest.start),
            facing: W::narrowed(harvest.facing),
            sown: W::narrowed(harvest.sown),
        }
    }
}

/// Something by pit and number of seeds; the sides are powers of two so that an index needs no check.
pub(super) struct Table<T>([[T; SEEDS]; PITS]);

const PITS: usize = 8;
const SEEDS: usize = 64;

impl<T: Copy> Table<T> {
    /// What belongs to a pit; nonsense for a pit or a number of seeds that the board cannot have.
    #[inline(always)]
    pub(super) fn get(&self, pit: u32, seeds: u32) -> T {
        self.0[pit as usize % PITS][seeds as usize % SEEDS]
    }
}

impl Table<Sowing<u64>> {
    /// The sowings of the standard board, for any number of seeds it can have in a pit.
    pub(super) const fn of_sowings(rules: Rules) -> Table<Sowing<u64>> {
        let mut table = [[Sowing { mine: 0, theirs: 0, reach: 0, landing: 0 }; SEEDS]; PITS];
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
}

impl Table<Harvest<u64>> {
    /// The harvests of the standard board, for any number of seeds it can have in a pit.
    pub(super) const fn of_harvests(rules: Rules) -> Table<Harvest<u64>> {
        let mut table = [[Harvest { theirs: 0, start: 0, facing: 0, sown: 0 }; SEEDS]; PITS];
        let mut pit = 0;
        while pit < 6 {
            let mut hand = Hand::over(rules, 6, pit as u32);
            let mut seeds = 1;
            while seeds <= 48 {
                hand = hand.sow();
                let harvest = hand.harvest(u64::BITS);
                table[pit][seeds] = Harvest {
                    theirs: harvest.theirs as u64,
                    start: harvest.start as u64,
                    facing: harvest.facing as u64,
                    sown: harvest.sown as u64,
                };
                seeds += 1;
            }
            pit += 1;
        }
        Table(table)
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

    /// Whether no seed was sown yet: then none fell last.
    const fn is_full(&self) -> bool {
        self.mine == 0 && self.theirs == 0
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

    /// Where the seeds of a pit fall one after another: the mover's pits, the mover's store, the opponent's pits.
    fn route(self, seeds: u32) -> impl Iterator<Item = u32> {
        (0..seeds).scan(self, |hand, _| {
            *hand = hand.sow();
            Some(hand.place)
        })
    }

    fn sow_all(self, seeds: u32) -> Hand {
        (0..seeds).fold(self, |hand, _| hand.sow())
    }

    /// What was sown so far.
    const fn sown(self) -> Sowing<u128> {
        if self.is_full() {
            return Sowing { mine: 0, theirs: 0, reach: 0, landing: 0 };
        }
        let on_theirs = self.place > self.pits;
        Sowing {
            mine: self.mine,
            theirs: self.theirs,
            reach: if on_theirs { !(u128::MAX << (8 * (self.place - self.pits))) } else { 0 },
            landing: if on_theirs { 0 } else { 1 << (8 * self.place) },
        }
    }

    /// What was sown so far may gain this, in a word of so many bits.
    const fn harvest(self, bits: u32) -> Harvest<u128> {
        if self.is_full() {
            return Harvest { theirs: 0, start: 0, facing: 0, sown: 0 };
        }
        let unused = u128::BITS - bits;
        let on_theirs = self.place > self.pits;
        let chains = on_theirs && self.rules.chain;
        let faces = self.place < self.pits && matches!(self.rules.opposite, Opposite::Always);
        let start = if chains { 1 << (8 * (self.place - self.pits - 1)) } else { 0_u128 };
        let facing = if faces { 0xFF << (8 * (self.pits - 1 - self.place)) } else { 0_u128 };
        let sown = self.mine & (0xFF << (8 * self.pits));
        Harvest {
            theirs: self.theirs.swap_bytes() >> unused,
            start: start.swap_bytes() >> unused,
            facing: facing.swap_bytes() >> unused,
            sown: sown.swap_bytes() >> unused,
        }
    }
}
