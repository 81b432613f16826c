//! The boards on which a strategy needs most turns to own the majority (report 003, Q7.1).
//!
//! The strategy plays alone, First's corner its start; the other side never moves. A strategy that draws its moves
//! counts by its mean over several seeds. Tiny boards are all tried; larger ones are searched by annealing from random
//! boards and from boards made by hand.

mod annealing;
mod board_space;
mod hand_made;
mod solo;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use joute_games::AnyGame;

use crate::experiment::ExperimentError;
use crate::lab::Progress;
use annealing::Climb;
pub use board_space::BoardSpace;
pub use solo::{Alone, Turns};

/// So many boards are still all tried.
const EXHAUSTIBLE: u64 = 200_000;

/// A search for the worst board.
pub struct Hunt<'a> {
    /// The strategy, as it is named on the command line.
    pub strategy: &'a str,
    /// Which boards there are.
    pub space: BoardSpace,
    /// Everything random comes from it.
    pub seed: u64,
    /// Boards that are tried in all, unless there are fewer.
    pub iterations: u64,
    /// When it ends at the latest.
    pub time: Option<Duration>,
    /// How many threads.
    pub jobs: usize,
    /// A board to begin with, as a setup says it.
    pub from: Option<&'a str>,
}

/// A board and what a strategy needs on it.
#[derive(Debug, Clone)]
pub struct Found {
    /// Turns until the majority is owned.
    pub turns: Turns,
    /// Where the search for it began.
    pub origin: String,
    /// The board as a setup that `joute show` and `joute match` read.
    pub setup: String,
    /// The board itself.
    pub game: AnyGame,
}

/// What a hunt came to.
pub struct Hunted {
    /// The worst board.
    pub worst: Found,
    /// Boards that were tried.
    pub tried: u64,
    /// Whether there are no other boards.
    pub is_exhaustive: bool,
    /// What the strategy needs on the boards made by hand.
    pub hand_made: Vec<Found>,
    /// The mean number of turns on random boards, those left out on which it never gets there, and their share.
    pub usual: (f64, f64),
}

