//! How long the threads of a program were ready to run and got no processor, as the system counts it.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// What was counted so far for each thread of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    threads: BTreeMap<u32, Thread>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thread {
    /// Time on a processor.
    ran: Duration,
    /// Time of waiting for one. A wait is counted when it is over.
    waited: Duration,
    /// Whether it runs or would if a processor were free.
    is_runnable: bool,
}

impl Waits {
    /// Those of a process; nothing is known of one that has ended.
    pub(crate) fn of(process: u32) -> Waits {
        let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let threads = tasks.filter_map(|task| {
            let read = |name: &str| fs::read_to_string(task.path().join(name)).ok();
            let thread = Thread::of(&read("schedstat")?, &read("stat")?)?;
            Some((task.file_name().to_str()?.parse().ok()?, thread))
        });
        Waits { threads: threads.collect() }
    }

    /// The longest that one of the threads waited since then.
    pub(crate) fn longest_since(&self, before: &Waits) -> Duration {
        let waited = self.threads.iter().map(|(number, thread)| {
            let before = before.threads.get(number).map_or(Duration::ZERO, |before| before.waited);
            thread.waited.saturating_sub(before)
        });
        waited.max().unwrap_or_default()
    }

    /// Whether somebody was ready to run both now and then, and nobody has run in between.
    pub(crate) fn is_starving_since(&self, before: &Waits) -> bool {
        let has_run = self
            .threads
            .iter()
            .any(|(number, thread)| before.threads.get(number).is_none_or(|before| before.ran != thread.ran));
        self.is_runnable() && before.is_runnable() && !has_run
    }

    pub(crate) fn is_runnable(&self) -> bool {
        self.threads.values().any(|thread| thread.is_runnable)
    }
}

impl Thread {
    /// Nanoseconds on a processor and of waiting for one; and the state in field 3 of the `stat` line, whose name in field 2
    /// may contain anything.
    fn of(schedstat: &str, stat: &str) -> Option<Thread> {
        let mut times = schedstat.split_whitespace().map(|word| word.parse().ok().map(Duration::from_nanos));
        let (ran, waited) = (times.next()??, times.next()??);
        let is_runnable = stat.rsplit_once(')')?.1.trim_start().starts_with('R');
        Some(Thread { ran, waited, is_runnable })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(threads: &[(u32, &str, &str)]) -> Waits {
        let thread = |&(number, times, state): &(u32, &str, &str)| {
            (number, Thread::of(times, &format!("{number} (a) b) {state} 1 7 7")).unwrap())
        };
        Waits { threads: threads.iter().map(thread).collect() }
    }

    #[test]
    fn the_longest_wait_of_a_thread_counts() {
        let before = waits(&[(7, "5 1000 1", "S"), (8, "5 2000 1", "S")]);
        let after = waits(&[(7, "5 1500 2", "S"), (8, "5 9000 3", "S"), (9, "5 400 1", "R")]);
        assert_eq!(after.longest_since(&before), Duration::from_nanos(7000));
        assert_eq!(before.longest_since(&after), Duration::ZERO);
        assert_eq!(Waits::default().longest_since(&after), Duration::ZERO);
    }

    #[test]
    fn who_is_ready_and_does_not_run_starves() {
        let ready = waits(&[(7, "5 1000 1", "R"), (8, "5 2000 1", "S")]);
        assert!(ready.is_starving_since(&ready));
        let ran = waits(&[(7, "6 1000 1", "R"), (8, "5 2000 1", "S")]);
        assert!(!ran.is_starving_since(&ready), "it ran");
        let asleep = waits(&[(7, "5 1000 1", "S"), (8, "5 2000 1", "S")]);
        assert!(!asleep.is_starving_since(&asleep), "it wants nothing");
        assert!(!Waits::default().is_starving_since(&ready), "it has ended");
    }

    #[test]
    fn those_of_this_process_are_found() {
        assert!(Waits::of(std::process::id()).is_runnable(), "this thread runs");
        assert_eq!(Waits::of(u32::MAX), Waits::default());
        assert_eq!((Thread::of("", "1 (a) R"), Thread::of("1 2 3", "")), (None, None));
    }
}
