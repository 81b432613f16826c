//! What the threads of this process do, as Linux counts it.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Each thread with a number that only grows; threads may come and go between two looks.
type Counts = BTreeMap<String, u64>;

/// Counters of all threads at one moment.
pub(crate) struct Threads {
    /// How often they were taken from a processor, by themselves or not.
    switches: Counts,
    /// Nanoseconds on a processor.
    busy: Counts,
}

/// What has happened between two moments.
pub(crate) struct Activity {
    pub(crate) threads: usize,
    pub(crate) switches: u64,
    pub(crate) busy: Duration,
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
    pub(crate) fn now() -> Threads {
        Threads {
            switches: counts("status", |text| lines(text, "voluntary_ctxt_switches")),
            busy: counts("schedstat", |text| text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0)),
        }
    }

    pub(crate) fn since(&self) -> Activity {
        let now = Threads::now();
        Activity {
            threads: now.switches.len(),
            switches: grown(&self.switches, &now.switches),
            busy: Duration::from_nanos(grown(&self.busy, &now.busy)),
        }
    }
}
