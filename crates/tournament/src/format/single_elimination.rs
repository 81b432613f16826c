//! Single elimination: who loses a match is out.

use super::bracket::{Draw, winners};
use super::placing::{Placing, by_exit};
use super::schedule::Schedule;
use super::{Edits, Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "single-elimination",
    about: "a seeded draw; who loses a match is out",
    ties: &[TieRule::Replay],
    is_knockout: true,
    has_rounds: false,
    byes_count: true,
    is_offered: true,
    is_ladder: false,
    edits: Edits::Leaving,
    takes_rounds: false,
    least_players: 2,
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
        let last_round = self.players.next_power_of_two().trailing_zeros();
        let mut placings = by_exit(&exits);
        placings.iter_mut().for_each(|placing| placing.out_in_final = placing.out_in == Some(last_round));
        placings
    }

    fn expected_matches(&self) -> u32 {
        self.players as u32 - 1
    }
}
