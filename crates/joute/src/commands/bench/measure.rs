//! How a figure is taken: work repeated for a while, the best of several rounds, since noise only ever slows.

use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    rounds: u32,
    round: Duration,
}

impl Effort {
    /// For figures to report.
    pub(super) const FULL: Effort = Effort { rounds: 5, round: Duration::from_millis(400) };
    /// For a quick look.
    pub(super) const QUICK: Effort = Effort { rounds: 2, round: Duration::from_millis(100) };

    /// A number of repetitions that is meant for a full run, scaled to this effort.
    pub(super) fn rounds(self, full: u32) -> u32 {
        if self.rounds >= Self::FULL.rounds { full } else { (full / 4).max(2) & !1 }
    }

    /// How often a figure is taken, of which the best counts.
    pub(super) fn repeats(self) -> u32 {
        self.rounds
    }

    /// Units of work a second; `work` does some and says how many.
    pub(super) fn rate(self, mut work: impl FnMut() -> u64) -> f64 {
        let mut best = 0.0f64;
        for _ in 0..self.rounds {
            let clock = Instant::now();
            let mut done = 0;
            let elapsed = loop {
                done += work();
                let elapsed = clock.elapsed();
                if elapsed >= self.round {
                    break elapsed;
                }
            };
            best = best.max(done as f64 / elapsed.as_secs_f64());
        }
        best
    }
}
