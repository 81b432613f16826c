//! What is known of one player of a ladder: its rating, what its present version has done, and whether it is set aside.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, confidence_interval, glicko2_rating_period};

use super::super::schedule::SetResult;

/// Games that the score of a ladder counts, the latest ones of a version.
pub const SCORE_GAMES: u32 = 100;
/// Of so many games, the latest ones of a version...
pub const LOOKED_AT: u32 = 10;
/// ... so many that ended by its own crash set a player aside.
pub const MOST_CRASHES: u32 = 5;
/// Games after which a version is no newcomer any more.
pub const NEWCOMER_GAMES: u32 = 20;

/// A version never changes, so its strength hardly does: what is left is that opponents change.
const VOLATILITY: f64 = 0.005;
/// Nobody is less certain than somebody of whom nothing is known.
const UNKNOWN: f64 = 350.0;
/// By how much a new version may differ from the one before it, in Elo.
const DOUBT: f64 = 150.0;
/// The most places of a curve that are kept.
const CURVE: usize = 256;

/// How a player of a ladder stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LadderForm {
    /// The rating (Glicko-2, on the scale of Elo, 1500 where nothing is known).
    pub rating: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Games of the present version that are rated.
    pub games: u32,
    /// Points of the latest 100 games of the present version.
    pub score: f64,
    /// Games of the present version that its own crash ended.
    pub crashes: u32,
    /// Whether it is not paired any more, since it keeps crashing, until there is another version.
    pub set_aside: bool,
    /// The rating after so many games of all versions, in the order of play; thinned out where there are many.
    pub curve: Vec<(u32, f64)>,
}

/// What a match came to for one of its players.
#[derive(Debug, Clone, Copy)]
struct MatchPlayed {
    points: f64,
    games: u32,
    crashes: u32,
}

/// One player as the ladder keeps it.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) rating: Glicko2Rating,
    /// Games of the present version.
    pub(super) games: u32,
    crashes: u32,
    /// The latest matches of the present version, enough of them for the score.
    latest: VecDeque<MatchPlayed>,
    /// Matches that were made and are not counted yet.
    pub(super) pending: u32,
    /// The number of the latest match that was made for it.
    pub(super) paired: Option<u32>,
    /// Games of all versions, and the rating after them.
    all_games: u32,
    curve: Vec<(u32, f64)>,
    /// Of so many places of the curve one is kept.
    stride: u32,
}

impl Form {
    pub(super) fn new() -> Form {
        let rating = Glicko2Rating { rating: 1500.0, deviation: UNKNOWN, volatility: VOLATILITY };
        Form {
            rating,
            games: 0,
            crashes: 0,
            latest: VecDeque::new(),
            pending: 0,
            paired: None,
            all_games: 0,
            curve: vec![(0, rating.rating)],
            stride: 1,
        }
    }

    /// Another version takes its place: it inherits the rating with doubt added, and nothing else.
    pub(super) fn replace(&mut self) {
        self.rating.deviation = self.rating.deviation.hypot(DOUBT).min(UNKNOWN);
        self.rating.volatility = VOLATILITY;
        (self.games, self.crashes) = (0, 0);
        self.latest.clear();
    }

    /// Whether its version has had too few games to be known.
    pub(super) fn is_newcomer(&self, games_of_match: u32) -> bool {
        self.games + self.pending * games_of_match < NEWCOMER_GAMES
    }

    /// Whether it keeps crashing.
    pub(super) fn is_set_aside(&self) -> bool {
        let (mut games, mut crashes) = (0, 0);
        for played in self.latest.iter().rev() {
            if games >= LOOKED_AT {
                break;
            }
            games += played.games;
            crashes += played.crashes;
        }
        crashes >= MOST_CRASHES
    }

    /// Points of the latest games.
    pub(super) fn score(&self) -> f64 {
        self.latest.iter().map(|played| played.points).sum()
    }

    /// Counts a match that it has played in this seat against somebody of this rating.
    pub(super) fn count(&mut self, set: &SetResult, seat: usize, opponent: Glicko2Rating) {
        let results: Vec<(Glicko2Rating, Outcomes)> =
            outcomes(set, seat).into_iter().map(|outcome| (opponent, outcome)).collect();
        let config = Glicko2Config { tau: 0.2, ..Glicko2Config::new() };
        self.rating = glicko2_rating_period(&self.rating, &results, &config);
        let played = MatchPlayed { points: set.points[seat], games: results.len() as u32, crashes: set.crashes[seat] };
        self.games += played.games;
        self.all_games += played.games;
        self.crashes += played.crashes;
        self.latest.push_back(played);
        let mut games: u32 = self.latest.iter().map(|played| played.games).sum();
        while games > SCORE_GAMES {
            games -= self.latest.pop_front().map_or(games, |played| played.games);
        }
        self.draw_on();
    }

    /// One more place of the curve; every second one goes when there are too many.
    fn draw_on(&mut self) {
        if self.curve.last().is_some_and(|(games, _)| self.all_games < games + self.stride) {
            return;
        }
        self.curve.push((self.all_games, self.rating.rating));
        if self.curve.len() > CURVE {
            let mut at = 0..;
            self.curve.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            self.stride *= 2;
        }
    }

    /// How it stands, for those who look.
    pub(super) fn told(&self) -> LadderForm {
        let (low, high) = confidence_interval(&self.rating);
        let mut curve = self.curve.clone();
        curve.push((self.all_games, self.rating.rating));
        curve.dedup();
        LadderForm {
            rating: self.rating.rating,
            low,
            high,
            games: self.games,
            score: self.score(),
            crashes: self.crashes,
            set_aside: self.is_set_aside(),
            curve,
        }
    }
}

/// The games of a set as one seat sees them. Where a set does not say how its games ended, its points are one game.
fn outcomes(set: &SetResult, seat: usize) -> Vec<Outcomes> {
    let [won, lost] = [set.wins[seat], set.wins[1 - seat]];
    if set.games == 0 {
        return vec![match set.points[seat].total_cmp(&set.points[1 - seat]) {
            std::cmp::Ordering::Greater => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Less => Outcomes::LOSS,
        }];
    }
    let drawn = set.games.saturating_sub(won + lost);
    [(won, Outcomes::WIN), (drawn, Outcomes::DRAW), (lost, Outcomes::LOSS)]
        .into_iter()
        .flat_map(|(count, outcome)| std::iter::repeat_n(outcome, count as usize))
        .collect()
}