impl Hunt<'_> {
    /// Searches until all was tried, the time is over or somebody stops it; the best so far counts.
    pub fn run(&self, stop: &AtomicBool, progress: &dyn Progress) -> Result<Hunted, ExperimentError> {
        let alone = Alone::new(self.strategy, &self.space, self.seed)?;
        let from = self.from.map(|setup| self.space.read(setup)).transpose()?;
        let hand_made = hand_made::boards(&self.space);
        let judged = hand_made.iter().map(|(name, cells)| self.found(&alone, name, cells));
        let judged = judged.collect::<Result<Vec<Found>, ExperimentError>>()?;
        let usual = self.usual(&alone)?;
        let (climbs, tried, is_exhaustive) = match self.space.count().filter(|count| *count <= EXHAUSTIBLE) {
            Some(count) => (vec![self.try_all(&alone, count, stop, progress)?], count, true),
            None => {
                let climbs = self.anneal(&alone, &hand_made, from, stop, progress)?;
                let tried = climbs.iter().map(|climb| climb.tried).sum();
                (climbs, tried, false)
            }
        };
        // A search that goes by few seeds flatters the board it ends with: all are judged again before one is chosen.
        let found = climbs.iter().map(|climb| self.found(&alone, &climb.origin, &climb.cells));
        let found = found.collect::<Result<Vec<Found>, ExperimentError>>()?;
        let candidates = found.into_iter().chain(judged.iter().cloned());
        let worst =
            candidates.reduce(|worst, found| if found.turns.number() > worst.turns.number() { found } else { worst });
        let worst = worst.ok_or(ExperimentError::Stopped)?;
        Ok(Hunted { worst, tried, is_exhaustive, hand_made: judged, usual })
    }

    fn found(&self, alone: &Alone, origin: &str, cells: &[u8]) -> Result<Found, ExperimentError> {
        let (setup, game) = (self.space.setup(cells), self.space.game(cells)?);
        Ok(Found { turns: alone.judge(&game, solo::JUDGED)?.turns, origin: origin.to_owned(), setup, game })
    }

    fn usual(&self, alone: &Alone) -> Result<(f64, f64), ExperimentError> {
        let boards = 50;
        let mut turns = Vec::new();
        for number in 0..boards {
            let cells = self.space.random(annealing::seed(self.seed, "usual", number));
            if let Turns::After(mean) = alone.judge(&self.space.game(&cells)?, solo::TRIED)?.turns {
                turns.push(mean);
            }
        }
        let never = 1.0 - turns.len() as f64 / boards as f64;
        Ok((turns.iter().sum::<f64>() / turns.len().max(1) as f64, never))
    }

    fn try_all(
        &self,
        alone: &Alone,
        count: u64,
        stop: &AtomicBool,
        progress: &dyn Progress,
    ) -> Result<Climb, ExperimentError> {
        let chunks = 64.min(count);
        let part = |chunk: u64| {
            let mut best: Option<Climb> = None;
            for number in (chunk..count).step_by(chunks as usize) {
                if stop.load(Ordering::Relaxed) {
                    return Err(ExperimentError::Stopped);
                }
                let cells = self.space.numbered(number);
                let worth = alone.judge(&self.space.game(&cells)?, solo::JUDGED)?.worth();
                if best.as_ref().is_none_or(|best| worth > best.worth) {
                    best = Some(Climb { origin: "all boards".to_owned(), cells, worth, tried: 0 });
                }
            }
            best.ok_or(ExperimentError::Stopped)
        };
        best_of(self.on_threads(chunks, progress, part)?)
    }

    /// Climbs from several boards at once; the climbs are the same whatever the number of threads.
    fn anneal(
        &self,
        alone: &Alone,
        hand_made: &[(&'static str, Vec<u8>)],
        from: Option<Vec<u8>>,
        stop: &AtomicBool,
        progress: &dyn Progress,
    ) -> Result<Vec<Climb>, ExperimentError> {
        let mut starts: Vec<(String, Vec<u8>)> =
            from.into_iter().map(|cells| ("the given board".to_owned(), cells)).collect();
        starts.extend(hand_made.iter().map(|(name, cells)| ((*name).to_owned(), cells.clone())));
        let random = |number: u64| self.space.random(annealing::seed(self.seed, "start", number));
        starts.extend((0..4).map(|number| (format!("random board {}", number + 1), random(number))));
        let deadline = self.time.map(|time| Instant::now() + time);
        let each = (self.iterations / starts.len() as u64).max(1);
        let tried = AtomicU64::new(0);
        let total = (each * starts.len() as u64) as f64;
        self.on_threads(starts.len() as u64, &crate::lab::Unwatched, |number| {
            let (origin, cells) = starts[number as usize].clone();
            let seed = annealing::seed(self.seed, "climb", number);
            let limits = annealing::Limits { steps: each, deadline, stop };
            annealing::climb(alone, &self.space, (origin, cells), seed, &limits, &|| {
                progress.reached(tried.fetch_add(1, Ordering::Relaxed) as f64 / total);
            })
        })
    }

    /// Does numbered pieces of work on all threads, the results in order.
    fn on_threads(
        &self,
        count: u64,
        progress: &dyn Progress,
        work: impl Fn(u64) -> Result<Climb, ExperimentError> + Sync,
    ) -> Result<Vec<Climb>, ExperimentError> {
        let never = AtomicBool::new(false);
        let lab = crate::lab::Lab::new(self.seed, crate::lab::Effort::Full, self.jobs, &never, progress);
        lab.map(count, work)
    }
}

/// The best climb; the first of equals, so that the number of threads does not matter.
fn best_of(climbs: Vec<Climb>) -> Result<Climb, ExperimentError> {
    climbs
        .into_iter()
        .reduce(|best, climb| if climb.worth > best.worth { climb } else { best })
        .ok_or(ExperimentError::Stopped)
}
