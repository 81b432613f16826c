//! A gauntlet: the first player against each of the others.

use super::placing::{Placing, by_points};
use super::schedule::{Place, Schedule};
use super::{Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "gauntlet",
    about: "the first player meets each of the others once",
    ties: &[TieRule::Both],
    is_knockout: false,
    is_offered: false,
    takes_rounds: false,
    most_players: MOST_PLAYERS,
    make: |_, players| Box::new(Gauntlet { players }),
};

struct Gauntlet {
    players: usize,
}

impl Format for Gauntlet {
    fn extend(&mut self, schedule: &mut Schedule) {
        if schedule.get(0).is_some() {
            return;
        }
        for other in 1..self.players {
            let place = Place { round: other as u32, bracket: None, slot: 0 };
            schedule.add(other as u32 - 1, place, [0, other]);
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        by_points(schedule)
    }

    fn expected_matches(&self) -> u32 {
        self.players as u32 - 1
    }
}
