//! How long the system makes this thread wait for a processor at a time: what a built-in player keeps back of a short limit,
//! so that such a wait after its last look at the clock makes it late by nothing. On a machine that is not overloaded it is nothing.

use std::time::{Duration, Instant};

use joute_referee::{Overload, Waits};

/// How long the machine is tried out before a game.
const TRIAL: Duration = Duration::from_millis(40);
/// A mean wait of this thread says that some are so many times as long.
const LONGEST_OF_MEAN: u32 = 3;
/// Waits below this are part of every machine's day, and within the margin that is always kept.
const USUAL: Duration = Duration::from_millis(1);

/// The longest waits of late.
#[derive(Debug, Default)]
pub(crate) struct Stalls {
    longest: Duration,
    /// What the system had counted when it was last asked.
    counted: Option<Waits>,
}

impl Stalls {
    /// What to keep back of a limit.
    pub(crate) fn margin(&self) -> Duration {
        self.longest
    }

    /// Tries the machine out before a game, if it has more to do than it can.
    pub(crate) fn try_out(&mut self) {
        self.counted = Waits::now();
        if Overload::now().is_some() {
            self.longest = self.longest.max(longest_gap(TRIAL) * 3 / 2);
        }
    }

    /// Takes in how the thread fared since the last time; what was long ago is slowly forgotten.
    pub(crate) fn note(&mut self) {
        let now = Waits::now();
        let mean = now.zip(self.counted).and_then(|(now, before)| now.mean_since(before)).unwrap_or_default();
        let waited = if mean > USUAL { mean * LONGEST_OF_MEAN } else { Duration::ZERO };
        (self.longest, self.counted) = ((self.longest * 15 / 16).max(waited), now);
    }
}

/// The longest time between two looks at the clock, for whoever does nothing else for so long.
fn longest_gap(time: Duration) -> Duration {
    let began = Instant::now();
    let (mut looked, mut longest) = (began, Duration::ZERO);
    while looked - began < time {
        let now = Instant::now();
        (looked, longest) = (now, longest.max(now - looked));
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_long_ago_is_slowly_forgotten() {
        let mut stalls = Stalls { longest: Duration::from_millis(160), counted: None };
        stalls.note();
        assert_eq!(stalls.margin(), Duration::from_millis(150));
    }

    #[test]
    fn the_longest_gap_is_within_the_time_it_was_looked_for() {
        assert!(longest_gap(Duration::from_millis(1)) > Duration::ZERO);
        assert_eq!(longest_gap(Duration::ZERO), Duration::ZERO);
    }
}
