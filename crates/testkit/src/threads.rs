//! What the threads of a process do, as Linux counts it: whoever waits for something must cost nothing.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Each thread with a number that only grows; threads may come and go between two looks.
type Counts = BTreeMap<String, u64>;

/// Counters of all threads of a process at one moment.
pub struct Threads {
    process: u32,
    /// How often they were taken from a processor, by themselves or not.
    switches: Counts,
    /// How often they went to sleep.
    sleeps: Counts,
    /// Nanoseconds on a processor.
    busy: Counts,
}

/// What has happened between two moments.
pub struct Activity {
    /// Threads that there are now.
    pub threads: usize,
    /// How often they were taken from a processor, by themselves or not.
    pub switches: u64,
    /// How often they went to sleep.
    pub sleeps: u64,
    /// Time on processors.
    pub busy: Duration,
}

/// Waits for a second in which the threads of a process go to sleep fewer than so many times in all: what was begun comes to
/// an end, whoever looks around does so for ever. Panics when none comes.
#[track_caller]
pub fn until_quiet(process: u32, fewer_than: u64) {
    let mut seen = Vec::new();
    for _ in 0..60 {
        let before = Threads::of(process);
        std::thread::sleep(Duration::from_secs(1));
        seen.push(before.since().sleeps);
        if seen.last().is_some_and(|sleeps| *sleeps < fewer_than) {
            return;
        }
    }
    panic!("threads wake up again and again while there is nothing to do: so often in each second {seen:?}");
}

impl Threads {
    /// Those of this process.
    pub fn now() -> Threads {
        Threads::of(std::process::id())
    }

    /// Those of a process.
    pub fn of(process: u32) -> Threads {
        let counts = |file: &str, count: fn(&str) -> u64| counts(process, file, count);
        Threads {
            process,
            switches: counts("status", |text| line(text, "voluntary") + line(text, "nonvoluntary")),
            sleeps: counts("status", |text| line(text, "voluntary")),
            busy: counts("schedstat", |text| text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0)),
        }
    }

    /// What they have done since then.
    pub fn since(&self) -> Activity {
        let now = Threads::of(self.process);
        Activity {
            threads: now.switches.len(),
            switches: grown(&self.switches, &now.switches),
            sleeps: grown(&self.sleeps, &now.sleeps),
            busy: Duration::from_nanos(grown(&self.busy, &now.busy)),
        }
    }
}

fn counts(process: u32, file: &str, count: fn(&str) -> u64) -> Counts {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process").flatten();
    let read = |task: fs::DirEntry| Some((task.file_name(), fs::read_to_string(task.path().join(file)).ok()?));
    tasks.filter_map(read).map(|(task, text)| (task.to_string_lossy().into_owned(), count(&text))).collect()
}

/// How often a thread was taken from a processor of its own will, or against it.
fn line(status: &str, how: &str) -> u64 {
    let count = |line: &str| line.strip_prefix(how)?.strip_prefix("_ctxt_switches:")?.trim().parse().ok();
    status.lines().find_map(count).unwrap_or(0)
}

fn grown(before: &Counts, after: &Counts) -> u64 {
    after.iter().map(|(task, count)| count - before.get(task).unwrap_or(&0)).sum()
}
