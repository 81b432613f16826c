//! Figures of the searches: report 004's tree, exact solutions of Flood.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;
use joute_games::awale::{Awale, Francois, Rules, Setup};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{FloodSolver, Limits, Minimax, Thinking};

use super::Measurement;
use super::measure::Effort;
use super::rules::measurement;

/// Every figure of the searches.
pub(super) fn measurements() -> Vec<Measurement> {
    vec![
        measurement("awale minimax, report 004's tree to depth 10", "s", report_004_tree),
        measurement("flood 8 x 7 with 6 colours solved", "s/board", solved_boards),
    ]
}

/// Seconds for every position of the tree, nothing pruned and nothing remembered.
fn report_004_tree(effort: Effort) -> anyhow::Result<Vec<f64>> {
    let stop = AtomicBool::new(false);
    let start = Awale::<Francois>::start(&Setup::standard(Rules::FRANCOIS))?;
    let history = [start.key()];
    let minimax = Minimax { knows_repetition: false, ..Minimax::new(10) };
    effort.each(|| {
        let clock = Instant::now();
        minimax.value(&start, &thinking(&history, &stop)).context("stopped")?;
        Ok(clock.elapsed().as_secs_f64())
    })
}

/// The mean time of the same boards to their exact value, in each round.
fn solved_boards(effort: Effort) -> anyhow::Result<Vec<f64>> {
    let stop = AtomicBool::new(false);
    let setup = <Flood as Game>::Setup::parse("width=8,height=7,colours=6", &NoFiles)?;
    let boards = effort.rounds(200);
    effort.each(|| {
        let mut solver = FloodSolver::with_memory(8 << 20);
        let clock = Instant::now();
        for seed in 0..boards {
            let game = Flood::start(&setup.clone().with_seed(seed.into()))?;
            solver.solve(&game, &thinking(&[], &stop)).context("not solved")?;
        }
        Ok(clock.elapsed().as_secs_f64() / f64::from(boards))
    })
}

fn thinking<'a>(history: &'a [u64], stop: &'a AtomicBool) -> Thinking<'a> {
    Thinking { seed: Seed(1), limits: Limits::default(), history, stop }
}
