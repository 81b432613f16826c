//! Hearing of changes without asking again and again: one signal for a store, and any number of listeners that wait for it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// What ended a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wake {
    /// Something was written, by whomever.
    Changed,
    /// Nothing was, for as long as the caller wanted to wait.
    TimedOut,
    /// The store was closed: nothing will be heard of it any more.
    Closed,
}

/// A listener of one store. It hears that something has changed since it was made or last heard something, however much it
/// was; what it was is read from the store.
pub struct Watch {
    signal: Arc<Signal>,
    seen: u64,
}

/// Tells every listener of a store that something has changed.
#[derive(Default)]
pub(crate) struct Signal {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Default)]
struct State {
    changes: u64,
    listeners: usize,
    closed: bool,
    wakers: Vec<Waker>,
}

impl Watch {
    pub(crate) fn new(signal: &Arc<Signal>) -> Watch {
        let mut state = signal.state();
        state.listeners += 1;
        signal.woken.notify_all();
        Watch { seen: state.changes, signal: Arc::clone(signal) }
    }

    /// Waits for a change on this thread.
    pub fn wait(&mut self, timeout: Duration) -> Wake {
        let deadline = Instant::now().checked_add(timeout);
        let mut state = self.signal.state();
        loop {
            if let Some(wake) = heard(&mut self.seen, &state) {
                return wake;
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            state = match left {
                Some(Duration::ZERO) => return Wake::TimedOut,
                Some(left) => self.signal.wait_for(state, left),
                None => self.signal.wait(state),
            };
        }
    }

    /// Whether something has changed, for tasks that are woken when it does; never [`Wake::TimedOut`].
    pub fn poll_changed(&mut self, context: &mut Context<'_>) -> Poll<Wake> {
        let mut state = self.signal.state();
        if let Some(wake) = heard(&mut self.seen, &state) {
            return Poll::Ready(wake);
        }
        if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
            state.wakers.push(context.waker().clone());
        }
        Poll::Pending
    }
}

fn heard(seen: &mut u64, state: &State) -> Option<Wake> {
    if state.closed {
        return Some(Wake::Closed);
    }
    let is_new = *seen != state.changes;
    *seen = state.changes;
    is_new.then_some(Wake::Changed)
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.signal.state().listeners -= 1;
    }
}

impl Signal {
    /// Something has changed.
    pub(crate) fn notify(&self) {
        self.update(|state| state.changes += 1);
    }

    /// Nothing will change any more.
    pub(crate) fn close(&self) {
        self.update(|state| state.closed = true);
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let wakers = std::mem::take(&mut state.wakers);
        drop(state);
        self.woken.notify_all();
        wakers.into_iter().for_each(Waker::wake);
    }

    /// For whoever looks for changes that others make: waits while nobody listens, and then for as long as this; `false`
    /// when the store is closed.
    pub(crate) fn pause(&self, interval: Duration) -> bool {
        let mut state = self.state();
        while state.listeners == 0 && !state.closed {
            state = self.wait(state);
        }
        let until = Instant::now() + interval;
        while !state.closed {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            state = self.wait_for(state, left);
        }
        false
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.woken.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.woken.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
