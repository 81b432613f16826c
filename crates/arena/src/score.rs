//! What a match comes to so far, with honest statistics.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use joute_games::{AnyGame, MoveCode, Outcome, Side};
use joute_referee::{ClockKind, Ending, Fault, Finished, GameRecord};
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::{Pentanomial, Score, Trinomial};
use joute_tournament::summary::FaultCounts;
use serde::Serialize;

use crate::fixture::Fixture;

/// What a player has.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PlayerScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// What its results are worth by the scoring of the match.
    pub points: f64,
    /// Its own faults.
    pub faults: FaultCounts,
    /// The first of them, with its evidence.
    pub first_fault: Option<String>,
    /// Thinking time in all.
    pub time: Duration,
    /// Cells, discs or seeds of all its games.
    pub tally: u64,
}

/// The score of a match.
#[derive(Debug, Clone, Default)]
pub struct MatchScore {
    /// The two players, in the order of the match.
    pub players: [PlayerScore; 2],
    /// Games won by whoever moved first.
    pub first_mover_wins: u32,
    /// Games won by whoever moved second.
    pub second_mover_wins: u32,
    /// Results of pairs for the first player; a pair that was played before does not count again.
    pub pairs: Pentanomial,
    /// Results of single games, for matches whose seats are drawn.
    pub singles: Trinomial,
    /// Games that differ from all before them.
    pub distinct: u32,
    /// Plies of all games.
    pub plies: u64,
    seen: HashSet<u64>,
    seen_pairs: HashSet<u64>,
}

/// What the score needs to know of a game.
#[derive(Debug, Clone)]
pub(crate) struct ScoredGame {
    pub(crate) outcome: Option<Outcome>,
    pub(crate) swapped: bool,
    pub(crate) fault: Option<(Side, Fault)>,
    pub(crate) used: [Duration; 2],
    pub(crate) tally: [u32; 2],
    pub(crate) total: u32,
    pub(crate) plies: u32,
    /// What was played from where, as one number; none when chance had a hand in it.
    pub(crate) fingerprint: Option<u64>,
}

impl ScoredGame {
    pub(crate) fn of(finished: &Finished, fixture: &Fixture, deterministic: bool) -> ScoredGame {
        let moves = finished.plies.iter().map(|ply| ply.code);
        ScoredGame {
            outcome: finished.ending.outcome(),
            swapped: fixture.swapped,
            fault: finished.ending.fault().map(|(by, fault)| (by, fault.clone())),
            used: finished.used,
            tally: finished.tally,
            total: finished.game.total(),
            plies: finished.plies.len() as u32,
            fingerprint: deterministic.then(|| fingerprint(&fixture.start, moves)),
        }
    }

    /// The result of a game that was played before, from its record.
    pub(crate) fn of_record(
        record: &GameRecord,
        start: &AnyGame,
        swapped: bool,
        clock: ClockKind,
        deterministic: bool,
    ) -> ScoredGame {
        let mut used = [Duration::ZERO; 2];
        for ply in record.plies.iter().filter(|ply| !ply.forced) {
            let cpu = ply.cpu_ns.filter(|_| clock == ClockKind::Cpu);
            used[ply.side] += Duration::from_nanos(cpu.unwrap_or(ply.wall_ns));
        }
        let moves = record.plies.iter().map(|ply| ply.mv.as_ref().and_then(|mv| start.code(mv).ok()));
        ScoredGame {
            outcome: record.outcome(),
            swapped,
            fault: record.ending.as_ref().and_then(Ending::fault).map(|(by, fault)| (by, fault.clone())),
            used,
            tally: record.tally,
            total: start.total(),
            plies: record.plies.len() as u32,
            fingerprint: deterministic.then(|| fingerprint(start, moves)),
        }
    }

    /// The seat of a player of the match.
    fn seat(&self, player: usize) -> Side {
        if (player == 1) != self.swapped { Side::Second } else { Side::First }
    }

    /// The result for a player of the match.
    fn score(&self, player: usize) -> Option<Score> {
        self.outcome.map(|outcome| Score::of(outcome, self.seat(player)))
    }
}

/// What was played from where, as one number: who sat where makes no other game of it.
fn fingerprint(start: &AnyGame, moves: impl Iterator<Item = Option<MoveCode>>) -> u64 {
    let mut hasher = DefaultHasher::new();
    start.key().hash(&mut hasher);
    moves.for_each(|mv| mv.hash(&mut hasher));
    hasher.finish()
}

impl MatchScore {
    /// How many games were played.
    pub fn games(&self) -> u32 {
        let first = &self.players[0];
        first.wins + first.draws + first.losses
    }

    /// Adds the two games of a pair, or one game when seats are drawn.
    pub(crate) fn add(&mut self, games: &[ScoredGame], scoring: Scoring) {
        for game in games {
            self.add_game(game, scoring);
        }
        match games {
            [one, two] => {
                let fingerprint = one.fingerprint.zip(two.fingerprint).map(|(one, two)| one.wrapping_mul(3) ^ two);
                if fingerprint.is_none_or(|fingerprint| self.seen_pairs.insert(fingerprint))
                    && let (Some(one), Some(two)) = (one.score(0), two.score(0))
                {
                    self.pairs.add([one, two]);
                }
            }
            [one] => {
                let seated = one.fingerprint.map(|fingerprint| fingerprint.wrapping_mul(3) ^ u64::from(one.swapped));
                let fresh = seated.is_none_or(|seated| self.seen_pairs.insert(seated));
                if let Some(score) = one.score(0).filter(|_| fresh) {
                    self.singles.add(score);
                }
            }
            _ => {}
        }
    }

    fn add_game(&mut self, game: &ScoredGame, scoring: Scoring) {
        let fault = game.fault.as_ref().map(|(by, fault)| (*by, fault.kind));
        let points = game.outcome.map(|outcome| scoring.points(outcome, fault, game.tally, game.total));
        self.plies += u64::from(game.plies);
        self.distinct += u32::from(game.fingerprint.is_none_or(|fingerprint| self.seen.insert(fingerprint)));
        match game.outcome {
            Some(Outcome::First) => self.first_mover_wins += 1,
            Some(Outcome::Second) => self.second_mover_wins += 1,
            _ => {}
        }
        for (number, player) in self.players.iter_mut().enumerate() {
            let seat = game.seat(number);
            match game.outcome.map(Outcome::winner) {
                Some(Some(winner)) if winner == seat => player.wins += 1,
                Some(Some(_)) => player.losses += 1,
                Some(None) => player.draws += 1,
                None => {}
            }
            if let Some((_, fault)) = game.fault.as_ref().filter(|(by, _)| *by == seat) {
                player.faults.add(fault.kind, 1);
                player.first_fault.get_or_insert_with(|| fault.to_string());
            }
            player.points += points.map_or(0.0, |points| points[seat]);
            player.time += game.used[seat];
            player.tally += u64::from(game.tally[seat]);
        }
    }
}
