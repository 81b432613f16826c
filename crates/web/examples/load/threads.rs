//! What the threads of this process do, as Linux counts it.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Each thread with a number that only grows; threads may come and go between two looks.
type Counts = BTreeMap<String, u64>;

/// Counters of all threads at one moment.
pub struct Threads {
    /// How often they were taken from a processor, by themselves or not.
    switches: Counts,
    /// How often they went to sleep.
    sleeps: Counts,
    /// Nanoseconds on a processor.
    busy: Counts,
}

/// What has happened between two moments.
pub struct Activity {
    pub threads: usize,
    pub switches: u64,
    pub sleeps: u64,
    pub busy: Duration,
}

fn counts(file: &str, count: impl Fn(&str) -> u64) -> Counts {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let read = |task: fs::DirEntry| Some((task.file_name(), fs::read_to_string(task.path().join(file)).ok()?));
    tasks.filter_map(read).map(|(task, text)| (task.to_string_lossy().into_owned(), count(&text))).collect()
}

fn lines(text: &str, ending: &str) -> u64 {
    let lines = text.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| name.ends_with(ending));
    lines.filter_map(|(_, value)| value.trim().parse::<u64>().ok()).sum()
}

fn grown(before: &Counts, after: &Counts) -> u64 {
    after.iter().map(|(task, count)| count - before.get(task).unwrap_or(&0)).sum()
}

impl Threads {
    pub fn now() -> Threads {
        Threads {
            switches: counts("status", |text| lines(text, "voluntary_ctxt_switches")),
            sleeps: counts("status", |text| {
                lines(text, "voluntary_ctxt_switches") - lines(text, "nonvoluntary_ctxt_switches")
            }),
            busy: counts("schedstat", |text| text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0)),
        }
    }

    pub fn since(&self) -> Activity {
        let now = Threads::now();
        Activity {
            threads: now.switches.len(),
            switches: grown(&self.switches, &now.switches),
            sleeps: grown(&self.sleeps, &now.sleeps),
            busy: Duration::from_nanos(grown(&self.busy, &now.busy)),
        }
    }
}
