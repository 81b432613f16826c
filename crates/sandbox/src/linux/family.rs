//! The living processes of one program.
//!
//! ```text
//! launcher                          with namespaces of our own     launcher
//! |-- init: takes in orphans                                       |-- the program
//! `-- the program                   otherwise                      `-- orphans, which the launcher takes in itself
//! ```

use std::fs;

/// Where to look for the processes of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    /// The process that executes the program.
    pub(super) program: u32,
    /// Whether the launcher has started an init beside it.
    pub(super) has_init: bool,
}

impl Family {
    /// The program, everything beneath it, and the orphans it left.
    pub(super) fn members(self) -> Vec<u32> {
        let mut members = vec![self.program];
        let siblings = self.siblings();
        let orphans: Vec<u32> =
            if self.has_init { siblings.into_iter().flat_map(children).collect() } else { siblings };
        let mut waiting: Vec<u32> = children(self.program).into_iter().chain(orphans).collect();
        while let Some(pid) = waiting.pop() {
            waiting.extend(children(pid));
            members.push(pid);
        }
        members
    }

    /// Whoever waits for orphans when they end.
    pub(super) fn reapers(self) -> Vec<u32> {
        if self.has_init { self.siblings() } else { parent(self.program).into_iter().collect() }
    }

    fn siblings(self) -> Vec<u32> {
        let all = parent(self.program).map(children).unwrap_or_default();
        all.into_iter().filter(|&pid| pid != self.program).collect()
    }
}

/// The living children of all threads of a process.
fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Field 4 of a process's `stat` line, whose name in field 2 may contain anything.
fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
