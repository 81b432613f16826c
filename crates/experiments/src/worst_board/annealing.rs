//! Simulated annealing: a board is changed here and there, changes for the worse are kept always and others now and then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use joute_games::random::{Generator, Seed};

use super::board_space::BoardSpace;
use super::solo::{self, Alone};
use crate::experiment::ExperimentError;

/// How much better a board may get for the strategy at first, in turns.
const HOT: f64 = 1.0;
/// The same in the end.
const COLD: f64 = 0.02;

/// The worst board of one climb.
#[derive(Debug, Clone)]
pub(super) struct Climb {
    pub(super) origin: String,
    pub(super) cells: Vec<u8>,
    pub(super) worth: f64,
    pub(super) tried: u64,
}

/// When a climb ends.
pub(super) struct Limits<'a> {
    pub(super) steps: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
}

impl Limits<'_> {
    fn are_reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The seed for something by name and number.
pub(super) fn seed(seed: u64, purpose: &str, number: u64) -> Seed {
    Seed(seed).purpose("worst-board").purpose(purpose).child(number)
}

/// Climbs from a board, and goes back to the worst one so far now and then; `step` is called after each board.
pub(super) fn climb(
    alone: &Alone,
    space: &BoardSpace,
    (origin, start): (String, Vec<u8>),
    seed: Seed,
    limits: &Limits<'_>,
    step: &dyn Fn(),
) -> Result<Climb, ExperimentError> {
    let judge = |cells: &[u8]| Ok::<f64, ExperimentError>(alone.judge(&space.game(cells)?, solo::TRIED)?.worth());
    let mut generator = seed.generator();
    let mut worth = judge(&start)?;
    let mut best = Climb { origin, cells: start.clone(), worth, tried: 1 };
    let mut cells = start;
    for number in 0..limits.steps {
        if limits.are_reached() {
            break;
        }
        let changed = changed(space, &cells, &mut generator);
        let found = judge(&changed)?;
        best.tried += 1;
        step();
        let warmth = HOT * (COLD / HOT).powf(number as f64 / limits.steps as f64);
        if found >= worth || unit(&mut generator) < ((found - worth) / warmth).exp() {
            (cells, worth) = (changed, found);
        }
        if worth > best.worth {
            (best.cells, best.worth) = (cells.clone(), worth);
        }
    }
    Ok(best)
}

/// The same board with a few cells of other colours, one of them often that of a cell beside it.
fn changed(space: &BoardSpace, cells: &[u8], generator: &mut Generator) -> Vec<u8> {
    let mut cells = cells.to_vec();
    for _ in 0..=generator.below(3) {
        let choice = generator.index(space.choices());
        let colour = match generator.below(3) {
            0 => {
                let near = space.cell(choice) + [1, space.size()][generator.index(2)];
                cells.get(near).copied().unwrap_or(0)
            }
            _ => generator.below(u64::from(space.colours())) as u8,
        };
        space.paint(&mut cells, choice, colour);
    }
    cells
}

/// A number from 0 to 1.
fn unit(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1_u64 << 53) as f64
}
