//! The results of an event by match and game, and what sets of games come to.

use std::collections::BTreeMap;

use joute_games::Side;
use joute_referee::FaultKind;
use joute_store::{GameId, GameResult};
use joute_tournament::format::SetResult;
use joute_tournament::scoring::Scoring;

/// All results that are stored.
pub(super) struct Book {
    results: BTreeMap<(u32, u32), GameResult>,
    games: u32,
    scoring: Scoring,
    before: u64,
    last: GameId,
}

impl Book {
    pub(super) fn new(games: u32, scoring: Scoring, results: Vec<GameResult>) -> Book {
        let before = results.len() as u64;
        let last = results.iter().map(|result| result.id).max().unwrap_or(0);
        let results = results.into_iter().map(|result| ((result.match_index, result.game), result)).collect();
        Book { results, games, scoring, before, last }
    }

    pub(super) fn add(&mut self, result: GameResult) {
        self.last = self.last.max(result.id);
        self.results.insert((result.match_index, result.game), result);
    }

    pub(super) fn done(&self) -> u64 {
        self.results.len() as u64
    }

    /// Games that were there before this run.
    pub(super) fn before(&self) -> u64 {
        self.before
    }

    /// The numbers of the games of a set.
    pub(super) fn games_of(&self, set: u32) -> std::ops::Range<u32> {
        set * self.games..(set + 1) * self.games
    }

    pub(super) fn has(&self, match_index: u32, game: u32) -> bool {
        self.results.contains_key(&(match_index, game))
    }

    /// What a set came to, if all of its games are there, and were up to a game if one is named.
    pub(super) fn set(&self, match_index: u32, set: u32, until: Option<GameId>) -> Option<SetResult> {
        let mut sum = SetResult::default();
        for game in self.games_of(set) {
            let result = self.results.get(&(match_index, game))?;
            if until.is_some_and(|last| result.id > last) {
                return None;
            }
            let points = self.points(result);
            sum.points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
            sum.games += 1;
            if let Some(winner) = result.outcome.winner() {
                sum.wins[player_at(result, winner)] += 1;
            }
            if let Some((by, kind)) = result.fault {
                sum.faults[player_at(result, by)] += 1;
                sum.crashes[player_at(result, by)] += u32::from(kind == FaultKind::Crash);
            }
        }
        Some(sum)
    }

    /// Whether any game of a match is there.
    pub(super) fn has_begun(&self, match_index: u32) -> bool {
        self.of_match(match_index).next().is_some()
    }

    /// The number of the latest game in the store.
    pub(super) fn last(&self) -> GameId {
        self.last
    }

    /// Points of the two players of the match.
    pub(super) fn points(&self, result: &GameResult) -> [f64; 2] {
        let [first, second] = self.scoring.points(result.outcome, result.fault, result.tally, result.total);
        if result.swapped { [second, first] } else { [first, second] }
    }

    /// All results of a match, in the order of play.
    pub(super) fn of_match(&self, match_index: u32) -> impl Iterator<Item = &GameResult> {
        self.results.range((match_index, 0)..=(match_index, u32::MAX)).map(|(_, result)| result)
    }
}

/// Which player of the match, 0 or 1, had a seat.
pub(super) fn player_at(result: &GameResult, side: Side) -> usize {
    usize::from((side == Side::Second) != result.swapped)
}
