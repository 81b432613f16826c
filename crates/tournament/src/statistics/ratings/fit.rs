//! Newton's method for the ratings, and their covariance.

use super::matrix::{Factor, Matrix};
use super::{Crosstable, RatingOptions};
use crate::statistics::elo::ELO_PER_LOGIT;

/// The likeliest parameters, in log odds.
#[derive(Debug)]
pub(super) struct Fit {
    /// One strength per player; their mean is 0.
    pub(super) strengths: Vec<f64>,
    /// The first mover's advantage, if it was asked for and there were games.
    pub(super) first_move: Option<f64>,
    /// The covariance of the strengths, then of the first move where that is a parameter.
    pub(super) covariance: Matrix,
}

/// A joint weight on the sum of all strengths. That sum is 0 by itself, since the data only see differences and the
/// prior pulls it there; the weight changes no estimate and keeps the matrix well away from singular.
const SUM_WEIGHT: f64 = 1.0;

/// Rounds of Newton's method; it takes about 10, and the cap only ensures an end.
const MAX_ROUNDS: usize = 200;

/// The ratings of a table by maximum likelihood with a weak prior.
pub(super) fn fit(table: &Crosstable, options: RatingOptions) -> Fit {
    let model = Model::new(table, options);
    let mut parameters = vec![0.0; model.size()];
    let mut value = model.value(&parameters);
    for _ in 0..MAX_ROUNDS {
        let step = model.curvature(&parameters).solve(&model.gradient(&parameters));
        let Some((next, better)) = model.improved(&parameters, &step, value) else {
            break;
        };
        let change = next.iter().zip(&parameters).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        (parameters, value) = (next, better);
        if change < 1e-12 {
            break;
        }
    }
    let covariance = model.covariance(&parameters);
    let first_move = model.first_move.then(|| parameters[model.players]);
    parameters.truncate(model.players);
    Fit { strengths: parameters, first_move: first_move.filter(|_| !model.cells.is_empty()), covariance }
}

/// The games of one first mover against one second mover.
struct Cell {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    draws: f64,
}

/// The penalised likelihood of a table.
struct Model {
    players: usize,
    first_move: bool,
    /// The prior's precision: one over its variance.
    prior: f64,
    cells: Vec<Cell>,
}

impl Model {
    fn new(table: &Crosstable, options: RatingOptions) -> Model {
        let deviation = options.prior_deviation();
        let cells = table.cells().map(|(first, second, games)| Cell {
            first,
            second,
            games: games.games() as f64,
            points: games.points(),
            draws: games.counts()[1] as f64,
        });
        Model {
            players: table.players(),
            first_move: options.first_move,
            prior: (ELO_PER_LOGIT / deviation).powi(2),
            cells: cells.collect(),
        }
    }

    fn size(&self) -> usize {
        self.players + usize::from(self.first_move)
    }

    /// The log odds with which the first mover of the cell wins.
    fn odds(&self, cell: &Cell, parameters: &[f64]) -> f64 {
        let advantage = if self.first_move { parameters[self.players] } else { 0.0 };
        parameters[cell.first] - parameters[cell.second] + advantage
    }

    /// The log likelihood and prior: a draw is half a win and half a loss.
    fn value(&self, parameters: &[f64]) -> f64 {
        let games = self.cells.iter().map(|cell| {
            let odds = self.odds(cell, parameters);
            -(cell.points * log_one_plus_exp(-odds) + (cell.games - cell.points) * log_one_plus_exp(odds))
        });
        let squares: f64 = parameters.iter().map(|parameter| parameter * parameter).sum();
        games.sum::<f64>() - 0.5 * self.prior * squares
    }

    fn gradient(&self, parameters: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = parameters.iter().map(|parameter| -self.prior * parameter).collect();
        for cell in &self.cells {
            let surplus = cell.points - cell.games * probability(self.odds(cell, parameters));
            gradient[cell.first] += surplus;
            gradient[cell.second] -= surplus;
            if self.first_move {
                gradient[self.players] += surplus;
            }
        }
        gradient
    }

    /// The negative second derivative (Fisher's information with the prior's), with [`SUM_WEIGHT`].
    fn curvature(&self, parameters: &[f64]) -> Factor {
        let mut matrix = Matrix::zero(self.size());
        for row in 0..self.players {
            for column in 0..self.players {
                matrix.add(row, column, SUM_WEIGHT);
            }
        }
        for parameter in 0..self.size() {
            matrix.add(parameter, parameter, self.prior);
        }
        for cell in &self.cells {
            let weight = cell.games * spread(self.odds(cell, parameters));
            let signs = [(cell.first, 1.0), (cell.second, -1.0), (self.players, 1.0)];
            let signs = &signs[..if self.first_move { 3 } else { 2 }];
            for &(row, sign) in signs {
                for &(column, other) in signs {
                    matrix.add(row, column, weight * sign * other);
                }
            }
        }
        matrix.factor()
    }

    /// The step, halved until it improves the value; `None` when nothing does, at the top.
    fn improved(&self, parameters: &[f64], step: &[f64], value: f64) -> Option<(Vec<f64>, f64)> {
        (0..30).map(|halvings| f64::from(halvings).exp2().recip()).find_map(|length| {
            let moved: Vec<f64> = parameters.iter().zip(step).map(|(at, by)| at + length * by).collect();
            let reached = self.value(&moved);
            (reached > value).then_some((moved, reached))
        })
    }

    /// The covariance of the parameters: the inverse information, times how much draws narrow the scores.
    fn covariance(&self, parameters: &[f64]) -> Matrix {
        let inverse = self.curvature(parameters).inverse();
        let dispersion = self.dispersion(parameters);
        // The mean of the strengths is 0 by definition: its share of the inverse, which the prior and the sum's
        // weight put there, is no uncertainty.
        let players = self.players as f64;
        let of_mean = 1.0 / ((self.prior + SUM_WEIGHT * players) * players);
        let mut covariance = Matrix::zero(inverse.size());
        for row in 0..inverse.size() {
            for column in 0..inverse.size() {
                let both_strengths = row < self.players && column < self.players;
                let surplus = if both_strengths { of_mean } else { 0.0 };
                covariance.add(row, column, dispersion * (inverse.at(row, column) - surplus));
            }
        }
        covariance
    }

    /// The variance of the scores relative to what it would be without draws.
    ///
    /// A game with expected score `p` and probability of a draw `d` has the variance `p (1 - p) - d / 4`: the ratio of
    /// the sums over all games. Were all games drawn it would be 0; 4 games that were not drawn are imagined, which
    /// gives about the interval of an exact bound then.
    fn dispersion(&self, parameters: &[f64]) -> f64 {
        let games: f64 = self.cells.iter().map(|cell| cell.games).sum();
        let draws: f64 = self.cells.iter().map(|cell| cell.draws).sum();
        let spreads = self.cells.iter().map(|cell| cell.games * spread(self.odds(cell, parameters)));
        let whole: f64 = spreads.sum();
        if draws == 0.0 || whole <= 0.0 {
            return 1.0;
        }
        (1.0 - draws / (4.0 * whole)).clamp(4.0 / (games + 4.0), 1.0)
    }
}

fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// `p (1 - p)` at these odds, not lost to rounding at long odds.
fn spread(odds: f64) -> f64 {
    probability(odds) * probability(-odds)
}

fn log_one_plus_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
