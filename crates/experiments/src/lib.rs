//! The experiments of the five course reports: what each states, beside what is measured here.
//!
//! An experiment is a line in [`EXPERIMENTS`]. It states its criterion before it measures anything, takes everything
//! random from the seed of its [`Lab`], and gives the same figures whatever the number of threads; only times differ
//! from machine to machine. Matches are the very games that `joute match` plays from the same seed, so every line can
//! be played again. [`worst_board`] searches for the boards on which a strategy does worst.

mod ahead_cost;
mod awale_depth;
mod duel;
mod estimate;
mod experiment;
mod first_move;
mod first_move_solved;
mod flood;
mod foreseeing_cost;
mod growth;
mod hegemony;
mod lab;
mod mirror;
mod naive;
mod othello_cup;
pub mod page;
mod random_players;
mod search_figures;
mod spread_cost;
mod wasted_turns;
pub mod worst_board;

use std::sync::atomic::Ordering;
use std::time::Instant;

pub use experiment::{Experiment, ExperimentError, Figure, Findings, Line, Report};
pub use lab::{Effort, Lab, Progress, Unwatched};

/// Every experiment, in the order of the reports' subjects.
pub const EXPERIMENTS: &[Experiment] = &[
    random_players::RANDOM_GREEDY,
    random_players::USEFUL_GREEDY,
    wasted_turns::WASTED_TURNS,
    hegemony::HEGEMONY_GREEDY,
    hegemony::CONTESTED_GREEDY,
    hegemony::CONTACTS_GREEDY,
    growth::HEGEMONY_GROWTH,
    mirror::MIRROR,
    first_move::FIRST_MOVE,
    first_move_solved::FIRST_MOVE_SOLVED,
    foreseeing_cost::FORESEEING_COST,
    spread_cost::SPREAD_COST,
    ahead_cost::AHEAD_COST,
    flood::FLOOD_HIERARCHY,
    flood::FLOOD_LADDER,
    awale_depth::AWALE_DEPTH,
    othello_cup::OTHELLO_CUP,
    search_figures::FLOOD_SOLVED,
    search_figures::FLOOD_SOLVED_10,
    search_figures::ALPHABETA_STRENGTH,
];

/// The experiment with this name.
pub fn find(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}

impl Experiment {
    /// Runs the experiment.
    pub fn run(&'static self, lab: &Lab<'_>) -> Result<Report, ExperimentError> {
        lab.plan(1);
        let clock = Instant::now();
        let findings = (self.run)(lab)?;
        if lab.stop.load(Ordering::Relaxed) {
            return Err(ExperimentError::Stopped);
        }
        Ok(Report { experiment: self, findings, seconds: clock.elapsed().as_secs_f64() })
    }
}
