//! Maximum-likelihood ratings of many players from all their games (the Bradley-Terry model).
//!
//! The player who moves first scores `1 / (1 + 10^(-(r_first - r_second + h) / 400))` on average, where `h` is the
//! advantage of the first move, a parameter like the ratings. A draw counts as half a win and half a loss, so that
//! the ratings of two players differ by exactly the Elo difference of their match; with the ratings found, every
//! player's expected points are the actual ones. Games are taken to be independent.
//!
//! A weak normal prior (by default a deviation of 2000 Elo around 0) makes every table solvable; it moves
//! well-determined ratings by a fraction of a point, and makes the mean of all ratings 0. Where the games alone
//! leave a rating open, e.g. of a player with only wins, that is reported as its [`Footing`].

mod connection;
mod crosstable;
mod fit;
mod matrix;

use schemars::JsonSchema;
use serde::Serialize;

use super::elo::ELO_PER_LOGIT;
use super::normal::{self, Z95};

pub use crosstable::{Crosstable, PlayerError};

use connection::Group;
use matrix::Matrix;

/// How ratings are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingOptions {
    /// Whether the advantage of the first move is estimated; otherwise it is taken to be 0.
    pub first_move: bool,
    /// The standard deviation of the prior, in Elo. What is not between 1 and 100 000 is taken to be the nearest end.
    pub prior_deviation: f64,
}

impl Default for RatingOptions {
    fn default() -> Self {
        RatingOptions { first_move: true, prior_deviation: 2000.0 }
    }
}

impl RatingOptions {
    /// The deviation that is used, never NaN.
    fn prior_deviation(self) -> f64 {
        if self.prior_deviation.is_nan() {
            return RatingOptions::default().prior_deviation;
        }
        self.prior_deviation.clamp(1.0, 100_000.0)
    }
}

/// What a player's rating rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// Its group's points and losses tie it to all other players: games alone determine the rating.
    Firm,
    /// Its group never lost a point to the others: the rating is unbounded above, its figure owed to the prior.
    OnlyWins,
    /// Its group never took a point from the others: the rating is unbounded below, its figure owed to the prior.
    OnlyLosses,
    /// Its group took points only from some of the others and lost only to others still, or never met them: the
    /// rating means something within the group alone.
    Loose,
    /// It played no game.
    NoGames,
}

/// One player's rating with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// Elo relative to the mean of all players.
    pub elo: f64,
    /// The lower end; `None` is unbounded.
    pub low: Option<f64>,
    /// The upper end; `None` is unbounded.
    pub high: Option<f64>,
    /// What the rating rests on.
    pub footing: Footing,
    /// Players of one group can be compared by their games; between groups only the prior compares.
    pub group: usize,
    /// Games played.
    pub games: u64,
    /// Points won.
    pub points: f64,
}

/// The advantage of moving first, in Elo, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Advantage {
    /// The estimate.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The difference between two rated players.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// The difference in Elo.
    pub elo: f64,
    /// Its standard error: not that of two independent ratings, which have games in common.
    pub error: f64,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

/// The ratings of all players of a [`Crosstable`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ratings {
    /// One rating per player, in the table's order.
    pub players: Vec<Rating>,
    /// The first mover's advantage; `None` when it was not estimated or nothing was played.
    pub first_move: Option<Advantage>,
    /// Whether all players form one group, so that every rating is [`Footing::Firm`].
    pub connected: bool,
    #[serde(skip)]
    covariance: Matrix,
}

impl Ratings {
    /// The ratings that make the table's results likeliest.
    pub fn of(table: &Crosstable, options: RatingOptions) -> Ratings {
        let fit = fit::fit(table, options);
        let groups = connection::groups(table);
        let deviation = |parameter: usize| fit.covariance.at(parameter, parameter).max(0.0).sqrt() * ELO_PER_LOGIT;
        let records = table.records().into_iter().zip(groups.iter().copied());
        let players = records.enumerate().map(|(player, (record, group))| {
            let elo = fit.strengths[player] * ELO_PER_LOGIT;
            rating(record, elo, deviation(player), group)
        });
        let players = players.collect();
        Ratings {
            players,
            first_move: fit.first_move.map(|logit| advantage(logit, deviation(table.players()))),
            connected: groups.iter().all(|group| group.number == 0),
            covariance: fit.covariance,
        }
    }

    /// The difference between two players; `None` if there is no such player.
    pub fn difference(&self, player: usize, other: usize) -> Option<Difference> {
        let elo = self.players.get(player)?.elo - self.players.get(other)?.elo;
        let of = |a, b| self.covariance.at(a, b);
        let variance = of(player, player) + of(other, other) - 2.0 * of(player, other);
        let error = variance.max(0.0).sqrt() * ELO_PER_LOGIT;
        let superiority = if error > 0.0 { normal::cumulative(elo / error) } else { 0.5 };
        Some(Difference { elo, error, superiority })
    }
}

fn rating((games, points): (u64, f64), elo: f64, deviation: f64, group: Group) -> Rating {
    let footing = if games == 0 { Footing::NoGames } else { group.footing };
    let half = Z95 * deviation;
    let (bounded_below, bounded_above) = match footing {
        Footing::Firm => (true, true),
        Footing::OnlyWins => (true, false),
        Footing::OnlyLosses => (false, true),
        Footing::Loose | Footing::NoGames => (false, false),
    };
    Rating {
        elo,
        low: bounded_below.then_some(elo - half),
        high: bounded_above.then_some(elo + half),
        footing,
        group: group.number,
        games,
        points,
    }
}

fn advantage(logit: f64, deviation: f64) -> Advantage {
    let elo = logit * ELO_PER_LOGIT;
    Advantage { elo, low: elo - Z95 * deviation, high: elo + Z95 * deviation }
}
