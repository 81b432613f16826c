//! A round robin: everybody meets everybody, in rounds in which each plays once.

use super::placing::{Placing, by_points};
use super::schedule::{Place, Schedule};
use super::{Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "round-robin",
    about: "everybody meets everybody, once or `rounds` times",
    ties: &[TieRule::Both],
    is_knockout: false,
    is_offered: true,
    takes_rounds: true,
    most_players: MOST_PLAYERS,
    make: |options, players| Box::new(RoundRobin { players, cycles: options.rounds.unwrap_or(1) }),
};

struct RoundRobin {
    players: usize,
    cycles: u32,
}

impl RoundRobin {
    /// Chairs around a table, an empty one for an odd number: one sits still, the others move on after each round.
    fn round(&self, round: usize) -> (Vec<[usize; 2]>, Option<usize>) {
        let chairs = self.players.next_multiple_of(2);
        let moving = chairs - 1;
        let sits = |chair: usize| if chair == 0 { 0 } else { 1 + (chair - 1 + round) % moving };
        let mut pairs = Vec::with_capacity(chairs / 2);
        let mut bye = None;
        for chair in 0..chairs / 2 {
            let (one, two) = (sits(chair), sits(chairs - 1 - chair));
            match (one < self.players, two < self.players) {
                (true, true) => pairs.push([one.min(two), one.max(two)]),
                (true, false) => bye = Some(one),
                (false, _) => bye = Some(two),
            }
        }
        (pairs, bye)
    }

    fn rounds(&self) -> usize {
        self.players.next_multiple_of(2) - 1
    }
}

impl Format for RoundRobin {
    fn extend(&mut self, schedule: &mut Schedule) {
        if schedule.get(0).is_some() {
            return;
        }
        for round in 0..self.rounds() * self.cycles as usize {
            let (pairs, bye) = self.round(round % self.rounds());
            let place = |slot: usize| Place { round: round as u32 + 1, bracket: None, slot: slot as u32 };
            for (slot, &players) in pairs.iter().enumerate() {
                schedule.add(schedule.next_index(), place(slot), players);
            }
            if let Some(player) = bye {
                schedule.add_bye(place(pairs.len()), player);
            }
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        by_points(schedule)
    }

    fn expected_matches(&self) -> u32 {
        (self.players * (self.players - 1) / 2) as u32 * self.cycles
    }
}
