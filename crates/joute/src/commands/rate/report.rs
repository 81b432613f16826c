//! What rating came to: a table for people, one object for programs.

use joute_referee::MatchRules;
use joute_tournament::statistics::Advantage;
use schemars::JsonSchema;
use serde::Serialize;

use super::Rate;
use super::table::Table;
use crate::text_table::table;

/// Several players, rated by their games against each other.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RatingResult<'a> {
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// The rules of the games, every limit included: `time=120s,...`.
    rules: String,
    /// Everything random came from it.
    seed: u64,
    /// How likely the order of neighbours had to be.
    confidence: f64,
    /// Rounds that were played.
    rounds: u32,
    /// Games that were played.
    games: u32,
    /// Games that were played before and count once.
    repeated_games: u32,
    /// Whether the order of all neighbours is as likely as it had to be.
    certain: bool,
    /// The players, the strongest first.
    players: Vec<RatedPlayer<'a>>,
    /// What the first move is worth; nothing where it was not estimated.
    first_move: Option<Advantage>,
    /// Whether it was stopped before its end.
    interrupted: bool,
}

/// A player that has been rated.
#[derive(Debug, Serialize, JsonSchema)]
struct RatedPlayer<'a> {
    /// Its place, from 1.
    rank: usize,
    /// Its name.
    name: &'a str,
    /// Elo relative to the mean of all players.
    elo: f64,
    /// The lower end of the 95 % interval; nothing where there is none.
    low: Option<f64>,
    /// The upper end of the 95 % interval; nothing where there is none.
    high: Option<f64>,
    /// Games that count.
    games: u64,
    /// Points of these games: 1 for a win, 1/2 for a draw.
    points: f64,
    /// Games lost by a fault of its own.
    faults: u32,
    /// How likely it is stronger than the next player; nothing for the last.
    above_next: Option<f64>,
}

/// Players that have been rated.
pub(super) struct Report<'a> {
    pub(super) rate: &'a Rate,
    pub(super) setup: &'a str,
    pub(super) rules: &'a MatchRules,
    pub(super) table: &'a Table,
    pub(super) rounds: u32,
    pub(super) interrupted: bool,
}

impl Report<'_> {
    /// One JSON object.
    pub(super) fn json(&self) -> RatingResult<'_> {
        let order = self.table.order();
        let players = order.iter().enumerate().map(|(place, &player)| {
            let rating = &self.table.ratings().players[player];
            RatedPlayer {
                rank: place + 1,
                name: &self.table.names[player],
                elo: rating.elo,
                low: rating.low,
                high: rating.high,
                games: rating.games,
                points: rating.points,
                faults: self.table.faults[player],
                above_next: self.above_next(&order, place),
            }
        });
        RatingResult {
            game: &self.rate.game,
            setup: self.setup,
            rules: self.rules.to_string(),
            seed: self.rate.seed,
            confidence: self.rate.confidence,
            rounds: self.rounds,
            games: self.table.games(),
            repeated_games: self.table.repeated,
            certain: self.table.is_certain(),
            players: players.collect(),
            first_move: self.table.ratings().first_move,
            interrupted: self.interrupted,
        }
    }

    /// How likely a player is stronger than the next one.
    fn above_next(&self, order: &[usize], place: usize) -> Option<f64> {
        let pair = [order[place], *order.get(place + 1)?];
        self.table.difference(pair).map(|difference| difference.superiority)
    }

    /// A table and some sentences.
    pub(super) fn text(&self) -> String {
        let order = self.table.order();
        let row = |(place, &player): (usize, &usize)| {
            let rating = &self.table.ratings().players[player];
            let end = |end: Option<f64>| end.map_or("open".to_owned(), |elo| format!("{elo:+.0}"));
            let above = self.above_next(&order, place).map(|likely| format!("{:.1} %", 100.0 * likely));
            vec![
                (place + 1).to_string(),
                self.table.names[player].clone(),
                format!("{:+.0}", rating.elo),
                format!("{} to {}", end(rating.low), end(rating.high)),
                rating.games.to_string(),
                rating.points.to_string(),
                self.table.faults[player].to_string(),
                above.unwrap_or_default(),
            ]
        };
        let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
        let header = ["rank", "player", "Elo", "95 % interval", "games", "points", "faults", "above the next"];
        let mut text = format!("{}  {}  seed {}  {}\n\n", self.rate.game, self.setup, self.rate.seed, self.rules);
        text += &table(&header, &rows);
        text += &format!("\n{} in {} rounds", self.table.summary(), self.rounds);
        text += if self.interrupted { " (interrupted)\n" } else { "\n" };
        if let Some(advantage) = self.table.ratings().first_move {
            let [elo, low, high] = [advantage.elo, advantage.low, advantage.high];
            text += &format!(
                "the first move is worth {elo:+.0} Elo, with 95 % confidence between {low:+.0} and {high:+.0}\n"
            );
        }
        if self.table.repeated > 0 {
            text += &format!("{} games were played before and count once\n", self.table.repeated);
        }
        text
    }
}
