//! Whether the machine has more to do than it can: a player that is late there may have done nothing wrong.

use std::fs;
use std::thread::available_parallelism;
use std::time::Duration;

/// Tasks that want to run at this moment, and processors they could run on, where the system tells and the first are many
/// more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overload {
    tasks: usize,
    processors: usize,
}

impl Overload {
    /// Looks at the machine.
    pub fn now() -> Option<Overload> {
        let processors = available_parallelism().ok()?.get();
        Overload::of(&fs::read_to_string("/proc/loadavg").ok()?, processors)
    }

    /// The fourth word has the tasks that want to run before its slash, this one among them.
    fn of(text: &str, processors: usize) -> Option<Overload> {
        let tasks = text.split_whitespace().nth(3)?.split('/').next()?.parse().ok()?;
        (tasks > 2 * processors).then_some(Overload { tasks, processors })
    }

    /// What is added to the evidence of somebody who was late.
    pub(crate) fn remark(self) -> String {
        let Overload { tasks, processors } = self;
        format!(
            "; the machine is overloaded ({tasks} tasks want its {processors} processors), so this says little about the \
             player: --clock cpu counts what a player computes"
        )
    }
}

/// What the system counts for a thread: how long it was ready to run and waited for a processor, and how often it got one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    time: Duration,
    times: u32,
}

impl Waits {
    /// Those of the calling thread so far, where the system tells.
    pub fn now() -> Option<Waits> {
        Waits::of(&fs::read_to_string("/proc/thread-self/schedstat").ok()?)
    }

    /// Nanoseconds on a processor, nanoseconds of waiting for one, and how often it got one.
    fn of(text: &str) -> Option<Waits> {
        let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
        let (_, time, times) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some(Waits { time: Duration::from_nanos(time), times: u32::try_from(times).unwrap_or(u32::MAX) })
    }

    /// How long it waited since then; another thread may have counted less.
    pub fn time_since(self, before: Waits) -> Option<Duration> {
        self.time.checked_sub(before.time)
    }

    /// How long it waited at a time since then, on average.
    pub fn mean_since(self, before: Waits) -> Option<Duration> {
        self.time_since(before)?.checked_div(self.times.checked_sub(before.times)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_read_and_counted_from_a_moment_on() {
        let before = Waits::of("5000 1000000 10\n").unwrap();
        let after = Waits::of("9000 101000000 15\n").unwrap();
        assert_eq!(after.time_since(before), Some(Duration::from_millis(100)));
        assert_eq!(after.mean_since(before), Some(Duration::from_millis(20)));
        assert_eq!((before.time_since(after), before.mean_since(after)), (None, None), "another thread");
        assert_eq!(after.mean_since(after), None, "it never waited");
        assert_eq!((Waits::of(""), Waits::of("1 2"), Waits::of("a b c")), (None, None, None));
    }

    #[test]
    fn many_more_tasks_than_processors_are_an_overload() {
        let of = |text: &str| Overload::of(text, 2);
        assert_eq!(of("9.12 8.00 7.10 11/240 999\n"), Some(Overload { tasks: 11, processors: 2 }));
        for quiet in ["0.10 0.20 0.30 4/240 999", "", "a b c d", "1 2 3 /4 5"] {
            assert_eq!(of(quiet), None, "{quiet}");
        }
        assert!(of("1 1 1 11/240 9").unwrap().remark().contains("11 tasks want its 2 processors"));
    }
}
