//! How often the threads of a process are woken, as Linux counts it: whoever waits for something must cost nothing.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Each thread with how often it went to sleep; threads may come and go between two looks.
type Sleeps = BTreeMap<String, u64>;

/// Waits for a second in which the threads of a process go to sleep fewer than so many times in all: what was begun comes to
/// an end, whoever looks around does so for ever. Panics when none comes.
#[track_caller]
pub fn until_quiet(process: u32, fewer_than: u64) {
    let mut seen = Vec::new();
    for _ in 0..60 {
        let before = sleeps(process);
        std::thread::sleep(Duration::from_secs(1));
        let after = sleeps(process);
        let count = after.iter().map(|(thread, count)| count - before.get(thread).unwrap_or(&0)).sum::<u64>();
        if count < fewer_than {
            return;
        }
        seen.push(count);
    }
    panic!("threads wake up again and again while there is nothing to do: so often in each second {seen:?}");
}

fn sleeps(process: u32) -> Sleeps {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process").flatten();
    let read = |task: fs::DirEntry| Some((task.file_name(), fs::read_to_string(task.path().join("status")).ok()?));
    let count = |status: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
    };
    tasks.filter_map(read).map(|(task, status)| (task.to_string_lossy().into_owned(), count(&status))).collect()
}
