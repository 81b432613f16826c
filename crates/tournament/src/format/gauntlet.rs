//! A gauntlet: the first player against each of the others.

use super::placing::{Placing, by_points};
use super::round_robin::{annul_changed, more_rounds};
use super::schedule::{Place, Schedule};
use super::{Amendment, Edits, Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "gauntlet",
    about: "the first player meets each of the others, once or `rounds` times",
    ties: &[TieRule::Both],
    is_knockout: false,
    has_rounds: false,
    byes_count: false,
    is_offered: false,
    is_ladder: false,
    edits: Edits::All,
    takes_rounds: true,
    least_players: 2,
    most_players: MOST_PLAYERS,
    make: |options, players| Box::new(Gauntlet { players, cycles: options.rounds.unwrap_or(1), is_made: false }),
};

struct Gauntlet {
    /// Who there was at the beginning.
    players: usize,
    cycles: u32,
    is_made: bool,
}

impl Format for Gauntlet {
    fn extend(&mut self, schedule: &mut Schedule) {
        if std::mem::replace(&mut self.is_made, true) {
            return;
        }
        for cycle in 0..self.cycles {
            for other in 1..self.players {
                let round = cycle * (self.players as u32 - 1) + other as u32;
                schedule.add(round - 1, Place { round, bracket: None, slot: 0 }, [0, other]);
            }
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        by_points(schedule)
    }

    fn expected_matches(&self) -> u32 {
        // All of them are made at once.
        if self.is_made { 0 } else { (self.players as u32 - 1) * self.cycles }
    }

    fn amend(&mut self, amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        if !schedule.is_in(0) {
            return Err("the first player of a gauntlet meets all the others, and cannot leave".to_owned());
        }
        self.cycles = more_rounds(amendment, self.cycles)?;
        annul_changed(amendment, schedule);
        let pairs: Vec<[usize; 2]> = schedule.present().into_iter().skip(1).map(|other| [0, other]).collect();
        schedule.complete(&pairs, self.cycles);
        Ok(())
    }

    fn keeps_results(&self) -> bool {
        false
    }
}
