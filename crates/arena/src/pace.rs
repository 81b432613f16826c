//! How fast programs move, for those who watch.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// At most one move in so much time, or one at each step.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<PaceState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PaceState {
    delay: Duration,
    is_paused: bool,
    steps: u32,
}

impl Pace {
    /// One program move in so much time.
    pub fn of(delay: Duration) -> Arc<Pace> {
        let pace = Pace::default();
        pace.state().delay = delay;
        Arc::new(pace)
    }

    /// Changes the time between two moves.
    pub fn set_delay(&self, delay: Duration) {
        self.state().delay = delay;
        self.wake();
    }

    /// The time between two moves.
    pub fn delay(&self) -> Duration {
        self.state().delay
    }

    /// Holds the programs back, or lets them go on.
    pub fn set_paused(&self, is_paused: bool) {
        let mut state = self.state();
        (state.is_paused, state.steps) = (is_paused, 0);
        drop(state);
        self.wake();
    }

    /// Whether the programs are held back.
    pub fn is_paused(&self) -> bool {
        self.state().is_paused
    }

    /// Lets one move through while the programs are held back.
    pub fn step(&self) {
        self.state().steps += 1;
        self.wake();
    }

    /// Has whoever waits look again, at its stop flag too.
    pub(crate) fn wake(&self) {
        // Whoever has just looked and not fallen asleep yet holds the lock: after it nobody misses this.
        drop(self.state());
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, PaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a program may move that was last shown a move at `since`, or until the game stops: whoever sets the
    /// flag wakes those who wait.
    pub(crate) fn wait(&self, since: Instant, stop: &AtomicBool) {
        let mut state = self.state();
        while !stop.load(Ordering::Relaxed) {
            if state.is_paused && state.steps > 0 {
                state.steps -= 1;
                return;
            }
            let left = state.delay.saturating_sub(since.elapsed());
            if !state.is_paused && left.is_zero() {
                return;
            }
            state = match state.is_paused {
                true => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                false => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}
