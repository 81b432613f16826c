//! A round robin: everybody meets everybody, in rounds in which each plays once.

use super::placing::{Placing, by_points};
use super::schedule::{Place, Schedule};
use super::{Amendment, Edits, Format, FormatEntry, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "round-robin",
    about: "everybody meets everybody, once or `rounds` times",
    ties: &[TieRule::Both],
    is_knockout: false,
    has_rounds: true,
    byes_count: false,
    is_offered: true,
    is_ladder: false,
    edits: Edits::All,
    takes_rounds: true,
    least_players: 2,
    most_players: MOST_PLAYERS,
    make: |options, players| Box::new(RoundRobin { players, cycles: options.rounds.unwrap_or(1), is_made: false }),
};

struct RoundRobin {
    /// Who there was at the beginning.
    players: usize,
    cycles: u32,
    is_made: bool,
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
        if std::mem::replace(&mut self.is_made, true) {
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
        // All of them are made at once.
        if self.is_made { 0 } else { (self.players * (self.players - 1) / 2) as u32 * self.cycles }
    }

    fn amend(&mut self, amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        self.cycles = more_rounds(amendment, self.cycles)?;
        annul_changed(amendment, schedule);
        let present = schedule.present();
        let pairs =
            present.iter().enumerate().flat_map(|(at, &one)| present[at + 1..].iter().map(move |&two| [one, two]));
        schedule.complete(&pairs.collect::<Vec<_>>(), self.cycles);
        Ok(())
    }

    fn keeps_results(&self) -> bool {
        false
    }
}

/// So many rounds from now on: not fewer than there were.
pub(super) fn more_rounds(amendment: &Amendment, before: u32) -> Result<u32, String> {
    match amendment.rounds {
        Some(rounds) if rounds < before => Err(format!("rounds was {before}: expected as many or more")),
        rounds => Ok(rounds.unwrap_or(before)),
    }
}

/// Where everybody meets everybody, matches of who left or is another version now count for nobody.
pub(super) fn annul_changed(amendment: &Amendment, schedule: &mut Schedule) {
    let changed = amendment.left.iter().map(|(player, _)| player).chain(&amendment.replaced);
    for &player in changed {
        schedule.of_player(player).into_iter().for_each(|match_index| schedule.annul(match_index));
    }
}
