//! The referee's stopwatch: nanoseconds, read once a ply.
//!
//! The system's clock waits for everything the processor has begun before it answers, which costs a quick ply a tenth of
//! its time. The stopwatch reads the counter beneath that clock instead, without waiting, and goes back to the
//! system's clock whenever a millisecond has passed: a short thought is timed by the counter, a long one by the system.

use std::sync::LazyLock;
use std::time::Duration;

use quanta::Clock;
use rustix::time::{ClockId, clock_gettime};

/// How long the counter is trusted before the system's clock is read again, in nanoseconds. Its rate is known to about
/// one part in ten thousand, so that it goes wrong by 100 ns at most.
const TRUSTED: u64 = 1_000_000;

/// One for all games: finding out what the processor can do takes longer than a short game.
static COUNTER: LazyLock<Clock> = LazyLock::new(Clock::new);

/// Measures thoughts, each from the end of the one before or from a fresh start.
pub(crate) struct Stopwatch {
    /// The counter; the system's clock where the processor has no steady one.
    counter: &'static Clock,
    /// What the counter showed when the system's clock was last read, and what that clock showed.
    anchor: (u64, u64),
    /// When the thought being measured began, by the system's clock.
    began: u64,
}

impl Stopwatch {
    /// A stopwatch that runs from now.
    pub(crate) fn start() -> Stopwatch {
        let counter = &*COUNTER;
        let anchor = (counter.raw(), system_clock());
        Stopwatch { counter, anchor, began: anchor.1 }
    }

    /// Begins again from now.
    pub(crate) fn restart(&mut self) {
        self.began = self.now();
    }

    /// What has passed since the last lap or start; the next lap begins here.
    #[inline]
    pub(crate) fn lap(&mut self) -> Duration {
        let now = self.now();
        let began = std::mem::replace(&mut self.began, now);
        Duration::from_nanos(now.saturating_sub(began))
    }

    #[inline]
    fn now(&mut self) -> u64 {
        let passed = self.counter.delta_as_nanos(self.anchor.0, self.counter.raw());
        if passed < TRUSTED { self.anchor.1 + passed } else { self.read_system_clock() }
    }

    #[cold]
    fn read_system_clock(&mut self) -> u64 {
        self.anchor = (self.counter.raw(), system_clock());
        self.anchor.1
    }
}

/// Nanoseconds of the system's clock that only goes forward.
fn system_clock() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_nsec.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Laps must add up to what the system's clock says, whether they are shorter or longer than the counter is trusted.
    #[test]
    fn laps_add_up_to_the_time_that_passed() {
        for lap in [Duration::from_micros(20), Duration::from_micros(300), Duration::from_millis(3)] {
            let before = Instant::now();
            let mut stopwatch = Stopwatch::start();
            let inside = Instant::now();
            let (mut sum, mut at_least) = (Duration::ZERO, Duration::ZERO);
            for _ in 0..20 {
                let began = Instant::now();
                while began.elapsed() < lap {}
                // Whatever else the machine does between these lines belongs to no bound.
                at_least = inside.elapsed();
                sum += stopwatch.lap();
            }
            let at_most = before.elapsed();
            // What is read from the system's clock is exact; the counter need only count what it should.
            let slack = if lap > Duration::from_nanos(TRUSTED) { Duration::ZERO } else { at_most / 2 };
            assert!(sum + slack >= at_least, "{sum:?} of laps in {at_least:?}");
            assert!(sum <= at_most + slack, "{sum:?} of laps in {at_most:?}");
        }
    }

    #[test]
    fn a_restart_forgets_what_passed_before() {
        let mut stopwatch = Stopwatch::start();
        spin(TRUSTED);
        let before = Instant::now();
        stopwatch.restart();
        // From here on both are read from the system's clock.
        spin(2 * TRUSTED);
        let lap = stopwatch.lap();
        assert!(lap <= before.elapsed(), "{lap:?}");
    }

    fn spin(nanos: u64) {
        let began = Instant::now();
        while began.elapsed() <= Duration::from_nanos(2 * nanos) {}
    }
}
