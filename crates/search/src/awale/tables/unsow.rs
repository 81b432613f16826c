//! From which positions a move that captures nothing leads here.

use joute_games::awale::{Feed, GrandSlam};

use super::super::rows::{PITS, Rows, StandardRules, chain, lane};

/// At most: every pit of the side that moved, and every number of seeds it may have had.
const MOST: usize = 64;

/// The positions before a move without a capture.
pub(super) struct Predecessors {
    rows: [Rows; MOST],
    count: usize,
}

impl Predecessors {
    /// Room for them; it can be used again and again.
    pub(super) fn new() -> Predecessors {
        Predecessors { rows: [Rows::default(); MOST], count: 0 }
    }

    /// Finds all from which a legal move leads to these rows.
    #[inline]
    pub(super) fn find<R: StandardRules>(&mut self, rows: Rows) -> &[Rows] {
        self.count = 0;
        // The side that moved is the one that is not to move now, and the pit it sowed is empty.
        let after = rows.turned();
        for origin in 0..PITS {
            if lane(after.mine, origin) == 0 {
                self.take_back::<R>(after, origin);
            }
        }
        &self.rows[..self.count]
    }

    /// One of those found last.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Rows {
        self.rows[number % MOST]
    }

    /// Takes up seeds one by one as they would have been sown from `origin`. `after` is as the side that moved sees it.
    #[inline]
    fn take_back<R: StandardRules>(&mut self, after: Rows, origin: u32) {
        let mut before = after;
        let (mut place, mut seeds) = (origin, 0);
        loop {
            place = if place == 11 { 0 } else { place + 1 };
            if place == origin {
                continue;
            }
            let row = if place < PITS { &mut before.mine } else { &mut before.theirs };
            let pit = place % PITS;
            if lane(*row, pit) == 0 {
                return;
            }
            *row -= 1 << (8 * pit);
            seeds += 1;
            let whole = Rows { mine: before.mine | seeds << (8 * origin), ..before };
            if captures_nothing::<R>(after, place) && is_allowed::<R>(whole, after) {
                self.rows[self.count % MOST] = whole;
                self.count += 1;
            }
        }
    }
}

/// Whether a last seed at this place left these rows without a capture.
#[inline(always)]
fn captures_nothing<R: StandardRules>(after: Rows, last: u32) -> bool {
    if last < PITS {
        return true;
    }
    let seeds = lane(after.theirs, last - PITS);
    if !matches!(seeds, 2 | 3) {
        return true;
    }
    let reach = u64::MAX >> (8 * (13 - last));
    R::RULES.grand_slam == GrandSlam::Nothing && after.theirs & !chain(after.theirs, reach) == 0
}

/// Whether the rule on feeding allows the move.
#[inline(always)]
fn is_allowed<R: StandardRules>(before: Rows, after: Rows) -> bool {
    if before.theirs != 0 || after.theirs != 0 {
        return true;
    }
    R::RULES.feed == Feed::IfPossible && cannot_feed::<R>(before)
}

#[cold]
fn cannot_feed<R: StandardRules>(before: Rows) -> bool {
    before.successors::<R>().all(|successor| successor.rows.mine == 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use joute_games::awale::{Abapa, Awari};

    use super::super::index::{index, position, positions};
    use super::*;

    /// Every move that captures nothing, once forwards and once backwards.
    fn moves<R: StandardRules>(seeds: u32) -> [BTreeSet<(usize, usize)>; 2] {
        let (mut forwards, mut backwards) = (BTreeSet::new(), BTreeSet::new());
        let mut predecessors = Predecessors::new();
        for number in 0..positions(seeds) {
            let rows = position(seeds, number);
            let quiet = rows.successors::<R>().filter(|successor| successor.captured == 0);
            forwards.extend(quiet.map(|successor| (number, index(successor.rows))));
            for before in predecessors.find::<R>(rows) {
                assert!(backwards.insert((index(*before), number)), "{before:?} twice before {rows:?}");
            }
        }
        [forwards, backwards]
    }

    #[test]
    fn moves_are_taken_back_as_they_are_made() {
        for seeds in 1..=7 {
            let [forwards, backwards] = moves::<Awari>(seeds);
            assert_eq!(forwards, backwards, "awari, {seeds} seeds");
            let [forwards, backwards] = moves::<Abapa>(seeds);
            assert_eq!(forwards, backwards, "abapa, {seeds} seeds");
        }
    }
}
