//! Changes of who takes part while an event goes on, and what they mean for the matches that were made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::schedule::{DecidedBy, Match, Place, Schedule, Verdict};
use super::{Edits, FormatEntry};

/// Whether a player is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// It plays.
    #[default]
    In,
    /// It has left of its own accord.
    Withdrawn,
    /// It was put out by whoever holds the event.
    Disqualified,
}

/// What changes at one moment, when nothing is being played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Amendment {
    /// So many new players, who get the next numbers.
    pub entered: usize,
    /// Who leaves, and how.
    pub left: Vec<(usize, Presence)>,
    /// Who had left and is back.
    pub returned: Vec<usize>,
    /// Who plays on as a newer version.
    pub replaced: Vec<usize>,
    /// Another number of rounds.
    pub rounds: Option<u32>,
    /// Matches that nobody has begun, and that a ladder may choose anew.
    pub dropped: Vec<u32>,
}

/// A change that the format of an event does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{format} does not take {what}: {expected}")]
pub struct AmendmentError {
    /// The format.
    pub format: &'static str,
    /// What was asked for.
    pub what: String,
    /// What it takes.
    pub expected: String,
}

impl Amendment {
    /// Whether an event of this format can change like this.
    pub(super) fn check(&self, entry: &FormatEntry) -> Result<(), AmendmentError> {
        let taken = match entry.edits {
            Edits::All => return Ok(()),
            Edits::Leaving => "a withdrawal, a disqualification and another name of a player",
            Edits::Names => "another name of a player",
        };
        let wanted = [
            (self.entered > 0, "a late entry"),
            (!self.returned.is_empty(), "a player that had left"),
            (!self.replaced.is_empty(), "a newer version of a player"),
            (self.rounds.is_some(), "another number of rounds"),
            (!self.left.is_empty() && entry.edits == Edits::Names, "a withdrawal or a disqualification"),
        ];
        match wanted.into_iter().find(|(is_wanted, _)| *is_wanted) {
            None => Ok(()),
            Some((_, what)) => Err(AmendmentError {
                format: entry.name,
                what: what.to_owned(),
                expected: format!("once it has begun, expected {taken}"),
            }),
        }
    }
}

impl Schedule {
    /// Whether a player is there.
    pub fn presence(&self, player: usize) -> Presence {
        self.presence.get(player).copied().unwrap_or_default()
    }

    /// Whether a player plays.
    pub(super) fn is_in(&self, player: usize) -> bool {
        self.presence(player) == Presence::In
    }

    /// Who plays, by number.
    pub(super) fn present(&self) -> Vec<usize> {
        (0..self.players()).filter(|&player| self.is_in(player)).collect()
    }

    /// Matches that no longer count, in the order in which they were annulled.
    pub fn annulled(&self) -> &[Match] {
        &self.annulled
    }

    /// Notes who comes, goes and is back.
    pub(super) fn amend(&mut self, amendment: &Amendment) {
        self.presence.extend(std::iter::repeat_n(Presence::In, amendment.entered));
        self.returned_or_left(amendment);
    }

    fn returned_or_left(&mut self, amendment: &Amendment) {
        let back = amendment.returned.iter().map(|&player| (player, Presence::In));
        for (player, presence) in back.chain(amendment.left.iter().copied()) {
            if let Some(known) = self.presence.get_mut(player) {
                *known = presence;
            }
        }
    }

    /// Undecided matches of those who are not there are won by whoever is.
    pub(super) fn walk_over(&mut self) {
        let open: Vec<u32> =
            self.matches().filter(|game| game.verdict.is_none()).map(|game| game.match_index).collect();
        for match_index in open {
            self.decide_by_absence(match_index);
        }
    }

    /// A match of somebody who is not there is won by the other, by the first where both are gone.
    pub(super) fn decide_by_absence(&mut self, match_index: u32) {
        let Some(game) = self.matches.get_mut(&match_index) else { return };
        let [one, two] = game.players.map(|player| self.presence[player] == Presence::In);
        if one && two {
            return;
        }
        let winner = usize::from(two);
        game.verdict = Some(Verdict { winner: Some(winner), decided_by: DecidedBy::Walkover });
        self.undecided -= 1;
        self.fresh.remove(&match_index);
    }

    /// A match no longer counts, as if the two had never met.
    pub(super) fn annul(&mut self, match_index: u32) {
        let Some(game) = self.matches.remove(&match_index) else { return };
        let [one, two] = game.players;
        if let Some(meetings) = self.meetings.get_mut(&[one.min(two), one.max(two)]) {
            meetings.retain(|other| *other != match_index);
        }
        self.undecided -= usize::from(game.verdict.is_none());
        self.fresh.remove(&match_index);
        self.annulled.push(game);
    }

    /// Takes back a round in which no set was played; whether it was taken back.
    pub(super) fn undo_round(&mut self, round: u32) -> bool {
        let made: Vec<&Match> = self.matches().filter(|game| game.place.round == round).collect();
        if made.is_empty() || made.iter().any(|game| !game.sets.is_empty() || game.verdict.is_some()) {
            return false;
        }
        let made: Vec<u32> = made.into_iter().map(|game| game.match_index).collect();
        made.into_iter().for_each(|match_index| self.annul(match_index));
        self.byes.retain(|bye| bye.place.round != round);
        true
    }

    /// The matches of a player.
    pub(super) fn of_player(&self, player: usize) -> Vec<u32> {
        let plays = |game: &&Match| game.players.contains(&player);
        self.matches().filter(plays).map(|game| game.match_index).collect()
    }

    /// Whatever is undecided is handed out again.
    pub(super) fn put_again(&mut self) {
        let open = self.matches.values().filter(|game| game.verdict.is_none()).map(|game| game.match_index);
        self.fresh = open.collect();
    }

    /// Makes the matches that are missing when each of these pairs is to have met so often, in rounds after the last.
    pub(super) fn complete(&mut self, pairs: &[[usize; 2]], times: u32) {
        let last = self.matches().map(|game| game.place.round).max().unwrap_or(0);
        let mut rounds: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for time in 1..=times as usize {
            for &[one, two] in pairs {
                if self.meetings(one, two) >= time {
                    continue;
                }
                let is_free =
                    |round: &u32| rounds.get(round).is_none_or(|busy| !busy.contains(&one) && !busy.contains(&two));
                let Some(round) = (last + 1..).find(is_free) else { return };
                let busy = rounds.entry(round).or_default();
                let place = Place { round, bracket: None, slot: busy.len() as u32 / 2 };
                busy.extend([one, two]);
                self.add(self.next_index(), place, [one, two]);
            }
        }
    }
}
