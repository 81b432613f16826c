//! The two ways modules are compiled: with instructions counted, and with a look at the clock now and then.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use wasmtime::{Config, Engine, Error, OptLevel};

use crate::clock::Clock;

/// What a module's calls may use for their frames; threads of this program have twice as much.
pub(crate) const STACK: usize = 1 << 20;

/// Which clock a module is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meter {
    /// Instructions count, and no time is ever looked at.
    Fuel,
    /// The clock of the match counts.
    Wall,
}

impl Meter {
    /// Its place among engines and compiled modules.
    pub(crate) const fn index(self) -> usize {
        match self {
            Meter::Fuel => 0,
            Meter::Wall => 1,
        }
    }

    /// Its word between programs.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Meter::Fuel => "fuel",
            Meter::Wall => "wall",
        }
    }

    /// The meter of a word.
    pub(crate) fn of_word(word: &str) -> Option<Meter> {
        [Meter::Fuel, Meter::Wall].into_iter().find(|meter| meter.word() == word)
    }
}

/// The engines of the process, each made when it is first needed.
#[derive(Default)]
pub(crate) struct Engines {
    made: [OnceLock<Result<Engine, String>>; 2],
    clock: Arc<Clock>,
}

impl Engines {
    /// The engines that everybody uses; with the last module their clock goes away.
    pub(crate) fn shared() -> Arc<Engines> {
        static SHARED: Mutex<Weak<Engines>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let engines = Arc::default();
            *shared = Arc::downgrade(&engines);
            engines
        })
    }

    /// What lets time go by for running modules.
    pub(crate) fn clock(&self) -> &Arc<Clock> {
        &self.clock
    }

    /// The engine for a clock; an error is why there is none on this machine.
    pub(crate) fn engine(&self, meter: Meter) -> Result<&Engine, String> {
        let made = self.made[meter.index()]
            .get_or_init(|| make_running(meter, &self.clock).map_err(|error| format!("{error:#}")));
        made.as_ref().map_err(Clone::clone)
    }
}

/// An engine without a clock: the one that compiles.
pub(crate) fn make(meter: Meter) -> Result<Engine, Error> {
    let mut config = Config::new();
    config
        .max_wasm_stack(STACK)
        .cranelift_opt_level(OptLevel::Speed)
        // The same bits everywhere, also where the standard leaves a choice to the processor.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        .consume_fuel(meter == Meter::Fuel)
        .epoch_interruption(meter == Meter::Wall);
    Engine::new(&config)
}

/// An engine that runs modules.
fn make_running(meter: Meter, clock: &Arc<Clock>) -> Result<Engine, Error> {
    let engine = make(meter)?;
    if meter == Meter::Wall {
        clock.begin(&engine)?;
    }
    Ok(engine)
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.clock.end();
    }
}
