//! Where experiments run: how much of it, from which seed, on how many threads, and who watches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use joute_games::random::Seed;

use crate::experiment::ExperimentError;

/// How much work goes into an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Enough for figures to report.
    Full,
    /// Enough to see that everything works; intervals are wide.
    Quick,
    /// Next to nothing: for tests of the experiments themselves.
    Tiny,
}

/// Hears how far the present experiment has come.
pub trait Progress: Sync {
    /// The share that is done, from 0 to 1.
    fn reached(&self, share: f64);
}

/// Nobody watches.
pub struct Unwatched;

impl Progress for Unwatched {
    fn reached(&self, _share: f64) {}
}

/// What an experiment is run with.
pub struct Lab<'a> {
    /// Everything random comes from it.
    pub seed: u64,
    /// How much of it.
    pub effort: Effort,
    /// How many threads.
    pub jobs: usize,
    /// Set from outside when everything must end.
    pub stop: &'a AtomicBool,
    /// Who watches.
    pub progress: &'a dyn Progress,
    /// How many stages the present experiment has, and how many are over.
    pub(crate) stages: [AtomicU64; 2],
}

impl<'a> Lab<'a> {
    /// A lab in which nothing was done yet.
    pub fn new(seed: u64, effort: Effort, jobs: usize, stop: &'a AtomicBool, progress: &'a dyn Progress) -> Lab<'a> {
        Lab { seed, effort, jobs: jobs.max(1), stop, progress, stages: [AtomicU64::new(1), AtomicU64::new(0)] }
    }

    /// How many of something a full run and a quick one take; a test takes four.
    pub(crate) fn count(&self, full: u64, quick: u64) -> u64 {
        match self.effort {
            Effort::Full => full,
            Effort::Quick => quick,
            Effort::Tiny => 4,
        }
    }

    /// The seed for something by name.
    pub(crate) fn seed_for(&self, purpose: &str) -> Seed {
        Seed(self.seed).purpose(purpose)
    }

    /// Says in how many stages the experiment goes on, for those who watch.
    pub(crate) fn plan(&self, stages: usize) {
        self.stages[0].store(stages.max(1) as u64, Ordering::Relaxed);
        self.stages[1].store(0, Ordering::Relaxed);
    }

    /// Does one stage: `count` pieces of work on all threads, the results in order whoever did them.
    pub(crate) fn map<T: Send>(
        &self,
        count: u64,
        work: impl Fn(u64) -> Result<T, ExperimentError> + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        let next = AtomicU64::new(0);
        let (mut results, mut failure) = (Vec::new(), None);
        results.resize_with(count as usize, || None);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.min(count.max(1) as usize) {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move || {
                    while !self.stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count || sender.send((number, work(number))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (done, (number, result)) in receiver.into_iter().enumerate() {
                match result {
                    Ok(result) => results[number as usize] = Some(result),
                    Err(error) => failure = failure.take().or(Some(error)),
                }
                self.watch((done + 1) as f64 / count as f64);
                if failure.is_some() {
                    // What is under way comes to its end; nothing new begins.
                    next.store(count, Ordering::Relaxed);
                }
            }
        });
        self.stages[1].fetch_add(1, Ordering::Relaxed);
        match failure {
            Some(error) => Err(error),
            None => results.into_iter().collect::<Option<Vec<T>>>().ok_or(ExperimentError::Stopped),
        }
    }

    fn watch(&self, share: f64) {
        let [stages, over] = [&self.stages[0], &self.stages[1]].map(|number| number.load(Ordering::Relaxed) as f64);
        self.progress.reached(((over + share) / stages).min(1.0));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let stop = AtomicBool::new(false);
        for jobs in [1, 3, 9] {
            let lab = Lab::new(1, Effort::Tiny, jobs, &stop, &Unwatched);
            assert_eq!(lab.map(5, |number| Ok(number * number)).unwrap(), [0, 1, 4, 9, 16]);
            assert!(lab.map(0, Ok).unwrap().is_empty());
        }
    }

    #[test]
    fn a_stop_and_a_failure_end_everything() {
        let lab_stopped = AtomicBool::new(true);
        let lab = Lab::new(1, Effort::Tiny, 2, &lab_stopped, &Unwatched);
        assert!(matches!(lab.map(5, Ok), Err(ExperimentError::Stopped)));
        let stop = AtomicBool::new(false);
        let lab = Lab::new(1, Effort::Tiny, 2, &stop, &Unwatched);
        let fails = |number| if number == 3 { Err(ExperimentError::Broken("three".into())) } else { Ok(number) };
        assert_eq!(lab.map(5, fails).unwrap_err().to_string(), "three");
    }
}
