//! One match between two players.

use super::placing::{Placing, by_points};
use super::schedule::{Place, Schedule};
use super::{Edits, Format, FormatEntry, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "match",
    about: "two players, one match",
    ties: &[TieRule::Both, TieRule::Replay],
    is_knockout: false,
    has_rounds: false,
    byes_count: false,
    is_offered: false,
    is_ladder: false,
    edits: Edits::Names,
    takes_rounds: false,
    least_players: 2,
    most_players: 2,
    make: |_, _| Box::new(SingleMatch),
};

struct SingleMatch;

impl Format for SingleMatch {
    fn extend(&mut self, schedule: &mut Schedule) {
        if schedule.get(0).is_none() {
            schedule.add(0, Place { round: 1, bracket: None, slot: 0 }, [0, 1]);
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        by_points(schedule)
    }

    fn expected_matches(&self) -> u32 {
        1
    }
}
