//! Single elimination: who loses a match is out.

use super::bracket::{Draw, winners};
use super::placing::{Placing, by_exit};
use super::schedule::Schedule;
use super::{Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "single-elimination",
    about: "a seeded draw; who loses a match is out",
    ties: &[TieRule::Replay],
    is_knockout: true,
    is_offered: true,
    takes_rounds: false,
    most_players: MOST_PLAYERS,
    make: |_, players| Box::new(SingleElimination { players, draw: Draw::new(winners(players, None).0) }),
};

struct SingleElimination {
    players: usize,
    draw: Draw,
}

impl Format for SingleElimination {
    fn extend(&mut self, schedule: &mut Schedule) {
        self.draw.extend(schedule);
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        let mut exits = vec![None; self.players];
        for game in schedule.matches() {
            if let Some(loser) = game.loser() {
                exits[loser] = Some((game.place.round, game.place.round));
            }
        }
        by_exit(&exits)
    }

    fn expected_matches(&self) -> u32 {
        self.players as u32 - 1
    }
}
