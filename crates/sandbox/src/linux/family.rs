//! The living processes of one program.

use std::fs;

/// The program and every process beneath it or beneath the launcher's helpers, which take in orphans; not the helpers
/// themselves.
pub(super) fn members(launcher: u32, program: u32) -> Vec<u32> {
    let mut members = vec![program];
    let helpers = children(launcher).into_iter().filter(|&pid| pid != program);
    let mut waiting: Vec<u32> = helpers.flat_map(children).chain(children(program)).collect();
    while let Some(pid) = waiting.pop() {
        waiting.extend(children(pid));
        members.push(pid);
    }
    members
}

/// The living children of all threads of a process.
pub(super) fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).collect()
}
