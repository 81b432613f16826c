//! The clock of modules whose time counts: it ticks while one of them runs, and stands still when none has for a while.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;
use std::time::Duration;

use wasmtime::{Engine, EngineWeak, Error};

/// How often running modules look whether their time is over.
const TICK: Duration = Duration::from_millis(2);
/// After so many ticks without a module that runs it stands still: those who move one after the other need not start it each time.
const QUIET: usize = 50;

/// Lets the epochs of an engine go by.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    running: AtomicUsize,
    stands: AtomicBool,
    is_over: AtomicBool,
    /// The thread that ticks, where time counts at all.
    thread: OnceLock<Thread>,
}

/// A module that runs, for as long as this is there.
pub(crate) struct Running(Arc<Clock>);

impl Clock {
    /// Begins to tick for an engine.
    pub(crate) fn begin(self: &Arc<Clock>, engine: &Engine) -> Result<(), Error> {
        let (engine, clock) = (engine.weak(), Arc::clone(self));
        let ticking = std::thread::Builder::new().name("wasm-clock".to_owned()).spawn(move || clock.tick(&engine))?;
        let _ = self.thread.set(ticking.thread().clone());
        Ok(())
    }

    /// Nobody needs it any more.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Ticks while a module runs.
    pub(crate) fn running(self: &Arc<Clock>) -> Running {
        self.running.fetch_add(1, Ordering::SeqCst);
        // Whoever stands still says so before it looks for the last time: one of the two sees the other.
        if self.stands.load(Ordering::SeqCst) {
            self.wake();
        }
        Running(Arc::clone(self))
    }

    fn wake(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    fn tick(&self, engine: &EngineWeak) {
        let mut quiet = 0;
        while !self.is_over.load(Ordering::SeqCst) {
            let Some(engine) = engine.upgrade() else { return };
            engine.increment_epoch();
            drop(engine);
            std::thread::sleep(TICK);
            quiet = if self.is_needed() { 0 } else { quiet + 1 };
            if quiet >= QUIET {
                self.stand_still();
                quiet = 0;
            }
        }
    }

    fn stand_still(&self) {
        self.stands.store(true, Ordering::SeqCst);
        while !self.is_needed() && !self.is_over.load(Ordering::SeqCst) {
            std::thread::park();
        }
        self.stands.store(false, Ordering::SeqCst);
    }

    fn is_needed(&self) -> bool {
        self.running.load(Ordering::SeqCst) > 0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{Meter, make};
    use joute_testkit::wait::until;

    #[test]
    fn a_clock_stands_still_until_a_module_runs_and_ends_with_its_engines() {
        let (engine, clock) = (make(Meter::Wall).unwrap(), Arc::<Clock>::default());
        clock.begin(&engine).unwrap();
        let stands = || clock.stands.load(Ordering::SeqCst).then_some(());
        until("rest", stands);
        let running = clock.running();
        until("ticks", || (!clock.stands.load(Ordering::SeqCst)).then_some(()));
        drop(running);
        until("rest again", stands);
        clock.end();
        until("the end of the thread", || (Arc::strong_count(&clock) == 1).then_some(()));
    }
}
