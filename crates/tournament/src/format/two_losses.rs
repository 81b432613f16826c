//! Report 002's double elimination: a tie costs nobody a loss, and every round pairs players with equal losses.

use super::matching::cheapest_pairs;
use super::placing::{Placing, by_exit};
use super::schedule::{Place, Schedule};
use super::{Amendment, Format};

/// Losses that put a player out.
const OUT: u32 = 2;

pub(super) struct TwoLosses {
    players: usize,
    /// So many rounds in a row in which nobody lost end it: those with the fewest losses have won.
    patience: u32,
    round: u32,
    /// Who left, and in which round.
    gone: Vec<(usize, u32)>,
}

impl TwoLosses {
    pub(super) fn new(players: usize, patience: u32) -> TwoLosses {
        TwoLosses { players, patience: patience.max(1), round: 0, gone: Vec::new() }
    }

    /// Losses of each player, and the round of the last one.
    fn losses(&self, schedule: &Schedule) -> Vec<(u32, u32)> {
        let mut losses = vec![(0, 0); self.players];
        for game in schedule.matches() {
            if let Some(loser) = game.loser() {
                losses[loser] = (losses[loser].0 + 1, game.place.round);
            }
        }
        losses
    }

    /// Whether nobody has lost for so long that the losses of today decide.
    fn is_stuck(&self, losses: &[(u32, u32)]) -> bool {
        let last_loss = losses.iter().map(|&(_, round)| round).max().unwrap_or(0);
        self.round - last_loss >= self.patience
    }

    /// Pairs those who are left; the odd one out has a bye.
    fn pair_up(&self, schedule: &mut Schedule, left: &[usize], losses: &[(u32, u32)]) {
        let costs = Costs::new(schedule, left, losses);
        let count = left.len().next_multiple_of(2);
        let mut pairs = cheapest_pairs(count, |a, b| costs.of(a, b));
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        // Those without a loss come first, then by seed.
        pairs.sort_by_key(|&[one, _]| (losses[left[one]].0, one));
        for (slot, [one, two]) in pairs.into_iter().enumerate() {
            let place = Place { round: self.round, bracket: None, slot: slot as u32 };
            match left.get(two) {
                Some(&two) => schedule.add(schedule.next_index(), place, [left[one], two]),
                None => schedule.add_bye(place, left[one]),
            }
        }
    }
}

/// What a pair costs: unequal losses most, then a second bye, then a rematch, then its distance from the fold by seed.
struct Costs<'a> {
    left: &'a [usize],
    losses: Vec<u32>,
    byes: Vec<i64>,
    meetings: Vec<i64>,
    /// The place of each among those with as many losses, and how many they are.
    standing: Vec<(i64, i64)>,
    scale: i64,
}

impl<'a> Costs<'a> {
    fn new(schedule: &Schedule, left: &'a [usize], losses: &[(u32, u32)]) -> Costs<'a> {
        let count = left.len();
        let losses: Vec<u32> = left.iter().map(|&player| losses[player].0).collect();
        let mut byes = vec![0; count];
        for bye in schedule.byes() {
            if let Ok(at) = left.binary_search(&bye.player) {
                byes[at] += 1;
            }
        }
        let meeting = |at: usize| schedule.meetings(left[at / count], left[at % count]).min(7) as i64;
        let meetings = (0..count * count).map(meeting).collect();
        let standing = |at: usize| {
            let alike = |range: &[u32]| range.iter().filter(|&&other| other == losses[at]).count() as i64;
            (alike(&losses[..at]), alike(&losses))
        };
        let standing = (0..count).map(standing).collect();
        Costs { left, losses, byes, meetings, standing, scale: (count as i64 + 2).pow(2) }
    }

    fn of(&self, a: usize, b: usize) -> i64 {
        let count = self.left.len();
        let rematch = self.scale;
        let bye = rematch * 8 * (count as i64 + 1);
        let unequal = bye * 128;
        if a.max(b) == count {
            // A bye: better one who had none, and rather a good seed.
            let one = a.min(b);
            return bye * self.byes[one].min(63) + self.standing[one].0;
        }
        let (own, other) = (self.standing[a], self.standing[b]);
        let fold = (own.0 + other.0 - (own.1.min(other.1) - 1)).abs();
        unequal * i64::from(self.losses[a] != self.losses[b]) + rematch * self.meetings[a * count + b] + fold
    }
}

impl Format for TwoLosses {
    fn extend(&mut self, schedule: &mut Schedule) {
        if !schedule.is_settled() {
            return;
        }
        let losses = self.losses(schedule);
        let left: Vec<usize> =
            (0..self.players).filter(|&player| losses[player].0 < OUT && schedule.is_in(player)).collect();
        if left.len() < 2 || self.is_stuck(&losses) {
            return;
        }
        self.round += 1;
        self.pair_up(schedule, &left, &losses);
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        let losses = self.losses(schedule);
        let left = (0..self.players).filter(|&player| schedule.is_in(player));
        let fewest = left.map(|player| losses[player].0).min().unwrap_or(0);
        let is_over = schedule.is_settled() && self.is_stuck(&losses);
        let exit = |player: usize| match (losses[player], self.gone.iter().find(|(gone, _)| *gone == player)) {
            ((lost, round), _) if lost >= OUT => Some((round, round)),
            (_, Some(&(_, round))) => Some((round, round)),
            // No round of the last ones put anybody out, so this is later than whoever was.
            ((lost, _), None) if is_over && lost > fewest => Some((self.round, self.round)),
            _ => None,
        };
        by_exit(&(0..self.players).map(exit).collect::<Vec<_>>())
    }

    fn amend(&mut self, amendment: &Amendment, schedule: &mut Schedule) -> Result<(), String> {
        self.gone.extend(amendment.left.iter().map(|&(player, _)| (player, self.round)));
        schedule.walk_over();
        Ok(())
    }

    fn expected_matches(&self) -> u32 {
        2 * self.players as u32 - 2
    }
}
