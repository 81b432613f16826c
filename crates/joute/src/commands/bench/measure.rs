//! How a figure is taken: in several rounds, of which the median counts, with where the middle half of them lay.

use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    rounds: u32,
    round: Duration,
}

impl Effort {
    /// For figures to report.
    pub(super) const FULL: Effort = Effort { rounds: 9, round: Duration::from_millis(300) };
    /// For a quick look.
    pub(super) const QUICK: Effort = Effort { rounds: 3, round: Duration::from_millis(100) };

    /// A number of repetitions that is meant for a full run, scaled to this effort.
    pub(super) fn rounds(self, full: u32) -> u32 {
        if self.rounds >= Self::FULL.rounds { full } else { (full / 4).max(2) & !1 }
    }

    /// The figure of each round.
    pub(super) fn each<E>(self, mut round: impl FnMut() -> Result<f64, E>) -> Result<Vec<f64>, E> {
        (0..self.rounds).map(|_| round()).collect()
    }

    /// Units of work a second, in each round; `work` does some and says how many.
    pub(super) fn rate(self, mut work: impl FnMut() -> u64) -> Vec<f64> {
        let mut round = || {
            let clock = Instant::now();
            let mut done = 0;
            loop {
                done += work();
                let elapsed = clock.elapsed();
                if elapsed >= self.round {
                    break done as f64 / elapsed.as_secs_f64();
                }
            }
        };
        (0..self.rounds).map(|_| round()).collect()
    }
}

/// What several rounds come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    /// Half of the rounds gave less.
    pub(super) median: f64,
    /// A quarter of them gave less than this.
    pub(super) low: f64,
    /// A quarter of them gave more than this.
    pub(super) high: f64,
}

impl Spread {
    /// The spread of some figures; nothing comes of none.
    pub(super) fn of(mut figures: Vec<f64>) -> Option<Spread> {
        figures.sort_by(f64::total_cmp);
        let last = figures.len().checked_sub(1)?;
        let at = |quarter: usize| {
            let place = last as f64 * quarter as f64 / 4.0;
            let (below, above) = (figures[place.floor() as usize], figures[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Some(Spread { median: at(2), low: at(1), high: at(3) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_middle_half() {
        assert_eq!(Spread::of(vec![]), None);
        let of = |figures: &[f64]| Spread::of(figures.to_vec()).map(|Spread { median, low, high }| [low, median, high]);
        assert_eq!(of(&[7.0]), Some([7.0, 7.0, 7.0]));
        assert_eq!(of(&[9.0, 1.0, 5.0, 3.0, 1000.0]), Some([3.0, 5.0, 9.0]), "one bad round changes nothing");
        assert_eq!(of(&[1.0, 2.0]), Some([1.25, 1.5, 1.75]));
    }
}
