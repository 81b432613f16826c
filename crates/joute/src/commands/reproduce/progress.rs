//! The line that shows how far the experiments have come: on a terminal only.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_experiments::{Experiment, Progress};

/// Steps of the bar for each part of an experiment's weight.
const FINE: u64 = 1000;

/// A progress bar, or nothing where nobody watches.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// Steps of the experiments that are over, and those of the present one.
    over: AtomicU64,
    present: AtomicU64,
}

impl Bar {
    /// A bar for experiments of so much weight in all.
    pub(crate) fn new(weight: u64) -> Bar {
        let bar = ProgressBar::new(weight * FINE);
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent} %  {msg}  {eta} left") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, over: AtomicU64::new(0), present: AtomicU64::new(0) }
    }

    /// An experiment begins.
    pub(super) fn begin(&self, experiment: &Experiment) {
        self.present.store(u64::from(experiment.weight) * FINE, Ordering::Relaxed);
        self.bar.set_message(experiment.name);
    }

    /// An experiment is over.
    pub(super) fn end(&self, experiment: &Experiment) {
        self.over.fetch_add(u64::from(experiment.weight) * FINE, Ordering::Relaxed);
        self.bar.set_position(self.over.load(Ordering::Relaxed));
    }

    /// One piece of work that has a name.
    pub(crate) fn named(name: &'static str) -> Bar {
        let bar = Bar::new(1);
        bar.present.store(FINE, Ordering::Relaxed);
        bar.bar.set_message(name);
        bar
    }
}

impl Progress for Bar {
    fn reached(&self, share: f64) {
        let present = self.present.load(Ordering::Relaxed) as f64;
        self.bar.set_position(self.over.load(Ordering::Relaxed) + (share * present) as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
