//! Who gets the seeds that are left on the board when a game ends.

use super::game::Awale;
use super::rules::{End, Repetition, Rest};
use super::source::RuleSource;
use crate::side::Side;

impl<R: RuleSource> Awale<R> {
    /// The seeds won so far.
    pub(super) fn stores(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.store(side))
    }

    /// The stores, and each side's own row.
    fn with_own_rows(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.store(side) + self.seeds_on_row(side))
    }

    /// The stores, and half of the seeds on the board for each side; an odd one goes to nobody.
    fn with_halves(&self) -> [u32; 2] {
        let on_board: u32 = Side::BOTH.iter().map(|side| self.seeds_on_row(*side)).sum();
        self.stores().map(|store| store + on_board / 2)
    }

    /// What each side has when the rules have ended the game.
    pub(super) fn final_tallies(&self) -> [u32; 2] {
        let rules = self.source.rules();
        if rules.end == End::Majority && self.board.has_majority(self.source) {
            // The game is decided; what lies on the board is nobody's any more.
            return self.stores();
        }
        match rules.rest {
            Rest::OwnRow => self.with_own_rows(),
            Rest::Opponent => {
                let mut tallies = self.stores();
                tallies[self.turn.other()] += Side::BOTH.iter().map(|side| self.seeds_on_row(*side)).sum::<u32>();
                tallies
            }
            Rest::Split => self.with_halves(),
            Rest::Nobody => self.stores(),
        }
    }

    /// What each side has when the position came back; the stores where the rules would play on.
    pub(super) fn tallies_on_repetition(&self) -> [u32; 2] {
        match self.source.rules().repetition {
            Repetition::OwnRow => self.with_own_rows(),
            Repetition::Split => self.with_halves(),
            Repetition::Nobody | Repetition::PlayOn => self.stores(),
        }
    }
}
